// Package falsesuccess reports failures that a handler has established and then
// answers as a success.
package falsesuccess

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
	"github.com/gomcplint/mcplint/passes/effect"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
	"github.com/gomcplint/mcplint/passes/text"
)

// Rule is the rule.
var Rule = &rule.Rule{
	Analyzer: &analysis.Analyzer{
		Name: "falsesuccess", Doc: "a failure is answered as a success",
		URL: rule.URL("falsesuccess"), Requires: query.Outcomes, Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Error, Default: true,
	Doc: &lint.RawDocumentation{
		Title: "A failure is answered as a success",
		Text: `A call failed, an argument was refused or a status was never looked at, and the result has no
isError: the model goes on as if the answer were there. Mark the result as an error, or say in the answer
which part is missing.`,
		Since: "0.1.0", Severity: lint.SeverityError,
	},
	Silent: []string{
		"a sentinel comparison that makes the failure a legitimate answer (errors.Is(err, sql.ErrNoRows))",
		"content that derives from an earlier success: a best-effort extra failed",
		"a defect of the analysed input that is the answer itself",
	},
	Spec: "server/tools, Error Handling: CallToolResult.isError",
}

func run(pass *analysis.Pass) (any, error) {
	var fs []rule.Finding
	res := query.Of(pass)
	seen := map[seenKey]bool{}
	last := map[seenKey]int{} // index in fs
	for _, o := range res.Outcomes {
		if o.Channel != model.Success || o.Maybe && o.Flag == outcome.FlagEither || o.Tool.Middleware {
			continue
		}
		add := func(pos token.Pos, conf model.Confidence, what string) *rule.Finding {
			if !pos.IsValid() {
				pos = o.Site()
			}
			fs = append(fs, rule.Finding{
				Pos: pos, End: query.End(pass, pos), Tool: o.Tool.Name, Confidence: query.Lower(conf, o.Tool.Confidence),
				Message: fmt.Sprintf("%s%s, yet the result has no isError and the model takes it for done; mark it as an error or say what is missing", query.Subject(o), what),
			})
			return &fs[len(fs)-1]
		}
		if pos, what, conf := established(o); what != "" {
			if f := add(pos, conf, what); len(o.Tool.Chain) == 0 && harmless(o.Shown()) {
				f.Fixes = repair.Flag(pass, o.Site())
			}
			continue
		}
		if what, failed := swallowed(o); what != "" {
			f := add(o.Site(), model.Medium, what)
			hidden(f, failed)
			// Of the returns that lack it, the last is the full answer.
			k := seenKey{o.Fn(), token.NoPos, what}
			if i, ok := last[k]; ok {
				fs[i], fs = *f, fs[:len(fs)-1]
			} else {
				last[k] = len(fs) - 1
			}
			continue
		}
		for _, l := range lost(o) {
			if k := (seenKey{o.Fn(), l.pos, l.what}); !seen[k] {
				seen[k] = true
				hidden(add(l.pos, l.conf, l.what), l.fails)
			}
		}
	}
	return rule.Report(pass, query.Join(fs))
}

// hidden adds to a finding where the failure is lost, which may be far from the
// answer that lacks it.
func hidden(f *rule.Finding, failed *ssa.Call) {
	if failed != nil {
		f.Related = append(f.Related, analysis.RelatedInformation{Pos: ir.PosOf(failed), Message: "this failure goes unsaid"})
	}
}

// seenKey names what was reported of a handler: of its returns the first one
// that a loss leads to is told.
type seenKey struct {
	fn   *ssa.Function
	pos  token.Pos
	what string
}

// harmless reports whether a text may be shown in a tool error as it is: the fix
// must not turn a false success into a leak or a bad hint.
func harmless(t *text.Text) bool {
	words := t.Constants()
	return t.Worst(func(p text.Piece) bool { return p.Origin.Leaks() }) == nil && !model.Vague(words) && !model.RetryHint(words)
}

// established says which failure the conditions of a success have established,
// and where the answer to it is chosen.
func established(o *outcome.Outcome) (pos token.Pos, what string, conf model.Confidence) {
	conds := conditions(o)
	if o.Maybe || legitimate(conds) || o.Cancelled {
		return 0, "", 0
	}
	for i, c := range conds {
		cond, taken := c.Not()
		if resp := failedStatus(cond, taken); resp != nil && derives(o, resp) && !recovered(o, conds[:i]) {
			return chosen(o, c), "the status of the answer is one of failure", model.Medium
		}
		v, isNil, ok := ir.NilTest(cond, taken)
		if !ok || isNil || !ir.IsError(v.Type()) {
			continue
		}
		calls := failedCalls(o, v, c.F)
		if len(calls) == 0 {
			continue
		}
		if given(c.F) || recovered(o, conds[:i]) || !derives(o, calls...) || verdict(o, calls[0]) || partly(o, calls...) {
			return 0, "", 0
		}
		return chosen(o, c), "the call of " + calleeName(calls[0]) + " failed", model.High
	}
	if call := exhausted(o); call != nil && derives(o, call) {
		return o.Site(), "the call of " + calleeName(call) + " failed each time", model.Medium
	}
	if !refused(conds) || partly(o) {
		return 0, "", 0
	}
	shown := o.Shown()
	if !model.FailureWord(shown.Constants()) && !marked(shown) && !named(o) {
		return 0, "", 0
	}
	for _, p := range shown.Pieces {
		if p.Const == "" && p.Origin != model.Argument && p.Origin != model.Authored {
			return 0, "", 0
		}
	}
	return o.Site(), "an argument is refused", model.Medium
}

// conditions are those of the handler and of the wrappers around it.
func conditions(o *outcome.Outcome) []ir.Cond {
	if o.Handler == o.Exit {
		return o.Conds
	}
	return slices.Concat(o.Handler.Conds, o.Conds)
}

// chosen is the return at which a failure is made a success: the handler's, or
// that of the wrapper which looks at the handler's error.
func chosen(o *outcome.Outcome, c ir.Cond) token.Pos {
	if o.Handler != o.Exit && c.F != nil && c.F.Fn == o.Exit.Outer().Ret.Parent() {
		return o.Exit.Outer().Pos
	}
	return o.Site()
}

// failedCalls finds the calls whose error a value is, through variables,
// channels, parameters and joins.
func failedCalls(o *outcome.Outcome, v ssa.Value, f *ir.Frame) (calls []*ssa.Call) {
	o.Within(func() {
		tr := &ir.Tracer{Engine: o.Engine, Budget: 300}
		tr.Ext = func(n *ir.Node, call ssa.CallInstruction, _ int) (next []*ir.Node, ok bool) {
			els, _ := ir.VarArgs(call.Common())
			for _, e := range els {
				if mi, ok := e.(*ssa.MakeInterface); ok {
					e = mi.X
				}
				if e != nil && ir.IsError(e.Type()) {
					next = append(next, n.Next(e, "", n.F, ir.Arg, call))
				}
			}
			return next, true
		}
		tr.Visit = func(n *ir.Node) bool {
			c := failedCall(n.V)
			if c == nil {
				return true
			}
			switch ir.CalleePkg(&c.Call) {
			case "errors", "fmt":
				return true
			}
			if n.Path == "" && !slices.Contains(calls, c) {
				calls = append(calls, c)
			}
			return false
		}
		tr.Run(&ir.Node{V: v, F: f})
	})
	return calls
}

// given reports whether a function is handed a result that was made before: what
// fails in it is an extra.
func given(f *ir.Frame) bool {
	if f == nil || f.Call == nil {
		return false
	}
	return slices.ContainsFunc(f.Call.Common().Args, resultType)
}

// recovered reports whether another call succeeded after the failure: a second
// way to the same end.
func recovered(o *outcome.Outcome, inner []ir.Cond) bool {
	for _, c := range inner {
		cond, taken := c.Not()
		v, isNil, ok := ir.NilTest(cond, taken)
		if !ok || !isNil || !ir.IsError(v.Type()) {
			continue
		}
		if call := failedCall(v); call != nil && !pure(call) {
			return true
		}
	}
	return false
}

// pure reports whether a call only parses, converts or prints, or is of a function
// of the program that does no more.
func pure(call *ssa.Call) bool { return computes(call, 0) }

func computes(call *ssa.Call, depth int) bool {
	pkg := ir.CalleePkg(&call.Call)
	if pkg != "" && (model.PureError(pkg) || model.IsSDKPackage(pkg)) || looks[ir.CalleeName(&call.Call)] {
		return true
	}
	fn := call.Call.StaticCallee()
	if fn != nil && fn.Blocks == nil && fn.Signature.Recv() == nil && pkg != "" && strings.Contains(pkg, ".") {
		// A plain function of another module that is given no context.
		o, _ := text.ForeignError(&call.Call, ir.CalleeName(&call.Call))
		return o == model.Benign
	}
	if fn == nil || fn.Blocks == nil || depth > 3 {
		_, builtin := call.Call.Value.(*ssa.Builtin)
		return builtin
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Go, *ssa.Defer, *ssa.Send, *ssa.Select:
				return false
			case *ssa.Call:
				if in.Call.StaticCallee() != fn && !computes(in, depth+1) && !logs(&in.Call) {
					return false
				}
			}
		}
	}
	return true
}

