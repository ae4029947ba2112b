package lateguard

import (
	"go/ast"
	"go/constant"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/outcome"
)

// guard is what decides that a call is refused: a condition, or a call outside
// the view whose error is handed on.
type guard struct {
	v     ssa.Value
	taken bool // the value of v, when it is a condition
	f     *ir.Frame
	at    ssa.Instruction // where v decides
	rest  []ir.Cond       // what holds besides, innermost first
	role
}

// leads is the block to which the guard sends the call.
func (g guard) leads() *ssa.BasicBlock {
	iff, ok := g.at.(*ssa.If)
	if !ok {
		return nil
	}
	if (iff.Cond == g.v) == g.taken {
		return iff.Block().Succs[0]
	}
	return iff.Block().Succs[1]
}

// pos is where the call is refused: the condition of the branch or, where that
// only tests an error that was got above, the branch; else the call whose error is
// handed on.
func (g guard) pos() token.Pos {
	pos, tests := ir.PosOf(g.v), false
	if v, _, ok := ir.NilTest(g.v, g.taken); ok && ir.IsError(v.Type()) && ir.PosOf(v).IsValid() {
		pos, tests = ir.PosOf(v), true
	}
	switch iff := g.branch(pos); {
	case iff != nil && tests && pos < iff.Pos():
		return iff.Body.List[len(iff.Body.List)-1].Pos()
	case iff != nil:
		return iff.Cond.Pos()
	case pos.IsValid():
		return pos
	}
	return ir.PosOf(g.at)
}

// branch is the if statement whose body the guard leads to.
func (g guard) branch(checked token.Pos) (out *ast.IfStmt) {
	b := g.leads()
	if b == nil || b.Parent().Syntax() == nil {
		return nil
	}
	first := token.NoPos
	for _, in := range b.Instrs {
		if first = in.Pos(); first.IsValid() {
			break
		}
	}
	ast.Inspect(b.Parent().Syntax(), func(n ast.Node) bool {
		if n == nil || first < n.Pos() || first >= n.End() {
			return false
		}
		if iff, ok := n.(*ast.IfStmt); ok && iff.Body.Pos() <= first && first < iff.Body.End() && checked < iff.Body.Pos() {
			out = iff
		}
		return true
	})
	return out
}

// maxGuards bounds the guards of one outcome.
const maxGuards = 40

// maxDepth bounds how far an error is followed to what made it.
const maxDepth = 9

// finder lists the guards that lead to one outcome. An error that a function of
// the view returns is followed to the conditions under which that function
// returns it, a variable that branches set to those branches.
type finder struct {
	o   *outcome.Outcome
	out []guard
}

func guardsOf(o *outcome.Outcome) []guard {
	d := &finder{o: o}
	h := o.Handler
	for _, cs := range d.start() {
		if n := len(h.Vals); n > 0 && o.Err != nil && o.ErrNil == ir.NotNil && ir.IsError(h.Vals[n-1].V.Type()) {
			d.comes(h.Vals[n-1].V, h.Vals[n-1].F, h.Inner().Ret, cs, 0)
			continue
		}
		d.conds(cs, 0)
	}
	return d.out
}

// start lists the ways to the return by which the outcome leaves. Where every way
// through the function comes to that return, nothing before it decided.
func (d *finder) start() [][]ir.Cond {
	cs, s := d.o.Handler.Conds, d.o.Handler.Inner()
	b := s.Ret.Block()
	if s.F == nil || len(b.Preds) < 2 || s.F.Fn != s.Ret.Parent() {
		return [][]ir.Cond{cs}
	}
	for _, v := range s.Ret.Results {
		if p, ok := v.(*ssa.Phi); ok && p.Block() == b {
			return [][]ir.Cond{cs}
		}
	}
	outer := ir.Conds(b, s.F)
	at := len(cs)
	if len(outer) > 0 {
		at = slices.Index(cs, outer[0])
	} else if i := slices.IndexFunc(cs, func(c ir.Cond) bool { return c.F != s.F }); i >= 0 {
		at = i
	}
	switch {
	case at < 0, at > 0 && escapes(b.Idom(), b):
		return [][]ir.Cond{cs} // the exits are told apart by the branch already
	case at > 0:
		return [][]ir.Cond{cs[at:]}
	}
	var out [][]ir.Cond
	for _, w := range ways(b, s.F) {
		out = append(out, slices.Concat(w, cs))
	}
	return out
}

