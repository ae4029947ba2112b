// Package discardedresult reports results that are returned beside an error, so
// that the SDK drops them.
package discardedresult

import (
	"fmt"
	"go/ast"

	"golang.org/x/tools/go/analysis"
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
		Name: "discardedresult", Doc: "a result is returned beside an error, and the SDK drops it",
		URL: rule.URL("discardedresult"), Requires: query.Outcomes, Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Error, Default: true,
	Doc: &lint.RawDocumentation{
		Title: "A result beside an error is dropped",
		Text: `An SDK looks at the error first. When it is not nil, mcp-go and the go-sdk drop whatever result
came with it: the carefully worded isError result, or the rows that were found before the failure,
never leave the process. What leaves instead is the error: as a JSON-RPC error, or, from a typed
go-sdk handler, its raw text.

Return one of the two: the result with isError set and a nil error, or no result and an error.`,
		Since: "0.1.0", Severity: lint.SeverityError,
	},
	Silent: []string{
		"trpc-mcp-go since v0.0.14, which keeps the result and marks it as an error",
		"functions that no SDK calls as a tool handler",
		"zero values of a typed output beside an error",
	},
	Spec: "server/tools, Error Handling",
}

func run(pass *analysis.Pass) (any, error) {
	var fs []rule.Finding
	for _, o := range query.Of(pass).Outcomes {
		if o.Err == nil || o.ErrNil != ir.NotNil || o.Tool.Serving.Merges {
			continue
		}
		if o.Maybe && len(o.Tool.Chain) > 0 {
			continue // a wrapper hands on two values of which one is nil
		}
		what := dropped(o)
		if what == "" {
			continue
		}
		conf := query.Lower(model.High, o.Tool.Confidence)
		if o.Maybe || what == "an output value" {
			conf = query.Lower(conf, model.Medium)
		}
		wire := "a tool error with the error's own text leaves instead"
		if o.Channel == model.Protocol {
			wire = "a JSON-RPC error leaves instead, which the model never sees"
		}
		pos, related := query.MadeAt(pass, o, made(o))
		f := rule.Finding{
			Pos: pos, End: query.End(pass, pos), Confidence: conf, Tool: o.Tool.Name,
			Message: fmt.Sprintf("%s%s is returned beside an error, so the SDK drops it and %s; return the result with a nil error, or the error alone", query.Subject(o), what, wire),
			Related: related,
		}
		if w := o.Written(); w != pos && len(related) == 0 {
			f.Related = append(f.Related, analysis.RelatedInformation{Pos: w, Message: "both values are returned here"})
		}
		if what == "an isError result" && len(related) == 0 && clean(o) {
			f.Fixes = dropError(pass, o)
		}
		fs = append(fs, f)
	}
	return rule.Report(pass, query.Join(fs))
}

// made is the value that the SDK drops.
func made(o *outcome.Outcome) *ir.Node {
	if o.HasResult() || o.Out == nil {
		return o.Res
	}
	return o.Out
}

// dropped names what the SDK drops, or "".
func dropped(o *outcome.Outcome) (what string) {
	o.Within(func() {
		switch {
		case o.HasResult() && outcome.FlagOf(o) == outcome.FlagSet:
			what = "an isError result"
		case o.HasResult():
			what = "a result"
		case o.Out != nil && outcome.Holds(o.Engine, o.Out) == outcome.Filled:
			what = "an output value"
		}
	})
	return what
}

// clean reports whether the result may be shown as it is: the fix must not turn
// a dropped result into a leak.
func clean(o *outcome.Outcome) bool {
	var t *text.Text
	o.Within(func() { t = outcome.ContentOf(o) })
	return len(t.Pieces) > 0 && !t.Cut && t.Worst(func(p text.Piece) bool { return p.Origin.Leaks() }) == nil && !model.Vague(t.Constants())
}

// dropError replaces the returned error by nil, unless that would leave a
// variable unused.
func dropError(pass *analysis.Pass, o *outcome.Outcome) []analysis.SuggestedFix {
	if o.Site() != o.Written() {
		return nil
	}
	for _, f := range pass.Files {
		if f.FileStart > o.Site() || o.Site() >= f.FileEnd {
			continue
		}
		var ret *ast.ReturnStmt
		ast.Inspect(f, func(n ast.Node) bool {
			if r, ok := n.(*ast.ReturnStmt); ok && r.Pos() == o.Site() {
				ret = r
			}
			return ret == nil
		})
		if ret == nil || len(ret.Results) < 2 {
			return nil
		}
		e := ret.Results[len(ret.Results)-1]
		id, ok := e.(*ast.Ident)
		if !ok {
			return nil
		}
		uses, obj := 0, pass.TypesInfo.Uses[id]
		for _, u := range pass.TypesInfo.Uses {
			if u == obj {
				uses++
			}
		}
		if uses < 2 {
			return nil
		}
		return []analysis.SuggestedFix{{
			Message:   "return the result with a nil error",
			TextEdits: []analysis.TextEdit{{Pos: e.Pos(), End: e.End(), NewText: []byte("nil")}},
		}}
	}
	return nil
}
