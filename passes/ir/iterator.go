package ir

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A loop over an iterator is built as a call of the iterator with the loop's body as
// a function, its yield function. "return" in it stores the results into variables
// of the enclosing function and a number into a variable named jump$n; behind the
// call the enclosing function compares that number and returns. Here the body is a
// function that the loop calls, whoever made the iterator.

// IsBody reports whether a function is the body of a loop over an iterator.
func IsBody(fn *ssa.Function) bool { return strings.HasPrefix(fn.Synthetic, "range-over-func") }

// LoopBody returns the body that a call runs when it is a loop over an iterator.
func LoopBody(call ssa.CallInstruction) *ssa.MakeClosure {
	args := call.Common().Args
	if len(args) == 0 {
		return nil
	}
	mk, ok := args[len(args)-1].(*ssa.MakeClosure)
	if !ok || !IsBody(mk.Fn.(*ssa.Function)) {
		return nil
	}
	return mk
}

// Goes returns the returns by which a loop's body asks for the next item.
func Goes(body *ssa.Function) []*ssa.Return {
	var out []*ssa.Return
	for _, r := range Results(body) {
		if len(r.Results) == 1 {
			if more, ok := ConstBool(r.Results[0]); ok && more {
				out = append(out, r)
			}
		}
	}
	return out
}

// Leave is a return statement in the body of a loop over an iterator: where it
// stands, and through which bodies it leaves, outermost first.
type Leave struct {
	Block  *ssa.BasicBlock
	Frames []*Frame      // of the bodies
	Rets   []*ssa.Return // theirs
}

// Leaves finds the statements in loop bodies that make a block of f's function run:
// the block compares a jump variable with the number that they store.
func (e *Engine) Leaves(b *ssa.BasicBlock, f *Frame) []Leave {
	for _, c := range Conds(b, f) {
		cond, taken := c.Not()
		cmp, ok := cond.(*ssa.BinOp)
		if !ok || !taken || cmp.Op != token.EQL {
			continue
		}
		load, ok := cmp.X.(*ssa.UnOp)
		if !ok {
			continue
		}
		jump, ok := load.X.(*ssa.Alloc)
		if k, isConst := cmp.Y.(*ssa.Const); ok && isConst && strings.HasPrefix(jump.Comment, "jump$") {
			return e.leaves(jump, k, f)
		}
	}
	return nil
}

func (e *Engine) leaves(jump *ssa.Alloc, k *ssa.Const, f *Frame) []Leave {
	var out []Leave
	for _, u := range *jump.Referrers() {
		mk, ok := u.(*ssa.MakeClosure)
		if !ok {
			continue
		}
		body := mk.Fn.(*ssa.Function)
		for _, r := range *mk.Referrers() {
			call, ok := r.(*ssa.Call)
			if !ok {
				continue
			}
			bf := e.Enter(call, f, Target{Fn: body, Closure: mk, Env: f})
			if bf == nil {
				continue
			}
			for _, st := range storesOf(body.FreeVars[indexOf(mk.Bindings, jump)], k) {
				ret, ok := last(st.Block()).(*ssa.Return)
				if !ok {
					continue
				}
				inner := e.Leaves(st.Block(), bf)
				if len(inner) == 0 {
					inner = []Leave{{Block: st.Block()}}
				}
				for _, l := range inner {
					out = append(out, Leave{l.Block, append([]*Frame{bf}, l.Frames...), append([]*ssa.Return{ret}, l.Rets...)})
				}
			}
		}
	}
	return out
}

func storesOf(addr ssa.Value, k *ssa.Const) []*ssa.Store {
	var out []*ssa.Store
	for _, r := range *addr.Referrers() {
		if st, ok := r.(*ssa.Store); ok && st.Addr == addr {
			if c, ok := st.Val.(*ssa.Const); ok && c.Int64() == k.Int64() {
				out = append(out, st)
			}
		}
	}
	return out
}

func indexOf(vs []ssa.Value, v ssa.Value) int {
	for i, x := range vs {
		if x == v {
			return i
		}
	}
	return -1
}

