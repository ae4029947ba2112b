// Package outcome joins what the other passes know: every way in which every
// handler of the view ends, on which channel it leaves, what its text is made
// of, and which conditions lead there. Rules are queries over outcomes.
//
// Outcomes are enumerated by return, by the edges that meet in a return, by what
// deferred literals make of named results, and by the returns of helpers whose
// results are handed on; a wrapper is looked at once for each way in which the
// function that it wraps ends. Loops are not unrolled, conditions are judged
// only as far as tests for nil and constants tell, so an outcome may be listed
// that cannot happen. The number of outcomes of a handler is bounded; what is cut
// off is reported in the coverage. The pass reports nothing.
package outcome

import (
	"cmp"
	"fmt"
	"go/token"
	"reflect"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/effect"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/text"
	"github.com/gomcplint/mcplint/passes/tool"
)

// Analyzer yields the *Result of the pass's package.
var Analyzer = &analysis.Analyzer{
	Name:       "mcplintoutcome",
	Doc:        "list every way in which MCP tool handlers end",
	Requires:   []*analysis.Analyzer{ir.Analyzer, tool.Analyzer},
	Run:        run,
	ResultType: reflect.TypeFor[*Result](),
}

// Flag says what is known of a result's IsError.
type Flag = text.Flag

// The flags.
const (
	FlagUnknown = text.FlagUnknown
	FlagClear   = text.FlagClear
	FlagSet     = text.FlagSet
	FlagEither  = text.FlagEither // set on some paths, or computed
)

// Outcome is one way in which a handler ends.
type Outcome struct {
	Tool *tool.Tool
	// Exit is how the function that the SDK calls ends; Handler is how the
	// wrapped handler ends, the same when nothing is wrapped. Own is set when a
	// wrapper ends by itself, before it calls what it wraps.
	Exit, Handler *Exit
	Own           bool

	Channel model.Channel
	// Maybe: the channel is only one of several possible ones.
	Maybe bool
	// Answered: a converter in front of the handler makes a tool error of it.
	Answered bool
	// Relayed: … and the text of that tool error is the handler's error text.
	Relayed bool

	Err, Res, Out  *ir.Node // nil when the signature has none
	ErrNil, ResNil ir.Nilness
	Flag           Flag
	// Coded: the error is a JSON-RPC error itself.
	Coded bool
	// OwnCodes are the codes that a hand-written server's error object may have.
	OwnCodes []int64

	// Text is what the model (or, on the protocol channel, the host) reads; nil
	// for successes, see Shown.
	Text *text.Text
	// Data is the structured part: StructuredContent, Meta or the typed output.
	Data *text.Text
	// Cause is the origin of the error value, also when the text hides it.
	Cause *text.Text
	// Cancelled: the outcome answers the request's own cancellation.
	Cancelled bool

	Conds  []ir.Cond
	Engine *ir.Engine

	chosen map[ssa.CallInstruction][]*ir.Node
	only   map[ssa.CallInstruction]ir.Target
	shown  *text.Text
	lock   *sync.Mutex // one for all outcomes of an engine

	effects *[]effect.Event
}

// Site is the position in the handler at which the outcome is decided.
func (o *Outcome) Site() token.Pos { return o.Handler.site() }

// site prefers the write of a deferred literal to the return that it changes.
func (x *Exit) site() token.Pos {
	for _, s := range x.Sites {
		if s.F != nil {
			if _, ok := deferCall(s.F); ok && s.F.Up == x.Outer().F {
				return s.Pos
			}
		}
	}
	return x.Outer().Pos
}

func deferCall(f *ir.Frame) (*ssa.Defer, bool) {
	d, ok := f.Call.(*ssa.Defer)
	return d, ok
}

// Written is the position at which the error of the outcome was handed on last:
// the innermost return whose values it is one of. Without an error it is the
// innermost return.
func (o *Outcome) Written() token.Pos {
	x := o.Handler
	if n := len(x.Vals); n > 0 && ir.IsError(x.Vals[n-1].V.Type()) {
		for i := len(x.Sites) - 1; i >= 0; i-- {
			if x.Sites[i].F == x.Vals[n-1].F && x.Sites[i].Pos.IsValid() {
				return x.Sites[i].Pos
			}
		}
		return x.Outer().Pos
	}
	return x.Inner().Pos
}

