// Package ir gives the passes a view of code: SSA built on demand for the
// packages in sight.
//
// A view holds either one package (go vet, golangci-lint: one package at a
// time, the rest known by facts) or all packages of the module (the standalone
// command installs such a view before it runs the rules). Every pass works the
// same on both; a whole-module view merely shows more. The package reports
// nothing and has no facts, so that requiring it does not drag an analysis over
// the whole import graph.
package ir

import (
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/model"
)

// Analyzer yields the *View that holds the pass's package.
var Analyzer = &analysis.Analyzer{
	Name:       "mcplintir",
	Doc:        "view of the code in sight, with SSA on demand",
	Run:        run,
	ResultType: reflect.TypeFor[*View](),
}

// Unit is one type-checked package with its syntax.
type Unit struct {
	Pkg   *types.Package
	Files []*ast.File
	Info  *types.Info
}

// View is the code in sight.
type View struct {
	Fset  *token.FileSet
	Units []Unit
	Whole bool // the view holds every package of the module

	once  sync.Once
	prog  *ssa.Program
	pkgs  map[*types.Package]*ssa.Package
	funcs []*ssa.Function
	index *index
	// shadow holds the test variants of packages that are in view themselves.
	shadow map[*types.Package]bool

	imported atomic.Pointer[map[types.Object]*Summary]

	memo sync.Map // results that passes compute once per view; see Memo
}

// NewView returns a view of the units. No SSA is built before it is asked for. The
// bodies of an SDK stay out of sight, also in its own repository: the model's rows
// say what it does.
func NewView(fset *token.FileSet, units []Unit, whole bool) *View {
	units = slices.DeleteFunc(slices.Clone(units), func(u Unit) bool { return model.IsSDKBody(u.Pkg.Path()) })
	return &View{Fset: fset, Units: units, Whole: whole}
}

var (
	installedMu sync.RWMutex
	installed   = map[*types.Package]*View{}
)

// Install makes v the view of every package that it holds until the returned
// function is called. The standalone command does this; no other driver can,
// since none has the whole module in one process.
func (v *View) Install() (remove func()) {
	installedMu.Lock()
	defer installedMu.Unlock()
	for _, u := range v.Units {
		installed[u.Pkg] = v
	}
	return func() {
		installedMu.Lock()
		defer installedMu.Unlock()
		for _, u := range v.Units {
			delete(installed, u.Pkg)
		}
	}
}

func run(pass *analysis.Pass) (any, error) {
	installedMu.RLock()
	v := installed[pass.Pkg]
	installedMu.RUnlock()
	if v != nil {
		return v, nil
	}
	return NewView(pass.Fset, []Unit{{pass.Pkg, pass.Files, pass.TypesInfo}}, false), nil
}

type memoCell struct {
	once  sync.Once
	val   any
	fault any // what make panicked with
}

// Memo returns the value that make computes, computing it once per view and key.
// When make panics, so does every call with that key, with the same value.
func (v *View) Memo(key any, make func() any) any {
	c, _ := v.memo.LoadOrStore(key, new(memoCell))
	cell := c.(*memoCell)
	cell.once.Do(func() {
		defer func() { cell.fault = recover() }()
		cell.val = make()
	})
	if cell.fault != nil {
		panic(cell.fault)
	}
	return cell.val
}
