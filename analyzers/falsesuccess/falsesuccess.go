// Package falsesuccess reports failures that a handler has established and then
// answers as a success.
package falsesuccess

import (
	"fmt"
	"go/token"
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
	seen := map[*ssa.Function]bool{}
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
		if what, conf := established(o); what != "" {
			if f := add(o.Site(), conf, what); len(o.Tool.Chain) == 0 && harmless(o.Shown()) {
				f.Fixes = repair.Flag(pass, o.Site())
			}
			continue
		}
		if what := swallowed(o); what != "" {
			add(o.Site(), model.Medium, what)
		}
		fn := o.Fn()
		if seen[fn] {
			continue
		}
		seen[fn] = true
		for _, d := range dropped(o, fn) {
			add(d.pos, d.conf, d.what)
		}
	}
	return rule.Report(pass, query.Join(fs))
}

// harmless reports whether a text may be shown in a tool error as it is: the fix
// must not turn a false success into a leak or a bad hint.
func harmless(t *text.Text) bool {
	words := t.Constants()
	return t.Worst(func(p text.Piece) bool { return p.Origin.Leaks() }) == nil && !model.Vague(words) && !model.RetryHint(words)
}

// established says which failure the conditions of a success have established.
func established(o *outcome.Outcome) (what string, conf model.Confidence) {
	if o.Maybe || legitimate(o.Conds) || o.Cancelled {
		return "", 0
	}
	for _, c := range o.Conds {
		cond, taken := c.Not()
		if v, isNil, ok := ir.NilTest(cond, taken); ok && !isNil && ir.IsError(v.Type()) {
			call := failedCall(v)
			if call == nil || !derives(o, call) || verdict(o, call) || partly(o, call) {
				return "", 0
			}
			return "the call of " + calleeName(call) + " failed", model.High
		}
	}
	if !refused(o.Conds) {
		return "", 0
	}
	shown := o.Shown()
	if !model.FailureWord(shown.Constants()) && !marked(shown) && !named(o) {
		return "", 0
	}
	for _, p := range shown.Pieces {
		if p.Const == "" && p.Origin != model.Argument && p.Origin != model.Authored {
			return "", 0
		}
	}
	return "an argument is refused", model.Medium
}

// failedCall is the call whose error a value is.
func failedCall(v ssa.Value) *ssa.Call {
	for {
		switch x := v.(type) {
		case *ssa.Call:
			return x
		case *ssa.Extract:
			c, _ := x.Tuple.(*ssa.Call)
			return c
		case *ssa.ChangeInterface:
			v = x.X
		default:
			return nil
		}
	}
}

func calleeName(c *ssa.Call) string {
	if n := ir.CalleeName(&c.Call); n != "" {
		return text.Short(n)
	}
	return "a function value"
}

// legitimate reports whether a condition looks at what kind of failure it is: a
// sentinel, a type or a status can be an answer.
func legitimate(conds []ir.Cond) bool {
	for _, c := range conds {
		cond, taken := c.Not()
		switch v := cond.(type) {
		case *ssa.Call:
			if !taken {
				continue
			}
			for _, a := range v.Call.Args {
				if ir.IsError(a.Type()) {
					return true
				}
			}
		case *ssa.BinOp:
			if v.Op == token.EQL && taken || v.Op == token.NEQ && !taken {
				if ir.IsError(v.X.Type()) && !isNil(v.X) && !isNil(v.Y) {
					return true
				}
				if u, ok := v.X.(*ssa.UnOp); ok {
					if fa, ok := u.X.(*ssa.FieldAddr); ok && ir.FieldVar(fa.X.Type(), fa.Field).Name() == "StatusCode" {
						return true
					}
				}
			}
		case *ssa.Extract:
			if ta, ok := v.Tuple.(*ssa.TypeAssert); ok && taken && ir.IsError(ta.X.Type()) {
				return true
			}
		}
	}
	return false
}

func isNil(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.IsNil()
}

// derives reports whether the answer holds nothing but constants, the caller's
// arguments and what the failed call left: nothing of an earlier success.
func derives(o *outcome.Outcome, call *ssa.Call) bool {
	for _, p := range o.Shown().Pieces {
		if p.Const != "" || p.Source == nil {
			continue
		}
		c := failedCall(p.Source.V)
		if c == nil {
			if p.Origin == model.Argument && p.Source.Path != "" && !parameter(p.Source.V) {
				return false
			}
			continue
		}
		if c != call && p.Origin <= model.Benign && !onTheWay(p.Source, call) {
			return false
		}
	}
	return true
}

func parameter(v ssa.Value) bool { _, ok := v.(*ssa.Parameter); return ok }

// onTheWay reports whether a piece comes through a call.
func onTheWay(n *ir.Node, call *ssa.Call) bool {
	for ; n != nil; n = n.From {
		if n.V == ssa.Value(call) {
			return true
		}
		if x, ok := n.V.(*ssa.Extract); ok && x.Tuple == ssa.Value(call) {
			return true
		}
	}
	return false
}

// partly reports whether an earlier step of the call has changed something: the
// answer is about that, and what failed is an extra.
func partly(o *outcome.Outcome, call *ssa.Call) bool {
	for _, e := range o.Effects() {
		if e.Certainty == effect.Applied && e.Call != ssa.CallInstruction(call) {
			return true
		}
	}
	return false
}

// verdict reports whether the failure is what the tool was asked to find: a
// parser's word on a text that is no request.
func verdict(o *outcome.Outcome, call *ssa.Call) bool {
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

// refused reports whether a condition rejects an argument: it is empty, of the
// wrong type, or no key of a table.
func refused(conds []ir.Cond) bool {
	for _, c := range conds {
		cond, taken := c.Not()
		switch v := cond.(type) {
		case *ssa.BinOp:
			if s, ok := ir.ConstString(v.Y); ok && s == "" && (v.Op == token.EQL) == taken {
				return true
			}
		case *ssa.Extract:
			if taken {
				continue
			}
			switch t := v.Tuple.(type) {
			case *ssa.Lookup:
				return true
			case *ssa.TypeAssert:
				return !ir.IsError(t.X.Type())
			}
		}
	}
	return false
}

// marked reports whether the answer's own fields say that it failed.
func marked(t *text.Text) bool {
	for _, p := range t.Pieces {
		for n := p.Source; n != nil; n = n.From {
			st, ok := n.At.(*ssa.Store)
			if !ok || n.Hop != ir.Stored {
				continue
			}
			fa, ok := st.Addr.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			switch name := ir.FieldVar(fa.X.Type(), fa.Field).Name(); {
			case name == "Error" || name == "Err" || name == "ErrorMessage":
				return true
			case name == "Status" || name == "State":
				switch strings.ToLower(p.Const) {
				case "failed", "error", "failure", "refused", "rejected":
					return true
				}
			}
		}
	}
	return false
}

// named reports whether the answer is made by a function that is named for
// failure: reply.Fail(…), refused(…).
func named(o *outcome.Outcome) bool {
	b := o.Handler.Outer().Ret.Block()
	for _, in := range b.Instrs {
		c, ok := in.(*ssa.Call)
		if !ok || c.Call.StaticCallee() == nil {
			continue
		}
		for _, w := range model.SplitName(c.Call.StaticCallee().Name()) {
			switch strings.ToLower(w) {
			case "fail", "failed", "failure", "error", "errorf", "refuse", "refused", "reject", "rejected":
				return true
			}
		}
	}
	return false
}