// Fn is the function in which the outcome is decided: the handler as written.
func (o *Outcome) Fn() *ssa.Function { return o.Handler.Outer().Ret.Parent() }

// Result holds the outcomes of one package.
type Result struct {
	Outcomes []*Outcome // those whose handler is declared in the package, in order
	Tools    []*tool.Tool
	All      *Program
	coverage *tool.Coverage
}

// PackageCoverage returns what was seen of the package.
func (r *Result) PackageCoverage() *tool.Coverage { return r.coverage }

// Program holds the outcomes of a whole view.
type Program struct {
	View     *ir.View
	Tools    *tool.Result
	Outcomes []*Outcome
	Skipped  map[*ssa.Function]string
	engine   *ir.Engine
}

type memoKey struct{}

// Of returns the outcomes of a view; they are computed once.
func Of(v *ir.View, tools *tool.Result) *Program {
	return v.Memo(memoKey{}, func() any { return compute(v, tools) }).(*Program)
}

func run(pass *analysis.Pass) (any, error) {
	v := pass.ResultOf[ir.Analyzer].(*ir.View)
	tools := pass.ResultOf[tool.Analyzer].(*tool.Result)
	res := &Result{coverage: tools.CoverageOf(pass.Pkg)}
	if len(tools.Tools) == 0 && !v.Whole && !ownServer(pass) {
		return res, nil
	}
	p := Of(v, tools)
	res.All = p
	in := map[*token.File]bool{}
	for _, f := range pass.Files {
		in[pass.Fset.File(f.Pos())] = true
	}
	for _, o := range p.Outcomes {
		if in[pass.Fset.File(o.Fn().Pos())] {
			res.Outcomes = append(res.Outcomes, o)
		}
	}
	for _, t := range tools.Tools {
		if in[pass.Fset.File(t.Handler().Pos())] {
			res.Tools = append(res.Tools, t)
		}
	}
	for _, fn := range v.Funcs() {
		if in[pass.Fset.File(fn.Pos())] && !p.foreign(fn) && dispatches(fn) {
			res.coverage.Registrations++
			res.coverage.Handlers++
		}
		if why, ok := p.Skipped[fn]; ok && in[pass.Fset.File(fn.Pos())] {
			res.coverage.Skipped = append(res.coverage.Skipped, tool.Unresolved{Pos: fn.Pos(), Reason: why})
		}
	}
	return res, nil
}

// ownServer reports whether a package looks like a JSON-RPC server of its own.
func ownServer(pass *analysis.Pass) bool {
	scope := pass.Pkg.Scope()
	for _, name := range scope.Names() {
		if s := structOf(scope.Lookup(name).Type()); s != nil && isEnvelope(s) {
			return true
		}
	}
	return false
}

func compute(v *ir.View, tools *tool.Result) *Program {
	p := &Program{View: v, Tools: tools, Skipped: map[*ssa.Function]string{}}
	own := map[*ssa.Function]bool{}
	conv := p.converters()
	for _, t := range tools.Tools {
		p.tool(t, own, conv)
	}
	p.own()
	slices.SortStableFunc(p.Outcomes, func(a, b *Outcome) int {
		return cmp.Or(ir.ComparePos(v.Fset, a.Fn().Pos(), b.Fn().Pos()), ir.ComparePos(v.Fset, a.Site(), b.Site()), ir.ComparePos(v.Fset, a.Written(), b.Written()))
	})
	return p
}

