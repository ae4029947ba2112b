// Package uncheckediserror reports clients, gateways, handlers and tests that
// take a tool's result for an answer without looking whether it is an error.
package uncheckediserror

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/gomcplint/mcplint/analyzers/internal/reach"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/text"
)

// Rule is the rule.
var Rule = &rule.Rule{
	Analyzer: &analysis.Analyzer{
		Name: "uncheckediserror", Doc: "a tool's result is used without a look at IsError",
		URL: rule.URL("uncheckediserror"), Requires: []*analysis.Analyzer{ir.Analyzer}, Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Warning, Default: false,
	Doc: &lint.RawDocumentation{
		Title: "A tool's result is used without a look at IsError",
		Text: `A failed tool call comes back as a result with isError and a nil Go error; the Go error tells of
protocol and transport only. Code that checks err and reads Content takes the text "no such order" for
the order. That is true of clients and gateways, of a handler that calls another handler, and of tests,
which then pass whatever the tool does.

Look at IsError after err, or hand the result on as a whole.`,
		Since: "0.1.0", Severity: lint.SeverityWarning,
	},
	Silent: []string{
		"results that are handed on as a whole: returned, stored, sent, marshalled",
		"results whose IsError is read or copied, in the function itself or in a helper that gets the result",
		"handlers in view that never set IsError",
		"tests that compare the text of the answer with what they expect, or whose helper looks at IsError",
	},
	Spec: "server/tools, Error Handling: tool execution errors are reported in results with isError: true",
}

func run(pass *analysis.Pass) (any, error) {
	v := pass.ResultOf[ir.Analyzer].(*ir.View)
	type key struct{}
	fs := v.Memo(key{}, func() any { return find(v) }).([]rule.Finding)
	return rule.Report(pass, reach.In(pass, fs))
}

type checker struct {
	view  *ir.View
	e     *ir.Engine
	fails map[*ssa.Function]bool // can the function's result be an error?
	out   []rule.Finding
}

func find(v *ir.View) []rule.Finding {
	c := &checker{view: v, e: ir.NewEngine(v), fails: map[*ssa.Function]bool{}}
	for _, fn := range v.Funcs() {
		if fn.Synthetic != "" && fn.Origin() == nil {
			continue
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if call, ok := in.(*ssa.Call); ok {
					c.call(fn, call)
				}
			}
		}
		c.decoded(fn)
	}
	return c.out
}

func (c *checker) report(pos token.Pos, conf model.Confidence, msg string) {
	if pos.IsValid() {
		c.out = append(c.out, rule.Finding{Pos: pos, Confidence: conf, Message: msg})
	}
}

// call looks at what becomes of the result of one call.
func (c *checker) call(fn *ssa.Function, call *ssa.Call) {
	res, err, ok := results(call)
	if !ok {
		return
	}
	conf, ok := c.source(call)
	if !ok {
		return
	}
	test := testOf(fn)
	if c.view.InTest(fn) && !strings.HasPrefix(test, "Test") {
		return
	}
	u := &use{c: c, test: c.view.InTest(fn), seen: map[ssa.Value]bool{}}
	if res != nil {
		u.result(res)
	}
	if u.checked || u.passed {
		return
	}
	name := callee(call)
	if !u.test {
		if u.content {
			if !u.strong {
				conf = min(conf, model.Medium) // only shown to people, or counted
			}
			c.report(call.Pos(), conf, "the result of "+name+" is used without a look at IsError: a tool error, which comes as a result with a nil Go error, is taken for an answer; check IsError first")
		}
		return
	}
	switch {
	case err != nil && c.onlyOnError(err):
		c.report(call.Pos(), conf, "this test passes when the call succeeds: its assertions run only if err != nil, and a tool's failure comes as an isError result with a nil Go error; require IsError of the result")
	case u.content && !u.strong:
		c.report(call.Pos(), conf, "this test passes when the tool fails: it looks at the Go error and at whether there is content, and an isError result of "+name+" has a nil Go error and content as well; require that IsError is false")
	}
}

// results returns the result and the error of a call that returns a tool result.
func results(call *ssa.Call) (res, err ssa.Value, ok bool) {
	sig := call.Call.Signature()
	n := sig.Results().Len()
	if n == 0 || n > 3 {
		return nil, nil, false
	}
	if !isResult(sig.Results().At(0).Type()) {
		return nil, nil, false
	}
	if n == 1 {
		return call, nil, true
	}
	for _, r := range *call.Referrers() {
		if ex, isEx := r.(*ssa.Extract); isEx {
			switch ex.Index {
			case 0:
				res = ex
			case n - 1:
				err = ex
			}
		}
	}
	return res, err, true
}

