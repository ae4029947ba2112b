package toolhint

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/tool"
)

// state is what is known of one hint. Unset is no statement of the author: the
// wire then has the default.
type state uint8

const (
	unset state = iota
	isTrue
	isFalse
	unknown
)

func (s state) join(t state) state {
	if s == t {
		return s
	}
	return unknown
}

// hint is one evaluated annotation and where it was written down.
type hint struct {
	state state
	at    *ir.Node // the leaf, with its way to the registration
}

// reader evaluates the annotations of one tool at its registration.
type reader struct {
	*ir.Engine
	tool *tool.Tool
	name string // the tool's, also where only the hints' way tells it
	meta *ir.Node
	way  []*ir.Node // how the handler reached the registration
	// preset: the description is made by a constructor that fills in the hints.
	preset bool
}

func newReader(e *ir.Engine, t *tool.Tool) *reader {
	r := &reader{Engine: e, tool: t, name: t.Name}
	n := t.Root.Node
	if k := len(t.Chain); k > 0 && t.Chain[k-1].Target.Node != nil {
		n = t.Chain[k-1].Target.Node
	}
	for ; n != nil; n = n.From {
		r.way = append(r.way, n)
	}
	if t.Meta != nil && isTool(t.Meta.V.Type()) {
		r.meta = t.Meta
	}
	if t.RegCall != nil {
		if row, ok := model.RegistrationOf(ir.CalleeName(t.RegCall.Common())); ok && row.Meta >= 0 {
			if v := ir.Operand(t.RegCall.Common(), row.Meta); v != nil && isTool(v.Type()) {
				r.meta = &ir.Node{V: v, F: r.context(t.RegCall.Parent()), At: t.RegCall}
			}
		}
	}
	if ls := r.names(); r.name == "" && len(ls) == 1 {
		r.name, _ = ir.ConstString(ls[0].V)
	}
	return r
}

// names returns where the name of the description may come from.
func (r *reader) names() []*ir.Node {
	if r.meta == nil {
		return nil
	}
	start := *r.meta
	start.Path = start.Path.Concat("Name")
	tr := &ir.Tracer{Engine: r.Engine, Open: true, Budget: 400, Visit: r.fits, Ext: func(n *ir.Node, call ssa.CallInstruction, _ int) ([]*ir.Node, bool) {
		if c := call.Common(); model.DescribesTool(ir.CalleeName(c)) && len(c.Args) > 0 {
			return []*ir.Node{n.Next(c.Args[0], "", n.F, ir.Arg, call)}, true
		}
		return nil, false
	}}
	return slices.DeleteFunc(tr.Run(&start), func(l *ir.Node) bool { _, isMap := l.V.(*ssa.MakeMap); return isMap || container(l) })
}

// context is the frame of a helper that registers, as called where it is given
// the handler: description and options come by the same call.
func (r *reader) context(fn *ssa.Function) *ir.Frame {
	var calls []ssa.CallInstruction
	for _, h := range r.way {
		if c, ok := h.At.(ssa.CallInstruction); ok && h.Hop == ir.Arg && c.Common().StaticCallee() == fn {
			calls = append(calls, c)
			fn = c.Parent()
		}
	}
	var f *ir.Frame
	for _, c := range slices.Backward(calls) {
		if f = r.Enter(c, f, ir.Target{Fn: c.Common().StaticCallee()}); f == nil {
			return nil
		}
	}
	return f
}

// isTool reports whether t is an SDK's description of a tool.
func isTool(t types.Type) bool {
	name := ir.TypeName(t)
	return strings.HasSuffix(name, ".Tool") && strings.Contains(strings.ToLower(name), "mcp")
}

// fits prunes ways on which another tool's description would be met: where a
// table or a helper brings description and handler together, both come from the
// same row or the same call. So are returns that the tool's name rules out.
func (r *reader) fits(n *ir.Node) bool {
	switch at := n.At.(type) {
	case *ssa.Return:
		return n.Hop != ir.Result || r.sameType(n.F) && r.open(ir.Conds(at.Block(), n.F), n, 0)
	case *ssa.MapUpdate:
		other := false
		for _, h := range r.way {
			if m, ok := h.At.(*ssa.MapUpdate); ok && m.Map == at.Map {
				if m == at {
					return true
				}
				other = true
			}
		}
		return !other
	case *ssa.Store:
		fa, ok := at.Addr.(*ssa.FieldAddr)
		if !ok {
			return true
		}
		other := false
		for _, h := range r.way {
			if st, ok := h.At.(*ssa.Store); ok {
				if fb, ok := st.Addr.(*ssa.FieldAddr); ok && types.Identical(fa.X.Type(), fb.X.Type()) {
					if fa.X == fb.X {
						return true
					}
					other = true
				}
			}
		}
		return !other
	case *ssa.Call:
		if n.Hop != ir.Arg {
			return true
		}
		fn := at.Call.StaticCallee()
		if fn == nil {
			return true
		}
		other := false
		for _, h := range r.way {
			if c, ok := h.At.(*ssa.Call); ok && h.Hop == ir.Arg && c.Call.StaticCallee() == fn {
				if c == at {
					return true
				}
				other = true
			}
		}
		return !other
	}
	return true
}

