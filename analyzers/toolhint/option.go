package toolhint

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

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
		if ir.CalleeName(&v.Call) == "builtin.append" {
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