func isResult(t types.Type) bool {
	k, ok := model.ResultType(ir.TypeName(t))
	return ok && k != model.Metoro && !strings.HasSuffix(ir.TypeName(t), ".CreateTaskResult")
}

// source reports whether a call gets its result from elsewhere: a client, a
// session, a handler, or a helper in view that relays one of these.
func (c *checker) source(call *ssa.Call) (model.Confidence, bool) {
	name := ir.CalleeName(&call.Call)
	if _, ok := model.ConstructorOf(name); ok {
		return 0, false
	}
	ts := c.e.Callees(call, nil)
	if len(ts) == 0 {
		return model.High, asks(&call.Call) && strings.Contains(name, "CallTool")
	}
	conf := model.High
	if len(ts) > 1 {
		conf = model.Medium
	}
	for _, t := range ts {
		if t.Fn.Signature.Results().Len() == 3 && asks(&call.Call) {
			continue // a typed handler reports failures by its error
		}
		if asks(&call.Call) && c.canFail(t.Fn, 0) && !looks(c, t.Fn, 0) {
			return conf, true
		}
		if !asks(&call.Call) && c.relays(t.Fn, 0) && !looks(c, t.Fn, 0) {
			return conf, true
		}
	}
	return 0, false
}

// asks reports whether a call has the shape of a tool call: it takes a ctx.
func asks(c *ssa.CallCommon) bool {
	p := c.Signature().Params()
	for i := range min(p.Len(), 2) {
		if ir.TypeName(p.At(i).Type()) == "context.Context" {
			return true
		}
	}
	return false
}

// canFail reports whether a function in view can return a result with IsError:
// it, or what it calls, sets the flag or asks a client.
func (c *checker) canFail(fn *ssa.Function, depth int) bool {
	if v, ok := c.fails[fn]; ok {
		return v
	}
	c.fails[fn] = false
	if depth > 4 {
		return false
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				fa, ok := in.Addr.(*ssa.FieldAddr)
				if !ok || !isResult(fa.X.Type()) || ir.FieldVar(fa.X.Type(), fa.Field).Name() != "IsError" {
					continue
				}
				if v, ok := ir.ConstBool(in.Val); !ok || v {
					c.fails[fn] = true
				}
			case ssa.CallInstruction:
				name := ir.CalleeName(in.Common())
				if k, ok := model.ConstructorOf(name); ok {
					c.fails[fn] = c.fails[fn] || k.IsError
					continue
				}
				if name == model.SetError || strings.HasSuffix(name, "CallTool") {
					c.fails[fn] = true
					continue
				}
				r := in.Common().Signature().Results()
				if r.Len() == 0 || !isResult(r.At(0).Type()) {
					continue
				}
				for _, t := range c.e.Callees(in, nil) {
					if c.canFail(t.Fn, depth+1) {
						c.fails[fn] = true
					}
				}
			}
		}
	}
	return c.fails[fn]
}

// relays reports whether a helper returns what a client or a handler answered.
func (c *checker) relays(fn *ssa.Function, depth int) bool {
	for _, r := range ir.Results(fn) {
		if len(r.Results) == 0 {
			continue
		}
		call, _ := r.Results[0].(*ssa.Call)
		if ex, ok := r.Results[0].(*ssa.Extract); ok {
			call, _ = ex.Tuple.(*ssa.Call)
		}
		if call == nil || depth > 3 {
			continue
		}
		if ts := c.e.Callees(call, nil); len(ts) > 0 {
			for _, t := range ts {
				if t.Fn != fn && (asks(&call.Call) && c.canFail(t.Fn, 0) || c.relays(t.Fn, depth+1)) {
					return true
				}
			}
			continue
		}
		if asks(&call.Call) && strings.Contains(ir.CalleeName(&call.Call), "CallTool") {
			return true
		}
	}
	return false
}

// looks reports whether a helper reads IsError itself: it deals with errors on
// behalf of its callers.
func looks(c *checker, fn *ssa.Function, depth int) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.FieldAddr:
				if isResult(in.X.Type()) && ir.FieldVar(in.X.Type(), in.Field).Name() == "IsError" {
					for _, r := range *in.Referrers() {
						if u, ok := r.(*ssa.UnOp); ok && len(*u.Referrers()) > 0 {
							return true
						}
					}
				}
			case *ssa.Field:
				if isResult(in.X.Type()) && ir.FieldVar(in.X.Type(), in.Field).Name() == "IsError" {
					return true
				}
			}
		}
	}
	return false
}

// callee names what a call calls.
func callee(call *ssa.Call) string {
	if n := ir.CalleeName(&call.Call); n != "" {
		return text.Short(n)
	}
	return "the call"
}

// testOf is the name of the declared function that fn is part of.
func testOf(fn *ssa.Function) string {
	return ir.Outermost(fn).Name()
}
