package outcome

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// holders maps what a deferred function knows a named result by, a captured
// variable or a parameter that got its address, to the result's index.
type holders map[ssa.Value]int

// receives finds the deferred function and the named results that it can write:
// those that a literal captures, and those whose address is an argument
// (defer mask(ctx, &err)).
func receives(d *ssa.Defer, cells []*ssa.Alloc, f *ir.Frame) (ir.Target, holders) {
	held := holders{}
	hold := func(to, from ssa.Value) {
		for i, c := range cells {
			if c != nil && from == ssa.Value(c) {
				held[to] = i
			}
		}
	}
	var t ir.Target
	if mc, ok := d.Call.Value.(*ssa.MakeClosure); ok {
		t = ir.Target{Fn: mc.Fn.(*ssa.Function), Closure: mc, Env: f}
		for i, b := range mc.Bindings {
			hold(t.Fn.FreeVars[i], b)
		}
	} else if fn := d.Call.StaticCallee(); fn != nil {
		t = ir.Target{Fn: fn}
	} else {
		return t, nil
	}
	for i, a := range d.Call.Args {
		if i < len(t.Fn.Params) {
			hold(t.Fn.Params[i], a)
		}
	}
	return t, held
}

// written reports whether one of the results is stored to through its holder.
func (h holders) written() bool {
	for v := range h {
		if written(v) {
			return true
		}
	}
	return false
}

func written(addr ssa.Value) bool {
	for _, r := range *addr.Referrers() {
		if st, ok := r.(*ssa.Store); ok && st.Addr == addr {
			return true
		}
	}
	return false
}

// deferred adds to the exits what deferred function literals make of them when
// they write to the named results.
func (e *enumerator) deferred(in []*Exit, r *ssa.Return, f *ir.Frame) []*Exit {
	cells := make([]*ssa.Alloc, len(r.Results))
	named := false
	for i, v := range r.Results {
		if u, ok := v.(*ssa.UnOp); ok {
			if a, ok := u.X.(*ssa.Alloc); ok {
				cells[i], named = a, true
			}
		}
	}
	if !named {
		return in
	}
	for _, b := range f.Fn.Blocks {
		for _, ins := range b.Instrs {
			d, ok := ins.(*ssa.Defer)
			if !ok || !b.Dominates(r.Block()) {
				continue
			}
			t, held := receives(d, cells, f)
			if !held.written() {
				continue
			}
			df := e.Enter(d, f, t)
			if df == nil {
				continue
			}
			in = e.through(in, held, df, r, f)
		}
	}
	return in
}

// way is one acyclic path through a deferred function literal.
type way struct {
	blocks []*ssa.BasicBlock
	conds  []ir.Cond
}

func ways(fn *ssa.Function, f *ir.Frame) []way {
	var out []way
	var walk func(b *ssa.BasicBlock, w way)
	walk = func(b *ssa.BasicBlock, w way) {
		if len(out) >= 24 {
			return
		}
		for _, x := range w.blocks {
			if x == b {
				return
			}
		}
		w.blocks = append(append([]*ssa.BasicBlock(nil), w.blocks...), b)
		if len(b.Succs) == 0 {
			out = append(out, w)
			return
		}
		iff, isIf := ir.Last(b).(*ssa.If)
		for i, s := range b.Succs {
			n := w
			if isIf {
				n.conds = append([]ir.Cond{{If: iff, Taken: i == 0, F: f}}, w.conds...)
			}
			walk(s, n)
		}
	}
	if len(fn.Blocks) > 0 {
		walk(fn.Blocks[0], way{})
	}
	return out
}

// through runs the exits through a deferred literal, way by way.
func (e *enumerator) through(in []*Exit, held holders, df *ir.Frame, r *ssa.Return, f *ir.Frame) []*Exit {
	var out []*Exit
	panicked := map[int]bool{}
	for _, x := range in {
		for wi, w := range ways(df.Fn, df) {
			vals := append([]*ir.Node(nil), x.Vals...)
			var site *Site
			ok, recovers := true, false
			for bi, b := range w.blocks {
				for _, ins := range b.Instrs {
					st, isStore := ins.(*ssa.Store)
					if !isStore {
						continue
					}
					if i, ok := held[st.Addr]; ok {
						vals[i] = &ir.Node{V: st.Val, F: df, At: st}
						if p := ir.PosOf(st); p.IsValid() {
							site = &Site{r, df, p}
						}
					}
				}
				// The condition at the end of the block.
				iff, isIf := ir.Last(b).(*ssa.If)
				if !isIf || bi+1 >= len(w.blocks) {
					continue
				}
				c := ir.Cond{If: iff, Taken: w.blocks[bi+1] == b.Succs[0], F: df}
				cond, taken := c.Not()
				v, isNil, isTest := ir.NilTest(cond, taken)
				if !isTest {
					continue
				}
				if isRecover(v) {
					if !isNil {
						recovers = true
					}
					continue
				}
				if i, n, known := e.cellNil(v, held, vals, x); known {
					switch {
					case n == ir.IsNil && !isNil || n == ir.NotNil && isNil:
						ok = false
					case isNil: // found so on this way
						vals[i] = &ir.Node{V: zero(r.Results[i].Type()), F: df}
					}
				}
			}
			if !ok {
				continue
			}
			if recovers {
				if panicked[wi] || x != in[0] {
					continue
				}
				panicked[wi] = true
			}
			y := &Exit{Vals: vals, Conds: append(append([]ir.Cond(nil), w.conds...), x.Conds...), Sites: append([]Site(nil), x.Sites...), Panic: recovers}
			if recovers {
				y.Conds = w.conds
				for i := range y.Vals {
					if y.Vals[i] == x.Vals[i] {
						y.Vals[i] = &ir.Node{V: zero(r.Results[i].Type()), F: df}
					}
				}
			}
			if site != nil {
				y.Sites = append(y.Sites, *site)
			}
			out = append(out, y)
		}
	}
	if len(out) == 0 {
		return in
	}
	return out
}

func zero(t types.Type) ssa.Value { return ssa.NewConst(nil, t) }

// cellNil says which captured result a literal tests, and whether that is nil.
func (e *enumerator) cellNil(v ssa.Value, held holders, vals []*ir.Node, x *Exit) (i int, n ir.Nilness, ok bool) {
	u, isLoad := v.(*ssa.UnOp)
	if !isLoad || u.Op != token.MUL {
		return 0, 0, false
	}
	if i, ok = held[u.X]; ok {
		n = e.NilAt(vals[i].V, vals[i].F, x.Conds)
	}
	return i, n, ok
}

func isRecover(v ssa.Value) bool {
	c, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := c.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "recover"
}
