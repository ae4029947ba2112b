package argpanic

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/internal/reach"
	"github.com/gomcplint/mcplint/passes/ir"
)

// relation is what a condition says about v: v op other.
func relation(c ir.Cond, v ssa.Value) (token.Token, ssa.Value, bool) {
	cond, taken := c.Not()
	b, ok := cond.(*ssa.BinOp)
	if !ok {
		return 0, nil, false
	}
	op := b.Op
	other := b.Y
	switch {
	case alike(strip(b.X), strip(v)):
	case alike(strip(b.Y), strip(v)):
		other = b.X
		switch op {
		case token.LSS:
			op = token.GTR
		case token.LEQ:
			op = token.GEQ
		case token.GTR:
			op = token.LSS
		case token.GEQ:
			op = token.LEQ
		}
	default:
		return 0, nil, false
	}
	if !taken {
		switch op {
		case token.LSS:
			op = token.GEQ
		case token.LEQ:
			op = token.GTR
		case token.GTR:
			op = token.LEQ
		case token.GEQ:
			op = token.LSS
		case token.EQL:
			op = token.NEQ
		case token.NEQ:
			op = token.EQL
		}
	}
	return op, other, true
}

// alike is equal, or a load of the same field: a check in the caller of the
// struct that it passes on counts.
func alike(a, b ssa.Value) bool {
	if reach.Equal(a, b) {
		return true
	}
	x, y := fieldOf(a), fieldOf(b)
	return x != nil && x == y
}

func fieldOf(v ssa.Value) *types.Var {
	switch v := v.(type) {
	case *ssa.Field:
		return ir.FieldVar(v.X.Type(), v.Field)
	case *ssa.FieldAddr:
		return ir.FieldVar(v.X.Type(), v.Field)
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
			return ir.FieldVar(fa.X.Type(), fa.Field)
		}
	}
	return nil
}

// strip drops numeric conversions: a check of the float counts for the int.
func strip(v ssa.Value) ssa.Value {
	for {
		c, ok := v.(*ssa.Convert)
		if !ok || !number(c.Type()) || !number(c.X.Type()) {
			return v
		}
		v = c.X
	}
}

func number(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

func (p *prover) checkedLow(v ssa.Value, f *ir.Frame, cs []ir.Cond) (best int64, known bool) {
	set := func(k int64) {
		if !known || k > best {
			best, known = k, true
		}
	}
	for _, c := range cs {
		v := v
		if c.F != f && fieldOf(strip(v)) == nil {
			if v = p.outside(c, strip(v), f); v == nil {
				continue
			}
		}
		if p.validated(c, v, c.F, token.LSS) {
			set(1)
		}
		op, other, ok := relation(c, v)
		if !ok {
			continue
		}
		k, isConst := constInt(other)
		switch op {
		case token.GTR:
			if isConst {
				set(k + 1)
			} else {
				set(1)
			}
		case token.GEQ, token.EQL:
			if isConst {
				set(k)
			} else {
				set(0)
			}
		case token.NEQ:
			if isConst && k <= 0 { // != 0 of a length, != -1 of an index
				if b, ok := p.lowBefore(v); ok && b == k {
					set(k + 1)
				}
			}
		}
	}
	return best, known
}

// lowBefore is the least value of what cannot be negative by its making.
func (p *prover) lowBefore(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Call)
	if !ok {
		return 0, false
	}
	switch n := ir.CalleeName(&c.Call); {
	case n == "builtin.len":
		return 0, true
	case strings.HasPrefix(n, "strings.") || strings.HasPrefix(n, "bytes."):
		if strings.Contains(n, "Index") {
			return -1, true
		}
		return 0, true
	}
	return 0, false
}

func (p *prover) checkedHigh(v ssa.Value, f *ir.Frame, cs []ir.Cond, depth int) bool {
	for _, c := range cs {
		v := v
		if c.F != f && fieldOf(strip(v)) == nil {
			if v = p.outside(c, strip(v), f); v == nil {
				continue
			}
		}
		if p.validated(c, v, c.F, token.GTR) {
			return true
		}
		op, other, ok := relation(c, v)
		if !ok {
			continue
		}
		switch op {
		case token.LSS, token.LEQ, token.EQL:
			if depth > 8 || !p.wild(other, f) || p.high(other, f, cs, depth+4) {
				return true
			}
		}
	}
	return false
}

// validated reports whether a condition is the answer of a function that was
// given v, or what v is a field of, and compares it: with op LSS from below, with
// GTR from above, with 0 on either side.
func (p *prover) validated(c ir.Cond, v ssa.Value, f *ir.Frame, op token.Token) bool {
	cond, _ := c.Not()
	if x, _, ok := ir.NilTest(cond, true); ok {
		cond = x
	}
	if ex, ok := cond.(*ssa.Extract); ok {
		cond = ex.Tuple
	}
	call, ok := cond.(*ssa.Call)
	if !ok {
		return false
	}
	if _, ok := call.Call.Value.(*ssa.Builtin); ok {
		return false
	}
	base := baseOf(v)
	given := false
	for _, a := range ir.Operands(&call.Call) {
		if reach.Equal(strip(a), strip(v)) || base != nil && (reach.Equal(a, base) || loaded(a, base) || f != p.s.F && sameStruct(a, base)) {
			given = true
		}
	}
	if !given {
		return false
	}
	ts := p.s.E.Callees(call, f)
	if len(ts) == 0 {
		return strings.Contains(strings.ToLower(ir.CalleeName(&call.Call)), "valid")
	}
	for _, t := range ts {
		if compares(t.Fn, fieldOf(v), op) {
			return true
		}
	}
	return false
}