// Stored returns what the statement stores into a variable of the function that it
// leaves, and the frame of the value; nil when it stores nothing there.
func (l Leave) Stored(a ssa.Value) (ssa.Value, *Frame) {
	for _, f := range l.Frames {
		i := indexOf(f.Closure.Bindings, a)
		if i < 0 {
			return nil, nil
		}
		a = f.Fn.FreeVars[i]
	}
	for i := len(l.Block.Instrs) - 1; i >= 0; i-- {
		if st, ok := l.Block.Instrs[i].(*ssa.Store); ok && st.Addr == a {
			return st.Val, l.Frames[len(l.Frames)-1]
		}
	}
	return nil, nil
}

// IteratorOf returns the call that made the iterator whose items a parameter of a
// loop's body receives: maps.Keys(m), session.Tools(ctx, nil); nil when there is none.
func (v *View) IteratorOf(p *ssa.Parameter) *ssa.Call {
	if !IsBody(p.Parent()) {
		return nil
	}
	for _, mk := range v.Closures(p.Parent()) {
		for _, r := range *mk.Referrers() {
			if call, ok := r.(*ssa.Call); ok {
				if call.Call.StaticCallee() != nil || call.Call.IsInvoke() {
					return call
				}
				return CallOf(call.Call.Value)
			}
		}
	}
	return nil
}

// yielded continues at what an iterator passes to the body of a range loop. Items of
// an iterator that is made outside the view come from what it was made of.
func (t *Tracer) yielded(n *Node, body *ssa.Function, i int) bool {
	found := false
	for _, mk := range t.View.Closures(body) {
		for _, r := range *mk.Referrers() {
			call, ok := r.(*ssa.Call)
			if !ok {
				continue
			}
			for _, tg := range t.Callees(call, frameFor(n.F, call.Parent())) {
				for _, m := range t.Yields(tg, i) {
					found = true
					t.push(n.Next(m.V, n.Path, m.F, Arg, m.At))
				}
			}
		}
	}
	if found {
		return true
	}
	mk := t.View.IteratorOf(body.Params[i])
	if mk == nil || IsError(body.Params[i].Type()) {
		return false
	}
	for _, a := range Operands(&mk.Call) {
		if a == ssa.Value(nil) || TypeName(a.Type()) == "context.Context" || LoopBody(mk) == a {
			continue
		}
		found = true
		p := n.Path
		switch a.Type().Underlying().(type) {
		case *types.Slice, *types.Map, *types.Array:
			p = p.Push(Elem)
		}
		t.push(n.Next(a, p, frameFor(n.F, mk.Parent()), Through, mk))
	}
	return found
}

// Yields returns the values that an iterator function passes as argument i to
// its yield function.
func (e *Engine) Yields(t Target, i int) []*Node {
	if len(t.Fn.Params) == 0 {
		return nil
	}
	var out []*Node
	f := e.Root(t)
	yield := t.Fn.Params[len(t.Fn.Params)-1]
	var calls func(v ssa.Value, f *Frame)
	calls = func(v ssa.Value, f *Frame) {
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Call:
				if r.Call.Value == v && i < len(r.Call.Args) {
					out = append(out, &Node{V: r.Call.Args[i], F: f, At: r})
				}
			case *ssa.Store:
				if a, ok := r.Addr.(*ssa.Alloc); ok && r.Val == v {
					calls(a, f)
				}
			case *ssa.UnOp:
				calls(r, f)
			case *ssa.MakeClosure:
				fn := r.Fn.(*ssa.Function)
				for j, b := range r.Bindings {
					if b == v {
						calls(fn.FreeVars[j], e.Root(Target{Fn: fn, Closure: r, Env: f}))
					}
				}
			}
		}
	}
	calls(yield, f)
	return out
}

// IsIterator reports whether t is the type of an iterator: func(yield func(…) bool).
func IsIterator(t types.Type) bool {
	s, ok := t.Underlying().(*types.Signature)
	if !ok || s.Params().Len() != 1 || s.Results().Len() != 0 {
		return false
	}
	y, ok := s.Params().At(0).Type().Underlying().(*types.Signature)
	if !ok || y.Results().Len() != 1 {
		return false
	}
	b, ok := y.Results().At(0).Type().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}
