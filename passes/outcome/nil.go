package outcome

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// NilSource says by what a value may be nil although nothing says that it is:
// where it comes from, in words, and how sure that is. ok is false when nothing
// in sight makes it nil; a call that leaves the view is taken at its word.
func (o *Outcome) NilSource(n *ir.Node) (at ssa.Value, why string, c model.Confidence, ok bool) {
	if n == nil || n.Path != "" {
		return nil, "", 0, false
	}
	// A wrapper that hands on what it got is not asked: its test for nil says
	// nothing of what the wrapped handler returns.
	for range len(o.chosen) + 1 {
		call, i := source(n.V)
		ch, ok := o.chosen[call]
		if call == nil || !ok || i >= len(ch) {
			break
		}
		n = ch[i]
		if n == nil || n.Path != "" {
			return nil, "", 0, false
		}
	}
	return o.nilSource(n.V, n.F, o.Conds, 0)
}

func (o *Outcome) nilSource(v ssa.Value, f *ir.Frame, conds []ir.Cond, depth int) (ssa.Value, string, model.Confidence, bool) {
	if depth > 6 {
		return nil, "", 0, false
	}
	switch o.Engine.NilAt(v, f, conds) {
	case ir.NotNil:
		return nil, "", 0, false
	case ir.IsNil:
		return v, "it is never set on this path", model.High, true
	}
	switch v := v.(type) {
	case *ssa.Phi:
		for i, e := range v.Edges {
			cs := append(ir.EdgeConds(v.Block().Preds[i], v.Block(), f), conds...)
			if at, why, c, ok := o.nilSource(e, f, cs, depth+1); ok {
				return at, why, min(c, model.Medium), true
			}
		}
	case *ssa.ChangeType:
		return o.nilSource(v.X, f, conds, depth+1)
	case *ssa.Lookup:
		if _, isMap := v.X.Type().Underlying().(*types.Map); isMap && !v.CommaOk {
			return v, "the map has no entry for an unknown key", model.High, true
		}
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Lookup:
			if v.Index == 0 && t.CommaOk && !tested(t, f, conds) {
				return v, "the map has no entry for an unknown key", model.High, true
			}
		case *ssa.TypeAssert:
			if v.Index != 0 {
				break
			}
			if !tested(t, f, conds) {
				return v, "the assertion fails for another type", model.Medium, true
			}
			return o.boxedNil(t.X, f, depth)
		}
	case *ssa.TypeAssert:
		if !v.CommaOk {
			return o.boxedNil(v.X, f, depth)
		}
	case *ssa.Call:
		if n := ir.CalleeName(&v.Call); strings.HasPrefix(n, "(*sync/atomic.Pointer") && strings.HasSuffix(n, ").Load") {
			return v, "the pointer is nil until something is stored", model.High, true
		}
	case *ssa.Parameter:
		if f != nil && f.Call != nil {
			for i, p := range v.Parent().Params {
				if p == v {
					if a := ir.Operand(f.Call.Common(), i); a != nil {
						return o.nilSource(a, f.Up, append(ir.Conds(f.Call.Block(), f.Up), conds...), depth+1)
					}
				}
			}
		}
	case *ssa.UnOp:
		if v.Op != token.MUL {
			break
		}
		switch a := v.X.(type) {
		case *ssa.Alloc:
			stores, zero := ir.Reaching(a, v)
			if zero && !capturedWrite(a) {
				return v, "it is never set on one of the ways here", model.Medium, true
			}
			for _, st := range stores {
				cs := append(ir.Conds(st.Block(), f), conds...)
				if at, why, c, ok := o.nilSource(st.Val, f, cs, depth+1); ok {
					return at, why, min(c, model.Medium), true
				}
			}
		case *ssa.FieldAddr:
			if fv := ir.FieldVar(a.X.Type(), a.Field); fv != nil && late(o.Engine.View.FieldStores(fv), v.Parent()) {
				return v, "the field " + fv.Name() + " is nil until something is stored", model.Medium, true
			}
		case *ssa.Global:
			var stores []*ssa.Store
			for _, in := range o.Engine.View.GlobalUses(a) {
				if st, ok := in.(*ssa.Store); ok && st.Addr == ssa.Value(a) {
					stores = append(stores, st)
				}
			}
			if late(stores, v.Parent()) {
				return v, "the variable " + a.Name() + " is nil until something is stored", model.Medium, true
			}
		}
	}
	return nil, "", 0, false
}

