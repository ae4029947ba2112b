package outcome

import (
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// holders maps what a deferred function knows a named result by, a captured
// variable or a parameter that got its address, to the result's index.
type holders map[ssa.Value]int

// receives finds the deferred function and the named results that it can write:
// those that a literal captures, and those whose address is an argument
// (defer mask(ctx, &err)).
func receives(d *ssa.Defer, cells []*ssa.Alloc, f *ir.Frame) (ir.Target, holders) {
	held := holders{}
	hold := func(to, from ssa.Value) {
		for i, c := range cells {
			if c != nil && from == ssa.Value(c) {
				held[to] = i
			}
		}
	}
	var t ir.Target
	if mc, ok := d.Call.Value.(*ssa.MakeClosure); ok {
		t = ir.Target{Fn: mc.Fn.(*ssa.Function), Closure: mc, Env: f}
		for i, b := range mc.Bindings {
			hold(t.Fn.FreeVars[i], b)
		}
	} else if fn := d.Call.StaticCallee(); fn != nil {
		t = ir.Target{Fn: fn}
	} else {
		return t, nil
	}
	for i, a := range d.Call.Args {
		if i < len(t.Fn.Params) {
			hold(t.Fn.Params[i], a)
		}
	}
	return t, held
}

// written reports whether one of the results is stored to through its holder.
func (h holders) written() bool {
	for v := range h {
		if written(v) {
			return true
		}
	}
	return false
}

func written(addr ssa.Value) bool {
	for _, r := range *addr.Referrers() {
		if st, ok := r.(*ssa.Store); ok && st.Addr == addr {
			return true
		}
	}
	return false
}