// exhausted finds a loop in front of the return whose every round has failed: a
// round that succeeds leaves it for another return.
func exhausted(o *outcome.Outcome) *ssa.Call {
	ret := o.Handler.Outer().Ret.Block()
	for _, b := range ret.Parent().Blocks {
		iff, ok := ir.Last(b).(*ssa.If)
		if !ok || !ir.Reaches(b)[ret] || ir.Reaches(ret)[b] {
			continue
		}
		for i, again := range b.Succs {
			v, isNil, ok := ir.NilTest(iff.Cond, i == 0)
			if !ok || isNil || !ir.IsError(v.Type()) {
				continue
			}
			call := failedCall(v)
			done := b.Succs[1-i]
			if call == nil || pure(call) || !looped(again, b) || ir.Reaches(done)[b] || done == ret || ir.Reaches(done)[ret] {
				continue
			}
			return call
		}
	}
	return nil
}

// looped reports whether a branch does nothing but go back to the head of the
// loop around it.
func looped(branch, b *ssa.BasicBlock) bool {
	return branch.Dominates(b) || len(branch.Succs) == 1 && branch.Succs[0].Dominates(b) && onlyLogs(branch)
}

// failedCall is the call whose error a value is.
func failedCall(v ssa.Value) *ssa.Call {
	for {
		ci, ok := v.(*ssa.ChangeInterface)
		if !ok {
			return ir.CallOf(v)
		}
		v = ci.X
	}
}

