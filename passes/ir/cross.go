package ir

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/model"
)

// The crossings from one function to another: parameters to the arguments of the
// callers, captured variables to their makers, calls to the results of the callees.

func (t *Tracer) param(n *Node, p *ssa.Parameter) {
	i := paramIndex(p)
	f := n.F
	if f != nil && f.Recv != nil && i == 0 {
		r := f.Recv
		t.push(&Node{V: r.V, Path: r.Path.Concat(n.Path), F: r.F, From: n, Note: n.Note})
		return
	}
	if IsBody(p.Parent()) && (f == nil || f.Call == nil || LoopBody(f.Call) != nil && LoopBody(f.Call) == f.Closure) {
		if !t.yielded(n, p.Parent(), i) {
			t.leaf(n)
		}
		return
	}
	if f != nil && f.Call != nil {
		c := f.Call.Common()
		if v := argFor(f, c, i); v != nil {
			t.push(n.Next(v, n.Path, f.Up, Arg, f.Call))
			return
		}
		t.leaf(n)
		return
	}
	fn := p.Parent()
	if model.RequestType(TypeName(p.Type())) {
		t.leaf(n) // what a client sends, whatever the code in view sends as one
		return
	}
	if !t.Open {
		t.fieldBased(n, p.Type(), n.Path)
		return
	}
	found := false
	for _, c := range t.View.Callers(fn) {
		if a := Operand(c.Common(), i); a != nil {
			found = true
			t.push(n.Next(a, n.Path, nil, Arg, c))
		}
	}
	// A method that is called through an interface, or a function used as a value.
	if !found || n.Path != "" {
		t.fieldBased(n, p.Type(), n.Path)
	}
}

// argFor returns the argument that parameter i of f's function receives. Bound
// methods and calls through interfaces pass the receiver first; functions run by
// a higher-order function of another module receive nothing that is known.
func argFor(f *Frame, c *ssa.CallCommon, i int) ssa.Value {
	if f.Recv != nil {
		if fn := c.StaticCallee(); fn == nil || fn == f.Fn || strings.HasPrefix(fn.Synthetic, "bound method wrapper") {
			return Operand(c, i-1)
		}
		return nil
	}
	if fn := c.StaticCallee(); fn != nil && fn != f.Fn && fn.Origin() != f.Fn {
		return nil
	}
	return Operand(c, i)
}

func paramIndex(p *ssa.Parameter) int {
	for i, q := range p.Parent().Params {
		if q == p {
			return i
		}
	}
	return -1
}

func (t *Tracer) freeVar(n *Node, fv *ssa.FreeVar) {
	i := -1
	for j, q := range fv.Parent().FreeVars {
		if q == fv {
			i = j
		}
	}
	if i < 0 {
		t.leaf(n)
		return
	}
	if n.F != nil && n.F.Closure != nil && n.F.Closure.Fn == fv.Parent() {
		t.push(n.Next(n.F.Closure.Bindings[i], n.Path, n.F.Env, Plain, nil))
		return
	}
	mks := t.View.Closures(fv.Parent())
	for _, mk := range mks {
		t.push(n.Next(mk.Bindings[i], n.Path, frameFor(n.F, mk.Parent()), Plain, nil))
	}
	if len(mks) == 0 {
		t.leaf(n)
	}
}

// frameFor finds the frame of fn among the callers of f: a literal that is
// called while its maker is still on the stack.
func frameFor(f *Frame, fn *ssa.Function) *Frame {
	for ; f != nil; f = f.Up {
		if f.Fn == fn {
			return f
		}
	}
	return nil
}

// call continues at what result i of a call may be.
func (t *Tracer) call(n *Node, call *ssa.Call, i int) {
	c := call.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "append":
			for _, a := range c.Args {
				t.to(n, a, n.Path)
			}
			return
		case "min", "max":
			for _, a := range c.Args {
				t.to(n, a, n.Path)
			}
			return
		}
		t.leaf(n)
		return
	}
	if ch := t.Chosen[call]; i < len(ch) {
		m := ch[i]
		t.push(&Node{V: m.V, Path: m.Path.Concat(n.Path), F: m.F, From: n, Hop: Result, At: m.At, Note: n.Note})
		return
	}
	if t.Ext != nil {
		if next, ok := t.Ext(n, call, i); ok {
			for _, m := range next {
				t.push(m)
			}
			if len(next) == 0 {
				t.leaf(n)
			}
			return
		}
	}
	targets := t.Callees(call, n.F)
	entered := false
	for _, tg := range targets {
		f := t.Enter(call, n.F, tg)
		if f == nil {
			continue
		}
		for _, r := range Results(tg.Fn) {
			if i < len(r.Results) {
				entered = true
				t.push(n.Next(r.Results[i], n.Path, f, Result, r))
			}
		}
	}
	if !entered {
		t.leaf(n)
	}
}
