package outcome

import (
	"go/token"
	"go/types"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// Site is a return that an exit passes through.
type Site struct {
	Ret *ssa.Return
	F   *ir.Frame
	Pos token.Pos // the best position: the return, or the store of a named result
}

// Exit is one way in which a function ends: the values that it returns, under
// the conditions that lead there. A return that hands on what another function
// of the view returned is split into that function's exits, so that the values
// of one exit belong together.
type Exit struct {
	Sites []Site // outermost first
	Vals  []*ir.Node
	Conds []ir.Cond // of all frames, innermost first
	// Panic: the exit is reached by recovering from a panic.
	Panic bool
}

// Outer is the return in the function that was asked for, below the wrappers
// that SSA makes for promoted methods; Inner is the one where the values were
// written.
func (x *Exit) Outer() Site {
	for _, s := range x.Sites {
		if s.Ret.Parent().Synthetic == "" || s.Ret.Parent().Origin() != nil {
			return s
		}
	}
	return x.Sites[0]
}

// Inner returns the innermost return.
func (x *Exit) Inner() Site { return x.Sites[len(x.Sites)-1] }

const (
	maxExits = 300 // exits of one handler; what lies beyond is reported as skipped
	maxNest  = 6   // returns that hand on the values of another function
)

// enumerator lists the exits of functions.
type enumerator struct {
	*ir.Engine
	lock sync.Mutex
	cut  bool
}

// exits lists the exits of f's function. up are the conditions that hold where
// it was called.
func (e *enumerator) exits(f *ir.Frame, up []ir.Cond, nest int) []*Exit {
	var out []*Exit
	for _, r := range ir.Results(f.Fn) {
		for _, x := range e.returns(r, f) {
			if !e.feasible(x.Conds, f, up) {
				continue
			}
			if nest >= maxNest {
				out = append(out, x)
				continue
			}
			out = append(out, e.expand(x, f, up, nest)...)
			if len(out) > maxExits {
				e.cut = true
				return out[:maxExits]
			}
		}
	}
	return out
}

// feasible reports whether conditions of frame f can hold under up, as far as
// tests for nil tell.
func (e *enumerator) feasible(conds []ir.Cond, f *ir.Frame, up []ir.Cond) bool {
	for i, c := range conds {
		cond, taken := c.Not()
		if x, isNil, ok := ir.NilTest(cond, taken); ok {
			rest := append(append([]ir.Cond(nil), conds[i+1:]...), up...)
			n := e.NilAt(x, c.F, rest)
			if n == ir.IsNil && !isNil || n == ir.NotNil && isNil {
				return false
			}
			continue
		}
		if k, ok := ir.ConstBool(e.constant(cond, c.F)); ok && k != taken {
			return false
		}
		// An error that the program makes out of nothing is of no type that a
		// type assertion or errors.As could find.
		if x, ok := cond.(*ssa.Extract); ok && taken && x.Index == 1 {
			if ta, ok := x.Tuple.(*ssa.TypeAssert); ok && ir.IsError(ta.X.Type()) && !types.IsInterface(ta.AssertedType) && e.OwnError(ta.X, c.F) {
				return false
			}
		}
		if call, ok := cond.(*ssa.Call); ok && taken && ir.CalleeName(&call.Call) == "errors.As" && len(call.Call.Args) > 0 && e.OwnError(call.Call.Args[0], c.F) {
			return false
		}
	}
	return true
}

// constant follows a value to the constant that a caller passes for it.
func (e *enumerator) constant(v ssa.Value, f *ir.Frame) ssa.Value {
	for f != nil {
		p, ok := v.(*ssa.Parameter)
		if !ok || f.Call == nil {
			return v
		}
		for i, q := range f.Fn.Params {
			if q == p {
				v = ir.Operand(f.Call.Common(), i)
			}
		}
		if v == nil {
			return p
		}
		f = f.Up
	}
	return v
}

// returns splits one return by the phis of its own block and by what deferred
// function literals do to named results.
func (e *enumerator) returns(r *ssa.Return, f *ir.Frame) []*Exit {
	if out := e.ranged(r, f); len(out) > 0 {
		return e.deferred(out, r, f)
	}
	b := r.Block()
	mk := func(conds []ir.Cond, vals []ssa.Value) *Exit {
		x := &Exit{Conds: conds, Sites: []Site{{r, f, ir.PosOf(r)}}}
		for _, v := range vals {
			x.Vals = append(x.Vals, &ir.Node{V: v, F: f, At: r})
		}
		return x
	}
	vals := make([]ssa.Value, len(r.Results))
	stores := make([]*ssa.Store, len(r.Results))
	for i, v := range r.Results {
		vals[i], stores[i] = settled(v, r)
	}
	phi := false
	for _, v := range vals {
		if p, ok := v.(*ssa.Phi); ok && p.Block() == b {
			phi = true
		}
	}
	var out []*Exit
	if phi || len(b.Preds) > 1 && len(b.Preds) <= 4 && len(b.Instrs) <= 16 {
		for i, pred := range b.Preds {
			vs := make([]ssa.Value, len(vals))
			for j, v := range vals {
				vs[j] = v
				if p, ok := v.(*ssa.Phi); ok && p.Block() == b {
					vs[j] = p.Edges[i]
				}
			}
			out = append(out, mk(ir.EdgeConds(pred, b, f), vs))
		}
	} else {
		out = append(out, mk(ir.Conds(b, f), vals))
	}
	for i, st := range stores {
		if st != nil && !out[0].Sites[0].Pos.IsValid() {
			for _, x := range out {
				x.Sites[0].Pos = ir.PosOf(stores[i])
			}
		}
	}
	return e.deferred(out, r, f)
}

// settled looks through the variables in which named results are kept when a
// function defers: the value last stored before the deferred functions run, or
// the zero value when nothing was stored.
func settled(v ssa.Value, r *ssa.Return) (ssa.Value, *ssa.Store) {
	u, ok := v.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return v, nil
	}
	a, ok := u.X.(*ssa.Alloc)
	if !ok {
		return v, nil
	}
	if parted(a) {
		return v, nil
	}
	stores, zeroed := ir.Reaching(a, u)
	switch {
	case len(stores) == 1 && !zeroed:
		return stores[0].Val, stores[0]
	case len(stores) == 0 && zeroed:
		return zero(v.Type()), nil
	}
	return v, nil
}

