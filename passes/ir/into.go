package ir

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// What a call writes into an object that it is given.

// Into decides what a call outside the view writes into the object at operand.
type Into func(n *Node, call ssa.CallInstruction, operand int, p Path, f *Frame) []*Node

// callWrites handles a call that receives the object.
func (t *Tracer) callWrites(n *Node, call ssa.CallInstruction, base ssa.Value, p Path, f *Frame) (settled bool) {
	c := call.Common()
	for i, a := range Operands(c) {
		if !mayPoint(a.Type()) {
			continue
		}
		rel, ok := relative(a, base)
		if !ok {
			continue
		}
		rest, part, ok := under(p, rel)
		if !ok {
			continue
		}
		if part {
			rest = ""
		}
		if t.intoCall(n, call, i, rest, f) && !part && strong(rel) {
			settled = true
		}
	}
	return settled
}

// mayPoint reports whether a callee that receives a value of type t can write
// to what the caller sees.
func mayPoint(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Map, *types.Slice, *types.Chan, *types.Interface:
		return true
	}
	return false
}

type intoKey struct {
	call ssa.CallInstruction
	i    int
	p    Path
	f    *Frame
}

// intoCall queues what a call writes into its operand i at path p; it reports
// whether every callee certainly does. A call is looked into once a walk: what it
// writes is queued already when it is met again.
func (t *Tracer) intoCall(n *Node, call ssa.CallInstruction, i int, p Path, f *Frame) (settled bool) {
	k := intoKey{call, i, p, f}
	if s, ok := t.entered[k]; ok {
		return s
	}
	t.entered[k] = false // while it is being looked into
	settled = t.lookInto(n, call, i, p, f)
	t.entered[k] = settled
	return settled
}

func (t *Tracer) lookInto(n *Node, call ssa.CallInstruction, i int, p Path, f *Frame) (settled bool) {
	c := call.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if b.Name() == "copy" && i == 0 {
			t.push(&Node{V: c.Args[1], Path: p, F: f, From: n, Hop: Stored, At: call, Note: n.Note})
		}
		return false
	}
	if t.Into != nil {
		for _, m := range t.Into(n, call, i, p, f) {
			t.push(m)
		}
	}
	targets := t.Callees(call, f)
	if len(targets) == 0 {
		return false
	}
	_, sync := call.(*ssa.Call)
	first, _ := p.split()
	settled = sync
	for _, tg := range targets {
		cf := t.Enter(call, f, tg)
		if cf == nil || i >= len(tg.Fn.Params) {
			settled = false
			continue
		}
		if argFor(cf, c, i) == nil {
			settled = false
			continue
		}
		param := tg.Fn.Params[i]
		if !sync || first == Elem || p == "" {
			t.contentsOf(n, param, p, cf)
			settled = false
			continue
		}
		for _, r := range Results(tg.Fn) {
			// A scratch node carries the callee's frame for the search.
			m := &Node{V: param, Path: p, F: cf, From: n, Hop: Plain, At: call, Note: n.Note}
			if t.before(m, param, p, cf, r) {
				settled = false
			}
		}
	}
	return settled
}
