package retryloop

import (
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// requeues reports whether the failure appends to the list that the loop takes
// its items from, at once or for the next round.
func (l *loop) requeues(call *ssa.Call, cond ir.Cond) bool {
	failed := cond.If.Block().Succs[1]
	if cond.Taken {
		failed = cond.If.Block().Succs[0]
	}
	for b := range l.body {
		if !failed.Dominates(b) {
			continue
		}
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || ir.CalleeName(&c.Call) != "builtin.append" {
				continue
			}
			els, ok := ir.Elements(c.Call.Args[1])
			if !ok {
				continue
			}
			for _, e := range els {
				if item, ok := root(e).(*ssa.IndexAddr); ok && grows(item.X, c, map[ssa.Value]bool{}) && worksOn(call, item) {
					return true
				}
			}
		}
	}
	return false
}

// worksOn reports whether a call is given an item, or a part of it.
func worksOn(call *ssa.Call, item ssa.Value) bool {
	for _, a := range call.Call.Args {
		if carries(a, item, 0) {
			return true
		}
	}
	return false
}

// carries reports whether a value holds an item: as it is, or in a literal or the
// list of a variadic argument.
func carries(v, item ssa.Value, depth int) bool {
	if root(v) == item {
		return true
	}
	if depth > 4 {
		return false
	}
	a, ok := root(v).(*ssa.Alloc)
	if s, isSlice := v.(*ssa.Slice); isSlice {
		a, ok = s.X.(*ssa.Alloc)
	}
	if !ok {
		return false
	}
	for _, r := range *a.Referrers() {
		addr, ok := r.(ssa.Value)
		if !ok || addr.Referrers() == nil {
			continue
		}
		for _, u := range *addr.Referrers() {
			if st, ok := u.(*ssa.Store); ok && st.Addr == addr && carries(st.Val, item, depth+1) {
				return true
			}
		}
	}
	return false
}

// grows reports whether a list may be what an append has returned.
func grows(list ssa.Value, by *ssa.Call, seen map[ssa.Value]bool) bool {
	if list == ssa.Value(by) {
		return true
	}
	if seen[list] {
		return false
	}
	seen[list] = true
	switch v := list.(type) {
	case *ssa.Phi:
		for _, e := range v.Edges {
			if grows(e, by, seen) {
				return true
			}
		}
	case *ssa.Slice:
		return grows(v.X, by, seen)
	case *ssa.Call:
		if ir.CalleeName(&v.Call) == "builtin.append" {
			return grows(v.Call.Args[0], by, seen) || grows(v.Call.Args[1], by, seen)
		}
	}
	return false
}

// root is the object that a value was read from.
func root(v ssa.Value) ssa.Value {
	for range 8 {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		default:
			return v
		}
	}
	return v
}