// ways lists the conditions on the ways into a block, innermost first: those of
// each branch where several lead there and others lead elsewhere ("a || b").
func ways(b *ssa.BasicBlock, f *ir.Frame) [][]ir.Cond {
	if len(b.Preds) < 2 || len(b.Preds) > 12 || b.Idom() == nil || !escapes(b.Idom(), b) {
		return [][]ir.Cond{ir.Conds(b, f)}
	}
	var out [][]ir.Cond
	for _, p := range b.Preds {
		if b.Dominates(p) {
			return [][]ir.Cond{ir.Conds(b, f)} // a loop
		}
		if out = append(out, edges(p, b, f)...); len(out) > maxGuards {
			return out[:maxGuards]
		}
	}
	return out
}

// edges is ways for the branch from one block into another.
func edges(pred, b *ssa.BasicBlock, f *ir.Frame) [][]ir.Cond {
	iff, ok := ir.Last(pred).(*ssa.If)
	if !ok || pred.Succs[0] == pred.Succs[1] {
		return ways(pred, f)
	}
	return [][]ir.Cond{slices.Concat([]ir.Cond{{If: iff, Taken: pred.Succs[0] == b, F: f}}, ir.Conds(pred, f))}
}

// escapes reports whether a function can end after from without coming to b.
func escapes(from, b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{b: true}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		if len(x.Succs) == 0 {
			return true
		}
		work = append(work, x.Succs...)
	}
	return false
}

// conds looks for the innermost condition that rests on anything but constants
// and on the server's own state.
func (d *finder) conds(cs []ir.Cond, depth int) {
	for i, c := range cs {
		if len(d.out) >= maxGuards {
			return
		}
		cond, taken := c.Not()
		if x, isNil, ok := ir.NilTest(cond, taken); ok && ir.IsError(x.Type()) && depth < maxDepth {
			if isNil && i == 0 && depth > 0 {
				return // an error made after everything went well is no check
			}
			if !isNil && d.failing(x, c.F, c.If, cs[i+1:], depth+1) {
				return
			}
		}
		if d.set(cond, taken, c, cs[i+1:], depth+1) {
			return
		}
		if r := roleOf(d.o, c.If.Cond, c.F); r != (role{}) {
			d.out = append(d.out, guard{cond, taken, c.F, c.If, cs[i+1:], r})
			return
		}
	}
}

// failing follows an error that is known not to be nil. It reports whether it
// found where the error comes from.
func (d *finder) failing(v ssa.Value, f *ir.Frame, at ssa.Instruction, rest []ir.Cond, depth int) bool {
	if depth > maxDepth {
		return false
	}
	switch x := v.(type) {
	case *ssa.ChangeInterface:
		return d.failing(x.X, f, at, rest, depth)
	case *ssa.Phi:
		for i, e := range x.Edges {
			for _, w := range edges(x.Block().Preds[i], x.Block(), f) {
				d.comes(e, f, at, slices.Concat(w, rest), depth)
			}
		}
		return true
	case *ssa.UnOp:
		if x.Op != token.MUL {
			return false
		}
		a, ok := x.X.(*ssa.Alloc)
		var read ssa.Instruction = x
		if fv, isFree := x.X.(*ssa.FreeVar); isFree {
			if a, read = d.result(fv, f); a != nil {
				f, ok = f.Up, true
			}
		}
		if !ok {
			return false
		}
		stores, _ := ir.Reaching(a, read)
		for _, st := range stores {
			for _, w := range ways(st.Block(), f) {
				d.comes(st.Val, f, at, slices.Concat(w, rest), depth)
			}
		}
		return len(stores) > 0
	case *ssa.Call:
		return d.returned(x, 0, f, rest, depth)
	case *ssa.Extract:
		if call, ok := x.Tuple.(*ssa.Call); ok {
			return d.returned(call, x.Index, f, rest, depth)
		}
	}
	return false
}

