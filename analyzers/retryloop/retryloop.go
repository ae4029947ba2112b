// Package retryloop reports effects that are repeated after a failure although
// each repetition may do more.
package retryloop

import (
	"cmp"
	"fmt"
	"go/token"
	"go/types"
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
	"github.com/gomcplint/mcplint/passes/tool"
)

// Rule is the rule.
var Rule = &rule.Rule{
	Analyzer: &analysis.Analyzer{
		Name: "retryloop", Doc: "an effect that is not idempotent is repeated after a failure",
		URL: rule.URL("retryloop"), Requires: append([]*analysis.Analyzer{ir.Analyzer}, query.Outcomes...), Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Warning, Default: true,
	Doc: &lint.RawDocumentation{
		Title: "An effect is repeated after a failure",
		Text: `A call that failed may have had its effect: the answer was lost, or a later step failed. What
inserts, appends, sends or orders is then done twice, and the model learns of one. Repeat only what
reads, what ends in the same state, or what carries a key by which the other side knows the second
attempt; otherwise say that the outcome is unknown and let the model look first.

Loops count in every shape: for, goto, recursion, a list that failed work goes back to, a second call
after a reconnect, a function that is run again by a helper, the body of a loop over an iterator, a
RoundTripper that repeats requests of any method. Without a bound and without a look at the context
the finding is an error.`,
		Since: "0.1.0", Severity: lint.SeverityWarning,
	},
	Silent: []string{
		"effects with an idempotency key, and those that leave the same state",
		"failures that prove that nothing was dispatched: dialling, a rate limit, building the request",
		"loops over the items of a list: each attempt is another piece of work",
		"calls under a look at readOnlyHint or idempotentHint, or at the request's method",
		"transactions, which a failure rolls back",
	},
	Spec: "server/tools, ToolAnnotations.idempotentHint; RFC 9110, 9.2.2",
}

type memoKey struct{}

func run(pass *analysis.Pass) (any, error) {
	v := pass.ResultOf[ir.Analyzer].(*ir.View)
	all := query.Of(pass).All
	var tools []*tool.Tool
	if all != nil {
		tools = all.Tools.Tools
	} else if !client(pass) {
		return rule.Report(pass, nil)
	}
	fs := v.Memo(memoKey{}, func() any { return look(v, tools) }).([]rule.Finding)
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
	return rule.Report(pass, query.Join(own))
}

// client reports whether a package without handlers uses an SDK: it may call tools.
func client(pass *analysis.Pass) bool {
	return slices.ContainsFunc(pass.Pkg.Imports(), func(p *types.Package) bool { return model.IsSDKPackage(p.Path()) })
}

type looker struct {
	view    *ir.View
	found   map[token.Pos]bool
	out     []rule.Finding
	covered map[*ssa.Function]bool
	trips   []string // the program's RoundTrippers that repeat any request
	frames  int
}

const maxFrames = 1500 // per tool

func look(v *ir.View, tools []*tool.Tool) []rule.Finding {
	l := &looker{view: v, found: map[token.Pos]bool{}, covered: map[*ssa.Function]bool{}}
	l.trips = transports(v)
	for _, t := range tools {
		e := ir.NewEngine(v)
		f := e.Root(t.Root)
		for _, k := range t.Chain {
			e.Only[k.Call] = k.Target
			if f != nil {
				f = e.Enter(k.Call, f, k.Target)
			}
		}
		if f == nil {
			continue
		}
		l.frames = 0
		l.walk(e, f, t, map[*ir.Frame]bool{})
		l.sent(e, f, t)
	}
	e := ir.NewEngine(v)
	for _, fn := range v.Funcs() {
		if !l.covered[fn] && !v.InTest(fn) {
			l.frame(e, e.Root(ir.Target{Fn: fn}), nil)
		}
	}
	slices.SortStableFunc(l.out, func(a, b rule.Finding) int { return cmp.Compare(a.Pos, b.Pos) })
	return l.out
}

// walk looks at every function that a handler may run, in its context.
func (l *looker) walk(e *ir.Engine, f *ir.Frame, t *tool.Tool, seen map[*ir.Frame]bool) {
	if f == nil || seen[f] || l.frames > maxFrames {
		return
	}
	l.frames++
	seen[f] = true
	l.covered[f.Fn] = true
	l.frame(e, f, t)
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			if call, ok := in.(ssa.CallInstruction); ok {
				for _, g := range e.Callees(call, f) {
					l.walk(e, e.Enter(call, f, g), t, seen)
				}
			}
		}
	}
}

