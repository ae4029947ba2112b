// Package falseclaim reports texts that say nothing was changed although
// something was, or may have been.
package falseclaim

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"

	"github.com/gomcplint/mcplint/analyzers/internal/query"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/effect"
	"github.com/gomcplint/mcplint/passes/model"
)

// Rule is the rule.
var Rule = &rule.Rule{
	Analyzer: &analysis.Analyzer{
		Name: "falseclaim", Doc: "a text says that nothing was changed although something was or may have been",
		URL: rule.URL("falseclaim"), Requires: query.Outcomes, Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Error, Default: true,
	Doc: &lint.RawDocumentation{
		Title: "A claim of no change after a change",
		Text: `"The file was not modified", "no edits applied", "rolled back": the model builds its next
step on such a sentence. When an earlier step of the same call has changed something, or when the call
that failed may have had its effect, the sentence is false and the model works on a state that is not
there. Say which steps took place, or that the outcome is unknown.`,
		Since: "0.1.0", Severity: lint.SeverityError,
	},
	Silent: []string{
		"claims on a way on which nothing was changed",
		"a rollback or a read-back that succeeded on that way",
		"texts that also say what was changed, or that it may have been",
	},
	Spec: "server/tools, Error Handling",
}

func run(pass *analysis.Pass) (any, error) {
	var fs []rule.Finding
	for _, o := range query.Of(pass).Outcomes {
		if o.Channel != model.ToolError || o.Cancelled {
			continue
		}
		words := query.Words(o)
		if !model.NoChange(words) || model.ChangeMade(words) {
			continue
		}
		w := query.Worst(o, o.Effects(), counts)
		if w == nil {
			continue
		}
		state := "may have been applied"
		if w.Certainty == effect.Applied {
			state = "was applied"
		}
		pos := o.Site()
		if p := query.Says(o, model.NoChange); p != nil {
			pos = query.SinkHere(pass, o, p)
		}
		fs = append(fs, rule.Finding{
			Pos: pos, End: query.End(pass, pos), Tool: o.Tool.Name,
			Confidence: query.Lower(w.Confidence, o.Tool.Confidence),
			Message:    fmt.Sprintf("%sthe text that the model reads says that nothing was changed, but %s (%s) %s; say what took place or that it is unknown", query.Subject(o), w.What, w.Kind, state),
			Related:    query.EffectFlow(w),
		})
	}
	return rule.Report(pass, query.Join(fs))
}

// counts reports whether an effect makes the claim false. A local file whose
// writing failed is as good as unwritten.
func counts(e effect.Event) bool {
	return !e.Checked && (e.Certainty == effect.Applied || e.Kind != model.FileWrite)
}
