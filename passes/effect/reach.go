package effect

import (
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// Reachable returns every effect that a function may have, whatever its end.
// Each frame is walked once, so that a handler with many returns costs no more
// than one with few.
func Reachable(e *ir.Engine, f *ir.Frame, toolName string) []Event {
	c := &collector{Engine: e, ToolName: toolName}
	w := &walker{collector: c, seen: map[*ir.Frame]bool{}}
	w.walk(f)
	return c.settle(w.out)
}

type walker struct {
	*collector
	seen  map[*ir.Frame]bool
	out   []Event
	extra func(ssa.CallInstruction, *ir.Frame) (Event, bool)
}

func (w *walker) walk(f *ir.Frame) {
	if f == nil || w.seen[f] {
		return
	}
	w.seen[f] = true
	for _, b := range f.Fn.Blocks {
		if !w.runs(b, f) {
			continue
		}
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if w.calls++; w.calls > maxCalls {
				return
			}
			w.call(call, f)
		}
	}
}

func (w *walker) call(call ssa.CallInstruction, f *ir.Frame) {
	if role, ok := model.TxOf(ir.CalleeName(call.Common())); ok && role.Role == model.TxCommit {
		w.commits = append(w.commits, Event{Call: call, Certainty: Applied})
		return
	}
	if w.extra != nil {
		if ev, ok := w.extra(call, f); ok {
			w.out = append(w.out, ev)
			return
		}
	}
	if w.readonly(call) {
		return
	}
	if s := w.imported(call); s != nil {
		w.out = append(w.out, w.summed(s, call, f, ir.MaybeNil, false, false, false)...)
		return
	}
	targets := w.Callees(call, f)
	if ev, ok := w.classify(call, f); ok && (len(targets) == 0 || w.rowed(call)) {
		ev.Certainty = Applied
		ev.Guarded = w.guarded(call, f)
		w.out = append(w.out, ev)
		return
	}
	for _, t := range targets {
		w.walk(w.Enter(call, f, t))
	}
}

// OfCall returns the effects that one call may have, itself or through the
// functions in view that it runs. extra, when not nil, names calls that count
// beside those that the pass knows.
func OfCall(e *ir.Engine, call ssa.CallInstruction, f *ir.Frame, toolName string, extra func(ssa.CallInstruction, *ir.Frame) (Event, bool)) []Event {
	c := &collector{Engine: e, ToolName: toolName}
	w := &walker{collector: c, seen: map[*ir.Frame]bool{}, extra: extra}
	w.call(call, f)
	return w.out
}

// NotDispatched reports whether the conditions prove that a failed call changed
// nothing: it was refused, or never sent.
func NotDispatched(e *ir.Engine, call ssa.CallInstruction, f *ir.Frame, conds []ir.Cond) bool {
	c := &collector{Engine: e}
	refused, _ := c.answer(call, f, conds)
	return refused || c.notSent(call, f, conds)
}
