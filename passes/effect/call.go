package effect

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// What one call on the way adds: its own effect, those of the functions in view that
// it may run, and those that a summary tells.

// errorOf returns the error result of a call as the code uses it, or nil.
func errorOf(call ssa.CallInstruction) ssa.Value {
	v, ok := call.(*ssa.Call)
	if !ok {
		return nil
	}
	r := v.Call.Signature().Results()
	n := r.Len()
	if n == 1 && !ir.IsError(r.At(0).Type()) {
		if held := heldError(v); held != nil {
			return held
		}
	}
	if n == 0 || !fallible(r.At(n-1).Type()) {
		return nil
	}
	if n == 1 {
		return v
	}
	for _, ref := range *v.Referrers() {
		if x, ok := ref.(*ssa.Extract); ok && x.Index == n-1 {
			return x
		}
	}
	return nil
}

// repeats reports whether a block may have run before in the same call of its
// function, or for an item before this one when it is a loop's body.
func repeats(b *ssa.BasicBlock) bool {
	if ancestors(b)[b] {
		return true
	}
	return ir.IsBody(b.Parent()) && slices.ContainsFunc(ir.Goes(b.Parent()), func(r *ssa.Return) bool { return r.Block() == b || ancestors(r.Block())[b] })
}

// askers are the methods by which a result gives up the error that it holds: a
// row when it is scanned, a command or a cursor when it is asked.
var askers = map[string]bool{"Scan": true, "Err": true, "Result": true, "Decode": true, "Error": true}

// heldError returns the error that the one result of a call holds until the code
// asks for it, as that of QueryRow does until Scan; nil when it never asks.
func heldError(call *ssa.Call) ssa.Value {
	for _, ref := range *call.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Call:
			name := ir.CalleeName(&ref.Call)
			if askers[name[strings.LastIndexByte(name, '.')+1:]] && ir.Operand(&ref.Call, 0) == ssa.Value(call) {
				if v := errorOf(ref); v != nil {
					return v
				}
			}
		case *ssa.FieldAddr:
			for _, u := range *ref.Referrers() {
				if load, ok := u.(*ssa.UnOp); ok && ir.IsError(load.Type()) {
					return load
				}
			}
		}
	}
	return nil
}

// call collects the effects of one call.
func (c *collector) call(call ssa.CallInstruction, f *ir.Frame, stop *ssa.BasicBlock, conds []ir.Cond, pins Pins, depth int) []Event {
	errv := errorOf(call)
	failed := ir.MaybeNil
	if errv != nil {
		failed = c.NilAt(errv, f, conds)
		if failed == ir.MaybeNil {
			failed = merged(errv, f, conds)
		}
		if n, ok := c.known[knownKey{errv, f}]; ok && failed == ir.MaybeNil {
			failed = n
		}
	}
	again := repeats(call.Block())
	must := call.Block().Dominates(stop)
	_, async := call.(*ssa.Go)

	if role, ok := model.TxOf(ir.CalleeName(call.Common())); ok && role.Role == model.TxCommit {
		k := Event{Call: call, Certainty: Applied}
		if failed == ir.NotNil {
			k.Certainty = Unknown
		}
		c.commits = append(c.commits, k)
		return nil
	}
	if c.readonly(call) {
		return nil
	}
	targets := c.Callees(call, f)
	if s := c.imported(call); s != nil {
		return c.summed(s, call, f, failed, must, async, again)
	}
	if ev, ok := c.classify(call, f); ok && (len(targets) == 0 || c.rowed(call)) {
		ev.Must, ev.Running = must, async
		ev.Guarded = c.guarded(call, f)
		ev.Certainty = Applied
		refused, unsure := c.answer(call, f, conds)
		switch {
		case async:
			ev.Certainty = Unknown
		case refused, failed == ir.NotNil && c.notSent(call, f, conds):
			if !again {
				return nil
			}
			ev.Earlier, ev.Must = true, false
		case failed == ir.NotNil || unsure:
			ev.Certainty = Unknown
			if again {
				e2 := ev
				e2.Certainty, e2.Earlier, e2.Must = Applied, true, false
				return []Event{ev, e2}
			}
		}
		return []Event{ev}
	}
	var out []Event
	if p, ok := pins[call]; ok {
		out = c.at(p.Frame, p.Ret, append(ir.Conds(p.Ret.Block(), p.Frame), conds...), p.Pins, depth+1)
		return adjust(out, must, async)
	}
	loud := noisy(c.View)
	ways := 0
	with := map[ssa.CallInstruction]int{} // ways of the callees on which a call has effects
	for _, t := range targets {
		if !loud[t.Fn] {
			continue
		}
		cf := c.Enter(call, f, t)
		if cf == nil {
			continue
		}
		for _, r := range ir.Results(t.Fn) {
			if !c.runs(r.Block(), cf) {
				continue
			}
			n := ir.MaybeNil
			if k := len(r.Results); k > 0 && fallible(r.Results[k-1].Type()) {
				n = c.NilAt(r.Results[k-1], cf, ir.Conds(r.Block(), cf))
				if !c.says(r.Results[k-1], cf, errv, f, conds) {
					continue
				}
			}
			other := failed == ir.NotNil && n == ir.IsNil || failed == ir.IsNil && n == ir.NotNil
			if other && !(again && n == ir.IsNil) {
				continue
			}
			if failed != ir.MaybeNil && !other {
				c.learn(r, cf, failed)
			}
			inside := append(ir.Conds(r.Block(), cf), conds...)
			sub := adjust(c.at(cf, r, inside, nil, depth+1), must && len(targets) == 1, async)
			if other {
				sub = earlier(sub)
			} else {
				ways++
				seen := map[ssa.CallInstruction]bool{}
				for _, e := range sub {
					if !seen[e.Call] {
						seen[e.Call] = true
						with[e.Call]++
					}
				}
			}
			out = append(out, sub...)
			// A round before this one that went well, where one return may be either.
			if again && !other && failed == ir.NotNil && n == ir.MaybeNil {
				c.learn(r, cf, ir.IsNil)
				out = append(out, earlier(c.at(cf, r, inside, nil, depth+1))...)
				c.learn(r, cf, failed)
			}
		}
	}
	for i, e := range out {
		if with[e.Call] < ways && failed != ir.NotNil {
			out[i].Must = false // a way through the callee leaves it out
		}
	}
	return out
}

