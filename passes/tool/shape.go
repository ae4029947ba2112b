package tool

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// Handlers that nothing in view registers: they are told by their signature.

// byShape binds what has a handler's signature and nothing in view registers.
func (f *finder) byShape() {
	for _, fn := range f.view.Funcs() {
		if f.bound[fn] || f.view.InTest(fn) || f.view.Shadow(fn) || fn.Synthetic != "" || len(f.view.Callers(fn)) > 0 || standsIn(fn) {
			continue
		}
		if o := fn.Origin(); o != nil && f.bound[o] {
			continue
		}
		sdk, results, ok := Shape(fn.Signature)
		if !ok || f.local(fn) {
			continue
		}
		s, conf := model.ShapeServing(sdk, results)
		if s.SDK == "" {
			continue
		}
		if fn.Signature.Results().Len() > 0 {
			s = s.Versioned(f.view.VersionOf(namedPos(fn.Signature.Results().At(0).Type())))
		}
		t := &Tool{Kind: model.ToolHandler, Serving: s, Root: ir.Target{Fn: fn}, Shape: true, Confidence: conf}
		if mks := f.view.Closures(fn); len(mks) == 1 {
			t.Root.Closure = mks[0]
		}
		f.bound[fn] = true
		f.unwrap(t, t.Root, 0, true)
	}
}

// standsIn reports whether a method belongs to a type that takes another's place in
// tests, wherever it is declared.
func standsIn(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	if recv == nil {
		return false
	}
	name := ir.TypeName(recv.Type())
	return slices.ContainsFunc(model.SplitName(name[strings.LastIndexByte(name, '.')+1:]), func(w string) bool {
		return w == "mock" || w == "fake" || w == "stub"
	})
}

// local reports whether a function literal is only called where it is made, or
// wraps a handler that it is given (a middleware that nothing installs).
func (f *finder) local(fn *ssa.Function) bool {
	if fn.Parent() == nil {
		return false
	}
	for p := fn.Parent(); p != nil; p = p.Parent() {
		for _, q := range p.Params {
			if s, ok := q.Type().Underlying().(*types.Signature); ok {
				if _, _, ok := Shape(s); ok {
					return true
				}
			}
		}
	}
	for _, mk := range f.view.Closures(fn) {
		called := false
		for _, r := range *mk.Referrers() {
			switch r := r.(type) {
			case ssa.CallInstruction:
				called = called || r.Common().Value == ssa.Value(mk)
			case *ssa.Store:
				if a, ok := r.Addr.(*ssa.Alloc); ok {
					for _, u := range *a.Referrers() {
						if u, ok := u.(*ssa.UnOp); ok {
							for _, c := range *u.Referrers() {
								if c, ok := c.(ssa.CallInstruction); ok && c.Common().Value == ssa.Value(u) {
									called = true
								}
							}
						}
					}
				}
			}
		}
		if called {
			return true
		}
	}
	return false
}

// Shape says whether a signature is that of a tool handler, and of which SDK.
func Shape(sig *types.Signature) (sdk model.Kit, results int, ok bool) {
	p, r := sig.Params(), sig.Results()
	if p.Len() < 2 || r.Len() < 2 || r.Len() > 3 {
		return "", 0, false
	}
	if ir.TypeName(p.At(0).Type()) != "context.Context" || !ir.IsError(r.At(r.Len()-1).Type()) {
		return "", 0, false
	}
	k, isResult := model.ResultType(ir.TypeName(r.At(0).Type()))
	if !isResult {
		return "", 0, false
	}
	req := model.RequestType(ir.TypeName(p.At(1).Type()))
	if !req && p.Len() > 2 {
		req = model.RequestType(ir.TypeName(p.At(2).Type()))
	}
	if !req || r.Len() == 3 && p.Len() != 3 || r.Len() == 2 && p.Len() > 3 {
		return "", 0, false
	}
	if k == model.GoSDK && r.Len() == 2 && p.Len() != 2 && !model.SessionType(ir.TypeName(p.At(1).Type())) {
		return "", 0, false
	}
	return k, r.Len(), true
}

func namedPos(t types.Type) token.Pos {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Pos()
	}
	return token.NoPos
}