// tool computes the outcomes of one tool. A fault in one handler is recorded and
// does not end the run.
func (p *Program) tool(t *tool.Tool, own map[*ssa.Function]bool, conv []converter) {
	defer func() {
		if r := recover(); r != nil {
			p.Skipped[t.Handler()] = fmt.Sprintf("internal fault: %v", r)
		}
	}()
	e := &enumerator{Engine: ir.NewEngine(p.View)}
	frames := []*ir.Frame{e.Root(t.Root)}
	for _, l := range t.Chain {
		e.Only[l.Call] = l.Target
		f := e.Enter(l.Call, frames[len(frames)-1], l.Target)
		if f == nil {
			p.Skipped[t.Handler()] = "wrappers are nested too deeply"
			return
		}
		frames = append(frames, f)
	}
	answered, relayed := covered(t, conv, p)
	n := len(frames) - 1
	var down func(level int, handler *Exit, under []ir.Cond)
	down = func(level int, handler *Exit, under []ir.Cond) {
		// A wrapper's returns that hand on the same values are one.
		same := map[string]bool{}
		for _, x := range e.exits(frames[level], under, 0) {
			if level < n {
				k := x.valueKey()
				if same[k] {
					continue
				}
				same[k] = true
			}
			isOwn := false
			if level < n && (x.Panic || !after(x, t.Chain[level].Call)) {
				if own[frames[level].Fn] {
					continue
				}
				isOwn = true
			}
			h := handler
			if h == nil || isOwn {
				h = x
			}
			if level > 0 && !isOwn {
				call := t.Chain[level-1].Call
				e.Chosen[call] = x.Vals
				down(level-1, h, slices.Concat(x.Conds, under))
				delete(e.Chosen, call)
				continue
			}
			if level > 0 { // a wrapper in the middle that ends by itself
				continue
			}
			for _, o := range evaluate(e, t, x, h) {
				o.Own = isOwn
				if o.Channel == model.Protocol {
					o.Answered, o.Relayed = answered, relayed
				}
				p.Outcomes = append(p.Outcomes, o)
			}
		}
	}
	down(n, nil, nil)
	for _, f := range frames[:n] {
		own[f.Fn] = true
	}
	if e.cut {
		p.Skipped[t.Handler()] = fmt.Sprintf("more than %d ways to end; the rest was not looked at", maxExits)
	}
}

// valueKey identifies the values of an exit, whatever conditions lead there.
func (x *Exit) valueKey() string {
	var b strings.Builder
	for _, n := range x.Vals {
		fmt.Fprintf(&b, "%p %s %p;", n.V, n.Path, n.F)
	}
	return b.String()
}

// after reports whether the exit can come after the call.
func after(x *Exit, call ssa.CallInstruction) bool {
	r := x.Sites[0].Ret
	if r.Parent() != call.Parent() {
		return true
	}
	if r.Block() == call.Block() {
		return true
	}
	return ir.Reaches(call.Block())[r.Block()]
}

// Within runs f with the engine set to the choices under which the outcome was
// found; every question about the outcome's values is asked within it. Rules run
// at the same time and share the engine, so that one asks after the other; f must
// not ask for another outcome.
func (o *Outcome) Within(f func()) {
	o.lock.Lock()
	defer o.lock.Unlock()
	if len(o.chosen) == 0 && len(o.Engine.Chosen) == 0 {
		f() // what the engine has found out stays true
		return
	}
	chosen, only := o.Engine.Chosen, o.Engine.Only
	o.Engine.Chosen, o.Engine.Only = o.chosen, o.only
	o.Engine.Forget()
	defer func() {
		o.Engine.Chosen, o.Engine.Only = chosen, only
		o.Engine.Forget()
	}()
	f()
}

// Shown is what a successful outcome shows: its content, structured content and
// typed output. It is computed when asked for, since answers are long and few
// rules look at them.
func (o *Outcome) Shown() (shown *text.Text) {
	o.Within(func() {
		if o.shown != nil {
			return
		}
		t := &text.Text{}
		add := func(u *text.Text) { t.Pieces, t.Cut = append(t.Pieces, u.Pieces...), t.Cut || u.Cut }
		if o.Res != nil && o.ResNil != ir.IsNil {
			add(text.Result(o.Engine, o.Res, "Content"))
			add(text.Result(o.Engine, o.Res, "StructuredContent"))
		}
		if o.Out != nil {
			add(text.JSON(o.Engine, o.Out))
		}
		o.shown = t
	})
	return o.shown
}
