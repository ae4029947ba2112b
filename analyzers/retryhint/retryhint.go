// Package retryhint reports tool errors that invite the model to try again after
// a change that was made, or may have been made.
package retryhint

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
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
		hint := invites(o)
		if hint == nil {
			continue
		}
		w := query.Worst(o.EffectsUnder(hint.conds), func(e effect.Event) bool { return !e.Idempotent && !e.Keyed && !e.Guarded && !e.Checked && !e.Upkeep(o.Tool.Name) })
		if w == nil {
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

// invites finds the invitation of an outcome: in its words, unless they say to
// check first, or in a machine-readable field, which no words take back.
func invites(o *outcome.Outcome) *hint {
	for _, t := range []*text.Text{o.Text, o.Data} {
		if t == nil {
			continue
		}
		for i := range t.Pieces {
			p := &t.Pieces[i]
			if p.Const == "" || model.HintKey(p.Const) {
				continue // a key is no word; its value decides below
			}
			if model.RetryHint(p.Const) && !model.CheckFirst(query.Alongside(o, p)) {
				return &hint{how: "the text invites to try again", piece: p, conds: query.Making(p.Source)}
			}
		}
	}
	if key, at := query.Hint(o); at != nil {
		return &hint{how: fmt.Sprintf("the field %q invites to try again", key), field: at, conds: query.Making(at)}
	}
	return nil
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
