package ir

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Frame is the context in which a function's values are looked at: who called
// it and, for a function literal, the frame of the function that made it. A nil
// frame means that nothing is known about the caller. Frames are interned by an
// Engine, so that equal frames are the same pointer.
type Frame struct {
	Fn      *ssa.Function
	Call    ssa.CallInstruction // in Up; nil for a root
	Up      *Frame
	Closure *ssa.MakeClosure // in Env; nil when Fn is no function literal, or its making is unknown
	Env     *Frame
	// Recv is the receiver of a method that is looked at without a call: the
	// Error or String method by which a value is printed.
	Recv  *Node
	Depth int
}

type frameKey struct {
	fn      *ssa.Function
	call    ssa.CallInstruction
	up      *Frame
	closure *ssa.MakeClosure
	env     *Frame
	recv    nodeKey
}

// Target is one function that a call may run.
type Target struct {
	Fn      *ssa.Function
	Closure *ssa.MakeClosure
	Env     *Frame
	Recv    *Node // the receiver of a method value; Fn is the method itself then
	Node    *Node // the function value, with the way by which it was found; nil for static calls
}

// method turns the wrapper that SSA makes for a method value into the method
// with its receiver, so that what people wrote is what is looked at.
func (t Target) method() Target {
	if t.Closure == nil || !strings.HasPrefix(t.Fn.Synthetic, "bound method wrapper") || len(t.Closure.Bindings) != 1 {
		return t
	}
	for _, b := range t.Fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok {
				if fn := c.Call.StaticCallee(); fn != nil && fn.Blocks != nil {
					return Target{Fn: fn, Recv: &Node{V: t.Closure.Bindings[0], F: t.Env}, Node: t.Node}
				}
			}
		}
	}
	return t
}

// Engine answers questions about values and calls of one view. It caches and
// interns, and is not safe for concurrent use: each pass makes its own.
type Engine struct {
	View *View
	// Only, when it has an entry for a dynamic call, is what the call runs: a
	// wrapper is looked at once for each function that it wraps.
	Only map[ssa.CallInstruction]Target
	// Chosen, when it has an entry for a call, is what the call returns: one way
	// in which its callee ends, while the caller is looked at under that choice.
	Chosen map[ssa.CallInstruction][]*Node
	frames map[frameKey]*Frame
	calls  map[callKey][]Target
	busy   map[callKey]bool
}

type callKey struct {
	call  ssa.CallInstruction
	frame *Frame
}

// NewEngine returns an engine for v.
func NewEngine(v *View) *Engine {
	v.build()
	return &Engine{
		View: v, Only: map[ssa.CallInstruction]Target{}, Chosen: map[ssa.CallInstruction][]*Node{},
		frames: map[frameKey]*Frame{}, calls: map[callKey][]Target{}, busy: map[callKey]bool{},
	}
}

// Forget drops what was cached about dynamic calls; needed after Only changed.
func (e *Engine) Forget() { e.calls = map[callKey][]Target{} }

// maxDepth bounds the nesting of frames. Deeper calls are not entered, and the
// value that they return is unknown; real servers nest helpers four or five deep.
const maxDepth = 12

// Root returns the frame of a function that is looked at without a caller.
func (e *Engine) Root(t Target) *Frame {
	return e.intern(frameKey{fn: t.Fn, closure: t.Closure, env: t.Env, recv: t.Recv.key()}, t.Recv, 0)
}

// Enter returns the frame of t called by call in frame up, or nil when the
// nesting is too deep or t is being called already with the same call.
func (e *Engine) Enter(call ssa.CallInstruction, up *Frame, t Target) *Frame {
	depth := 1
	if up != nil {
		depth = up.Depth + 1
		n := 0
		for f := up; f != nil; f = f.Up {
			if f.Call == call || f.Fn == t.Fn {
				if n++; n > 1 {
					return nil
				}
			}
		}
	}
	if depth > maxDepth {
		return nil
	}
	return e.intern(frameKey{fn: t.Fn, call: call, up: up, closure: t.Closure, env: t.Env, recv: t.Recv.key()}, t.Recv, depth)
}

// Method returns the frame of a method whose receiver is the value at a node,
// or nil when the nesting is too deep.
func (e *Engine) Method(fn *ssa.Function, recv *Node) *Frame {
	n := 0
	for m := recv; m != nil; m = m.From {
		if m.F != nil && m.F.Recv != nil && m.F.Fn == fn {
			if n++; n > 1 {
				return nil
			}
		}
	}
	return e.intern(frameKey{fn: fn, recv: recv.key()}, recv, 0)
}

func (n *Node) key() nodeKey {
	if n == nil {
		return nodeKey{}
	}
	return nodeKey{v: n.V, path: n.Path, f: n.F}
}

func (e *Engine) intern(k frameKey, recv *Node, depth int) *Frame {
	f := e.frames[k]
	if f == nil {
		f = &Frame{Fn: k.fn, Call: k.call, Up: k.up, Closure: k.closure, Env: k.env, Recv: recv, Depth: depth}
		e.frames[k] = f
	}
	return f
}