// result returns the named result that a deferred literal captures, and the return
// after which the literal runs.
func (d *finder) result(fv *ssa.FreeVar, f *ir.Frame) (*ssa.Alloc, ssa.Instruction) {
	if f == nil || f.Closure == nil {
		return nil, nil
	}
	if _, ok := f.Call.(*ssa.Defer); !ok {
		return nil, nil
	}
	a, _ := f.Closure.Bindings[slices.Index(fv.Parent().FreeVars, fv)].(*ssa.Alloc)
	for _, s := range d.o.Handler.Sites {
		if s.F == f.Up && s.Ret.Parent() == f.Up.Fn {
			return a, s.Ret
		}
	}
	return nil, nil
}

// returned follows an error into the function of the view that returned it.
func (d *finder) returned(call *ssa.Call, i int, f *ir.Frame, rest []ir.Cond, depth int) bool {
	found := false
	for _, t := range d.o.Engine.Callees(call, f) {
		cf := d.o.Engine.Enter(call, f, t)
		if cf == nil {
			continue
		}
		for _, r := range ir.Results(t.Fn) {
			if i < len(r.Results) {
				found = true
				for _, w := range ways(r.Block(), cf) {
					d.comes(r.Results[i], cf, r, slices.Concat(w, rest), depth)
				}
			}
		}
	}
	return found
}

// comes looks at one way on which an error may have been given its value.
func (d *finder) comes(v ssa.Value, f *ir.Frame, at ssa.Instruction, cs []ir.Cond, depth int) {
	switch d.o.Engine.NilAt(v, f, cs) {
	case ir.IsNil:
	case ir.NotNil:
		// A test may have shown it; what failed inside a call says more.
		if ir.CallOf(v) == nil || !d.failing(v, f, at, cs, depth+1) {
			d.conds(cs, depth)
		}
	default:
		if d.failing(v, f, at, cs, depth+1) {
			return
		}
		if r := roleOf(d.o, v, f); r != (role{}) && len(d.out) < maxGuards {
			d.out = append(d.out, guard{v, true, f, where(v, at), cs, r})
		}
	}
}

// where is the instruction that makes v, as far as v is one.
func where(v ssa.Value, at ssa.Instruction) ssa.Instruction {
	if ex, ok := v.(*ssa.Extract); ok {
		v = ex.Tuple
	}
	if in, ok := v.(ssa.Instruction); ok {
		return in
	}
	return at
}

// set follows a comparison of a variable with a constant, where the variable was
// set by branches, to those that set it so.
func (d *finder) set(cond ssa.Value, taken bool, c ir.Cond, rest []ir.Cond, depth int) bool {
	b, ok := cond.(*ssa.BinOp)
	if !ok || depth > maxDepth || b.Op != token.EQL && b.Op != token.NEQ {
		return false
	}
	phi, ok := b.X.(*ssa.Phi)
	k, isConst := b.Y.(*ssa.Const)
	if !ok || !isConst || k.Value == nil {
		return false
	}
	for _, e := range phi.Edges {
		if ek, ok := e.(*ssa.Const); !ok || ek.Value == nil {
			return false
		}
	}
	for i, e := range phi.Edges {
		if constant.Compare(e.(*ssa.Const).Value, token.EQL, k.Value) == ((b.Op == token.EQL) == taken) {
			for _, w := range edges(phi.Block().Preds[i], phi.Block(), c.F) {
				d.conds(slices.Concat(w, rest), depth)
			}
		}
	}
	return true
}
