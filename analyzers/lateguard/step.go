package lateguard

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/effect"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
)

// step looks at a chain of step functions that one call in a loop runs in the
// order of a list: a guard in a later step than an effect. It returns the effect
// and where the later step checks.
func step(o *outcome.Outcome, g guard) (ev *effect.Event, at token.Pos) {
	pos := g.pos()
	for gf := g.f; gf != nil && gf.Call != nil; gf = gf.Up {
		if gf != g.f {
			pos = at
		}
		at = ir.PosOf(gf.Call)
		call, ok := gf.Call.(*ssa.Call)
		if !ok || call.Call.IsInvoke() || call.Call.StaticCallee() != nil {
			continue
		}
		order := steps(o.Engine, call, gf.Up)
		k := slices.Index(order, gf.Fn)
		for _, t := range o.Engine.Callees(call, gf.Up) {
			i := slices.Index(order, t.Fn)
			if i < 0 || i >= k {
				continue
			}
			sf := o.Engine.Enter(call, gf.Up, t)
			if sf == nil {
				continue
			}
			for _, ev := range effect.Reachable(o.Engine, sf, o.Tool.Name) {
				if ev.Confidence >= model.Medium && !prepares(&ev, o.Tool.Name) {
					return &ev, pos
				}
			}
		}
	}
	return nil, token.NoPos
}

// steps returns the functions of the list literal from which a call takes what
// it runs, in order. The list may hold structs with the function in a field.
func steps(e *ir.Engine, call *ssa.Call, f *ir.Frame) []*ssa.Function {
	elem, field := call.Call.Value, -1
	switch v := elem.(type) {
	case *ssa.Field:
		elem, field = v.X, v.Field
	case *ssa.UnOp:
		fa, ok := v.X.(*ssa.FieldAddr)
		if !ok {
			break
		}
		field = fa.Field
		if elem = fa.X; ir.OnlyStore(fa.X) != nil {
			elem = ir.OnlyStore(fa.X)
		}
	}
	if u, ok := elem.(*ssa.UnOp); ok {
		elem = u.X
	}
	ia, ok := elem.(*ssa.IndexAddr)
	if !ok {
		return nil
	}
	list := ia.X
	if l, ok := list.(*ssa.UnOp); ok {
		if g, ok := l.X.(*ssa.Global); ok {
			for _, in := range e.View.GlobalUses(g) {
				if st, ok := in.(*ssa.Store); ok && st.Addr == ssa.Value(g) {
					list = st.Val
				}
			}
		}
	}
	els := elements(list, field)
	out := make([]*ssa.Function, len(els))
	for i, el := range els {
		if el == nil {
			continue
		}
		if ts := e.Functions(el, f); len(ts) == 1 {
			out[i] = ts[0].Fn
		}
	}
	return out
}

// elements returns the elements of a slice literal, or what they hold in a field.
func elements(list ssa.Value, field int) []ssa.Value {
	els, ok := ir.Elements(list)
	if !ok || field < 0 {
		return els
	}
	for _, r := range *list.(*ssa.Slice).X.Referrers() {
		ia, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		k, ok := ia.Index.(*ssa.Const)
		if !ok {
			continue
		}
		for _, r := range *ia.Referrers() {
			fa, ok := r.(*ssa.FieldAddr)
			if !ok || fa.Field != field {
				continue
			}
			for _, r := range *fa.Referrers() {
				if st, ok := r.(*ssa.Store); ok {
					els[k.Int64()] = st.Val
				}
			}
		}
	}
	return els
}