// frame reports what one function repeats.
func (l *looker) frame(e *ir.Engine, f *ir.Frame, t *tool.Tool) {
	for _, c := range candidates(l.view, f.Fn) {
		name := ""
		if t != nil {
			name = t.Name
		}
		if hinted(ir.Conds(c.call.Block(), f)) || sure(e, c, f) {
			continue
		}
		for _, ev := range effect.OfCall(e, c.call, f, name, toolCall) {
			if ev.Idempotent || ev.Keyed || ev.Tx || ev.Running || ev.Confidence < model.Medium || l.keyed(c, ev) || permanent(ev.Call) {
				continue
			}
			if guarded(ev) {
				continue
			}
			l.report(c, ev, f, t)
		}
	}
}

// sure reports whether every way to the next attempt knows that the failed one
// did nothing.
func sure(e *ir.Engine, c candidate, f *ir.Frame) bool {
	if len(c.conds) == 0 {
		return false
	}
	for _, way := range c.conds {
		cs := make([]ir.Cond, len(way))
		for i, k := range way {
			k.F = f
			cs[i] = k
		}
		if !effect.NotDispatched(e, c.call, f, cs) && !unsent(cs) {
			return false
		}
	}
	return true
}

// unsent reports whether a condition asks a function whether the request left.
func unsent(cs []ir.Cond) bool {
	for _, c := range cs {
		cond, taken := c.Not()
		call, ok := cond.(*ssa.Call)
		if !ok || !taken || call.Call.StaticCallee() == nil {
			continue
		}
		name := strings.ToLower(call.Call.StaticCallee().Name())
		for _, w := range []string{"notsent", "unsent", "notdispatched", "dial", "refused", "ratelimit", "throttl", "toomany", "conflict", "beforesend", "neversent", "unauthorized"} {
			if strings.Contains(name, w) {
				return true
			}
		}
	}
	return false
}

// toolCall takes the call of another server's tool for an effect: what it does
// is not known.
func toolCall(call ssa.CallInstruction, f *ir.Frame) (effect.Event, bool) {
	name := ir.CalleeName(call.Common())
	if !strings.HasSuffix(name, ".CallTool") || !model.IsSDKPackage(ir.CalleePkg(call.Common())) {
		return effect.Event{}, false
	}
	ev := effect.Event{Call: call, F: f, What: "the tool call", Certainty: effect.Applied}
	ev.Kind, ev.Confidence = model.APICall, model.Medium
	return ev, true
}

// hinted reports whether conditions look at a hint that allows the repetition,
// or at the method of a request.
func hinted(cs []ir.Cond) bool {
	for _, c := range cs {
		cond, _ := c.Not()
		if mentions(cond, 0) {
			return true
		}
	}
	return false
}

func mentions(v ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	switch x := v.(type) {
	case *ssa.FieldAddr:
		switch ir.FieldVar(x.X.Type(), x.Field).Name() {
		case "ReadOnlyHint", "IdempotentHint":
			return true
		case "Method":
			return ir.TypeName(x.X.Type()) == "net/http.Request"
		}
	case *ssa.Phi:
		for _, p := range x.Block().Preds {
			if iff, ok := ir.Last(p).(*ssa.If); ok && mentions(iff.Cond, depth+1) {
				return true
			}
		}
	}
	in, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	for _, op := range in.Operands(nil) {
		if *op != nil && mentions(*op, depth+1) {
			return true
		}
	}
	return false
}

// guarded reports whether the way from the repetition to the effect looks at a
// hint first.
func guarded(ev effect.Event) bool {
	if hinted(ir.Conds(ev.Call.Block(), ev.F)) {
		return true
	}
	for f := ev.F; f != nil; f = f.Up {
		if f.Call != nil && hinted(ir.Conds(f.Call.Block(), f.Up)) {
			return true
		}
		if f.Closure != nil && hinted(ir.Conds(f.Closure.Block(), f.Env)) {
			return true
		}
	}
	return false
}

