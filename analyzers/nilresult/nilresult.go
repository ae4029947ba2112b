// Package nilresult reports handlers that return neither a result nor an error
// where the SDK does not make a result of that.
package nilresult

import (
	"fmt"
	"go/token"
	"slices"
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
	"github.com/gomcplint/mcplint/passes/tool"
)

// Rule is the rule.
var Rule = &rule.Rule{
	Analyzer: &analysis.Analyzer{
		Name: "nilresult", Doc: "a handler returns neither a result nor an error",
		URL: rule.URL("nilresult"), Requires: append([]*analysis.Analyzer{ir.Analyzer}, query.Outcomes...), Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Error, Default: true,
	Doc: &lint.RawDocumentation{
		Title: "A handler returns neither a result nor an error",
		Text: `"Nothing found" is an answer and has to be written down. A handler that returns nil, nil leaves
the SDK nothing to send: depending on SDK and version the client gets "result":null, which is no
CallToolResult, or a JSON-RPC error, or the server process crashes. The nil may be hidden: a named
result that one branch forgets, the missing key of a map, an atomic pointer that nothing was stored in
yet, a nil pointer inside an interface, or a recovered panic after which every result is zero.`,
		Since: "0.1.0", Severity: lint.SeverityError,
	},
	Silent: []string{
		"typed go-sdk handlers and structured handlers, for which the SDK makes the result",
		"look-up helpers that answer nil, nil and whose callers test for it",
		"results that come from outside the code in view",
	},
	Spec: "server/tools, Calling Tools: CallToolResult",
}

func run(pass *analysis.Pass) (any, error) {
	var fs []rule.Finding
	res := query.Of(pass)
	for _, o := range res.Outcomes {
		if o.Res == nil || o.Tool.Middleware || o.Tool.Serving.Nil != model.Broken {
			continue
		}
		if o.Exit.Panic && !o.Maybe && o.ResNil != ir.IsNil {
			continue
		}
		if o.ErrNil == ir.NotNil || o.Maybe && !mayBeNil(o) {
			continue
		}
		var at ssa.Value
		var why string
		var conf model.Confidence
		var ok bool
		o.Within(func() { at, why, conf, ok = o.NilSource(o.Res) })
		if !ok {
			continue
		}
		if o.Maybe {
			conf = query.Lower(conf, model.Medium)
			why = "where the call succeeds"
		}
		pos, related := query.MadeAt(pass, o, o.Res)
		f := rule.Finding{
			Pos: pos, End: query.End(pass, pos), Confidence: query.Lower(conf, o.Tool.Confidence), Tool: o.Tool.Name,
			Message: message(o, why), Related: related,
		}
		if p := ir.PosOf(at); p.IsValid() && p != pos {
			f.Related = append(f.Related, analysis.RelatedInformation{Pos: p, Message: why})
		}
		if w := o.Written(); w != pos && w.IsValid() && len(related) == 0 {
			f.Related = append(f.Related, analysis.RelatedInformation{Pos: w, Message: "returned here"})
		}
		fs = append(fs, f)
	}
	fs = append(fs, recovering(pass, res)...)
	fs = append(fs, prompts(pass)...)
	return rule.Report(pass, query.Join(fs))
}

// recovering reports functions of the package that an SDK calls, handlers or
// wrappers, in which a recovered panic leaves every result nil.
func recovering(pass *analysis.Pass, res *outcome.Result) (fs []rule.Finding) {
	if res.All == nil {
		return nil
	}
	for _, t := range res.All.Tools.Tools {
		fn := t.Root.Fn
		if t.Middleware || t.Serving.Nil != model.Broken || !query.Inside(pass, fn.Pos()) {
			continue
		}
		d := outcome.Recovering(fn)
		if d == nil {
			continue
		}
		pos := query.Anchor(pass, ir.PosOf(d))
		fs = append(fs, rule.Finding{
			Pos: pos, End: query.End(pass, pos), Confidence: query.Lower(model.High, t.Confidence), Tool: t.Name,
			Message: fmt.Sprintf("%safter the recovered panic every result is nil and the client gets %s; set a named result to an isError result in the deferred function", subject(t.Name, fn), t.Serving.NilWire),
		})
	}
	return fs
}

// prompts reports prompt handlers that return nil, nil: no SDK fills these in.
func prompts(pass *analysis.Pass) []rule.Finding {
	v := pass.ResultOf[ir.Analyzer].(*ir.View)
	in := map[*token.File]bool{}
	for _, f := range pass.Files {
		in[pass.Fset.File(f.Pos())] = true
	}
	var fs []rule.Finding
	for _, h := range tool.Others(v) {
		if h.Kind != model.PromptHandler || !in[pass.Fset.File(h.Fn.Pos())] {
			continue
		}
		for _, r := range ir.Results(h.Fn) {
			if len(r.Results) != 2 || !isNil(r.Results[0]) || !isNil(r.Results[1]) {
				continue
			}
			pos := ir.PosOf(r)
			fs = append(fs, rule.Finding{
				Pos: pos, End: query.End(pass, pos), Confidence: model.High,
				Message: fmt.Sprintf("prompt %s: neither a result nor an error is returned, so the client gets no prompt and the server may crash; return an error that says which prompt is missing", query.FuncName(h.Fn)),
			})
		}
	}
	return fs
}

func isNil(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.IsNil()
}

func subject(name string, fn *ssa.Function) string {
	if name != "" {
		return fmt.Sprintf("tool %q: ", name)
	}
	return "handler " + query.FuncName(fn) + ": "
}

func message(o *outcome.Outcome, why string) string {
	if why == "it is never set on this path" {
		why = ""
	} else {
		why = " (" + why + ")"
	}
	return fmt.Sprintf("%sneither a result nor an error is returned%s, so the client gets %s; return a result that says what was found", query.Subject(o), why, o.Tool.Serving.NilWire)
}

// mayBeNil reports whether an error of which nothing is known can be nil: it is
// what a call did that nobody has looked at, and not what a constructor made.
func mayBeNil(o *outcome.Outcome) bool {
	if o.Err == nil || o.Err.Path != "" {
		return false
	}
	call := ir.CallOf(o.Err.V)
	if call == nil {
		return false
	}
	for _, a := range ir.Operands(&call.Call) {
		if ir.IsError(a.Type()) {
			return false
		}
	}
	name := ir.CalleeName(&call.Call)
	if fn := call.Call.StaticCallee(); fn != nil && len(fn.Blocks) > 0 {
		for _, r := range ir.Results(fn) {
			if nilOnSomeWay(r.Results[len(r.Results)-1]) {
				return true
			}
		}
		return false
	}
	base := text.Short(name)
	base = base[strings.LastIndexByte(base, '.')+1:]
	for _, w := range []string{"Err", "New", "Wrap", "Fail", "Cause", "Status", "Join", "Bad", "Not", "Invalid", "Internal", "Unwrap"} {
		if strings.Contains(base, w) {
			return false
		}
	}
	return name != "" && !call.Call.IsInvoke() || call.Call.IsInvoke() && base != "Err"
}

// nilOnSomeWay reports whether a returned value is nil, or was set to it before the
// deferred functions ran.
func nilOnSomeWay(v ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return isNil(v)
	}
	a, ok := u.X.(*ssa.Alloc)
	if !ok {
		return false
	}
	stores, zero := ir.Reaching(a, u)
	return zero || slices.ContainsFunc(stores, func(st *ssa.Store) bool { return isNil(st.Val) })
}
