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

// only is the one store to the variable that v is loaded from, with its frame: what
// a literal captures and nobody assigns again.
func (p *prover) only(v ssa.Value, f *ir.Frame) (*ssa.Store, *ir.Frame) {
	u, ok := v.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return nil, nil
	}
	a, shared := cell(u.X)
	if a == nil || !shared {
		return nil, nil
	}
	stores := storesTo(p.s, a)
	if len(stores) != 1 {
		return nil, nil
	}
	g := f
	if f == nil || f.Fn != stores[0].Parent() {
		g = frameOf(f, stores[0].Parent())
	}
	return stores[0], g
}

// outside is a load, in the function of a condition, of the variable that a
// literal loads v from; nil when it is assigned more than once.
func (p *prover) outside(c ir.Cond, v ssa.Value, f *ir.Frame) ssa.Value {
	st, _ := p.only(v, f)
	if st == nil || c.F == nil || c.F.Fn != st.Parent() {
		return nil
	}
	a, ok := st.Addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	for _, r := range *a.Referrers() {
		if u, ok := r.(*ssa.UnOp); ok && u.Op == token.MUL {
			return u
		}
	}
	return nil
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
