package argpanic

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/internal/reach"
	"github.com/gomcplint/mcplint/passes/ir"
)

// cell is the variable at an address, and whether function literals share it:
// then the order of its writes is not known.
func cell(addr ssa.Value) (a *ssa.Alloc, shared bool) {
	switch x := addr.(type) {
	case *ssa.Alloc:
		for _, r := range *x.Referrers() {
			if _, ok := r.(*ssa.MakeClosure); ok {
				return x, true
			}
		}
		return x, false
	case *ssa.FreeVar:
		fn := x.Parent()
		for i, fv := range fn.FreeVars {
			if fv != x || fn.Parent() == nil {
				continue
			}
			for _, b := range fn.Parent().Blocks {
				for _, in := range b.Instrs {
					if mk, ok := in.(*ssa.MakeClosure); ok && mk.Fn == ssa.Value(fn) {
						a, _ := cell(mk.Bindings[i])
						return a, true
					}
				}
			}
		}
	}
	return nil, false
}

// storesTo returns the stores to a variable, those of literals that share it
// included.
func storesTo(s *reach.Step, a *ssa.Alloc) []*ssa.Store {
	var out []*ssa.Store
	var visit func(v ssa.Value)
	visit = func(v ssa.Value) {
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Addr == v {
					out = append(out, r)
				}
			case *ssa.MakeClosure:
				for i, b := range r.Bindings {
					if b == v {
						visit(r.Fn.(*ssa.Function).FreeVars[i])
					}
				}
			}
		}
	}
	visit(a)
	return out
}

// anyClamp reports whether one of the stores replaces the variable's value where
// it is out of range.
func (p *prover) anyClamp(stores []*ssa.Store, u *ssa.UnOp, depth int, lower bool) bool {
	for _, st := range stores {
		scs := ir.Conds(st.Block(), nil)
		for _, c := range either(st.Block(), nil) {
			v, _ := c.Not()
			b, ok := v.(*ssa.BinOp)
			if !ok {
				continue
			}
			for _, o := range []ssa.Value{b.X, b.Y} {
				l, ok := o.(*ssa.UnOp)
				if !ok || l.Op != token.MUL {
					continue
				}
				mine, _ := cell(u.X)
				if its, _ := cell(l.X); its == nil || its != mine {
					continue
				}
				op, _, ok := relation(c, l)
				switch {
				case !ok:
				case lower && (op == token.LSS || op == token.LEQ || op == token.EQL):
					if k, ok := p.low(st.Val, nil, scs, depth+3); ok && k >= 0 {
						return true
					}
				case !lower && (op == token.GTR || op == token.GEQ):
					if p.high(st.Val, nil, scs, depth+3) {
						return true
					}
				}
			}
		}
	}
	return false
}

// frameOf is the frame of fn around a literal's frame, or among its callers.
func frameOf(f *ir.Frame, fn *ssa.Function) *ir.Frame {
	for g := f; g != nil; g = g.Env {
		if g.Fn == fn {
			return g
		}
	}
	for g := f; g != nil; g = g.Up {
		if g.Fn == fn {
			return g
		}
	}
	return nil
}
