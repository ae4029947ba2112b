package ir

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// yielded continues at what an iterator passes to the body of a range loop.
func (t *Tracer) yielded(n *Node, body *ssa.Function, i int) bool {
	found := false
	for _, mk := range t.View.Closures(body) {
		for _, r := range *mk.Referrers() {
			call, ok := r.(*ssa.Call)
			if !ok {
				continue
			}
			for _, tg := range t.Callees(call, frameFor(n.F, call.Parent())) {
				for _, m := range t.Yields(tg, i) {
					found = true
					t.push(n.Next(m.V, n.Path, m.F, Arg, m.At))
				}
			}
		}
	}
	return found
}

// Yields returns the values that an iterator function passes as argument i to
// its yield function.
func (e *Engine) Yields(t Target, i int) []*Node {
	if len(t.Fn.Params) == 0 {
		return nil
	}
	var out []*Node
	f := e.Root(t)
	yield := t.Fn.Params[len(t.Fn.Params)-1]
	var calls func(v ssa.Value, f *Frame)
	calls = func(v ssa.Value, f *Frame) {
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Call:
				if r.Call.Value == v && i < len(r.Call.Args) {
					out = append(out, &Node{V: r.Call.Args[i], F: f, At: r})
				}
			case *ssa.Store:
				if a, ok := r.Addr.(*ssa.Alloc); ok && r.Val == v {
					calls(a, f)
				}
			case *ssa.UnOp:
				calls(r, f)
			case *ssa.MakeClosure:
				fn := r.Fn.(*ssa.Function)
				for j, b := range r.Bindings {
					if b == v {
						calls(fn.FreeVars[j], e.Root(Target{Fn: fn, Closure: r, Env: f}))
					}
				}
			}
		}
	}
	calls(yield, f)
	return out
}

// IsIterator reports whether t is the type of an iterator: func(yield func(…) bool).
func IsIterator(t types.Type) bool {
	s, ok := t.Underlying().(*types.Signature)
	if !ok || s.Params().Len() != 1 || s.Results().Len() != 0 {
		return false
	}
	y, ok := s.Params().At(0).Type().Underlying().(*types.Signature)
	if !ok || y.Results().Len() != 1 {
		return false
	}
	b, ok := y.Results().At(0).Type().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}
