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
	"go/types"
	"maps"
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

// evaluate makes the outcomes of one exit: one, or two when the error may be
// nil or not.
func evaluate(e *enumerator, t *tool.Tool, x, h *Exit) []*Outcome {
	o := &Outcome{Tool: t, Exit: x, Handler: h, Conds: x.Conds, Engine: e.Engine, chosen: maps.Clone(e.Chosen), only: e.Only, lock: &e.lock}
	sig := t.Root.Fn.Signature
	n := len(x.Vals)
	if n == 0 || sig.Results().Len() != n {
		return nil
	}
	last := sig.Results().At(n - 1).Type()
	if ir.IsError(last) {
		o.Err = x.Vals[n-1]
		o.ErrNil = e.NilAt(o.Err.V, o.Err.F, x.Conds)
	} else {
		o.ErrNil = ir.IsNil
	}
	first := sig.Results().At(0).Type()
	if _, ok := model.ResultType(ir.TypeName(first)); ok || t.Middleware && n == 2 {
		o.Res = x.Vals[0]
		o.ResNil = e.NilAt(o.Res.V, o.Res.F, x.Conds)
		if n == 3 {
			o.Out = x.Vals[1]
		}
	} else if n >= 2 {
		o.Out = x.Vals[0]
	}
	var os []*Outcome
	if o.Err != nil && o.ErrNil != ir.IsNil {
		os = append(os, o.failing(e))
	}
	if o.ErrNil != ir.NotNil {
		os = append(os, o.returning(e))
	}
	if len(os) == 2 {
		os[0].Maybe, os[1].Maybe = true, true
	}
	for _, o := range os {
		o.Cancelled = o.Cancelled || cancelledBy(o.Conds)
	}
	return os
}

// failing is the outcome with a non-nil error.
func (o *Outcome) failing(e *enumerator) *Outcome {
	c := *o
	s := o.Tool.Serving
	c.ErrNil = ir.NotNil
	c.Channel = s.Err
	c.Cause = narrowed(text.Of(e.Engine, c.Err), c.Conds)
	if s.Coded || s.CodedChain {
		c.Coded = coded(e.Engine, c.Err)
		if c.Coded && s.Coded {
			c.Channel = model.Protocol
		}
	}
	c.Text = c.Cause
	if s.Merges && c.Res != nil && c.ResNil != ir.IsNil {
		c.Text = text.Result(e.Engine, c.Res, "Content")
		c.Data = text.Result(e.Engine, c.Res, "StructuredContent")
	}
	c.Cancelled = onlyCancel(c.Cause)
	if c.Cancelled {
		c.Channel = s.CancelErr
	}
	return &c
}

// narrowed drops the pieces that a condition on the error's type rules out: on
// the branch where errors.As found the program's own type, the error is (or
// wraps) a value of that type.
func narrowed(t *text.Text, conds []ir.Cond) *text.Text {
	for _, c := range conds {
		cond, taken := c.Not()
		call, ok := cond.(*ssa.Call)
		if !ok || !taken || ir.CalleeName(&call.Call) != "errors.As" {
			continue
		}
		mi, ok := call.Call.Args[1].(*ssa.MakeInterface)
		if !ok {
			continue
		}
		p, ok := mi.X.Type().Underlying().(*types.Pointer)
		if !ok {
			continue
		}
		want := ir.TypeName(p.Elem())
		if want == "" {
			continue
		}
		var keep []text.Piece
		for _, pc := range t.Pieces {
			for n := pc.Source; n != nil; n = n.From {
				if mk, ok := n.V.(*ssa.MakeInterface); ok && ir.TypeName(mk.X.Type()) == want {
					keep = append(keep, pc)
					break
				}
				if n.At == ssa.Instruction(call) {
					break // what is made of the value afterwards says nothing of it
				}
			}
		}
		if len(keep) > 0 {
			return &text.Text{Pieces: keep, Cut: t.Cut}
		}
	}
	return t
}

