// Package toolhint reports annotations of tools that contradict what the tools do.
package toolhint

import (
	"cmp"
	"fmt"
	"go/token"
	"slices"

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
		Name: "toolhint", Doc: "a tool's annotations contradict what the tool does",
		URL: rule.URL("toolhint"), Requires: query.Outcomes, Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Error, Default: true,
	Doc: &lint.RawDocumentation{
		Title: "A tool's annotations contradict what it does",
		Text: `Hosts run tools with readOnlyHint true without asking the user, offer them to read-only
sessions, and repeat tools with idempotentHint true at will. A hint is a promise for every action of
the tool: one branch that deletes makes destructiveHint false untrue.

The hints are evaluated where the tool is registered: options, literals, shared variables, helpers,
values that follow from the tool's constant name, and assignments in a loop over several tools. Where
no hint is written nothing is claimed, and nothing reported. mcp-go's NewTool fills in destructiveHint
true; on a tool with readOnlyHint true that is noted with low confidence.`,
		Since: "0.1.0", Severity: lint.SeverityError,
	},
	Silent: []string{
		"hints that follow from nothing constant, and tools without hints",
		"effects that a constant argument keeps from running",
		"a POST or a command that nothing names for a change, where readOnlyHint is true",
		"where idempotentHint is true: what is made only where a read did not find it, and a PATCH sent under a name like update or set",
		"in-process state and files under a temporary or cache directory",
		"destructiveHint and idempotentHint of a tool that is marked as read-only: they mean nothing there",
	},
	Spec: "server/tools, ToolAnnotations (schema of 2025-03-26 and later)",
}

type memoKey struct{}

func run(pass *analysis.Pass) (any, error) {
	all := query.Of(pass).All
	if all == nil {
		return rule.Report(pass, nil)
	}
	fs := all.View.Memo(memoKey{}, func() any { return look(all) }).([]rule.Finding)
	in := map[*token.File]bool{}
	for _, f := range pass.Files {
		in[pass.Fset.File(f.Pos())] = true
	}
	var own []rule.Finding
	for _, f := range fs {
		if in[pass.Fset.File(f.Pos)] {
			f.Pos = query.Anchor(pass, f.Pos)
			f.End = query.End(pass, f.Pos)
			own = append(own, f)
		}
	}
	return rule.Report(pass, own)
}

func look(p *outcome.Program) []rule.Finding {
	var fs []rule.Finding
	for _, t := range p.Tools.Tools {
		if t.Middleware || t.Shape || t.Meta == nil {
			continue
		}
		fs = append(fs, check(p.View, t)...)
	}
	slices.SortStableFunc(fs, func(a, b rule.Finding) int { return cmp.Compare(a.Pos, b.Pos) })
	return fs
}

// frame is the handler's frame under the tool's wrappers.
func frame(e *ir.Engine, t *tool.Tool) *ir.Frame {
	f := e.Root(t.Root)
	for _, l := range t.Chain {
		e.Only[l.Call] = l.Target
		if f = e.Enter(l.Call, f, l.Target); f == nil {
			return nil
		}
	}
	return f
}

