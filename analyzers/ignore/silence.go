package ignore

import (
	"go/token"

	"golang.org/x/tools/go/analysis"
)

// Silence returns a copy of the analyzer that keeps diagnostics to itself which
// a directive of the package covers. Drivers that see one package at a time use
// it; they cannot tell unused directives, nor see those in other packages.
func Silence(a *analysis.Analyzer) *analysis.Analyzer {
	c := *a
	run := a.Run
	c.Run = func(pass *analysis.Pass) (any, error) {
		var set *Set // read when there is something to silence
		report := pass.Report
		quiet := *pass
		quiet.Report = func(d analysis.Diagnostic) {
			if set == nil {
				set = Read(pass.Fset, pass.Files)
			}
			if set.Match(a.Name, Places(pass.Fset, d)...) == nil {
				report(d)
			}
		}
		return run(&quiet)
	}
	return &c
}

// Places are the positions at which a directive silences a diagnostic: its own and
// those of the steps that lead to it.
func Places(fset *token.FileSet, d analysis.Diagnostic) []token.Position {
	at := []token.Position{fset.Position(d.Pos)}
	for _, r := range d.Related {
		at = append(at, fset.Position(r.Pos))
	}
	return at
}