// returning is the outcome without an error.
func (o *Outcome) returning(e *enumerator) *Outcome {
	c := *o
	s := o.Tool.Serving
	c.ErrNil = ir.IsNil
	switch {
	case c.Res == nil:
		c.Channel = model.Success
	case c.ResNil == ir.IsNil:
		c.Channel = s.Nil
		if s.Fills && c.Out != nil {
			c.Channel = model.Success
		}
	default:
		c.Flag = text.FlagOf(e.Engine, c.Res)
		if c.Flag == FlagUnknown && afterGetError(c.Conds) {
			c.Flag = FlagSet
		}
		switch c.Flag {
		case FlagSet:
			c.Channel = model.ToolError
		case FlagClear:
			c.Channel = model.Success
		case FlagEither:
			c.Channel, c.Maybe = model.ToolError, true
		}
		if c.Channel != model.Success {
			c.Text = text.Result(e.Engine, c.Res, "Content")
			c.Data = text.Result(e.Engine, c.Res, "StructuredContent")
		}
	}
	return &c
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

// afterGetError reports whether a condition says that the result carries an
// error already: the SDK has marked it.
func afterGetError(conds []ir.Cond) bool {
	for _, c := range conds {
		cond, taken := c.Not()
		if v, isNil, ok := ir.NilTest(cond, taken); ok && !isNil {
			if call, ok := v.(*ssa.Call); ok && ir.CalleeName(&call.Call) == model.GetError {
				return true
			}
		}
	}
	return false
}

// coded reports whether an error value is a JSON-RPC error itself.
func coded(e *ir.Engine, err *ir.Node) bool {
	tr := &ir.Tracer{Engine: e, Concrete: true, Budget: 800}
	found := false
	for _, l := range tr.Run(err) {
		switch v := l.V.(type) {
		case *ssa.MakeInterface:
			if model.SentType(ir.TypeName(v.X.Type())) {
				found = true
			}
		case *ssa.Call:
			if _, ok := model.CodedErrorOf(ir.CalleeName(&v.Call)); ok {
				found = true
			}
		}
	}
	return found
}

// onlyCancel reports whether an error is nothing but the request's cancellation.
func onlyCancel(t *text.Text) bool {
	found := false
	for _, p := range t.Pieces {
		switch {
		case p.Origin == model.Cancel:
			found = true
		case p.Origin == model.Authored || p.Origin == model.Argument:
		default:
			return false
		}
	}
	return found
}

// cancelledBy reports whether the conditions say that the request was cancelled:
// the branch of a select on ctx.Done, or a test of ctx.Err.
func cancelledBy(conds []ir.Cond) bool {
	for _, c := range conds {
		cond, taken := c.Not()
		if v, isNil, ok := ir.NilTest(cond, taken); ok && !isNil {
			if call, ok := v.(*ssa.Call); ok {
				switch ir.CalleeName(&call.Call) {
				case "(context.Context).Err", "context.Cause":
					return true
				}
			}
		}
		b, ok := cond.(*ssa.BinOp)
		if !ok || b.Op != token.EQL || !taken {
			continue
		}
		ex, ok := b.X.(*ssa.Extract)
		if !ok || ex.Index != 0 {
			continue
		}
		sel, ok := ex.Tuple.(*ssa.Select)
		k, ok2 := b.Y.(*ssa.Const)
		if !ok || !ok2 || int(k.Int64()) >= len(sel.States) {
			continue
		}
		if call, ok := sel.States[k.Int64()].Chan.(*ssa.Call); ok && ir.CalleeName(&call.Call) == "(context.Context).Done" {
			return true
		}
	}
	return false
}

// converter is a middleware that makes tool errors of handlers' errors.
type converter struct {
	t       *tool.Tool
	servers []ssa.Value
	relays  bool // its answer shows the error's own text
}

// converters finds the installed middleware that answers every error of what it
// wraps with a result marked as an error. Errors that it lets through under a
// condition of their own (a type, the method, cancellation) are its decision.
func (p *Program) converters() []converter {
	var out []converter
	for _, t := range p.Tools.Tools {
		if !t.Middleware {
			continue
		}
		if yes, relays := p.converts(t); yes {
			out = append(out, converter{t, t.Servers, relays})
		}
	}
	return out
}

// converts reports whether a middleware is a converter, and whether it relays
// the error's text.
func (p *Program) converts(t *tool.Tool) (yes, relays bool) {
	defer func() {
		if recover() != nil {
			yes = false
		}
	}()
	if slices.Contains(model.Config.Converters, ir.FullName(t.Root.Fn)) || p.View.Directive(t.Root.Fn, "converts-errors") || t.Root.Fn.Parent() != nil && p.View.Directive(t.Root.Fn.Parent(), "converts-errors") {
		return true, false
	}
	e := &enumerator{Engine: ir.NewEngine(p.View)}
	converted := false
	for _, x := range e.exits(e.Root(t.Root), nil, 0) {
		for _, o := range evaluate(e, t, x, x) {
			if o.Err != nil && o.ErrNil == ir.NotNil {
				if !specific(x.Conds) {
					return false, false
				}
				continue
			}
			if o.Flag == FlagSet || o.Flag == FlagEither {
				for _, c := range x.Conds {
					cond, taken := c.Not()
					if v, isNil, ok := ir.NilTest(cond, taken); ok && !isNil && ir.IsError(v.Type()) {
						converted = true
						for _, p := range o.Text.Pieces {
							relays = relays || o.Next(p.Source.V)
						}
					}
				}
			}
		}
	}
	return converted, relays
}

// Next reports whether v is what the function that a middleware wraps returned.
func (o *Outcome) Next(v ssa.Value) bool {
	call, _ := source(v)
	if call == nil || !o.Tool.Middleware || call.Call.StaticCallee() != nil {
		return false
	}
	sig := call.Call.Signature()
	return types.Identical(sig.Results(), o.Tool.Root.Fn.Signature.Results()) && sig.Params().Len() == o.Tool.Root.Fn.Signature.Params().Len()
}

// specific reports whether a condition looks at more than whether there is an
// error: its type, a sentinel, the method, the cancellation.
func specific(conds []ir.Cond) bool {
	if cancelledBy(conds) {
		return true
	}
	for _, c := range conds {
		cond, taken := c.Not()
		if _, _, ok := ir.NilTest(cond, taken); ok {
			continue
		}
		switch v := cond.(type) {
		case *ssa.Call:
			return true
		case *ssa.BinOp:
			if _, ok := ir.ConstString(v.Y); ok {
				return true
			}
		case *ssa.Extract:
			return true
		case *ssa.Phi:
			return true
		}
	}
	return false
}

// covered reports whether a converter stands in front of a tool: on the same
// server or, where the server is not known, in a package that can see the tool.
func covered(t *tool.Tool, conv []converter, p *Program) (yes, relays bool) {
	if t.Middleware {
		return false, false
	}
	for _, c := range conv {
		if p.sameServer(t, c) {
			return true, c.relays
		}
	}
	return false, false
}

func (p *Program) sameServer(t *tool.Tool, c converter) bool {
	definite := len(t.Servers) > 0
	for _, s := range t.Servers {
		if slices.Contains(c.servers, s) {
			return true
		}
		call, ok := s.(*ssa.Call)
		if !ok || ir.CalleeName(&call.Call) == "" {
			definite = false
			continue
		}
		// Options: the middleware call flows into the arguments of the server's making.
		for _, a := range call.Call.Args {
			tr := &ir.Tracer{Engine: ir.NewEngine(p.View), Open: true, Budget: 800}
			start := &ir.Node{V: a, At: call}
			if _, ok := a.Type().Underlying().(*types.Slice); ok {
				start.Path = ir.Elem
			}
			for _, l := range tr.Run(start) {
				if slices.Contains(c.servers, l.V) {
					return true
				}
			}
		}
	}
	if definite {
		return false
	}
	from := ir.PackageOf(c.t.RegCall.Parent())
	to := ir.PackageOf(t.Handler())
	return from != nil && to != nil && (from == to || importsAny(from, to, map[*types.Package]bool{}))
}

func importsAny(from, to *types.Package, seen map[*types.Package]bool) bool {
	if seen[from] {
		return false
	}
	seen[from] = true
	for _, i := range from.Imports() {
		if i == to || importsAny(i, to, seen) {
			return true
		}
	}
	return false
}