func check(v *ir.View, t *tool.Tool) []rule.Finding {
	r := newReader(ir.NewEngine(v), t)
	ro := r.read("ReadOnlyHint")
	destr, idem := r.read("DestructiveHint"), r.read("IdempotentHint")
	if ro.state != isTrue && destr.state != isFalse && idem.state != isTrue || ro.state == unknown {
		return nil
	}
	e := ir.NewEngine(v)
	f := frame(e, t)
	if f == nil {
		return nil
	}
	evs := effect.Reachable(e, f, r.name)
	var out []rule.Finding
	if ro.state == isTrue {
		if ev := worst(evs, func(ev effect.Event) bool { return ev.Confidence >= model.Medium }); ev != nil {
			return append(out, r.finding(ro, ev, ev.Confidence, "readOnlyHint is true", "changes something", "set readOnlyHint to false, or take the change out of the tool"))
		}
		if destr.state == unset && r.preset && t.Serving.SDK == model.MCPGo {
			n := r.finding(ro, nil, model.Low, "readOnlyHint is true", "", "")
			n.Level = rule.Note
			n.Message = fmt.Sprintf("tool %q: NewTool's default destructiveHint true goes out beside readOnlyHint true; hosts that look at one hint only will ask the user; set destructiveHint to false", r.name)
			out = append(out, n)
		}
		return out
	}
	if destr.state == isFalse {
		if ev := worst(evs, func(ev effect.Event) bool { return ev.Destructive && ev.Confidence >= model.Medium }); ev != nil {
			out = append(out, r.finding(destr, ev, ev.Confidence, "destructiveHint is false", "deletes or overwrites", "set destructiveHint to true"))
		}
	}
	if idem.state == isTrue {
		if ev := worst(evs, func(ev effect.Event) bool {
			return !ev.Idempotent && !ev.Keyed && !ev.Guarded && (ev.Confidence >= model.Medium || ev.Kind == model.HTTPSend)
		}); ev != nil {
			out = append(out, r.finding(idem, ev, max(ev.Confidence, model.Medium), "idempotentHint is true", "does more each time", "set idempotentHint to false, or guard it with an idempotency key"))
		}
	}
	return out
}

// worst returns the surest of the effects that match.
func worst(evs []effect.Event, match func(effect.Event) bool) *effect.Event {
	var best *effect.Event
	for i := range evs {
		if match(evs[i]) && (best == nil || evs[i].Confidence > best.Confidence) {
			best = &evs[i]
		}
	}
	return best
}

func (r *reader) finding(h hint, ev *effect.Event, conf model.Confidence, claim, does, fix string) rule.Finding {
	t := r.tool
	pos, related := r.place(h)
	f := rule.Finding{Pos: pos, Confidence: query.Lower(conf, t.Confidence), Tool: r.name, Related: related}
	name := "a tool"
	if r.name != "" {
		name = fmt.Sprintf("tool %q", r.name)
	}
	if ev != nil {
		f.Message = fmt.Sprintf("%s: %s, but %s %s; %s", name, claim, named(ev), does, fix)
		for fr := ev.F; fr != nil && fr.Call != nil; fr = fr.Up {
			f.Related = append(f.Related, analysis.RelatedInformation{Pos: ir.PosOf(fr.Call), Message: "called by " + query.FuncName(fr.Call.Parent())})
		}
		f.Related = append(f.Related, analysis.RelatedInformation{Pos: ir.PosOf(ev.Call), Message: "effect: " + ev.What})
	}
	return f
}

// place is where the hint is written, when that is beside the tool's name or its
// registration; a hint that a shared helper gives is reported at the registration.
func (r *reader) place(h hint) (token.Pos, []analysis.RelatedInformation) {
	reg := r.tool.Reg
	homes := map[*ssa.Function]bool{}
	if r.meta != nil && r.meta.At != nil {
		homes[r.meta.At.Parent()] = true
	}
	for _, l := range r.names() {
		if s, ok := ir.ConstString(l.V); ok && s == r.name && l.At != nil {
			homes[l.At.Parent()] = true
		}
	}
	for _, w := range r.way { // the row that holds handler and hint
		if st, ok := w.At.(*ssa.Store); ok {
			if _, ok := st.Addr.(*ssa.FieldAddr); ok {
				homes[st.Parent()] = true
			}
		}
	}
	var related []analysis.RelatedInformation
	for n := h.at; n != nil; n = n.From {
		if n.At == nil {
			continue
		}
		if pos := ir.PosOf(n.At); pos.IsValid() && homes[n.At.Parent()] {
			return pos, append(related, analysis.RelatedInformation{Pos: reg, Message: "registered"})
		} else if pos.IsValid() && len(related) == 0 {
			related = append(related, analysis.RelatedInformation{Pos: pos, Message: "the hint is given here"})
		}
	}
	return reg, related
}

// named names an effect with its kind, once.
func named(ev *effect.Event) string {
	if ev.Kind == model.HTTPSend || ev.Kind == model.Exec {
		return ev.What
	}
	return fmt.Sprintf("%s (%s)", ev.What, ev.Kind)
}
