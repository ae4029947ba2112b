// Package effect says what a handler has changed outside the process by the time
// it reaches a point: which calls, how idempotent they are, and how certain it
// is that they took place.
//
// It walks backwards from a return to every call that may run before it, in the
// function and in the functions of the view that those calls run, along the
// context of the call: a constant argument that keeps a branch from running keeps
// its effects out, and a callee that returned no error is looked at on its
// successful ways only. It is a may analysis; Must says that the effect lies on
// every way. Calls without a row count by the verb of their name, with medium
// confidence, when they are methods of interfaces or of other modules' clients.
// In-process state is no effect. The walk ends because frames do not nest beyond
// a bound and the number of calls looked at is limited. The pass reports nothing.
package effect

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// Certainty says whether an effect took place.
type Certainty uint8

// The grades. Unknown: the call itself failed, and may have had its effect.
const (
	Unknown Certainty = iota
	Applied
)

func (c Certainty) String() string { return [...]string{"unknown", "applied"}[c] }

// Event is one effect that may have taken place.
type Event struct {
	model.Effect
	What      string // what did it, for people
	Call      ssa.CallInstruction
	F         *ir.Frame
	Certainty Certainty
	Must      bool // on every way to the point
	Earlier   bool // by an earlier iteration of a loop
	Running   bool // on a goroutine that may still run
	Keyed     bool // guarded by an idempotency key or a condition
	Guarded   bool // made only where a read did not find it, or found another state
	Checked   bool // the state was read back afterwards
	Tx        bool // inside a transaction
}

// String is the language of this pass's tests.
func (e Event) String() string {
	s := fmt.Sprintf("%s %s by %s", e.Certainty, e.Kind, e.What)
	for _, f := range []struct {
		on   bool
		name string
	}{{e.Idempotent, "idempotent"}, {e.Destructive, "destructive"}, {e.Must, "must"}, {e.Earlier, "earlier"}, {e.Running, "running"}, {e.Keyed, "keyed"}, {e.Guarded, "guarded"}, {e.Checked, "checked"}} {
		if f.on {
			s += " " + f.name
		}
	}
	if c := e.Confidence; c != model.High && c != 0 {
		s += " (" + c.String() + ")"
	}
	return s
}

// Upkeep reports whether the effect belongs to the server's own upkeep and not to
// what a tool was asked to do: it lies in a function that is named so, or that
// sync.Once runs.
func (e Event) Upkeep(tool string) bool {
	for f := e.F; f != nil && f.Up != nil; f = f.Up {
		if model.Upkeep(f.Fn.Name(), tool) || model.Upkeep(cacheOf(f.Fn), tool) || f.Call != nil && ir.CalleeName(f.Call.Common()) == "(*sync.Once).Do" {
			return true
		}
	}
	return false
}

// cacheOf is the name of the cache that a function is a method of, or "".
func cacheOf(fn *ssa.Function) string {
	if recv := fn.Signature.Recv(); recv != nil {
		name := ir.TypeName(recv.Type())
		name = name[strings.LastIndexByte(name, '.')+1:]
		if slices.Contains(model.SplitName(name), "cache") {
			return name
		}
	}
	return ""
}

// Pin says in which way a call of the view ended.
type Pin struct {
	Frame *ir.Frame
	Ret   *ssa.Return
	Pins  Pins
}

// Pins maps calls to how they ended.
type Pins map[ssa.CallInstruction]Pin

// maxCalls bounds the calls that are looked at for one point.
const maxCalls = 4000

// Before returns what may have been changed when the function of f reaches ret
// under the conditions. toolName helps to judge requests of unknown purpose.
//
// failing says that the last result of ret, an error, is known not to be nil.
func Before(e *ir.Engine, f *ir.Frame, ret *ssa.Return, conds []ir.Cond, pins Pins, toolName string, failing bool) []Event {
	c := &collector{Engine: e, ToolName: toolName, known: map[knownKey]ir.Nilness{}}
	if failing {
		c.learn(ret, f, ir.NotNil)
	}
	return c.settle(c.at(f, ret, conds, pins, 0))
}

type collector struct {
	*ir.Engine
	ToolName string
	calls    int
	commits  []Event
	// known holds what the caller knows of an error that a callee returns as it
	// got it: "return ri.Delete(ctx, name)".
	known map[knownKey]ir.Nilness
}

