package query

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/effect"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
	"github.com/gomcplint/mcplint/passes/text"
)

// Words returns the constant words that an outcome shows, text and data.
func Words(o *outcome.Outcome) string {
	var parts []string
	for _, t := range []*text.Text{o.Text, o.Data} {
		if t != nil {
			parts = append(parts, t.Constants())
		}
	}
	return strings.Join(parts, " ")
}

// Worst returns the effect that weighs most, of those that count.
func Worst(evs []effect.Event, counts func(effect.Event) bool) *effect.Event {
	var w *effect.Event
	for i := range evs {
		e := &evs[i]
		if e.Confidence < model.Medium || !counts(*e) {
			continue
		}
		if w == nil || e.Certainty > w.Certainty || e.Certainty == w.Certainty && e.Confidence > w.Confidence {
			w = e
		}
	}
	return w
}

// EffectFlow puts an effect into Related.
func EffectFlow(e *effect.Event) []analysis.RelatedInformation {
	if e == nil || e.Call == nil {
		return nil
	}
	pos := ir.PosOf(e.Call)
	if !pos.IsValid() {
		return nil
	}
	how := "may have been applied"
	if e.Certainty == effect.Applied {
		how = "is applied"
	}
	if e.Earlier {
		how = "is applied by an earlier iteration"
	}
	out := []analysis.RelatedInformation{{Pos: pos, Message: fmt.Sprintf("effect: %s (%s) %s", e.What, e.Kind, how)}}
	for f := e.F; f != nil && f.Call != nil; f = f.Up {
		if p := ir.PosOf(f.Call); p.IsValid() {
			out = append(out, analysis.RelatedInformation{Pos: p, Message: "called from " + FuncName(f.Call.Parent())})
		}
	}
	return out
}

// Hint looks for a machine-readable invitation to retry in what a tool error
// carries: a key or a field such as retryable with a value that is not false, 0
// or nil.
func Hint(o *outcome.Outcome) (name string, ok bool) {
	o.Within(func() {
		for _, start := range hintRoots(o) {
			if name, ok = hintIn(o, start); ok {
				return
			}
		}
	})
	return name, ok
}

func hintRoots(o *outcome.Outcome) []*ir.Node {
	var out []*ir.Node
	if o.Res != nil && o.ResNil != ir.IsNil {
		for _, p := range []ir.Path{"StructuredContent", "Meta", "Result/Meta"} {
			m := *o.Res
			m.Path = m.Path.Concat(p)
			out = append(out, &m)
		}
	}
	if o.Out != nil {
		out = append(out, o.Out)
	}
	return out
}

// hintIn walks the objects behind a value and looks at the stores into them.
func hintIn(o *outcome.Outcome, start *ir.Node) (string, bool) {
	name, found := "", false
	tr := &ir.Tracer{Engine: o.Engine, Numbers: true, Budget: 1500}
	tr.Visit = func(n *ir.Node) bool {
		if found {
			return false
		}
		key := ""
		switch at := n.At.(type) {
		case *ssa.Store:
			if fa, ok := at.Addr.(*ssa.FieldAddr); ok && n.Hop == ir.Stored && at.Val == n.V {
				key = ir.FieldVar(fa.X.Type(), fa.Field).Name()
			}
		case *ssa.MapUpdate:
			if s, ok := ir.ConstString(at.Key); ok && n.Hop == ir.Stored && at.Value == n.V {
				key = s
			}
		}
		if key == "" || !model.HintKey(key) {
			return true
		}
		if inviting(o.Engine, n) {
			name, found = key, true
		}
		return false
	}
	tr.Run(start)
	return name, found
}

// inviting reports whether a hint's value may invite: it is not just false, 0,
// nil or the empty string.
func inviting(e *ir.Engine, n *ir.Node) bool {
	tr := &ir.Tracer{Engine: e, Numbers: true, Budget: 300}
	yes := false
	for _, l := range tr.Run(&ir.Node{V: n.V, F: n.F, At: n.At}) {
		k, ok := l.V.(*ssa.Const)
		if !ok {
			if _, zero := l.V.(*ssa.Alloc); !zero {
				yes = true
			}
			continue
		}
		if k.Value == nil {
			continue
		}
		switch k.Value.ExactString() {
		case "false", "0", `""`:
		default:
			yes = true
		}
	}
	return yes
}