// sameStruct reports whether a is (or points to) a struct of base's type: in a
// caller the same struct has another name.
func sameStruct(a, base ssa.Value) bool {
	n := ir.TypeName(a.Type())
	return n != "" && n == ir.TypeName(base.Type())
}

// baseOf is the struct, or its address, that v is a field of.
func baseOf(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.Field:
		return v.X
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
			return fa.X
		}
	}
	return nil
}

// loaded reports whether a is the value at the address base.
func loaded(a, base ssa.Value) bool {
	if mi, ok := a.(*ssa.MakeInterface); ok {
		a = mi.X
	}
	u, ok := a.(*ssa.UnOp)
	return ok && u.Op == token.MUL && reach.Equal(u.X, base) || a == base
}

// compares reports whether a function compares the field on the side that op
// asks for; without a field, or an op, whether it compares anything.
func compares(fn *ssa.Function, fv *types.Var, op token.Token) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			bo, ok := in.(*ssa.BinOp)
			if !ok {
				continue
			}
			left, right := bo.X, bo.Y
			switch bo.Op {
			case token.LSS, token.LEQ:
			case token.GTR, token.GEQ:
				left, right = right, left
			default:
				continue
			}
			// Now left < right.
			switch {
			case fv == nil || op == 0,
				op == token.LSS && holds(left, fv, 0),
				op == token.GTR && holds(right, fv, 0):
				return true
			}
		}
	}
	return false
}

// holds reports whether a number is computed from a field.
func holds(v ssa.Value, fv *types.Var, depth int) bool {
	if fieldOf(v) == fv {
		return true
	}
	if depth > 4 {
		return false
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		return holds(v.X, fv, depth+1) || holds(v.Y, fv, depth+1)
	case *ssa.Convert:
		return holds(v.X, fv, depth+1)
	}
	return false
}

// clamped reports whether a variable or field that v is loaded from is set to
// something sound on the branch where it is out of range.
func (p *prover) clamped(v ssa.Value, f *ir.Frame, cs []ir.Cond, depth int, lower bool) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok || u.Op != token.MUL || depth > 10 {
		return false
	}
	for g := f; g != nil; g = g.Up {
		if p.clampedIn(g, u, depth, lower) {
			return true
		}
		if fieldOf(u) == nil {
			break
		}
	}
	// A variable is what was assigned to it, by literals that share it as well.
	a, shared := cell(u.X)
	if a == nil {
		return false
	}
	stores, zero := ir.Reaching(a, u)
	if shared {
		stores, zero = storesTo(p.s, a), false
		if p.anyClamp(stores, u, depth, lower) {
			return true
		}
	}
	if len(stores) == 0 || zero {
		return false
	}
	for _, st := range stores {
		scs := append(ir.Conds(st.Block(), f), cs...)
		sf := f
		if f == nil || st.Parent() != f.Fn {
			sf = frameOf(f, st.Parent())
			scs = ir.Conds(st.Block(), sf)
		}
		if lower {
			if k, ok := p.low(st.Val, sf, scs, depth+1); !ok || k < 0 {
				return false
			}
		} else if !p.high(st.Val, sf, scs, depth+1) {
			return false
		}
	}
	return true
}

// either returns the branches to a block, those of an alternative (a || b) as
// well: each may be the one that was taken.
func either(b *ssa.BasicBlock, f *ir.Frame) []ir.Cond {
	cs := ir.Conds(b, f)
	if len(b.Preds) > 1 {
		for _, p := range b.Preds {
			if !b.Dominates(p) {
				cs = append(cs, ir.EdgeConds(p, b, f)...)
			}
		}
	}
	return cs
}

// clampedIn looks for the clamp in one function of the way.
func (p *prover) clampedIn(f *ir.Frame, u *ssa.UnOp, depth int, lower bool) bool {
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			st, ok := in.(*ssa.Store)
			if !ok || !alike(st.Addr, u.X) {
				continue
			}
			scs := ir.Conds(st.Block(), f)
			for _, c := range either(st.Block(), f) {
				op, _, ok := relation(c, u)
				switch {
				case !ok:
				case lower && (op == token.LSS || op == token.LEQ):
					if k, ok := p.low(st.Val, f, scs, depth+3); ok && k >= 0 {
						return true
					}
				case !lower && (op == token.GTR || op == token.GEQ):
					if p.high(st.Val, f, scs, depth+3) {
						return true
					}
				}
			}
		}
	}
	return false
}

func constInt(v ssa.Value) (int64, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return 0, false
	}
	switch c.Value.Kind() {
	case constant.Int:
		return c.Int64(), true
	case constant.Float:
		f, _ := constant.Float64Val(c.Value)
		return int64(f), true
	}
	return 0, false
}