func calleeName(c *ssa.Call) string {
	if n := ir.CalleeName(&c.Call); n != "" {
		return text.Short(n)
	}
	return "a function value"
}

func isNil(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.IsNil()
}

// derives reports whether the answer holds nothing but constants, the caller's
// arguments and what the failed calls left: nothing of another call's success.
func derives(o *outcome.Outcome, calls ...*ssa.Call) bool {
	for _, p := range o.Shown().Pieces {
		if p.Const != "" || p.Source == nil || onTheWay(p.Source, calls) {
			continue
		}
		c := failedCall(p.Source.V)
		switch {
		case p.Origin == model.Payload, filled(p.Source.V, calls):
			return false
		case c == nil:
			if p.Origin == model.Argument && p.Source.Path != "" && !parameter(p.Source.V) {
				return false
			}
		case p.Origin <= model.Benign:
			return false
		}
	}
	return true
}

// filled reports whether a variable got its value from a call that was given its
// address, other than those that failed.
func filled(v ssa.Value, calls []*ssa.Call) bool {
	for depth := 0; depth < 6; depth++ {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.Alloc:
			return slices.ContainsFunc(ir.GivenTo(x), func(c *ssa.Call) bool { return !slices.Contains(calls, c) && !pure(c) })
		default:
			return false
		}
	}
	return false
}

func parameter(v ssa.Value) bool { _, ok := v.(*ssa.Parameter); return ok }

// onTheWay reports whether a piece comes from or through one of the calls.
func onTheWay(n *ir.Node, calls []*ssa.Call) bool {
	for ; n != nil; n = n.From {
		if c := failedCall(n.V); c != nil && slices.Contains(calls, c) {
			return true
		}
	}
	return false
}

// partly reports whether an earlier step of the call has changed something: the
// answer is about that, and what failed is an extra.
func partly(o *outcome.Outcome, calls ...*ssa.Call) bool {
	for _, e := range o.Effects() {
		if e.Certainty == effect.Applied && !e.Earlier && !within(e, calls) {
			return true
		}
	}
	return false
}

// within reports whether an effect is one of the calls, or takes place in one.
func within(e effect.Event, calls []*ssa.Call) bool {
	at := e.Call
	for f := e.F; at != nil; f = f.Up {
		if c, _ := at.(*ssa.Call); c != nil && slices.Contains(calls, c) {
			return true
		}
		if f == nil {
			return false
		}
		at = f.Call
	}
	return false
}

// verdict reports whether the failure is what the tool was asked to find: a
// parser's word on a text that is no request, or what a tool that is named for
// judging says of what it looked at.
func verdict(o *outcome.Outcome, call *ssa.Call) bool {
	if judges(o.Tool.Name) && (model.FailureWord(o.Shown().Constants()) || o.Shown().Worst(func(p text.Piece) bool { return p.Origin > model.Benign }) != nil) {
		return true
	}
	if ir.CalleeName(&call.Call) == "" || !model.PureError(ir.CalleePkg(&call.Call)) {
		return false
	}
	for _, a := range ir.Operands(&call.Call) {
		if ir.TypeName(a.Type()) == "encoding/json.RawMessage" {
			return false
		}
		if ct, ok := a.(*ssa.ChangeType); ok && ir.TypeName(ct.X.Type()) == "encoding/json.RawMessage" {
			return false
		}
	}
	return true
}

// judges reports whether a tool is named for a verdict.
func judges(tool string) bool {
	for _, w := range model.SplitName(tool) {
		switch w {
		case "ping", "health", "healthcheck", "probe", "diagnose", "doctor", "validate", "verify", "lint", "test", "tests":
			return true
		}
	}
	return false
}
