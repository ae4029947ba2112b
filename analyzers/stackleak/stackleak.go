// Package stackleak reports stack traces and recovered panic values in what
// leaves the process.
package stackleak

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"

	"github.com/gomcplint/mcplint/analyzers/internal/query"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/text"
)

// Rule is the rule.
var Rule = &rule.Rule{
	Analyzer: &analysis.Analyzer{
		Name: "stackleak", Doc: "a stack trace or a panic value leaves the process",
		URL: rule.URL("stackleak"), Requires: query.Outcomes, Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Error, Default: true, Security: true,
	Doc: &lint.RawDocumentation{
		Title: "A stack trace or a panic value leaves the process",
		Text: `A stack trace names files, packages and line numbers of the server; a recovered panic value
prints types, indices and whatever the panicking code had at hand. Neither the model nor the host can
do anything with them. Log them, and answer with a fixed sentence.`,
		Since: "0.1.0", Severity: lint.SeverityError,
	},
	Silent: []string{
		"stacks and panic values that only go to a log",
		"%v of an error that records a stack: only %+v prints it",
	},
	Spec: "server/tools, Security Considerations: sanitize tool outputs",
}

func run(pass *analysis.Pass) (any, error) {
	var fs []rule.Finding
	for _, o := range query.Of(pass).Outcomes {
		for _, t := range []*text.Text{o.Text, o.Data} {
			if t == nil || o.Channel == model.Success && !o.Maybe {
				continue
			}
			worst := t.Worst(func(p text.Piece) bool { return p.Origin == model.Stack || p.Origin == model.Panic })
			if worst == nil {
				continue
			}
			what, who := "a stack trace", "the model"
			if worst.Origin == model.Panic {
				what = "the value of a recovered panic"
			}
			if o.Channel == model.Protocol {
				who = "the host"
			}
			pos := query.Sink(pass, o, worst)
			fs = append(fs, rule.Finding{
				Pos: pos, End: query.End(pass, pos), Tool: o.Tool.Name,
				Confidence: query.Lower(worst.Confidence, o.Tool.Confidence),
				Message:    fmt.Sprintf("%s%s is in the text that %s reads; log it and answer with a fixed sentence", query.Subject(o), what, who),
				Related:    query.Flow(worst),
			})
		}
	}
	return rule.Report(pass, query.Join(fs))
}