// sameType reports whether a method that an interface's caller runs may belong to
// the tool: where the handler is a method of an implementation too, both are of
// the same one.
func (r *reader) sameType(f *ir.Frame) bool {
	if f == nil || f.Call == nil || !f.Call.Common().IsInvoke() || f.Fn.Signature.Recv() == nil {
		return true
	}
	h := r.tool.Handler().Signature.Recv()
	iface, ok := f.Call.Common().Value.Type().Underlying().(*types.Interface)
	if h == nil || !ok || types.IsInterface(h.Type()) || !types.Implements(h.Type(), iface) {
		return true
	}
	return ir.TypeName(h.Type()) == ir.TypeName(f.Fn.Signature.Recv().Type())
}

// read evaluates one annotation by its field's name.
func (r *reader) read(field string) hint {
	if r.meta == nil {
		return hint{state: unknown}
	}
	start := *r.meta
	start.Path = start.Path.Concat(ir.Path("Annotations/" + field))
	h := r.trace(&start, field)
	if later, ok := r.assigned(field); ok {
		return later
	}
	if last, ok := r.applied(field); ok {
		return last
	}
	return h
}

// trace evaluates what reaches a node.
func (r *reader) trace(start *ir.Node, field string) hint {
	var out hint
	first := true
	add := func(s state, n *ir.Node) {
		if first {
			out, first = hint{s, n}, false
			return
		}
		out.state = out.state.join(s)
	}
	tr := &ir.Tracer{Engine: r.Engine, Open: true, Numbers: true, Budget: 3000}
	tr.Ext = func(n *ir.Node, call ssa.CallInstruction, _ int) ([]*ir.Node, bool) {
		c := call.Common()
		name := ir.CalleeName(c)
		switch {
		case model.DescribesTool(name) && n.Path != "":
			if !model.PresetsHints(name) {
				add(unset, n)
				return nil, true
			}
			r.preset = true
			next, ok := r.option(n, call, field)
			switch {
			case !ok:
				add(unknown, n)
			case next == nil:
				add(unset, n)
			default:
				return []*ir.Node{next}, true
			}
			return nil, true
		case boolPointer(c) && n.Path == "":
			return []*ir.Node{n.Next(c.Args[0], "", n.F, ir.Through, call)}, true
		}
		return nil, false
	}
	tr.Visit = func(n *ir.Node) bool {
		if !r.fits(n) {
			return false
		}
		if n.Path != "" || !isBool(n.V.Type()) {
			return true
		}
		switch n.V.(type) {
		case *ssa.Phi, *ssa.BinOp, *ssa.Call:
			if v, ok := r.eval(n.V, n.F, n, 0); ok {
				add(stateOf(v), n)
				return false
			}
		case *ssa.UnOp:
			if v, ok := r.eval(n.V, n.F, n, 0); ok {
				add(stateOf(v), n)
				return false
			}
		}
		return true
	}
	for _, l := range tr.Run(start) {
		if container(l) {
			continue
		}
		switch v := l.V.(type) {
		case *ssa.Const:
			if b, ok := ir.ConstBool(v); ok && l.Path == "" {
				add(stateOf(b), l)
			} else {
				add(unset, l)
			}
		case *ssa.Alloc:
			if l.Path == "" && isBool(v.Type().Underlying().(*types.Pointer).Elem()) {
				add(isFalse, l) // new(bool)
			} else {
				add(unset, l)
			}
		case *ssa.Call:
			if (model.DescribesTool(ir.CalleeName(&v.Call)) || boolPointer(&v.Call)) && !isBool(v.Type()) {
				continue // counted by Ext
			}
			add(unknown, l)
		default:
			add(unknown, l)
		}
	}
	if first {
		out.state = unset
	}
	return out
}

// container reports whether a leaf is a list or map itself: the element that is
// meant has been written to it, or states nothing.
func container(l *ir.Node) bool {
	switch l.V.(type) {
	case *ssa.Alloc, *ssa.MakeMap:
		return l.Path == ir.Elem || strings.HasPrefix(string(l.Path), ir.Elem+"/")
	}
	return false
}

func stateOf(b bool) state {
	if b {
		return isTrue
	}
	return isFalse
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

// boolPointer reports whether a call outside the view makes a *bool of a bool.
func boolPointer(c *ssa.CallCommon) bool {
	fn := c.StaticCallee()
	if fn == nil || fn.Blocks != nil || len(c.Args) != 1 || !isBool(c.Args[0].Type()) {
		return false
	}
	p, ok := c.Signature().Results().At(0).Type().Underlying().(*types.Pointer)
	return ok && isBool(p.Elem())
}
