package ignore

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Silence returns a copy of the analyzer that keeps diagnostics to itself which
// a directive of the package covers. Drivers that see one package at a time use
// it; they cannot tell unused directives, nor see those in other packages.
func Silence(a *analysis.Analyzer) *analysis.Analyzer {
	c := *a
	run := a.Run
	c.Run = func(pass *analysis.Pass) (any, error) {
		if !mentioned(pass) {
			return run(pass)
		}
		set := Read(pass.Fset, pass.Files)
		report := pass.Report
		quiet := *pass
		quiet.Report = func(d analysis.Diagnostic) {
			at := []token.Position{pass.Fset.Position(d.Pos)}
			for _, r := range d.Related {
				at = append(at, pass.Fset.Position(r.Pos))
			}
			if set.Match(a.Name, at...) == nil {
				report(d)
			}
		}
		return run(&quiet)
	}
	return &c
}

// mentioned spares packages without directives the walk over their syntax.
func mentioned(pass *analysis.Pass) bool {
	for _, f := range pass.Files {
		for _, g := range f.Comments {
			for _, c := range g.List {
				if strings.HasPrefix(c.Text, Prefix) || strings.HasPrefix(c.Text, "//nolint:") {
					return true
				}
			}
		}
	}
	return false
}
