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
	if ir.IsBody(f.Fn) {
		for _, r := range ir.Goes(f.Fn) { // an item before this one
			before[r.Block()] = true
			for b := range ancestors(r.Block()) {
				before[b] = true
			}
		}
	}
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
