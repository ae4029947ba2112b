// Package reach visits the code that a tool call runs: the handler and, frame by
// frame, every function in view that it calls. The rules about robustness ask
// their questions at each step: they are about places, not about outcomes.
//
// A function is visited in a few of its contexts only (two that get the caller's
// arguments in the same parameters are alike), a tool in a bounded number of
// frames; what lies beyond is not looked at, so a rule over steps may
// miss a place, but sees none that the call cannot reach as far as the callees
// are resolved.
package reach

import (
	"go/types"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/tool"
)

// Requires is the requirement of every rule that walks from handlers.
var Requires = []*analysis.Analyzer{ir.Analyzer, tool.Analyzer}

// Bounds of the walk: frames per tool, alike contexts per function, nesting.
const (
	maxFrames   = 500
	maxContexts = 2
	maxNesting  = 8
)

// Step is one function as a handler reaches it.
type Step struct {
	Tool *tool.Tool
	E    *ir.Engine
	F    *ir.Frame
	// Go is the call that started the goroutine on which F runs, nil on the
	// handler's own.
	Go ssa.CallInstruction
	// Cover says which recovery a panic in F meets.
	Cover Cover

	asked map[askKey]*ir.Node // shared by the steps of a tool
	sh    *shared
}

// Cover is what becomes of a panic.
type Cover uint8

// The covers, from none to one that makes a panic a tool error.
const (
	Bare     Cover = iota // nothing recovers
	Protocol              // a recovery answers with a JSON-RPC error
	Answered              // the program's own recovery makes something of it
)

type (
	memoKey struct{ rule string } // one per rule
	place   struct {
		file string
		line int
	}
)

// Findings runs visit over every step of every tool of the pass's view, once per
// view, and returns the findings that lie in the pass's files. One line is
// reported once: the finding with the most confidence stays.
func Findings(pass *analysis.Pass, visit func(*Step) []rule.Finding) []rule.Finding {
	v := pass.ResultOf[ir.Analyzer].(*ir.View)
	tools := pass.ResultOf[tool.Analyzer].(*tool.Result)
	if len(tools.Tools) == 0 {
		return nil
	}
	all := v.Memo(memoKey{pass.Analyzer.Name}, func() any {
		at := map[place]int{}
		var fs []rule.Finding
		all := stepsOf(v, tools)
		all.mu.Lock()
		defer all.mu.Unlock()
		for _, s := range all.steps {
			func() {
				// A fault in one handler does not end the run; the outcome
				// pass reports such handlers as skipped.
				defer func() { _ = recover() }()
				for _, f := range visit(s) {
					p := v.Fset.Position(f.Pos)
					line := place{p.Filename, p.Line}
					if i, ok := at[line]; !ok {
						at[line] = len(fs)
						fs = append(fs, f)
					} else if f.Confidence > fs[i].Confidence {
						fs[i] = f
					}
				}
			}()
		}
		return fs
	}).([]rule.Finding)
	return In(pass, all)
}

// walked holds the steps of a view. The rules that ask about them share the
// engines, which are not safe for concurrent use, so they take turns.
type walked struct {
	mu    sync.Mutex
	steps []*Step
}

func stepsOf(v *ir.View, tools *tool.Result) *walked {
	type key struct{}
	return v.Memo(key{}, func() any {
		all := &walked{}
		w := &walker{
			view: v, visit: func(s *Step) { all.steps = append(all.steps, s) }, seen: map[visitKey]int{},
			sh: &shared{masks: map[*ir.Frame]mask{}, deps: map[*ssa.Function]deps{}},
		}
		for _, t := range tools.Tools {
			func() {
				defer func() { _ = recover() }()
				w.each(t)
			}()
		}
		return all
	}).(*walked)
}

// In returns the findings that lie in the pass's files.
func In(pass *analysis.Pass, all []rule.Finding) []rule.Finding {
	var out []rule.Finding
	for _, f := range all {
		for _, file := range pass.Files {
			if file.FileStart <= f.Pos && f.Pos < file.FileEnd {
				out = append(out, f)
			}
		}
	}
	return out
}

