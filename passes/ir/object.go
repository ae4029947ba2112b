package ir

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// What is put into an object, wherever in sight that happens.

// object looks for what was put into a freshly made object, wherever that
// happened in sight. With an empty path every content counts.
func (t *Tracer) object(n *Node, v ssa.Value) {
	if at := n.when(); at != nil && n.Path != "" {
		t.content(n, v, n.Path, at)
		return
	}
	before := len(t.work)
	t.contentsOf(n, v, n.Path, n.F)
	if len(t.work) == before {
		t.leaf(n)
	}
}

// maxObjects bounds the aliases of objects that one walk follows.
const maxObjects = 2500

type objKey struct {
	v ssa.Value
	p Path
	f *Frame
}

// contentsOf queues everything that is written into the object v at path p
// anywhere in sight: in its own function, in literals that capture it and in
// callees that receive it. Flow-insensitive; used where order is unknown.
func (t *Tracer) contentsOf(n *Node, v ssa.Value, p Path, f *Frame) {
	k := objKey{v, p, f}
	if t.objects[k] {
		return
	}
	if len(t.objects) > maxObjects {
		t.Exhausted = true
		return
	}
	t.objects[k] = true
	refs := v.Referrers()
	if refs == nil {
		return
	}
	for _, in := range *refs {
		switch in := in.(type) {
		case *ssa.Store:
			if in.Addr == v {
				t.push(&Node{V: in.Val, Path: p, F: f, From: n, Hop: Stored, At: in, Note: n.Note})
			} else if _, ok := in.Addr.(*ssa.FieldAddr); ok && t.Escape != nil {
				for _, m := range t.Escape(n, in) {
					t.push(m)
				}
			} else if a, ok := in.Addr.(*ssa.Alloc); ok && p != "" {
				// The pointer is kept in a variable: follow its loads.
				for _, r := range *a.Referrers() {
					switch r := r.(type) {
					case *ssa.UnOp:
						if r.Op == token.MUL {
							t.contentsOf(n, r, p, f)
						}
					case *ssa.MakeClosure:
						t.contentsOf(n, a, p, f)
					}
				}
			}
		case *ssa.FieldAddr:
			if in.X != v {
				continue
			}
			fv := FieldVar(in.X.Type(), in.Field)
			if fv == nil {
				continue
			}
			if rest, part, ok := under(p, Path(fv.Name())); ok {
				if part {
					rest = ""
				}
				t.contentsOf(n, in, rest, f)
			}
		case *ssa.IndexAddr:
			if in.X != v {
				continue
			}
			if rest, part, ok := under(p, Elem); ok {
				if part {
					rest = ""
				}
				t.contentsOf(n, in, rest, f)
			}
		case *ssa.MapUpdate:
			if in.Map == v {
				t.mapUpdate(n, in, "", p, f)
			}
		case *ssa.Send:
			if in.Chan == v {
				if rest, _, ok := under(p, Elem); ok {
					t.push(&Node{V: in.X, Path: rest, F: f, From: n, Hop: Sent, At: in, Note: n.Note})
				}
			}
		case *ssa.Select:
			for _, st := range in.States {
				if st.Chan == v && st.Send != nil {
					if rest, _, ok := under(p, Elem); ok {
						t.push(&Node{V: st.Send, Path: rest, F: f, From: n, Hop: Sent, At: in, Note: n.Note})
					}
				}
			}
		case *ssa.Slice:
			if in.X == v {
				t.contentsOf(n, in, p, f)
			}
		case *ssa.ChangeType, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.Convert, *ssa.Phi, *ssa.TypeAssert:
			t.contentsOf(n, in.(ssa.Value), p, f)
		case *ssa.UnOp:
			if in.Op == token.MUL && p != "" && mayPoint(in.Type()) {
				t.contentsOf(n, in, p, f)
			}
		case *ssa.MakeClosure:
			fn := in.Fn.(*ssa.Function)
			for i, b := range in.Bindings {
				if b == v {
					cf := t.Root(Target{Fn: fn, Closure: in, Env: f})
					t.contentsOf(n, fn.FreeVars[i], p, cf)
				}
			}
		case ssa.CallInstruction:
			c := in.Common()
			for i, a := range Operands(c) {
				if a != v || !mayPoint(a.Type()) {
					continue
				}
				if b, ok := c.Value.(*ssa.Builtin); ok {
					if b.Name() == "copy" && i == 0 {
						t.push(&Node{V: c.Args[1], Path: p, F: f, From: n, Hop: Stored, At: in, Note: n.Note})
					}
					continue
				}
				if t.Into != nil {
					for _, m := range t.Into(n, in, i, p, f) {
						t.push(m)
					}
				}
				for _, tg := range t.Callees(in, f) {
					cf := t.Enter(in, f, tg)
					if cf != nil && i < len(tg.Fn.Params) && argFor(cf, c, i) != nil {
						t.contentsOf(n, tg.Fn.Params[i], p, cf)
					}
				}
			}
		}
	}
}
