package effect

import (
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

type noisyKey struct{}

// Noisy reports whether a function of the view may have an effect, whatever its
// context; see noisy.
func Noisy(v *ir.View, f *ssa.Function) bool { return noisy(v)[f] }

// noisy returns the functions of the view that may have an effect, whatever
// their context: those that make a call which may be one, and all that may reach
// them. What is not among them need not be entered, which spares most of the
// work. Calls of function values and of interface methods by their name count.
func noisy(v *ir.View) map[*ssa.Function]bool {
	return v.Memo(noisyKey{}, func() any {
		out := map[*ssa.Function]bool{}
		callers := map[*ssa.Function][]*ssa.Function{}
		byName := map[string][]*ssa.Function{}
		for _, f := range v.Funcs() {
			if f.Signature.Recv() != nil {
				byName[f.Name()] = append(byName[f.Name()], f)
			}
		}
		var work []*ssa.Function
		mark := func(f *ssa.Function) {
			if !out[f] {
				out[f] = true
				work = append(work, f)
			}
		}
		for _, f := range v.Funcs() {
			for _, a := range f.AnonFuncs {
				callers[a] = append(callers[a], f)
			}
			for _, b := range f.Blocks {
				for _, in := range b.Instrs {
					call, ok := in.(ssa.CallInstruction)
					if !ok {
						continue
					}
					c := call.Common()
					switch fn := c.StaticCallee(); {
					case fn != nil && fn.Blocks != nil:
						callers[fn] = append(callers[fn], f)
						if v.Directive(fn, "mutates") {
							mark(f)
						}
					case c.IsInvoke():
						for _, m := range byName[c.Method.Name()] {
							callers[m] = append(callers[m], f)
						}
						if changes(c) {
							mark(f)
						}
					case fn != nil && v.Summary(fn) != nil:
						if s := v.Summary(fn); len(s.Effects) > 0 || v.Directive(fn, "mutates") || ir.HigherOrder(c) || !s.Quiet && changes(c) {
							mark(f)
						}
					case fn != nil:
						if changes(c) || ir.HigherOrder(c) {
							mark(f)
						}
					default:
						if _, builtin := c.Value.(*ssa.Builtin); !builtin {
							mark(f)
						}
					}
				}
			}
		}
		for len(work) > 0 {
			f := work[len(work)-1]
			work = work[:len(work)-1]
			for _, c := range callers[f] {
				mark(c)
			}
		}
		return out
	}).(map[*ssa.Function]bool)
}

// changes reports whether a call outside the view may be an effect, by its row
// or its name.
func changes(c *ssa.CallCommon) bool {
	name := ir.CalleeName(c)
	if e, ok := model.EffectOf(name); ok {
		return e.Kind != model.NoEffect || e.Decide != model.Always
	}
	if _, ok := model.TxOf(name); ok {
		return true
	}
	if c.IsInvoke() {
		v, ok := model.VerbOf(c.Method.Name())
		return ok && !v.None
	}
	if std(ir.CalleePkg(c)) {
		return len(model.Config.Mutators) > 0
	}
	v, ok := model.VerbOfFunc(name)
	return ok && !v.None || len(model.Config.Mutators) > 0
}