// visitKey tells the contexts of a function apart that are worth a visit each.
type visitKey struct {
	fn    *ssa.Function
	mask  mask
	given *ssa.Function // a function that it is given
	own   bool
	cover Cover
}

type walker struct {
	view   *ir.View
	t      *tool.Tool
	e      *ir.Engine
	visit  func(*Step)
	seen   map[visitKey]int // over all tools
	sh     *shared
	inner  map[*ssa.Function]bool // functions of the chain
	frames int
}

// each calls visit for every step of one tool, callers before callees.
func (w *walker) each(t *tool.Tool) {
	v := w.view
	w.t, w.e, w.inner, w.frames = t, ir.NewEngine(v), map[*ssa.Function]bool{}, 0
	for _, l := range t.Chain {
		w.e.Only[l.Call] = l.Target
		w.inner[l.Target.Fn] = true
	}
	root := w.e.Root(t.Root)
	w.sh.masks[root] = rootMask(t.Root.Fn)
	if len(t.Root.Fn.FreeVars) > 0 && t.Root.Env != nil && w.sh.masks[t.Root.Env] != 0 {
		w.sh.masks[root] |= captured
	}
	w.step(&Step{Tool: t, E: w.e, F: root, Cover: serverCover(v, t), asked: map[askKey]*ir.Node{}, sh: w.sh}, nil)
}

func (w *walker) step(s *Step, given *ssa.Function) {
	fn := s.F.Fn
	if c := w.recovers(fn); c > s.Cover {
		s.Cover = c
	}
	k := visitKey{fn, w.sh.masks[s.F], given, s.Go != nil, s.Cover}
	if w.seen[k] >= maxContexts && fn != w.t.Root.Fn && !w.inner[fn] || w.frames >= maxFrames {
		return
	}
	w.seen[k]++
	w.frames++
	w.visit(s)
	if s.F.Depth >= maxNesting {
		return
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if w.t.Middleware && call.Common().StaticCallee() == nil && types.Identical(call.Common().Signature().Results(), fn.Signature.Results()) {
				continue // what a middleware wraps is visited as a tool of its own
			}
			for _, t := range w.e.Callees(call, s.F) {
				if t.Fn.Blocks == nil || w.view.InTest(t.Fn) {
					continue
				}
				f := w.e.Enter(call, s.F, t)
				if f == nil {
					continue
				}
				next := &Step{Tool: s.Tool, E: s.E, F: f, Go: s.Go, Cover: s.Cover, asked: s.asked, sh: s.sh}
				w.sh.masks[f] = w.sh.calleeMask(s.F, call, t)
				if w.inner[t.Fn] {
					w.sh.masks[f] |= rootMask(t.Fn)
				}
				if starts(call) {
					next.Go, next.Cover = call, Bare
				}
				w.step(next, functionGiven(call))
			}
		}
	}
}

// functionGiven is a function among a call's operands: what a helper runs depends
// on it.
func functionGiven(call ssa.CallInstruction) *ssa.Function {
	for _, a := range call.Common().Args {
		switch a := a.(type) {
		case *ssa.MakeClosure:
			return a.Fn.(*ssa.Function)
		case *ssa.Function:
			return a
		}
	}
	return nil
}

// starts reports whether call runs its function on a goroutine of its own.
func starts(call ssa.CallInstruction) bool {
	if _, ok := call.(*ssa.Go); ok {
		return true
	}
	switch ir.CalleeName(call.Common()) {
	case "(*golang.org/x/sync/errgroup.Group).Go", "(*golang.org/x/sync/errgroup.Group).TryGo", "(*sync.WaitGroup).Go", "time.AfterFunc", "context.AfterFunc":
		return true
	}
	return false
}

// recovers says what a function's own deferred recover makes of a panic: a
// handler or wrapper that makes nothing but an error of it, served by an SDK that
// sends errors as JSON-RPC errors, leaves the model without an answer; any other
// recovery is the program's decision.
func (w *walker) recovers(fn *ssa.Function) Cover {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			d, ok := in.(*ssa.Defer)
			if !ok {
				continue
			}
			for _, t := range w.e.Callees(d, nil) {
				if !calls(t.Fn, "recover") {
					continue
				}
				if (fn == w.t.Root.Fn || w.inner[fn]) && w.t.Serving.Err == model.Protocol && !makesResult(w.e, t.Fn) {
					return Protocol
				}
				return Answered
			}
		}
	}
	return Bare
}