// source returns the call that a value is a result of, and which.
func source(v ssa.Value) (*ssa.Call, int) {
	for {
		switch x := v.(type) {
		case *ssa.Call:
			return x, 0
		case *ssa.Extract:
			c, _ := x.Tuple.(*ssa.Call)
			return c, x.Index
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		default:
			return nil, 0
		}
	}
}

// touched reports whether a function writes into what a call returned to it, or
// hands it to somebody who may.
func touched(v ssa.Value) bool {
	refs := v.Referrers()
	if refs == nil {
		return false
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			for _, u := range *r.Referrers() {
				if st, ok := u.(*ssa.Store); ok && st.Addr == ssa.Value(r) {
					return true
				}
			}
		case *ssa.Call:
			if ir.CalleeName(&r.Call) == model.SetError {
				return true
			}
		}
	}
	return false
}

// expand splits an exit whose values come from one call of the view into the
// exits of what is called.
func (e *enumerator) expand(x *Exit, f *ir.Frame, up []ir.Cond, nest int) []*Exit {
	var call *ssa.Call
	var at *ir.Frame
	for i, n := range x.Vals {
		if i == len(x.Vals)-1 && i > 0 && ir.IsError(n.V.Type()) {
			break
		}
		if c, _ := source(n.V); c != nil && n.Path == "" {
			if _, chosen := e.Chosen[c]; chosen {
				continue
			}
			if touched(n.V) {
				break // what the caller writes into the result would be lost
			}
			call, at = c, n.F
			break
		}
	}
	if call == nil {
		return []*Exit{x}
	}
	if _, sdk := model.ConstructorOf(ir.CalleeName(call.Common())); sdk {
		return []*Exit{x}
	}
	if ir.CalleeName(call.Common()) == "" && call.Call.StaticCallee() == nil && len(e.Callees(call, at)) > 12 {
		return []*Exit{x}
	}
	var out []*Exit
	conds := append(append([]ir.Cond(nil), x.Conds...), up...)
	for _, t := range e.Callees(call, at) {
		cf := e.Enter(call, at, t)
		if cf == nil {
			return []*Exit{x}
		}
		for _, sub := range e.exits(cf, conds, nest+1) {
			y := &Exit{Conds: append(append([]ir.Cond(nil), sub.Conds...), x.Conds...), Sites: append(append([]Site(nil), x.Sites...), sub.Sites...), Panic: x.Panic || sub.Panic}
			ok := true
			for _, n := range x.Vals {
				c, i := source(n.V)
				if c != call || n.F != at || i >= len(sub.Vals) {
					y.Vals = append(y.Vals, n)
					continue
				}
				y.Vals = append(y.Vals, sub.Vals[i])
			}
			// What the caller knows of the call's results must hold.
			for _, c := range x.Conds {
				if c.F != at {
					continue
				}
				cond, taken := c.Not()
				// A bool that the call returned beside the value.
				if ex, isBool := cond.(*ssa.Extract); isBool && ex.Tuple == ssa.Value(call) && ex.Index < len(sub.Vals) {
					if k, known := ir.ConstBool(sub.Vals[ex.Index].V); known && k != taken {
						ok = false
					}
				}
				v, isNil, isTest := ir.NilTest(cond, taken)
				if !isTest {
					continue
				}
				if cc, i := source(v); cc == call && i < len(sub.Vals) {
					n := e.NilAt(sub.Vals[i].V, sub.Vals[i].F, append(append([]ir.Cond(nil), sub.Conds...), up...))
					if n == ir.IsNil && !isNil || n == ir.NotNil && isNil {
						ok = false
					}
				}
			}
			if ok {
				out = append(out, y)
			}
		}
	}
	if len(out) == 0 {
		return []*Exit{x}
	}
	return out
}
