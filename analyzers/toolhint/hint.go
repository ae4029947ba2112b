package toolhint

import (
	"go/token"
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

// applied evaluates the program's own options where they are run on the
// description in a loop: the last one that sets the field decides.
func (r *reader) applied(field string) (hint, bool) {
	n := r.meta
	for call, ok := n.V.(*ssa.Call); ok; call, ok = n.V.(*ssa.Call) {
		f, ret := r.single(call, n.F)
		if ret == nil {
			return hint{}, false
		}
		n = n.Next(ret.Results[0], "", f, ir.Result, ret)
	}
	t, ok := n.V.(*ssa.Alloc)
	if !ok {
		return hint{}, false
	}
	for _, ref := range *t.Referrers() {
		opts := ranged(ref)
		if opts == nil {
			continue
		}
		list, ok := r.list(n.Next(opts, "", n.F, ir.Plain, ref), 0)
		if !ok {
			return hint{}, false
		}
		for _, o := range slices.Backward(list) {
			m, known, sets := r.sets(o, field, 0)
			switch {
			case !known:
				return hint{state: unknown, at: o}, true
			case sets:
				return r.trace(m, field), true
			}
		}
	}
	return hint{}, false
}

// ranged returns the slice whose elements an instruction calls one by one.
func ranged(in ssa.Instruction) ssa.Value {
	call, ok := in.(*ssa.Call)
	if !ok || call.Call.IsInvoke() {
		return nil
	}
	v := call.Call.Value
	if c, ok := v.(*ssa.ChangeType); ok {
		v = c.X
	}
	u, ok := v.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return nil
	}
	ia, ok := u.X.(*ssa.IndexAddr)
	if !ok {
		return nil
	}
	if _, fixed := ia.Index.(*ssa.Const); fixed {
		return nil
	}
	return ia.X
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

// option finds the last option of a constructor's call that sets the field. ok
// is false when an option that comes later cannot be told.
func (r *reader) option(n *ir.Node, call ssa.CallInstruction, field string) (next *ir.Node, ok bool) {
	args := call.Common().Args
	if len(args) == 0 {
		return nil, true
	}
	opts, ok := r.list(&ir.Node{V: args[len(args)-1], F: n.F, From: n, At: call}, 0)
	if !ok {
		return nil, false
	}
	for i := len(opts) - 1; i >= 0; i-- {
		m, known, sets := r.sets(opts[i], field, 0)
		if !known {
			return nil, false
		}
		if sets {
			return m, true
		}
	}
	return nil, true
}

// list spells out a slice of options in order.
func (r *reader) list(n *ir.Node, depth int) ([]*ir.Node, bool) {
	if depth > 8 {
		return nil, false
	}
	if els, ok := ir.Elements(n.V); ok {
		var out []*ir.Node
		for _, e := range els {
			if e != nil {
				out = append(out, n.Next(e, "", n.F, ir.Plain, n.At))
			}
		}
		return out, true
	}
	switch v := n.V.(type) {
	case *ssa.Const:
		return nil, true
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && b.Name() == "append" {
			a, ok1 := r.list(n.Next(v.Call.Args[0], "", n.F, ir.Plain, v), depth+1)
			b, ok2 := r.list(n.Next(v.Call.Args[1], "", n.F, ir.Plain, v), depth+1)
			return append(a, b...), ok1 && ok2
		}
		if f, ret := r.single(v, n.F); ret != nil {
			return r.list(n.Next(ret.Results[0], "", f, ir.Result, v), depth+1)
		}
	case *ssa.Parameter:
		if v, f, at := r.argument(v, n.F); v != nil {
			return r.list(n.Next(v, "", f, ir.Arg, at), depth+1)
		}
	case *ssa.UnOp:
		if st := r.once(v.X); st != nil {
			return r.list(n.Next(st.Val, "", nil, ir.Stored, st), depth+1)
		}
	case *ssa.ChangeType:
		return r.list(n.Next(v.X, "", n.F, ir.Plain, n.At), depth+1)
	}
	return nil, false
}

// once returns the only store to a package variable.
func (r *reader) once(addr ssa.Value) *ssa.Store {
	g, ok := addr.(*ssa.Global)
	if !ok {
		return nil
	}
	var only *ssa.Store
	for _, in := range r.View.GlobalUses(g) {
		if st, ok := in.(*ssa.Store); ok && st.Addr == ssa.Value(g) {
			if only != nil {
				return nil
			}
			only = st
		}
	}
	return only
}

// single returns the one return of a call's one callee in view.
func (r *reader) single(call *ssa.Call, f *ir.Frame) (*ir.Frame, *ssa.Return) {
	ts := r.Callees(call, f)
	if len(ts) != 1 {
		return nil, nil
	}
	cf := r.Enter(call, f, ts[0])
	rets := ir.Results(ts[0].Fn)
	if cf == nil || len(rets) != 1 || len(rets[0].Results) == 0 {
		return nil, nil
	}
	return cf, rets[0]
}

// argument returns what the caller passes for a parameter: the caller on the
// stack, the one that the handler came through, or the only one there is.
func (r *reader) argument(p *ssa.Parameter, f *ir.Frame) (ssa.Value, *ir.Frame, ssa.CallInstruction) {
	i := -1
	for j, q := range p.Parent().Params {
		if q == p {
			i = j
		}
	}
	if f != nil && f.Call != nil {
		return ir.Operand(f.Call.Common(), i), f.Up, f.Call
	}
	var only ssa.CallInstruction
	for _, c := range r.View.Callers(p.Parent()) {
		v := ir.Operand(c.Common(), i)
		if v == nil || r.View.InTest(c.Parent()) || !r.fits(&ir.Node{V: v, Hop: ir.Arg, At: c}) {
			continue
		}
		if only != nil {
			return nil, nil, nil
		}
		only = c
	}
	if only == nil {
		return nil, nil, nil
	}
	return ir.Operand(only.Common(), i), nil, only
}

// sets says whether an option sets the field, and to what.
func (r *reader) sets(n *ir.Node, field string, depth int) (m *ir.Node, known, sets bool) {
	if depth > 6 {
		return nil, false, false
	}
	switch v := n.V.(type) {
	case *ssa.Call:
		name := ir.CalleeName(&v.Call)
		fn := v.Call.StaticCallee()
		if fn != nil && fn.Blocks == nil {
			short := name[strings.LastIndexByte(name, '.')+1:]
			switch short {
			case "With" + field + "Annotation":
				return n.Next(v.Call.Args[0], "", n.F, ir.Arg, v), true, true
			case "WithToolAnnotation":
				return n.Next(v.Call.Args[0], ir.Path(field), n.F, ir.Arg, v), true, true
			}
			return nil, true, false
		}
		if f, ret := r.single(v, n.F); ret != nil {
			return r.sets(n.Next(ret.Results[0], "", f, ir.Result, v), field, depth+1)
		}
	case *ssa.MakeClosure:
		return r.body(n, v.Fn.(*ssa.Function), r.Root(ir.Target{Fn: v.Fn.(*ssa.Function), Closure: v, Env: n.F}), field)
	case *ssa.Function:
		return r.body(n, v, r.Root(ir.Target{Fn: v}), field)
	case *ssa.ChangeType:
		return r.sets(n.Next(v.X, "", n.F, ir.Plain, n.At), field, depth+1)
	case *ssa.UnOp:
		if st := r.once(v.X); st != nil {
			return r.sets(n.Next(st.Val, "", nil, ir.Stored, st), field, depth+1)
		}
	case *ssa.Parameter:
		if v, f, at := r.argument(v, n.F); v != nil {
			return r.sets(n.Next(v, "", f, ir.Arg, at), field, depth+1)
		}
	}
	return nil, false, false
}

// body looks for a store to the field in an option that the program wrote itself.
func (r *reader) body(n *ir.Node, fn *ssa.Function, f *ir.Frame, field string) (*ir.Node, bool, bool) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Store:
				fa, ok := in.Addr.(*ssa.FieldAddr)
				if !ok {
					continue
				}
				switch ir.FieldVar(fa.X.Type(), fa.Field).Name() {
				case field:
					return n.Next(in.Val, "", f, ir.Stored, in), len(fn.Blocks) == 1, true
				case "Annotations":
					return n.Next(in.Val, ir.Path(field), f, ir.Stored, in), len(fn.Blocks) == 1, true
				}
			case *ssa.Call: // mcp.WithReadOnlyHintAnnotation(true)(t)
				if opt, ok := in.Call.Value.(*ssa.Call); ok {
					if m, known, sets := r.sets(n.Next(opt, "", f, ir.Plain, in), field, 3); sets || !known {
						return m, known, sets
					}
				}
			}
		}
	}
	return nil, true, false
}
