// Package hiddeneffect reports failures that do not say that an earlier step has
// already changed something.
package hiddeneffect

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/gomcplint/mcplint/analyzers/internal/query"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/effect"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
)

// Rule is the rule.
var Rule = &rule.Rule{
	Analyzer: &analysis.Analyzer{
		Name: "hiddeneffect", Doc: "a failure does not say that a change was already made",
		URL: rule.URL("hiddeneffect"), Requires: query.Outcomes, Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Warning, Default: false,
	Doc: &lint.RawDocumentation{
		Title: "A failure hides an effect that took place",
		Text: `A step of the call has changed something for certain, a later step failed, and the error
speaks of the later step alone. The model takes the call for undone and does it again in another way.
Name what was made, so that it can be used, finished or removed.`,
		Since: "0.1.0", Severity: lint.SeverityWarning,
	},
	Silent: []string{
		"texts that mention the change, or that it may have been made",
		"effects that were undone, and idempotent preparation such as MkdirAll",
		"failures about what was made, after its state was read",
		"later steps that cannot fail in practice, such as marshalling a plain value",
	},
	Spec: "server/tools, Error Handling",
}

func run(pass *analysis.Pass) (any, error) {
	var fs []rule.Finding
	for _, o := range query.Of(pass).Outcomes {
		if o.Channel != model.ToolError && o.Channel != model.Protocol || o.Cancelled || o.Tool.Middleware {
			continue
		}
		if marshalling(o) {
			continue
		}
		w := hidden(o)
		if w == nil {
			continue
		}
		pos := query.Place(o, w)
		fs = append(fs, rule.Finding{
			Pos: pos, End: query.End(pass, pos), Tool: o.Tool.Name,
			Confidence: query.Lower(w.Confidence, o.Tool.Confidence),
			Message:    fmt.Sprintf("%s%s (%s) was applied before this failure and the text does not say so, so the model takes the call for undone; name what was changed", query.Subject(o), w.What, w.Kind),
			Related:    query.EffectFlow(w),
		})
	}
	return rule.Report(pass, query.Join(fs))
}

// hidden returns the surest effect that an outcome does not speak of.
func hidden(o *outcome.Outcome) *effect.Event {
	if !told(query.Words(o)) {
		return worst(o, o.Effects())
	}
	for _, w := range ways(o) {
		if !told(w.words) {
			if ev := worst(o, w.effects(o)); ev != nil {
				return ev
			}
		}
	}
	return nil
}

// told reports whether words speak of a change, or of where to look.
func told(words string) bool {
	return model.ChangeMade(words) || model.NoChange(words) || model.CheckFirst(words)
}

func worst(o *outcome.Outcome, evs []effect.Event) *effect.Event {
	return query.Worst(o, evs, func(e effect.Event) bool {
		return e.Must && e.Certainty == effect.Applied && !e.Earlier && !preparation(e) && !seen(e) && !undone(e, evs)
	})
}

// preparation reports whether an effect only prepares the ground.
func preparation(e effect.Event) bool {
	switch e.What {
	case "os.MkdirAll", "os.Mkdir", "os.Chmod", "(*os.Root).Mkdir", "(*os.Root).MkdirAll":
		return true
	}
	return false
}

// marshalling reports whether the failure is one of encoding the answer.
func marshalling(o *outcome.Outcome) bool {
	for _, c := range o.Conds { // the innermost test of an error is what failed
		cond, taken := c.Not()
		if err, isNil, ok := ir.NilTest(cond, taken); ok && !isNil && ir.IsError(err.Type()) {
			if x, ok := err.(*ssa.Extract); ok {
				if call, ok := x.Tuple.(*ssa.Call); ok && strings.Contains(ir.CalleeName(&call.Call), "json.Marshal") {
					return true
				}
			}
			break
		}
	}
	t := o.Cause
	if t == nil {
		t = o.Text
	}
	if t == nil {
		return false
	}
	found := false
	for _, p := range t.Pieces {
		switch p.Origin {
		case model.Authored, model.Argument:
		case model.Benign:
			if !strings.Contains(p.What, "Marshal") && !strings.Contains(p.What, "Encode") && !strings.Contains(p.What, "NewToolResultJSON") {
				return false
			}
			found = true
		default:
			return false
		}
	}
	return found
}
