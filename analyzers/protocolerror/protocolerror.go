// Package protocolerror reports failures that the model could act on and that
// leave as JSON-RPC errors, which only the host reads.
package protocolerror

import (
	"fmt"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/gomcplint/mcplint/analyzers/internal/query"
	"github.com/gomcplint/mcplint/analyzers/internal/repair"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
	"github.com/gomcplint/mcplint/passes/text"
)

// Rule is the rule.
var Rule = &rule.Rule{
	Analyzer: &analysis.Analyzer{
		Name: "protocolerror", Doc: "a tool's failure leaves as JSON-RPC error, which the model never sees",
		URL: rule.URL("protocolerror"), Requires: query.Outcomes, Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Error, Default: true,
	Doc: &lint.RawDocumentation{
		Title: "A tool's failure leaves as a JSON-RPC error",
		Text: `A failed look-up, a refused argument or an unreachable backend is something that the model
can act on: it can correct its arguments, choose another tool or stop. It reads of it only in a
result with isError. A JSON-RPC error goes to the host, which can repair a connection and nothing
else; most hosts show the model nothing of it.

Whether a returned Go error becomes the one or the other is decided by the registration: mcp-go
sends it as -32603, also from NewTypedToolHandler; the go-sdk's (*Server).AddTool sends it as code 0,
while mcp.AddTool turns it into an isError result unless it is a *jsonrpc.Error itself.`,
		Since: "0.1.0", Severity: lint.SeverityError,
	},
	Silent: []string{
		"the request's own cancellation (ctx.Err() and what wraps it)",
		"protocol matters: an unknown tool or method, a request that does not parse",
		"errors that a middleware, an adapter or a wrapper in view turns into isError results",
		"failures of marshalling the handler's own answer",
		"resource, prompt and completion handlers, which have no tool channel",
	},
	Spec: "server/tools, Error Handling (2025-11-25 and 2026-07-28)",
}

func run(pass *analysis.Pass) (any, error) {
	fs := wrappers(pass)
	for _, o := range query.Of(pass).Outcomes {
		if o.Channel == model.Protocol && o.Tool.Serving.SDK == model.OwnRPC {
			if pos, ok := own(o); ok {
				fs = append(fs, rule.Finding{
					Pos: pos, End: query.End(pass, pos), Confidence: model.Medium,
					Message: query.Subject(o) + "the failure of the tool that was called leaves as JSON-RPC error, which the model never sees; answer with a result whose isError is true",
				})
			}
			continue
		}
		if !leaves(o) || wrapped(o) {
			continue
		}
		conf := query.Lower(model.High, o.Tool.Confidence)
		worst := o.Cause.Worst(func(text.Piece) bool { return true })
		what := "the error"
		if worst != nil && worst.What != "" {
			what = "the error of " + worst.What
		}
		code := o.Tool.Serving.Code
		if o.Coded {
			code = "with its own code"
		}
		pos := o.Written()
		f := rule.Finding{
			Pos: pos, End: query.End(pass, pos), Confidence: conf, Tool: o.Tool.Name,
			Message: fmt.Sprintf("%s%s leaves as JSON-RPC error %s, which the model never sees; return an isError result instead", query.Subject(o), what, code),
			Related: query.Flow(worst),
		}
		if pos == o.Site() && len(o.Tool.Chain) == 0 && !o.Tool.Middleware {
			f.Fixes = repair.Channel(pass, pos)
		}
		fs = append(fs, f)
	}
	return rule.Report(pass, query.Join(fs))
}

// leaves reports whether an outcome is a failure that the model could act on and
// that leaves as a JSON-RPC error. An error of which nothing is known, not even
// that it is one, was found to have no source: it is nil in practice.
func leaves(o *outcome.Outcome) bool {
	if o.Maybe && o.Cause != nil && len(o.Cause.Pieces) == 0 {
		return false
	}
	return o.Channel == model.Protocol && o.Tool.Serving.SDK != model.OwnRPC && !o.Answered && !cancelled(o) && o.Err != nil && !harmless(o)
}

// wrapped reports whether the channel is chosen by a wrapper: it serves functions of
// the program's own shape, while a handler that is served as it is chooses itself.
func wrapped(o *outcome.Outcome) bool {
	return len(o.Tool.Chain) > 0 && !o.Own && !served(o.Tool.Handler())
}

// maxHandlers bounds the handlers that a finding at a wrapper names.
const maxHandlers = 5

// wrappers reports the returns of the package's wrappers that pass on what other
// functions, also of other packages, fail with: one finding for each.
func wrappers(pass *analysis.Pass) []rule.Finding {
	res := query.Of(pass)
	outcomes := res.Outcomes
	if res.All != nil {
		outcomes = res.All.Outcomes
	}
	var fs []rule.Finding
	at := map[token.Pos]int{}
	seen := map[*ssa.Function]int{}
	for _, o := range outcomes {
		if len(o.Tool.Chain) == 0 || o.Own {
			continue
		}
		pos := o.Exit.Outer().Pos
		if !query.Inside(pass, pos) || !wrapped(o) || !leaves(o) {
			continue
		}
		i, ok := at[pos]
		if !ok {
			i = len(fs)
			at[pos] = i
			fs = append(fs, rule.Finding{
				Pos: pos, End: query.End(pass, pos), Confidence: query.Lower(model.High, o.Tool.Confidence),
				Message: fmt.Sprintf("handler %s: the error of what it calls leaves as JSON-RPC error %s, which the model never sees; return an isError result instead",
					query.FuncName(o.Exit.Outer().Ret.Parent()), o.Tool.Serving.Code),
			})
		}
		f := &fs[i]
		if fn := o.Tool.Handler(); seen[fn] != i+1 && len(f.Related) < maxHandlers {
			seen[fn] = i + 1
			f.Related = append(f.Related, analysis.RelatedInformation{Pos: o.Site(), Message: "for example " + query.FuncName(fn) + " fails here"})
		}
	}
	return fs
}

// cancelled reports whether an outcome answers nothing but the request's own end: a
// helper that may return an error of its own beside ctx.Err() does more.
func cancelled(o *outcome.Outcome) bool {
	if !o.Cancelled || o.Cause == nil || asked(o.Conds) {
		return o.Cancelled
	}
	var ends [][]ssa.Instruction
	for _, p := range o.Cause.Pieces {
		if p.Origin == model.Cancel {
			ends = append(ends, returns(p.Source))
		}
	}
	if len(ends) == 0 {
		return true // the conditions say so
	}
	for _, p := range o.Cause.Pieces {
		way := returns(p.Source)
		if p.Origin != model.Cancel && !slices.ContainsFunc(ends, func(end []ssa.Instruction) bool {
			return len(way) <= len(end) && slices.Equal(way, end[:len(way)])
		}) {
			return false
		}
	}
	return true
}

// asked reports whether conditions have told the request's end from other errors.
func asked(conds []ir.Cond) bool {
	for _, c := range conds {
		cond, taken := c.Not()
		if v, isNil, ok := ir.NilTest(cond, taken); ok && !isNil {
			if end, ok := v.(*ssa.Call); ok && ir.CalleeName(&end.Call) == "(context.Context).Err" {
				return true
			}
		}
		call, ok := cond.(*ssa.Call)
		if !ok || !taken || ir.CalleeName(&call.Call) != "errors.Is" {
			continue
		}
		if u, ok := call.Call.Args[1].(*ssa.UnOp); ok {
			if g, ok := u.X.(*ssa.Global); ok && g.Pkg.Pkg.Path() == "context" {
				return true
			}
		}
	}
	return false
}

// returns lists the returns of helpers by which a value came, from the handler
// inwards.
func returns(n *ir.Node) []ssa.Instruction {
	var out []ssa.Instruction
	for ; n != nil; n = n.From {
		if _, ok := n.At.(*ssa.Return); ok && n.Hop == ir.Result {
			out = append(out, n.At)
		}
	}
	slices.Reverse(out)
	return out
}

// harmless reports whether the error says nothing that the model could act on:
// it comes from marshalling the answer, or it is what a middleware was handed.
func harmless(o *outcome.Outcome) bool {
	if o.Tool.Middleware {
		for _, p := range o.Cause.Pieces {
			if o.Next(p.Source.V) {
				return true
			}
		}
		return o.OtherMethod() || o.Tool.Method && o.UnknownTool()
	}
	marshal := false
	for _, p := range o.Cause.Pieces {
		if p.Origin == model.Authored && p.Const != "" || p.Origin == model.Argument {
			continue
		}
		if p.Origin == model.Benign && (strings.Contains(p.What, "Marshal") || strings.Contains(p.What, "NewToolResultJSON")) {
			marshal = true
			continue
		}
		return false
	}
	return marshal
}

// served reports whether a function has the shape that an SDK serves: it takes the
// SDK's request, or nothing else tells that, and returns a tool result.
func served(f *ssa.Function) bool {
	r := f.Signature.Results()
	if r.Len() == 0 {
		return false
	}
	if _, ok := model.ResultType(ir.TypeName(r.At(0).Type())); !ok {
		return false
	}
	ps := f.Signature.Params()
	own := 0
	for i := range ps.Len() {
		switch name := ir.TypeName(ps.At(i).Type()); {
		case model.RequestType(name):
			return true
		case name != "context.Context":
			own++
		}
	}
	return own < 2
}
