// Package retryhint reports tool errors that invite the model to try again after
// a change that was made, or may have been made.
package retryhint

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/gomcplint/mcplint/analyzers/internal/query"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/effect"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
	"github.com/gomcplint/mcplint/passes/text"
)

// Rule is the rule.
var Rule = &rule.Rule{
	Analyzer: &analysis.Analyzer{
		Name: "retryhint", Doc: "a tool error invites to retry after a change that may have been made",
		URL: rule.URL("retryhint"), Requires: query.Outcomes, Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Error, Default: true,
	Doc: &lint.RawDocumentation{
		Title: "A hint to retry follows an effect that nobody checked",
		Text: `A model does what the text says. "Please try again" after an insert, a payment or a message
that went through, or that timed out and may have gone through, makes it happen twice. Say what was
observed, and which next step is valid: look at the state first, repeat with the same key, or resume at
a stated point. The same holds for fields such as retryable or retry_after.`,
		Since: "0.1.0", Severity: lint.SeverityError,
	},
	Silent: []string{
		"a hint on a way on which nothing was changed yet",
		"an effect guarded by an idempotency key or a conditional write",
		"a state that was read back or rolled back, when that succeeded",
		"failures that prove that nothing was dispatched: building the request, a refused dial, 429, 503 with Retry-After",
		"hints to check first, to reuse the same key or to resume at a stated point",
	},
	Spec: "basic/transports, re-issued requests (2026-07-28); tools carry no idempotency guarantee",
}

func run(pass *analysis.Pass) (any, error) {
	var fs []rule.Finding
	for _, o := range query.Of(pass).Outcomes {
		if o.Channel != model.ToolError || o.Cancelled {
			continue
		}
		hint, w := first(o)
		if hint == nil {
			continue
		}
		state := "may have been applied"
		if w.Certainty == effect.Applied {
			state = "was applied"
		}
		if w.Running {
			state = "may still be running"
		}
		pos := hint.place(pass, o, w)
		fs = append(fs, rule.Finding{
			Pos: pos, End: query.End(pass, pos), Tool: o.Tool.Name,
			Confidence: query.Lower(w.Confidence, o.Tool.Confidence),
			Message:    fmt.Sprintf("%s%s although %s (%s) %s, so the model repeats it; say to check the state first", query.Subject(o), hint.how, w.What, w.Kind, state),
			Related:    query.EffectFlow(w),
		})
	}
	return rule.Report(pass, query.Join(fs))
}

// hint is what invites to retry.
type hint struct {
	how   string
	piece *text.Piece // the words, when words do
	field *ir.Node    // the field, when a field does
	conds []ir.Cond   // under which the hint is made
}

// first returns the first invitation of an outcome that follows an effect.
func first(o *outcome.Outcome) (*hint, *effect.Event) {
	for _, h := range invitations(o) {
		w := query.Worst(o, o.EffectsUnder(h.conds), func(e effect.Event) bool {
			return !e.Idempotent && !e.Keyed && !e.Guarded && !e.Checked && (h.piece == nil || precedes(e, h.piece.Source))
		})
		if w != nil {
			return h, w
		}
	}
	return nil, nil
}

// precedes reports whether an effect can lie before the returns by which a text
// came: a helper that says one thing before its change and another behind it is
// left by one of its returns.
func precedes(e effect.Event, text *ir.Node) bool {
	if e.Earlier {
		return true
	}
	for n := text; n != nil; n = n.From {
		ret, ok := n.At.(*ssa.Return)
		if !ok || n.Hop != ir.Result {
			continue
		}
		at := e.Call
		for f := e.F; f != nil; f = f.Up {
			if f == n.F && at.Block() != ret.Block() && !ir.Reaches(at.Block())[ret.Block()] {
				return false
			}
			if at = f.Call; at == nil {
				break
			}
		}
	}
	return true
}

// invitations finds what invites to retry in an outcome: in its words, unless they
// say to check first, or in a machine-readable field, which no words take back.
func invitations(o *outcome.Outcome) []*hint {
	var out []*hint
	for _, t := range []*text.Text{o.Text, o.Data} {
		if t == nil {
			continue
		}
		for i := range t.Pieces {
			p := &t.Pieces[i]
			if p.Const == "" || model.HintKey(p.Const) {
				continue // a key is no word; its value decides below
			}
			if !model.RetryHint(p.Const) || model.CheckFirst(query.Alongside(o, p)) {
				continue
			}
			if conds := query.Making(p.Source); open(o, conds) {
				out = append(out, &hint{how: "the text invites to try again", piece: p, conds: conds})
			}
		}
	}
	if key, at := query.Hint(o); at != nil {
		out = append(out, &hint{how: fmt.Sprintf("the field %q invites to try again", key), field: at, conds: query.Making(at)})
	}
	return out
}

// open reports whether conditions may hold: none looks at a flag that has only the
// other value in this outcome, such as a field of the error whose text is printed.
func open(o *outcome.Outcome, conds []ir.Cond) bool {
	may := true
	o.Within(func() {
		for _, c := range conds {
			cond, taken := c.Not()
			if flag, known := constant(o.Engine, cond, c.F); known && flag != taken {
				may = false
			}
		}
	})
	return may
}

// constant evaluates a flag that has one constant value, the zero value included.
func constant(e *ir.Engine, v ssa.Value, f *ir.Frame) (val, known bool) {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false, false
	}
	if _, field := load.X.(*ssa.FieldAddr); !field {
		return false, false
	}
	tr := &ir.Tracer{Engine: e, Numbers: true, Budget: 300}
	for i, l := range tr.Run(&ir.Node{V: v, F: f, At: load}) {
		b, ok := ir.ConstBool(l.V)
		if _, zero := l.V.(*ssa.Alloc); zero && l.Path != "" {
			b, ok = false, true
		}
		if !ok || i > 0 && b != val {
			return false, false
		}
		val, known = b, true
	}
	return val, known && !tr.Exhausted
}

// place is where the hint enters the answer in the handler, or its return.
func (h *hint) place(pass *analysis.Pass, o *outcome.Outcome, w *effect.Event) token.Pos {
	switch {
	case h.piece != nil:
		if p := query.Place(o, w); p != o.Site() {
			return p
		}
		return query.SinkHere(pass, o, h.piece)
	case h.field != nil && h.field.At.Parent() == o.Fn():
		if p := ir.PosOf(h.field.At); p.IsValid() {
			return p
		}
	}
	return o.Site()
}