// tested reports whether the conditions say that a comma-ok form succeeded.
func tested(tuple ssa.Value, f *ir.Frame, conds []ir.Cond) bool {
	for _, c := range conds {
		cond, taken := c.Not()
		ex, ok := cond.(*ssa.Extract)
		if !ok || !taken {
			continue
		}
		if c.F == f && ex.Tuple == tuple && ex.Index == 1 {
			return true
		}
		// A helper has handed the answer on: v, ok := cache.Get(k).
		if call, ok := ex.Tuple.(*ssa.Call); ok && f != nil && f.Call == ssa.CallInstruction(call) {
			for _, r := range ir.Results(f.Fn) {
				if ex.Index < len(r.Results) {
					if in, ok := r.Results[ex.Index].(*ssa.Extract); ok && in.Tuple == tuple && in.Index == 1 {
						return true
					}
				}
			}
		}
	}
	return false
}

// boxedNil looks for a nil pointer that was stored in an interface: the
// assertion succeeds and yields it. A result that came together with an error is
// such a pointer wherever its maker answers nil, nil.
func (o *Outcome) boxedNil(x ssa.Value, f *ir.Frame, depth int) (ssa.Value, string, model.Confidence, bool) {
	tr := &ir.Tracer{Engine: o.Engine, Concrete: true, Budget: 800}
	for _, l := range tr.Run(&ir.Node{V: x, F: f}) {
		mi, ok := l.V.(*ssa.MakeInterface)
		if !ok {
			continue
		}
		if _, ok := model.ResultType(ir.TypeName(mi.X.Type())); !ok {
			continue
		}
		conds := ir.Conds(mi.Block(), l.F)
		if o.Engine.NilAt(mi.X, l.F, conds) == ir.NotNil {
			continue
		}
		if at, _, c, ok := o.nilSource(mi.X, l.F, conds, depth+1); ok {
			return at, "a nil pointer in an interface passes the assertion", c, true
		}
		if call, _ := source(mi.X); call != nil {
			if _, sdk := model.ConstructorOf(ir.CalleeName(&call.Call)); !sdk {
				return mi.X, "a nil pointer in an interface passes the assertion", model.Medium, true
			}
		}
	}
	return nil, "", 0, false
}

func capturedWrite(a *ssa.Alloc) bool {
	for _, r := range *a.Referrers() {
		if mc, ok := r.(*ssa.MakeClosure); ok {
			for i, b := range mc.Bindings {
				if b == ssa.Value(a) && written(mc.Fn.(*ssa.Function).FreeVars[i]) {
					return true
				}
			}
		}
		if c, ok := r.(ssa.CallInstruction); ok {
			for _, x := range c.Common().Args {
				if x == ssa.Value(a) {
					return true
				}
			}
		}
	}
	return false
}

// late reports whether a variable is filled, but neither when its owner is made
// nor by the function that reads it.
func late(stores []*ssa.Store, reader *ssa.Function) bool {
	some := false
	for _, st := range stores {
		if k, ok := st.Val.(*ssa.Const); ok && k.IsNil() {
			continue
		}
		fn := st.Parent()
		if fn.Name() == "init" || ir.Outermost(fn) == ir.Outermost(reader) {
			return false
		}
		if fa, ok := st.Addr.(*ssa.FieldAddr); ok {
			if al, ok := fa.X.(*ssa.Alloc); ok && al.Heap {
				return false
			}
			if _, ok := fa.X.(*ssa.Parameter); !ok {
				if _, ok := fa.X.(*ssa.FreeVar); !ok {
					if _, ok := fa.X.(*ssa.UnOp); !ok {
						return false
					}
				}
			}
		}
		for _, c := range callsOf(reader) {
			if c == fn {
				return false
			}
		}
		some = true
	}
	return some
}

// callsOf lists the functions that a function calls, and the literals in it.
func callsOf(fn *ssa.Function) (out []*ssa.Function) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case ssa.CallInstruction:
				if f := in.Common().StaticCallee(); f != nil {
					out = append(out, f)
				}
			case *ssa.MakeClosure:
				out = append(out, in.Fn.(*ssa.Function))
			}
		}
	}
	return out
}

// Recovering returns the deferred literal of fn that ends a panic without
// setting a result, so that fn returns zero values, or nil.
func Recovering(fn *ssa.Function) *ssa.Defer {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			d, ok := in.(*ssa.Defer)
			if !ok {
				continue
			}
			g := d.Call.StaticCallee()
			if g == nil || len(g.Blocks) == 0 {
				continue
			}
			recovers, other := false, false
			for _, gb := range g.Blocks {
				for _, gi := range gb.Instrs {
					switch gi := gi.(type) {
					case *ssa.Call:
						if isRecover(gi) {
							recovers = true
						}
					case *ssa.Panic:
						other = true // it panics again
					case *ssa.Store:
						switch gi.Addr.(type) {
						case *ssa.FreeVar, *ssa.Parameter:
							other = true // it sets a result, or tells somebody
						}
					}
				}
			}
			if recovers && !other {
				return d
			}
		}
	}
	return nil
}
