package text

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// Oddity is something in a text that was meant to be an explanation and is none.
type Oddity struct {
	Node *ir.Node
	// Dump is the type of a struct that is printed field by field, with the
	// addresses of its pointers; nil when an error that is nil is printed.
	Dump types.Type
}

// Oddities returns the struct dumps and the nil errors in what is shown at the
// nodes. conds are what is known where they are shown.
func Oddities(e *ir.Engine, conds []ir.Cond, nodes ...*ir.Node) []Oddity {
	o := &oddities{tracer: &tracer{out: &Text{}, names: map[string]bool{}}, conds: conds}
	o.Tracer = &ir.Tracer{Engine: e, Budget: 2500, Ext: o.ext, Into: o.into, Visit: o.visit, Escape: func(*ir.Node, *ssa.Store) []*ir.Node { return nil }}
	var start []*ir.Node
	for _, n := range nodes {
		if n != nil && n.V != nil {
			m := *n
			m.Note = printed
			start = append(start, &m)
		}
	}
	o.Run(start...)
	return o.found
}

type oddities struct {
	*tracer
	conds []ir.Cond
	found []Oddity
}

func (o *oddities) visit(n *ir.Node) bool {
	if n.Hop != ir.Format || n.Note == encoded || n.Note == plain {
		return o.tracer.visit(n)
	}
	v := n.V
	if ci, ok := v.(*ssa.ChangeInterface); ok {
		v = ci.X
	}
	if ir.IsError(v.Type()) && types.IsInterface(v.Type()) && n.At != nil {
		conds := append(ir.Conds(n.At.Block(), n.F), o.conds...)
		if o.NilAt(v, n.F, conds) == ir.IsNil {
			o.found = append(o.found, Oddity{Node: n})
			return false
		}
	}
	if mi, ok := v.(*ssa.MakeInterface); ok && n.Path == "" && meaningless(mi.X.Type()) && !o.prints(mi.X.Type()) {
		o.found = append(o.found, Oddity{n, mi.X.Type()})
		return false
	}
	return o.tracer.visit(n)
}

func (o *oddities) prints(t types.Type) bool {
	ms := o.View.Prog().MethodSets.MethodSet(t)
	for _, name := range []string{"Error", "String", "Format"} {
		if ms.Lookup(nil, name) != nil {
			return true
		}
	}
	return false
}

// meaningless reports whether printing a value of a type prints addresses: a
// struct, or what a pointer points to, with pointers, functions or channels.
func meaningless(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range s.Fields() {
		switch u := f.Type().Underlying().(type) {
		case *types.Pointer:
			if _, ok := u.Elem().Underlying().(*types.Struct); ok {
				return true
			}
		case *types.Signature, *types.Chan:
			return true
		}
	}
	return false
}
