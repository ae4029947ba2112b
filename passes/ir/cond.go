package ir

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Cond is a branch that was taken: If's condition had the value Taken.
type Cond struct {
	If    *ssa.If
	Taken bool
	F     *Frame
}

// Conds returns the branches that every way to b has taken, innermost first.
func Conds(b *ssa.BasicBlock, f *Frame) []Cond {
	var cs []Cond
	for d := b; d.Idom() != nil; d = d.Idom() {
		i := d.Idom()
		iff, ok := last(i).(*ssa.If)
		if !ok {
			continue
		}
		t, e := edge(i, i.Succs[0], d), edge(i, i.Succs[1], d)
		if t != e {
			cs = append(cs, Cond{iff, t, f})
		}
	}
	return cs
}

// edge reports whether the branch from -> to lies on every way to d.
func edge(from, to, d *ssa.BasicBlock) bool {
	if !to.Dominates(d) {
		return false
	}
	for _, p := range to.Preds {
		if p != from && !to.Dominates(p) {
			return false
		}
	}
	return true
}

func last(b *ssa.BasicBlock) ssa.Instruction {
	if len(b.Instrs) == 0 {
		return nil
	}
	return b.Instrs[len(b.Instrs)-1]
}

// Last returns the last instruction of a block, or nil.
func Last(b *ssa.BasicBlock) ssa.Instruction { return last(b) }

// EdgeConds is Conds for the branch from pred into its successor b.
func EdgeConds(pred, b *ssa.BasicBlock, f *Frame) []Cond {
	cs := Conds(pred, f)
	if iff, ok := last(pred).(*ssa.If); ok && pred.Succs[0] != pred.Succs[1] {
		cs = append([]Cond{{iff, pred.Succs[0] == b, f}}, cs...)
	}
	return cs
}

// Opposite gives for each comparison the one that holds where it does not.
var Opposite = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL, token.LSS: token.GEQ, token.GEQ: token.LSS, token.GTR: token.LEQ, token.LEQ: token.GTR,
}

// Not unwraps negations: it returns the innermost condition and its value.
func (c Cond) Not() (ssa.Value, bool) {
	v, taken := c.If.Cond, c.Taken
	for {
		u, ok := v.(*ssa.UnOp)
		if !ok || u.Op != token.NOT {
			return v, taken
		}
		v, taken = u.X, !taken
	}
}

// same reports whether two values are certainly equal: the same value, or two
// loads of one variable that is written once.
func same(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	x, ok1 := a.(*ssa.UnOp)
	y, ok2 := b.(*ssa.UnOp)
	if ok1 && ok2 && x.Op == token.MUL && y.Op == token.MUL {
		if x.X == y.X {
			return stable(x.X)
		}
		fx, ok1 := x.X.(*ssa.FieldAddr)
		fy, ok2 := y.X.(*ssa.FieldAddr)
		return ok1 && ok2 && fx.X == fy.X && fx.Field == fy.Field
	}
	fx, ok1 := a.(*ssa.Field)
	fy, ok2 := b.(*ssa.Field)
	if ok1 && ok2 {
		return fx.Field == fy.Field && same(fx.X, fy.X)
	}
	ca, ok1 := a.(*ssa.ChangeInterface)
	if ok1 {
		return same(ca.X, b)
	}
	cb, ok2 := b.(*ssa.ChangeInterface)
	return ok2 && same(a, cb.X)
}

// stable reports whether a variable keeps its value: written at most once.
func stable(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.Global:
		return true
	case *ssa.Alloc:
		n := 0
		for _, r := range *a.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == ssa.Value(a) {
				n++
			}
		}
		return n <= 1
	case *ssa.FreeVar:
		n := 0
		for _, r := range *a.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == ssa.Value(a) {
				n++
			}
		}
		return n == 0
	}
	return false
}

// Same is the exported form of same for clients that compare values.
func Same(a, b ssa.Value) bool { return same(a, b) }

var errorType = types.Universe.Lookup("error").Type()

func isErrorType(t types.Type) bool { return types.Identical(t, errorType) }

// IsError reports whether t is the predeclared error type or implements it.
func IsError(t types.Type) bool {
	return isErrorType(t) || types.Implements(t, errorType.Underlying().(*types.Interface))
}

// Reaches returns the blocks that can be reached after leaving b.
func Reaches(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := append([]*ssa.BasicBlock(nil), b.Succs...)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if !seen[x] {
			seen[x] = true
			work = append(work, x.Succs...)
		}
	}
	return seen
}

// VarArgs returns the elements of the variadic slice that a call passes as its
// last argument, in order, when the call spells them out.
func VarArgs(c *ssa.CallCommon) ([]ssa.Value, bool) {
	if len(c.Args) == 0 {
		return nil, false
	}
	return Elements(c.Args[len(c.Args)-1])
}

// Elements returns the elements of a slice literal in order.
func Elements(v ssa.Value) ([]ssa.Value, bool) {
	if k, ok := v.(*ssa.Const); ok && k.IsNil() {
		return nil, true
	}
	sl, ok := v.(*ssa.Slice)
	if !ok {
		return nil, false
	}
	al, ok := sl.X.(*ssa.Alloc)
	if !ok {
		return nil, false
	}
	arr, ok := al.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array)
	if !ok {
		return nil, false
	}
	els := make([]ssa.Value, arr.Len())
	for _, r := range *al.Referrers() {
		ia, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		k, ok := ia.Index.(*ssa.Const)
		if !ok || k.Int64() >= arr.Len() {
			continue
		}
		for _, r := range *ia.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == ssa.Value(ia) {
				els[k.Int64()] = st.Val
			}
		}
	}
	return els, true
}