// Callees returns the functions with bodies in view that call may run. Static
// calls have one; interface calls have the methods of the concrete types that
// reach the receiver or, when those are unknown, of every type in view that
// implements the interface; calls of function values those that reach it. An
// empty result means that the call leaves the view or cannot be resolved.
func (e *Engine) Callees(call ssa.CallInstruction, f *Frame) []Target {
	if t, ok := e.Only[call]; ok {
		return []Target{t}
	}
	c := call.Common()
	if !c.IsInvoke() {
		if fn := c.StaticCallee(); fn != nil {
			if fn.Blocks == nil {
				return e.external(call, f, fn)
			}
			if mc, ok := c.Value.(*ssa.MakeClosure); ok {
				return []Target{Target{Fn: fn, Closure: mc, Env: f}.method()}
			}
			return []Target{{Fn: fn}}
		}
		if _, ok := c.Value.(*ssa.Builtin); ok {
			return nil
		}
	}
	k := callKey{call, f}
	if ts, ok := e.calls[k]; ok {
		return ts
	}
	if e.busy[k] {
		return nil
	}
	e.busy[k] = true
	defer delete(e.busy, k)
	ts := e.resolve(call, f)
	if len(ts) == 0 {
		ts = loopTarget(call, f)
	}
	e.calls[k] = ts
	return ts
}

// loopTarget is the body of a loop over an iterator from outside the view.
func loopTarget(call ssa.CallInstruction, f *Frame) []Target {
	if mk := LoopBody(call); mk != nil {
		return []Target{{Fn: mk.Fn.(*ssa.Function), Closure: mk, Env: f}}
	}
	return nil
}

// higherOrder lists functions outside the view that call a function operand on
// the caller's behalf and return what it returned, by operand (receiver is 0).
var higherOrder = map[string]int{
	"(*sync.Once).Do":                                           1,
	"(*golang.org/x/sync/errgroup.Group).Go":                    1,
	"(*golang.org/x/sync/errgroup.Group).TryGo":                 1,
	"(*golang.org/x/sync/singleflight.Group).Do":                2,
	"(*sync.WaitGroup).Go":                                      1,
	"slices.SortFunc":                                           1,
	"k8s.io/client-go/util/retry.RetryOnConflict":               1,
	"k8s.io/client-go/util/retry.OnError":                       2,
	"github.com/cenkalti/backoff/v4.Retry":                      0,
	"github.com/cenkalti/backoff/v5.Retry":                      1,
	"github.com/avast/retry-go.Do":                              0,
	"github.com/avast/retry-go/v4.Do":                           0,
	"k8s.io/apimachinery/pkg/util/wait.PollUntilContextTimeout": 4,
	"k8s.io/apimachinery/pkg/util/wait.PollUntilContextCancel":  3,
	"k8s.io/apimachinery/pkg/util/wait.ExponentialBackoff":      1,
	"(*gorm.io/gorm.DB).Transaction":                            1,
	"time.AfterFunc":                                            1,
	"context.AfterFunc":                                         1,
	"maps.DeleteFunc":                                           1,
	"path/filepath.WalkDir":                                     1,
	"path/filepath.Walk":                                        1,
	"io/fs.WalkDir":                                             2,
}

// Operand returns operand i of a call, counting the receiver as 0.
func Operand(c *ssa.CallCommon, i int) ssa.Value {
	if c.IsInvoke() {
		if i == 0 {
			return c.Value
		}
		i--
	}
	if i < 0 || i >= len(c.Args) {
		return nil
	}
	return c.Args[i]
}

// Operands returns the operands of a call, receiver first.
func Operands(c *ssa.CallCommon) []ssa.Value {
	if c.IsInvoke() {
		return append([]ssa.Value{c.Value}, c.Args...)
	}
	return c.Args
}

// external resolves calls of functions outside the view that run a function
// operand, and of methods that the SSA builder left to a wrapper.
func (e *Engine) external(call ssa.CallInstruction, f *Frame, fn *ssa.Function) []Target {
	op, ok := higherOrder[FullName(fn)]
	if !ok {
		return loopTarget(call, f)
	}
	v := Operand(call.Common(), op)
	if v == nil {
		return nil
	}
	return e.Functions(v, f)
}

// HigherOrder reports whether c runs a function operand and hands back its results.
func HigherOrder(c *ssa.CallCommon) bool {
	_, ok := higherOrder[CalleeName(c)]
	return ok
}

// Plain returns t with the wrapper of a method value replaced by the method.
func (t Target) Plain() Target { return t.method() }

// Functions returns the functions with bodies that the value may hold.
func (e *Engine) Functions(v ssa.Value, f *Frame) []Target {
	return e.FunctionsAt(&Node{V: v, F: f})
}

