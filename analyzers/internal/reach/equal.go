package reach

import (
	"go/constant"
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// Equal reports whether two values are most likely equal: built alike from equal
// parts. Stores in between are not looked at, so that a check of args["n"] counts
// for the next look-up of args["n"].
func Equal(a, b ssa.Value) bool { return equalIn(a, b, 0) }

func equalIn(a, b ssa.Value, depth int) bool {
	if a == b || ir.Same(a, b) {
		return true
	}
	if depth > 6 || a == nil || b == nil {
		return false
	}
	if x, ok := a.(*ssa.ChangeType); ok {
		return equalIn(x.X, b, depth+1)
	}
	if y, ok := b.(*ssa.ChangeType); ok {
		return equalIn(a, y.X, depth+1)
	}
	switch x := a.(type) {
	case *ssa.Const:
		y, ok := b.(*ssa.Const)
		return ok && x.Value != nil && y.Value != nil && constant.Compare(x.Value, token.EQL, y.Value)
	case *ssa.Extract:
		// The comma-ok form of a look-up has the value of the plain one.
		if lk, ok := x.Tuple.(*ssa.Lookup); ok && x.Index == 0 {
			return lookupEqual(lk, b, depth)
		}
		y, ok := b.(*ssa.Extract)
		return ok && x.Index == y.Index && equalIn(x.Tuple, y.Tuple, depth+1)
	case *ssa.Lookup:
		return lookupEqual(x, b, depth)
	case *ssa.UnOp:
		y, ok := b.(*ssa.UnOp)
		return ok && x.Op == y.Op && equalIn(x.X, y.X, depth+1)
	case *ssa.FieldAddr:
		y, ok := b.(*ssa.FieldAddr)
		return ok && x.Field == y.Field && equalIn(x.X, y.X, depth+1)
	case *ssa.Field:
		y, ok := b.(*ssa.Field)
		return ok && x.Field == y.Field && equalIn(x.X, y.X, depth+1)
	case *ssa.IndexAddr:
		y, ok := b.(*ssa.IndexAddr)
		return ok && equalIn(x.X, y.X, depth+1) && equalIn(x.Index, y.Index, depth+1)
	case *ssa.Index:
		y, ok := b.(*ssa.Index)
		return ok && equalIn(x.X, y.X, depth+1) && equalIn(x.Index, y.Index, depth+1)
	case *ssa.Convert:
		y, ok := b.(*ssa.Convert)
		return ok && equalIn(x.X, y.X, depth+1)
	case *ssa.MakeInterface:
		y, ok := b.(*ssa.MakeInterface)
		return ok && equalIn(x.X, y.X, depth+1)
	case *ssa.TypeAssert:
		y, ok := b.(*ssa.TypeAssert)
		return ok && equalIn(x.X, y.X, depth+1)
	case *ssa.BinOp:
		y, ok := b.(*ssa.BinOp)
		return ok && x.Op == y.Op && equalIn(x.X, y.X, depth+1) && equalIn(x.Y, y.Y, depth+1)
	case *ssa.Call:
		y, ok := b.(*ssa.Call)
		if !ok || ir.CalleeName(&x.Call) != ir.CalleeName(&y.Call) || ir.CalleeName(&x.Call) == "" {
			return false
		}
		xs, ys := ir.Operands(&x.Call), ir.Operands(&y.Call)
		if len(xs) != len(ys) {
			return false
		}
		for i := range xs {
			if !equalIn(xs[i], ys[i], depth+1) {
				return false
			}
		}
		return true
	}
	return false
}

func lookupEqual(x *ssa.Lookup, b ssa.Value, depth int) bool {
	switch y := b.(type) {
	case *ssa.Lookup:
		return equalIn(x.X, y.X, depth+1) && equalIn(x.Index, y.Index, depth+1)
	case *ssa.Extract:
		if lk, ok := y.Tuple.(*ssa.Lookup); ok && y.Index == 0 {
			return equalIn(x.X, lk.X, depth+1) && equalIn(x.Index, lk.Index, depth+1)
		}
	}
	return false
}

// Mentions reports whether v is part of how cond was computed.
func Mentions(cond, v ssa.Value) bool { return mentionsIn(cond, v, map[ssa.Value]bool{}) }

func mentionsIn(cond, v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[cond] || len(seen) > 60 {
		return false
	}
	seen[cond] = true
	if Equal(cond, v) {
		return true
	}
	in, ok := cond.(ssa.Instruction)
	if !ok {
		return false
	}
	if _, ok := cond.(*ssa.Alloc); ok {
		return false
	}
	for _, op := range in.Operands(nil) {
		if *op != nil && mentionsIn(*op, v, seen) {
			return true
		}
	}
	return false
}