// earlier makes the effects of a call those of an earlier round.
func earlier(evs []Event) []Event {
	for i := range evs {
		evs[i].Earlier, evs[i].Must = true, false
	}
	return evs
}

// readonly reports whether a directive or a setting says of a callee that it
// changes nothing, whatever its body does.
func (c *collector) readonly(call ssa.CallInstruction) bool {
	fn := call.Common().StaticCallee()
	return fn != nil && (slices.Contains(model.Config.Readonly, ir.FullName(fn)) || c.View.Directive(fn, "readonly"))
}

// imported is the summary of a callee whose package has summed it up, unless a
// directive, a setting or a row knows better.
func (c *collector) imported(call ssa.CallInstruction) *ir.Summary {
	s := c.View.Summary(call.Common().StaticCallee())
	if s == nil || !s.Quiet && len(s.Effects) == 0 || c.rowed(call) {
		return nil
	}
	return s
}

// summed turns the effects of a summary into events. Where the callee failed it
// is not known which of them took place.
func (c *collector) summed(s *ir.Summary, call ssa.CallInstruction, f *ir.Frame, failed ir.Nilness, must, async, again bool) []Event {
	var out []Event
	for _, ch := range s.Effects {
		ev := Event{Effect: ch.Effect, What: ch.What, Call: call, F: f, Certainty: Applied, Must: must && ch.Must, Running: async}
		if async || failed == ir.NotNil {
			ev.Certainty = Unknown
			if again && !async {
				e2 := ev
				e2.Certainty, e2.Earlier, e2.Must = Applied, true, false
				out = append(out, e2)
			}
		}
		out = append(out, ev)
	}
	return out
}

// merged says whether an error failed when it is tested together with those of
// the other branches: "if a { err = x() } else { err = y() }; if err != nil".
func merged(errv ssa.Value, f *ir.Frame, conds []ir.Cond) ir.Nilness {
	for _, k := range conds {
		if k.F != f {
			continue
		}
		cond, taken := k.Not()
		x, isNil, ok := ir.NilTest(cond, taken)
		if !ok {
			continue
		}
		phi, ok := x.(*ssa.Phi)
		if !ok {
			continue
		}
		for _, e := range phi.Edges {
			if e == errv {
				if isNil {
					return ir.IsNil
				}
				return ir.NotNil
			}
		}
	}
	return ir.MaybeNil
}

// rowed reports whether a call is known by a row, which then says more than the
// body of an implementation in view.
func (c *collector) rowed(call ssa.CallInstruction) bool {
	name := ir.CalleeName(call.Common())
	if _, ok := model.EffectOf(name); ok {
		return call.Common().StaticCallee() == nil || call.Common().StaticCallee().Blocks == nil
	}
	fn := call.Common().StaticCallee()
	return fn != nil && (c.View.Directive(fn, "mutates") || slices.Contains(model.Config.Mutators, name) || slices.Contains(model.Config.Mutators, "+"+name))
}

func adjust(evs []Event, must, async bool) []Event {
	for i := range evs {
		evs[i].Must = evs[i].Must && must
		if async {
			evs[i].Running, evs[i].Certainty = true, Unknown
		}
	}
	return evs
}
