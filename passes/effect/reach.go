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
	seen map[*ir.Frame]bool
	out  []Event
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
			if role, ok := model.TxOf(ir.CalleeName(call.Common())); ok && role.Role == model.TxCommit {
				w.commits = append(w.commits, Event{Call: call, Certainty: Applied})
				continue
			}
			targets := w.Callees(call, f)
			if ev, ok := w.classify(call, f); ok && (len(targets) == 0 || w.rowed(call)) {
				ev.Certainty = Applied
				w.out = append(w.out, ev)
				continue
			}
			for _, t := range targets {
				w.walk(w.Enter(call, f, t))
			}
		}
	}
}
