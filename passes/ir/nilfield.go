package ir

import (
	"golang.org/x/tools/go/ssa"
)

// nilField says whether an error that is loaded from a field is nil. A wrapper
// that keeps a result type of its own decides by such a field what becomes of the
// answer (if res.Err != nil), so the way on which the wrapped handler has ended
// settles it. Everything that the field may hold has to agree; what is out of
// sight leaves it open.
func (e *Engine) nilField(load *ssa.UnOp, f *Frame, conds []Cond, depth int) Nilness {
	if len(e.Chosen) == 0 {
		return MaybeNil
	}
	all := Nilness(255)
	add := func(n Nilness) {
		if all == 255 {
			all = n
		} else if all != n {
			all = MaybeNil
		}
	}
	tr := &Tracer{Engine: e, Budget: 200}
	tr.Visit = func(n *Node) bool {
		if n.V == ssa.Value(load) || n.Path != "" || !IsError(n.V.Type()) {
			return true
		}
		cs := conds
		if at, ok := n.At.(*ssa.Store); ok && n.F != nil && at.Parent() == n.F.Fn {
			cs = append(Conds(at.Block(), n.F), conds...)
		}
		if is := e.nilAt(n.V, n.F, cs, depth+2); is != MaybeNil {
			add(is)
			return false
		}
		return true
	}
	tr.Ext = func(*Node, ssa.CallInstruction, int) ([]*Node, bool) { return nil, true }
	for _, l := range tr.Run(&Node{V: load, F: f}) {
		if a, ok := l.V.(*ssa.Alloc); ok && l.Path != "" && !handedOn(a) {
			add(IsNil) // never set
			continue
		}
		add(MaybeNil)
	}
	if all == 255 || tr.Exhausted {
		return MaybeNil
	}
	return all
}

// handedOn reports whether a variable's address goes where its fields may be set.
func handedOn(a *ssa.Alloc) bool {
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr, *ssa.Return, *ssa.DebugRef, *ssa.Phi:
		case *ssa.UnOp:
		case *ssa.Store:
			if r.Val == ssa.Value(a) {
				return true
			}
		default:
			return true
		}
	}
	return false
}