// permanent reports whether a function marks its failures as ones not to repeat.
func permanent(call ssa.CallInstruction) bool {
	for _, b := range call.Parent().Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok {
				name := ir.CalleeName(&c.Call)
				if strings.HasSuffix(name, ".Permanent") || strings.HasSuffix(name, ".Unrecoverable") {
					return true
				}
			}
		}
	}
	return false
}

// keyed reports whether the effect is given a key that was made before the loop.
func (l *looker) keyed(c candidate, ev effect.Event) bool {
	check := func(call ssa.CallInstruction) bool {
		for _, a := range call.Common().Args {
			if key(a, c.loop, 0) {
				return true
			}
		}
		return false
	}
	if check(c.call) || check(ev.Call) {
		return true
	}
	for f := ev.F; f != nil && f.Call != nil; f = f.Up {
		if check(f.Call) {
			return true
		}
	}
	return false
}

// key reports whether a value carries an idempotency key that stays the same.
func key(v ssa.Value, l *loop, depth int) bool {
	if depth > 6 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Parameter:
		return model.IdempotencyField(x.Name())
	case *ssa.FreeVar:
		return model.IdempotencyField(x.Name())
	case *ssa.Call:
		if makesKey(ir.CalleeName(&x.Call)) {
			return l == nil || !l.body[x.Block()]
		}
	case *ssa.Alloc:
		if model.IdempotencyField(x.Comment) {
			return true
		}
		for _, r := range *x.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Addr == ssa.Value(x) && key(r.Val, l, depth+1) {
					return true
				}
			case *ssa.FieldAddr:
				named := model.IdempotencyField(ir.FieldVar(r.X.Type(), r.Field).Name())
				for _, u := range *r.Referrers() {
					if st, ok := u.(*ssa.Store); ok && (named && !fresh(st.Val, l) || key(st.Val, l, depth+1)) {
						return true
					}
				}
			case *ssa.IndexAddr:
				for _, u := range *r.Referrers() {
					if st, ok := u.(*ssa.Store); ok && key(st.Val, l, depth+1) {
						return true
					}
				}
			}
		}
		return false
	}
	in, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	for _, op := range in.Operands(nil) {
		if *op != nil && key(*op, l, depth+1) {
			return true
		}
	}
	return false
}

// fresh reports whether a key is made anew in each iteration.
func fresh(v ssa.Value, l *loop) bool {
	c, ok := v.(*ssa.Call)
	return ok && l != nil && l.body[c.Block()] && makesKey(ir.CalleeName(&c.Call))
}

func makesKey(name string) bool {
	switch name {
	case "github.com/google/uuid.NewString", "github.com/google/uuid.New", "github.com/google/uuid.Must", "(github.com/google/uuid.UUID).String", "crypto/rand.Text", "github.com/rs/xid.New", "github.com/oklog/ulid.Make":
		return true
	}
	return false
}

// within returns the call that leads to the effect in the function that a call
// of a function value runs: the place where people wrote what is repeated.
func within(call ssa.CallInstruction, ev effect.Event) ssa.CallInstruction {
	at := ev.Call
	for f := ev.F; f != nil && f.Call != nil; f = f.Up {
		if f.Call == call {
			return at
		}
		at = f.Call
	}
	return ev.Call
}

func (l *looker) report(c candidate, ev effect.Event, f *ir.Frame, t *tool.Tool) {
	pos := ir.PosOf(c.call)
	if c.indirect {
		pos = ir.PosOf(within(c.call, ev))
	}
	if l.found[pos] {
		return
	}
	l.found[pos] = true
	fd := rule.Finding{Pos: pos, Confidence: ev.Confidence, Related: []analysis.RelatedInformation{
		{Pos: ir.PosOf(c.call), Message: "repeated by " + c.how}, {Pos: ir.PosOf(ev.Call), Message: "effect: " + ev.What},
	}}
	subject := query.FuncName(f.Fn) + ": "
	if t != nil {
		fd.Tool = t.Name
		if t.Name != "" {
			subject = fmt.Sprintf("tool %q: ", t.Name)
		}
	}
	end := ""
	if !c.bounded && !c.ctx {
		fd.Level = rule.Error
		end = " without end"
	}
	fd.Message = fmt.Sprintf("%s%s repeats %s (%s) after a failure%s, and a failure may hide that it was done; repeat it with an idempotency key only, or say that the outcome is unknown", subject, c.how, ev.What, ev.Kind, end)
	l.out = append(l.out, fd)
}