func calls(fn *ssa.Function, builtin string) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok {
				if x, ok := c.Call.Value.(*ssa.Builtin); ok && x.Name() == builtin {
					return true
				}
			}
		}
	}
	return false
}

// makesResult reports whether fn handles a tool result: it makes one itself or
// gets one from a constructor.
func makesResult(e *ir.Engine, fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			v, ok := in.(ssa.Value)
			if !ok {
				continue
			}
			if _, ok := model.ResultType(ir.TypeName(v.Type())); ok {
				return true
			}
			if tup, ok := v.Type().(*types.Tuple); ok && tup.Len() > 0 {
				if _, ok := model.ResultType(ir.TypeName(tup.At(0).Type())); ok {
					return true
				}
			}
		}
	}
	return false
}

// serverCover says whether the server on which t is registered recovers: by an
// option of the SDK, or by a middleware that recovers itself.
func serverCover(v *ir.View, t *tool.Tool) Cover {
	type key struct{}
	covers := v.Memo(key{}, func() any {
		var calls []*ssa.Call
		for _, fn := range v.Funcs() {
			if v.InTest(fn) {
				continue
			}
			for _, b := range fn.Blocks {
				for _, in := range b.Instrs {
					if c, ok := in.(*ssa.Call); ok && model.Recovery[ir.CalleeName(&c.Call)] {
						calls = append(calls, c)
					}
				}
			}
		}
		return calls
	}).([]*ssa.Call)
	if len(covers) == 0 || t.Serving.SDK != model.MCPGo && t.Serving.SDK != model.LookAlike {
		return middlewareCover(v, t)
	}
	definite := len(t.Servers) > 0
	for _, s := range t.Servers {
		call, ok := s.(*ssa.Call)
		if !ok {
			definite = false
			continue
		}
		for _, a := range call.Call.Args {
			tr := &ir.Tracer{Engine: ir.NewEngine(v), Open: true, Budget: 800}
			start := &ir.Node{V: a, At: call}
			if _, ok := a.Type().Underlying().(*types.Slice); ok {
				start.Path = ir.Elem
			}
			for _, l := range tr.Run(start) {
				for _, c := range covers {
					if l.V == ssa.Value(c) {
						return Protocol
					}
				}
			}
		}
	}
	if !definite {
		// The server is not known: one of the packages that can see the tool
		// makes it.
		for _, c := range covers {
			if Sees(c.Parent(), t.Handler()) {
				return Protocol
			}
		}
	}
	return middlewareCover(v, t)
}

// Sees reports whether the package of one function is, or imports, another's.
func Sees(from, to *ssa.Function) bool {
	a, b := ir.PackageOf(from), ir.PackageOf(to)
	if a == nil || b == nil {
		return false
	}
	// By path: a package and its test variant are two packages.
	seen := map[string]bool{}
	var visit func(p *types.Package) bool
	visit = func(p *types.Package) bool {
		if p.Path() == b.Path() {
			return true
		}
		if seen[p.Path()] {
			return false
		}
		seen[p.Path()] = true
		for _, i := range p.Imports() {
			if visit(i) {
				return true
			}
		}
		return false
	}
	return visit(a)
}

// middlewareCover looks for an installed middleware with a recovery of its own.
func middlewareCover(v *ir.View, t *tool.Tool) Cover {
	if t.Middleware {
		return Bare
	}
	c := Bare
	for _, m := range tool.Of(v).Tools {
		if !m.Middleware || m.RegCall == nil || !Sees(m.RegCall.Parent(), t.Handler()) || m.Serving.SDK != t.Serving.SDK {
			continue
		}
		w := &walker{view: v, t: m, e: ir.NewEngine(v), inner: map[*ssa.Function]bool{}}
		c = max(c, w.recovers(m.Root.Fn))
	}
	return c
}