type knownKey struct {
	v ssa.Value
	f *ir.Frame
}

// learn remembers what is known of the error that a return hands on.
func (c *collector) learn(ret *ssa.Return, f *ir.Frame, n ir.Nilness) {
	if k := len(ret.Results); k > 0 {
		v := ir.Settled(ret.Results[k-1])
		for {
			ci, ok := v.(*ssa.ChangeInterface)
			if !ok {
				break
			}
			v = ci.X
		}
		c.known[knownKey{v, f}] = n
	}
}

// site is the call by which the outermost function causes the effect.
func (e Event) site() ssa.CallInstruction {
	at := e.Call
	for f := e.F; f != nil && f.Call != nil; f = f.Up {
		if f.Call.Parent() != e.Call.Parent() { // a function that calls itself is one place
			at = f.Call
		}
	}
	return at
}

// settle decides about transactions: what ran inside one took place only if it
// was committed.
func (c *collector) settle(evs []Event) []Event {
	committed, failed := false, false
	for _, k := range c.commits {
		committed = committed || k.Certainty == Applied
		failed = failed || k.Certainty == Unknown
	}
	var out []Event
	type key struct {
		call ssa.CallInstruction
		c    Certainty
		e    model.Effect        // a helper that is given PUT here and POST there does two things
		site ssa.CallInstruction // as does one that is called at two places
	}
	seen := map[key]int{}
	for _, e := range evs {
		if e.Tx {
			switch {
			case committed:
			case failed:
				e.Certainty = Unknown
			default:
				continue
			}
		}
		k := key{e.Call, e.Certainty, e.Effect, e.site()}
		if i, ok := seen[k]; ok {
			out[i].Must = out[i].Must && e.Must
			out[i].Checked = out[i].Checked && e.Checked
			continue
		}
		seen[k] = len(out)
		out = append(out, e)
	}
	// A request that failed on one of the ways is not there for certain. Files
	// are: what fails after one was opened for writing fails after a change.
	for i := range out {
		if out[i].Kind == model.FileWrite {
			continue
		}
		if _, unsure := seen[key{out[i].Call, Unknown, out[i].Effect, out[i].site()}]; unsure {
			out[i].Must = out[i].Must && out[i].Certainty == Unknown
		}
	}
	return out
}

// at collects the effects of the calls that may run before ret.
func (c *collector) at(f *ir.Frame, ret *ssa.Return, conds []ir.Cond, pins Pins, depth int) []Event {
	if depth > 8 {
		return nil
	}
	stop := ret.Block()
	before := ancestors(stop)
	var out []Event
	for _, b := range f.Fn.Blocks {
		if b != stop && !before[b] || !c.runs(b, f) {
			continue
		}
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if _, ok := in.(*ssa.Defer); ok {
				continue
			}
			if c.calls++; c.calls > maxCalls {
				return out
			}
			out = append(out, c.call(call, f, stop, conds, pins, depth)...)
		}
	}
	c.readBack(out, f, stop, conds)
	return out
}

func ancestors(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := append([]*ssa.BasicBlock(nil), b.Preds...)
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if !seen[x] {
			seen[x] = true
			work = append(work, x.Preds...)
		}
	}
	return seen
}

// runs reports whether a block can run in this context: no branch to it is
// closed by a constant that a caller passes.
func (c *collector) runs(b *ssa.BasicBlock, f *ir.Frame) bool {
	for _, k := range ir.Conds(b, f) {
		cond, taken := k.Not()
		v, _ := up(cond, f)
		if val, ok := ir.ConstBool(v); ok && val != taken {
			return false
		}
		if bo, ok := cond.(*ssa.BinOp); ok && (bo.Op == token.EQL || bo.Op == token.NEQ) {
			x, _ := up(bo.X, f)
			y, _ := up(bo.Y, f)
			if s, ok := ir.ConstString(x); ok {
				if t, ok := ir.ConstString(y); ok && (s == t) != ((bo.Op == token.EQL) == taken) {
					return false
				}
			}
		}
	}
	return true
}

// errorOf returns the error result of a call as the code uses it, or nil.
func errorOf(call ssa.CallInstruction) ssa.Value {
	v, ok := call.(*ssa.Call)
	if !ok {
		return nil
	}
	r := v.Call.Signature().Results()
	n := r.Len()
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
	again := ancestors(call.Block())[call.Block()]
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
