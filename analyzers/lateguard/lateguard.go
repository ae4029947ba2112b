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
	for _, o := range query.Of(pass).Outcomes {
		if o.Tool.Middleware || o.Own || o.Cancelled || o.Handler.Panic {
			continue
		}
		if f, ok := check(pass, o); ok {
			fs = append(fs, f)
		}
	}
	fs = append(fs, selectors(pass)...)
	return rule.Report(pass, query.Join(fs))
}

// check looks at one outcome: is it decided by a guard that comes after an effect?
func check(pass *analysis.Pass, o *outcome.Outcome) (rule.Finding, bool) {
	if len(o.Handler.Conds) == 0 {
		return rule.Finding{}, false
	}
	evs := o.Effects()
	var (
		out   rule.Finding
		found bool
	)
	o.Within(func() {
		g, r, at := guardOf(o)
		if g == nil {
			return
		}
		if o.Channel == model.Success && !refusesSoftly(r, *g) || o.Channel != model.Success && o.Channel != model.ToolError && o.Channel != model.Protocol {
			return
		}
		ev := before(o, evs, *g, at)
		if ev == nil {
			ev = step(o, *g)
		}
		if ev == nil {
			return
		}
		found = true
		pos := query.Anchor(pass, checkPos(*g))
		out = rule.Finding{
			Pos: pos, End: query.End(pass, pos), Tool: o.Tool.Name, Confidence: query.Lower(query.Lower(ev.Confidence, model.High), o.Tool.Confidence),
			Message: fmt.Sprintf("%scan be refused for %s after %s has made its change (%s), which stays; check before changing anything", query.Subject(o), r, ev.What, ev.Kind),
			Related: []analysis.RelatedInformation{{Pos: ir.PosOf(ev.Call), Message: "the change"}, {Pos: o.Written(), Message: "the refusal"}},
		}
	})
	return out, found
}

// checkPos is where the check is made: the call whose error is looked at, or the
// comparison.
func checkPos(g ir.Cond) token.Pos {
	cond, taken := g.Not()
	if v, _, ok := ir.NilTest(cond, taken); ok {
		if pos := ir.PosOf(v); pos.IsValid() {
			return pos
		}
	}
	return ir.PosOf(cond)
}

// guardOf returns the innermost condition that rests on anything but constants,
// when it is a guard.
func guardOf(o *outcome.Outcome) (*ir.Cond, role, int) {
	for i, c := range o.Handler.Conds {
		r := roleOf(o, c.If.Cond, c.F)
		if r == (role{}) {
			continue
		}
		if !r.guard() {
			return nil, r, 0
		}
		return &o.Handler.Conds[i], r, i
	}
	return nil, role{}, 0
}

// refusesSoftly reports whether a success is a refusal: a preview, or a request
// for the confirmation that was not given.
func refusesSoftly(r role, g ir.Cond) bool {
	if r.flag == "" {
		return false
	}
	cond, taken := g.Not()
	if b, ok := cond.(*ssa.BinOp); ok {
		if k, isBool := ir.ConstBool(b.Y); isBool && !k {
			taken = !taken
		}
	}
	return previews(r.flag) == taken
}

// before returns an applied effect that lies before the guard.
func before(o *outcome.Outcome, evs []effect.Event, g ir.Cond, at int) *effect.Event {
	var best *effect.Event
	for i := range evs {
		ev := &evs[i]
		if ev.Certainty != effect.Applied || ev.Running || ev.Earlier || ev.Confidence < model.Medium || prepares(ev) {
			continue
		}
		f, x, y := meet(ev, g)
		if f == nil || x == nil || y == nil {
			continue
		}
		if comesBefore(y, x) && (ev.Destructive || strings.Contains(strings.ToLower(ev.What), "rollback")) {
			return nil // the refusal undoes
		}
		if !comesBefore(x, y) || reads(o, at, f, x) {
			continue
		}
		if best == nil || ev.Confidence > best.Confidence {
			best = ev
		}
	}
	return best
}

// prepares reports whether an effect only makes room for what follows.
func prepares(ev *effect.Event) bool {
	return ev.Idempotent && strings.Contains(ev.What, "Mkdir")
}

