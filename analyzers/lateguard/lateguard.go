// Package lateguard reports checks that can refuse a call after it has changed
// something.
package lateguard

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
	"github.com/gomcplint/mcplint/passes/effect"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
	"github.com/gomcplint/mcplint/passes/tool"
)

// Rule is the rule.
var Rule = &rule.Rule{
	Analyzer: &analysis.Analyzer{
		Name: "lateguard", Doc: "a check refuses the call after the call has changed something",
		URL: rule.URL("lateguard"), Requires: query.Outcomes, Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Warning, Default: true,
	Doc: &lint.RawDocumentation{
		Title: "A check comes after the change that it should prevent",
		Text: `A call that is refused for its arguments, for a missing confirmation or permission, or because it
was a dry run, is taken for one that did nothing: the model corrects the arguments and calls again,
the user who declined believes that nothing happened. Everything that can refuse the call without
looking at the outside world belongs before the first change.

The order is that of the code, of a list of step functions, or of a selector that is passed on empty
where a bulk operation takes an empty one for everything.`,
		Since: "0.1.0", Severity: lint.SeverityWarning,
	},
	Silent: []string{
		"checks of what the change itself returned, or of state that was read after it",
		"refusals that undo the change first",
		"the preparation of folders, and changes in a transaction that is not committed",
		"checks of later items of a batch in the loop that works on them",
	},
	Spec: "server/tools, Security Considerations: validate all tool inputs; clients should prompt for confirmation",
}

func run(pass *analysis.Pass) (any, error) {
	var fs []rule.Finding
	all := map[*tool.Tool][]*outcome.Outcome{}
	seen := map[*ssa.BasicBlock]bool{} // where checks that are reported send the call
	for _, o := range query.Of(pass).Outcomes {
		all[o.Tool] = append(all[o.Tool], o)
	}
	for _, o := range query.Of(pass).Outcomes {
		if o.Tool.Middleware || o.Own || o.Cancelled || o.Handler.Panic {
			continue
		}
		fs = append(fs, check(pass, o, all[o.Tool], seen)...)
	}
	fs = append(fs, selectors(pass)...)
	return rule.Report(pass, query.Join(fs))
}

// check looks at one outcome: is it decided by a guard that comes after an effect?
func check(pass *analysis.Pass, o *outcome.Outcome, siblings []*outcome.Outcome, seen map[*ssa.BasicBlock]bool) (out []rule.Finding) {
	switch o.Channel {
	case model.Success, model.ToolError, model.Protocol:
	default:
		return nil
	}
	evs := o.Effects()
	o.Within(func() {
		for _, g := range guardsOf(o) {
			if !g.guard() || o.Channel == model.Success && !refusesSoftly(g) {
				continue
			}
			ev, at := before(o, evs, g, siblings)
			if ev == nil {
				ev, at = step(o, g)
			}
			if ev == nil {
				continue
			}
			if b := g.leads(); b != nil && at == g.pos() {
				if seen[b] {
					continue // "a || b" is one check
				}
				seen[b] = true
			}
			pos := query.Anchor(pass, at)
			out = append(out, rule.Finding{
				Pos: pos, End: query.End(pass, pos), Tool: o.Tool.Name, Confidence: query.Lower(ev.Confidence, o.Tool.Confidence),
				Message: fmt.Sprintf("%scan be refused for %s after %s has made its change (%s), which stays; check before changing anything", query.Subject(o), g.role, ev.What, ev.Kind),
				Related: []analysis.RelatedInformation{{Pos: ir.PosOf(ev.Call), Message: "the change"}, {Pos: o.Written(), Message: "the refusal"}},
			})
		}
	})
	return out
}

// refusesSoftly reports whether a success is a refusal: a preview, or a request
// for the confirmation that was not given. That force was not given refuses
// nothing.
func refusesSoftly(g guard) bool {
	if g.flag == "" || squash(g.flag) == "force" {
		return false
	}
	taken := g.taken
	if b, ok := g.v.(*ssa.BinOp); ok {
		if k, isBool := ir.ConstBool(b.Y); isBool && !k {
			taken = !taken
		}
	}
	return previews(g.flag) == taken
}

// before returns an effect that lies before the guard, and where in the function
// that holds both the guard stands.
func before(o *outcome.Outcome, evs []effect.Event, g guard, siblings []*outcome.Outcome) (*effect.Event, token.Pos) {
	var best *effect.Event
	var pos token.Pos
	for i := range evs {
		ev := &evs[i]
		if ev.Certainty != effect.Applied && !ev.Running || ev.Earlier || ev.Confidence < model.Medium || prepares(ev, o.Tool.Name) {
			continue
		}
		f, x, y := meet(ev, g)
		if f == nil || x == nil || y == nil {
			continue
		}
		if comesBefore(y, x) && (ev.Destructive || strings.Contains(strings.ToLower(ev.What), "rollback")) {
			return nil, token.NoPos // the refusal undoes
		}
		if !comesBefore(x, y) || reads(o, g, f, x, siblings) || g.caller != "" && knew(o.Engine, f, x, g.caller) {
			continue
		}
		if best == nil || ev.Confidence > best.Confidence {
			best, pos = ev, g.pos()
			if f != g.f {
				pos = ir.PosOf(y)
				if _, ok := y.(*ssa.Defer); ok {
					pos = g.pos()
				}
			}
		}
	}
	return best, pos
}

// knew reports whether the caller was looked up before x too: a server that takes
// its client from the context for each request has been through this check when
// it made the request that changed something.
func knew(e *ir.Engine, f *ir.Frame, x ssa.Instruction, caller string) bool {
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(*ssa.Call); ok && comesBefore(call, x) && looksUp(e, call, f, caller, 0) {
				return true
			}
		}
	}
	return false
}