// FunctionsAt returns the functions with bodies that may be held at a node.
func (e *Engine) FunctionsAt(n *Node) []Target {
	var ts []Target
	seen := map[frameKey]bool{}
	add := func(t Target) {
		t = t.method()
		k := frameKey{fn: t.Fn, closure: t.Closure, env: t.Env, recv: t.Recv.key()}
		if t.Fn.Blocks != nil && !seen[k] {
			seen[k] = true
			ts = append(ts, t)
		}
	}
	tr := &Tracer{Engine: e, Open: true, Budget: 3000, Ext: onceFunc}
	for _, l := range tr.Run(n) {
		switch v := l.V.(type) {
		case *ssa.Function:
			add(Target{Fn: v, Node: l})
		case *ssa.MakeClosure:
			add(Target{Fn: v.Fn.(*ssa.Function), Closure: v, Env: l.F, Node: l})
		}
	}
	return ts
}

// onceFunc continues at the function that sync.OnceFunc, OnceValue or OnceValues
// makes another function of: calling that one runs it.
func onceFunc(n *Node, call ssa.CallInstruction, _ int) ([]*Node, bool) {
	switch CalleeName(call.Common()) {
	case "sync.OnceFunc", "sync.OnceValue", "sync.OnceValues":
		return []*Node{n.Next(call.Common().Args[0], n.Path, n.F, Through, call)}, true
	}
	return nil, false
}

func (e *Engine) resolve(call ssa.CallInstruction, f *Frame) []Target {
	c := call.Common()
	if !c.IsInvoke() {
		return e.Functions(c.Value, f)
	}
	var ts []Target
	seen := map[*ssa.Function]bool{}
	concrete := true
	tr := &Tracer{Engine: e, Open: true, Budget: 1500, Concrete: true}
	leaves := tr.Run(&Node{V: c.Value, F: f})
	for _, l := range leaves {
		switch v := l.V.(type) {
		case *ssa.Const:
			if v.IsNil() {
				continue
			}
		case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
			continue // a zero value
		}
		mi, ok := l.V.(*ssa.MakeInterface)
		if !ok {
			concrete = false
			continue
		}
		sel := e.View.prog.MethodSets.MethodSet(mi.X.Type()).Lookup(c.Method.Pkg(), c.Method.Name())
		if sel == nil {
			continue
		}
		fn := e.View.prog.MethodValue(sel)
		if fn == nil || seen[fn] {
			continue
		}
		seen[fn] = true
		if fn.Blocks != nil {
			ts = append(ts, Target{Fn: fn, Node: l})
		} else {
			concrete = false
		}
	}
	if concrete && len(ts) > 0 || tr.Exhausted && len(ts) > 0 {
		return ts
	}
	if !moduleInterface(e.View, c.Value.Type()) && len(ts) == 0 && !smallInterface(c.Value.Type()) {
		return nil
	}
	for _, fn := range e.View.Implementers(c.Value.Type(), c.Method.Name(), c.Method.Pkg()) {
		if !seen[fn] {
			seen[fn] = true
			ts = append(ts, Target{Fn: fn})
		}
	}
	return ts
}

// moduleInterface reports whether an interface type is declared by the view:
// its implementers in view are then very likely what is called.
func moduleInterface(v *View, t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return true // an interface literal
	}
	if n.Obj().Pkg() == nil {
		return false // error
	}
	_, ok = v.pkgs[n.Obj().Pkg()]
	return ok
}

// smallInterface admits interfaces of other modules that name a role which
// programs implement themselves (http.RoundTripper). The universal ones
// (error, fmt.Stringer, io.Reader, …) are not worth a guess.
func smallInterface(t types.Type) bool {
	switch types.TypeString(t, nil) {
	case "net/http.RoundTripper", "net/http.Handler":
		return true
	}
	return false
}

// Results returns the return instructions of fn, in order of position.
func Results(fn *ssa.Function) []*ssa.Return {
	var rs []*ssa.Return
	for _, b := range fn.Blocks {
		if len(b.Instrs) == 0 || b == fn.Recover {
			continue
		}
		if r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			rs = append(rs, r)
		}
	}
	return rs
}

// PosOf returns the best known position of an instruction or value.
func PosOf(x any) token.Pos {
	switch x := x.(type) {
	case nil:
		return token.NoPos
	case *ssa.Store:
		if x.Pos().IsValid() {
			return x.Pos()
		}
		return PosOf(x.Val)
	case ssa.CallInstruction:
		if x.Pos().IsValid() {
			return x.Pos()
		}
		return x.Common().Pos()
	case *ssa.Extract:
		if x.Pos().IsValid() {
			return x.Pos()
		}
		return PosOf(x.Tuple)
	case *ssa.MakeInterface:
		if x.Pos().IsValid() {
			return x.Pos()
		}
		return PosOf(x.X)
	case *ssa.UnOp:
		if x.Pos().IsValid() {
			return x.Pos()
		}
		return PosOf(x.X)
	case ssa.Value:
		return x.Pos()
	case ssa.Instruction:
		return x.Pos()
	}
	return token.NoPos
}