// meet returns the innermost frame that an effect and a guard share, and the
// instructions in it that lead to either.
func meet(ev *effect.Event, g ir.Cond) (*ir.Frame, ssa.Instruction, ssa.Instruction) {
	type at struct{ in ssa.Instruction }
	way := map[*ir.Frame]at{}
	var in ssa.Instruction = ev.Call
	for f := ev.F; f != nil; f = f.Up {
		way[f] = at{in}
		in = f.Call
	}
	in = g.If
	for f := g.F; f != nil; f = f.Up {
		if a, ok := way[f]; ok {
			return f, a.in, in
		}
		in = f.Call
	}
	return nil, nil, nil
}

// comesBefore reports whether x runs before y and not only in an earlier
// iteration of a loop.
func comesBefore(x, y ssa.Instruction) bool {
	if x.Block() == nil || y.Block() == nil || x.Parent() != y.Parent() || x == y {
		return false
	}
	if x.Block() == y.Block() {
		return slices.Index(x.Block().Instrs, x) < slices.Index(y.Block().Instrs, y)
	}
	return ir.Reaches(x.Block())[y.Block()] && !ir.Reaches(y.Block())[x.Block()]
}

// reads reports whether a condition between the effect and the guard looks at
// more of the effect than that it did not fail.
func reads(o *outcome.Outcome, guard int, f *ir.Frame, x ssa.Instruction) bool {
	for i, c := range o.Handler.Conds {
		if i == guard || c.F != f || !comesBefore(x, c.If) {
			continue
		}
		cond, taken := c.Not()
		if _, isNil, ok := ir.NilTest(cond, taken); ok && isNil {
			continue
		}
		if roleOf(o, c.If.Cond, c.F).other {
			return true
		}
	}
	return false
}

// step looks at a chain of step functions that one call in a loop runs in the
// order of a list: a guard in a later step than an effect.
func step(o *outcome.Outcome, g ir.Cond) *effect.Event {
	gf := g.F
	for gf != nil && gf.Call != nil {
		call, ok := gf.Call.(*ssa.Call)
		if !ok || call.Call.IsInvoke() || call.Call.StaticCallee() != nil {
			gf = gf.Up
			continue
		}
		order := steps(o.Engine, call, gf.Up)
		k := slices.Index(order, gf.Fn)
		for _, t := range o.Engine.Callees(call, gf.Up) {
			i := slices.Index(order, t.Fn)
			if i < 0 || i >= k {
				continue
			}
			sf := o.Engine.Enter(call, gf.Up, t)
			if sf == nil {
				continue
			}
			for _, ev := range effect.Reachable(o.Engine, sf, o.Tool.Name) {
				if ev.Confidence >= model.Medium && !prepares(&ev) {
					return &ev
				}
			}
		}
		gf = gf.Up
	}
	return nil
}

// steps returns the functions of the list literal from which a call takes what
// it runs, in order.
func steps(e *ir.Engine, call *ssa.Call, f *ir.Frame) []*ssa.Function {
	u, ok := call.Call.Value.(*ssa.UnOp)
	if !ok {
		return nil
	}
	ia, ok := u.X.(*ssa.IndexAddr)
	if !ok {
		// A field of the element: steps with names.
		fa, isField := u.X.(*ssa.FieldAddr)
		if !isField {
			return nil
		}
		if ia, ok = fa.X.(*ssa.IndexAddr); !ok {
			return nil
		}
		return nil
	}
	list := ia.X
	if l, ok := list.(*ssa.UnOp); ok {
		if g, ok := l.X.(*ssa.Global); ok {
			for _, in := range e.View.GlobalUses(g) {
				if st, ok := in.(*ssa.Store); ok && st.Addr == ssa.Value(g) {
					list = st.Val
				}
			}
		}
	}
	els, ok := ir.Elements(list)
	if !ok {
		return nil
	}
	var out []*ssa.Function
	for _, el := range els {
		var fn *ssa.Function
		if el != nil {
			if ts := e.Functions(el, f); len(ts) == 1 {
				fn = ts[0].Fn
			}
		}
		out = append(out, fn)
	}
	return out
}