// looksUp reports whether a call takes the caller out of the context, itself or
// not far below.
func looksUp(e *ir.Engine, call *ssa.Call, f *ir.Frame, caller string, depth int) bool {
	if lookup(&call.Call) == caller {
		return true
	}
	if depth > 3 {
		return false
	}
	for _, t := range e.Callees(call, f) {
		cf := e.Enter(call, f, t)
		if cf == nil {
			continue
		}
		for _, b := range t.Fn.Blocks {
			for _, in := range b.Instrs {
				if inner, ok := in.(*ssa.Call); ok && looksUp(e, inner, cf, caller, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// prepares reports whether an effect only makes room for what follows, for this
// call or any.
func prepares(ev *effect.Event, tool string) bool {
	return ev.Upkeep(tool) || ev.Idempotent && strings.Contains(ev.What, "Mkdir")
}

// meet returns the innermost frame that an effect and a guard share, and the
// instructions in it that lead to either.
func meet(ev *effect.Event, g guard) (*ir.Frame, ssa.Instruction, ssa.Instruction) {
	way := map[*ir.Frame]ssa.Instruction{}
	var in ssa.Instruction = ev.Call
	for f := ev.F; f != nil; f = f.Up {
		way[f] = in
		in = f.Call
	}
	in = g.at
	for f := g.f; f != nil; f = f.Up {
		if a, ok := way[f]; ok {
			return f, a, in
		}
		in = f.Call
	}
	return nil, nil, nil
}

// comesBefore reports whether x runs before y and not only in an earlier
// iteration of a loop. What is deferred runs last, the last deferred first.
func comesBefore(x, y ssa.Instruction) bool {
	if x.Block() == nil || y.Block() == nil || x.Parent() != y.Parent() || x == y {
		return false
	}
	_, xLast := x.(*ssa.Defer)
	_, yLast := y.(*ssa.Defer)
	switch {
	case xLast && yLast:
		x, y = y, x
	case xLast != yLast:
		return yLast
	}
	if x.Block() == y.Block() {
		return slices.Index(x.Block().Instrs, x) < slices.Index(y.Block().Instrs, y)
	}
	return ir.Reaches(x.Block())[y.Block()] && !ir.Reaches(y.Block())[x.Block()]
}

// reads reports whether a condition between the effect and the guard looks at
// more of the effect than that it did not fail: the refusal depends on what the
// effect found.
func reads(o *outcome.Outcome, g guard, f *ir.Frame, x ssa.Instruction, siblings []*outcome.Outcome) bool {
	for _, c := range g.rest {
		if c.F != f || !comesBefore(x, c.If) {
			continue
		}
		cond, taken := c.Not()
		if _, isNil, ok := ir.NilTest(cond, taken); ok && isNil {
			continue
		}
		if roleOf(o, c.If.Cond, c.F).other && !onlyFails(o, c, siblings) {
			return true
		}
	}
	return false
}

// onlyFails reports whether the branch that was not taken only leads to failures,
// as the one on an unexpected status does.
func onlyFails(o *outcome.Outcome, c ir.Cond, siblings []*outcome.Outcome) bool {
	found := false
	if c.F.Fn == o.Fn() {
		for _, s := range siblings {
			if slices.Contains(s.Handler.Conds, ir.Cond{If: c.If, Taken: !c.Taken, F: c.F}) {
				if s.Channel == model.Success {
					return false
				}
				found = true
			}
		}
		return found
	}
	for _, r := range ir.Results(c.F.Fn) {
		cs := ir.Conds(r.Block(), c.F)
		if n := len(r.Results); n > 0 && slices.Contains(cs, ir.Cond{If: c.If, Taken: !c.Taken, F: c.F}) {
			if !ir.IsError(r.Results[n-1].Type()) || o.Engine.NilAt(r.Results[n-1], c.F, cs) != ir.NotNil {
				return false
			}
			found = true
		}
	}
	return found
}
