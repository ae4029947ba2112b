package load

import (
	"fmt"
	"runtime/debug"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/gomcplint/mcplint/passes/ir"
)

// Analyze runs the analyzers on every package of the module, all under one view.
// A panic of an analyzer becomes the error of its action.
func (m *Module) Analyze(as []*analysis.Analyzer) (*checker.Graph, error) {
	root := map[*packages.Package]bool{}
	for _, p := range m.Packages {
		root[p] = true
	}
	units := make([]ir.Unit, 0, len(m.Packages))
	for _, p := range m.Packages {
		units = append(units, ir.Unit{Pkg: p.Types, Files: p.Syntax, Info: p.TypesInfo})
		// checker follows Imports; what leaves the module has no syntax.
		for path, imp := range p.Imports {
			if !root[imp] {
				delete(p.Imports, path)
			}
		}
	}
	defer ir.NewView(m.Fset, units, true).Install()()
	defer guard(as)()
	return checker.Analyze(as, m.Packages, nil)
}

// guard makes the analyzers, and all that they require, return an error instead
// of panicking, until the returned function is called: a fault on one package
// must not take the findings of all others with it. checker has no such net, and
// analyzers are known to each other by address, so they cannot be wrapped.
func guard(as []*analysis.Analyzer) (undo func()) {
	old := map[*analysis.Analyzer]func(*analysis.Pass) (any, error){}
	var visit func(*analysis.Analyzer)
	visit = func(a *analysis.Analyzer) {
		if old[a] != nil {
			return
		}
		run := a.Run
		old[a] = run
		a.Run = func(pass *analysis.Pass) (res any, err error) {
			defer func() {
				if x := recover(); x != nil {
					res, err = nil, fmt.Errorf("panic: %v, at %s", x, site(debug.Stack()))
				}
			}()
			return run(pass)
		}
		for _, r := range a.Requires {
			visit(r)
		}
	}
	for _, a := range as {
		visit(a)
	}
	return func() {
		for a, run := range old {
			a.Run = run
		}
	}
}

// site is the function and line of a stack at which the panic began.
func site(stack []byte) string {
	lines := strings.Split(string(stack), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "panic(") {
			// What follows the frame of panic is the frame that panicked; runtime
			// errors have frames of the runtime in between.
			for j := i + 2; j+1 < len(lines); j += 2 {
				if !strings.HasPrefix(lines[j], "runtime.") {
					where, _, _ := strings.Cut(strings.TrimSpace(lines[j+1]), " ")
					return where
				}
			}
		}
	}
	return "an unknown place"
}
