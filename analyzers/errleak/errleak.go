// Package errleak reports internal error text and upstream payloads in what the
// model reads.
package errleak

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/gomcplint/mcplint/analyzers/internal/query"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
	"github.com/gomcplint/mcplint/passes/text"
)

// Rule is the rule.
var Rule = &rule.Rule{
	Analyzer: &analysis.Analyzer{
		Name: "errleak", Doc: "text of internal errors or upstream payloads reaches the model",
		URL: rule.URL("errleak"), Requires: query.Outcomes, Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Warning, Default: true, Security: true,
	Doc: &lint.RawDocumentation{
		Title: "Internal error text reaches the model",
		Text: `The text of a driver's, network's or file system's error names hosts, ports, paths, tables and
upstream wording. In a tool error the model reads it, and so may whoever the model talks to; it does
not tell the model what to do next either. Say what was asked, what was observed and which next step
is valid, and keep the error in the log. In a success the field counts that says what failed in a part,
as in {"name": …, "error": …}.`,
		Since: "0.1.0", Severity: lint.SeverityWarning,
	},
	Silent: []string{
		"the author's own words, the caller's own arguments, and the SDK's argument accessors",
		"parse, syntax and conversion errors of pure functions",
		"a function that maps errors to fixed texts: its result does not derive from the error",
		"numbers, status codes and the results of errors.Is",
		"text that goes to a log",
		"functions marked //mcplint:sanitizes or named by -sanitizers",
	},
	Spec: "server/tools, Security Considerations: sanitize tool outputs",
}

func run(pass *analysis.Pass) (any, error) {
	var fs []rule.Finding
	for _, o := range query.Of(pass).Outcomes {
		texts := []*text.Text{o.Text, o.Data}
		counts := func(p text.Piece) bool { return leaks(o, p) }
		switch {
		case o.Channel == model.Success && !o.Answered && !o.Tool.Middleware:
			texts = []*text.Text{o.Shown()}
			counts = func(p text.Piece) bool { return p.Origin == model.Infra && ofPart(p.Source) != nil }
		case o.Answered && o.Relayed:
			texts = []*text.Text{o.Cause}
		case o.Tool.Serving.SDK == model.OwnRPC && o.Channel != model.Success: // its own error object is text as well
		case o.Answered || o.Channel != model.ToolError:
			continue
		}
		for _, t := range texts {
			if t == nil {
				continue
			}
			worst := t.Worst(counts)
			if worst == nil {
				continue
			}
			conf := worst.Confidence
			if o.Channel == model.Success {
				conf = query.Lower(conf, model.Medium)
			}
			kind := "the error text of"
			if worst.Origin == model.Payload {
				kind = "raw output of"
			}
			if worst.Origin == model.Panic {
				kind = "the text of"
			}
			pos := query.Sink(pass, o, worst)
			if at := ofPart(worst.Source); at != nil && o.Channel == model.Success && at.Parent().Pkg != nil && at.Parent().Pkg.Pkg == pass.Pkg {
				pos = ir.PosOf(at)
			}
			fs = append(fs, rule.Finding{
				Pos: pos, End: query.End(pass, pos), Tool: o.Tool.Name,
				Confidence: query.Lower(conf, o.Tool.Confidence),
				Message:    fmt.Sprintf("%s%s %s (%s) is in the text that the model reads; say what failed in your own words and keep the error in the log", query.Subject(o), kind, worst.What, worst.Origin),
				Related:    query.Flow(worst),
			})
		}
	}
	return rule.Report(pass, query.Join(fs))
}

// ofPart is where a text goes into a field that says what failed in one part of a
// success, as in {"name": …, "error": …}.
func ofPart(n *ir.Node) ssa.Instruction {
	for ; n != nil; n = n.From {
		name := ""
		switch at := n.At.(type) {
		case *ssa.Store:
			if fa, ok := at.Addr.(*ssa.FieldAddr); ok && n.Hop == ir.Stored {
				name = ir.FieldVar(fa.X.Type(), fa.Field).Name()
			}
		case *ssa.MapUpdate:
			name, _ = ir.ConstString(at.Key)
		}
		switch strings.ToLower(strings.ReplaceAll(name, "_", "")) {
		case "error", "errors", "err", "errormessage", "errormsg", "errmsg", "failure", "failures":
			return n.At
		}
	}
	return nil
}

// leaks reports whether a piece is what this rule is about. Stack traces and
// panic values have a rule of their own, save in a recovery's answer.
func leaks(o *outcome.Outcome, p text.Piece) bool {
	switch p.Origin {
	case model.Infra, model.Payload:
		return true
	case model.Opaque:
		// What a converter is handed is reported where it comes from.
		return !o.Tool.Middleware || !o.Next(p.Source.V)
	case model.Panic:
		return o.Exit.Panic
	}
	return false
}
