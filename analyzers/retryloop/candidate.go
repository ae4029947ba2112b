package retryloop

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// candidate is a call that is made again after it failed, by the shape of the
// code alone; whether it has an effect is asked later, in context.
type candidate struct {
	call    *ssa.Call
	how     string // "a loop", "a second call", …
	loop    *loop
	bounded bool
	ctx     bool
	conds   [][]ir.Cond // the ways from the failure to the next attempt, without frames
	// indirect: what is repeated is a function that others pass; the finding is
	// where it changes something.
	indirect bool
}

// candidates finds what a function repeats. Computed once per function.
func candidates(v *ir.View, fn *ssa.Function) []candidate {
	type key struct{ fn *ssa.Function }
	return v.Memo(key{fn}, func() any {
		var out []candidate
		ls := loops(fn)
		for _, l := range ls {
			for _, b := range fn.Blocks {
				if !l.body[b] {
					continue
				}
				for _, in := range b.Instrs {
					call, ok := in.(*ssa.Call)
					if !ok || inner(ls, l, b) {
						continue
					}
					if _, ok := call.Call.Value.(*ssa.Builtin); ok {
						continue
					}
					cond, ok := l.retries(call)
					if !ok {
						continue
					}
					out = append(out, candidate{
						call: call, how: "a loop", loop: l, bounded: l.bounded(), ctx: endedByContext(l.body), conds: l.ways(cond), indirect: dynamic(call),
					})
				}
			}
		}
		out = append(out, seconds(fn)...)
		out = append(out, recursion(fn)...)
		out = append(out, yields(v, fn)...)
		return append(out, library(fn)...)
	}).([]candidate)
}

// inner reports whether a block lies in a loop inside l: that one speaks for it.
func inner(ls []*loop, l *loop, b *ssa.BasicBlock) bool {
	for _, m := range ls {
		if m != l && m.body[b] && l.body[m.head] && len(m.body) < len(l.body) && l.head != m.head {
			return true
		}
	}
	return false
}

func dynamic(call *ssa.Call) bool {
	return !call.Call.IsInvoke() && call.Call.StaticCallee() == nil
}

// retries says whether the loop makes a call again because it failed: it ends when
// the call succeeds and does the same in each iteration, or it is a worklist that
// a failure puts the item back into. Otherwise each call is the next piece of work.
func (l *loop) retries(call *ssa.Call) (ir.Cond, bool) {
	cond, ok := l.repeats(call)
	if ok && l.sameEachTime(call) {
		return cond, true
	}
	for _, c := range l.failures(call) {
		if l.requeues(call, c) {
			return c, true
		}
	}
	return ir.Cond{}, false
}

func (l *loop) sameEachTime(call *ssa.Call) bool {
	for _, a := range call.Call.Args {
		if !l.invariant(a, 0) {
			return false
		}
	}
	return true
}

// ways lists the conditions under which the loop comes back to its head after a
// failure, one list for each way back.
func (l *loop) ways(cond ir.Cond) [][]ir.Cond {
	failed := cond.If.Block().Succs[1]
	if cond.Taken {
		failed = cond.If.Block().Succs[0]
	}
	reach := ir.Reaches(failed)
	var out [][]ir.Cond
	for _, p := range l.head.Preds {
		if l.body[p] && (p == failed || reach[p]) && l.head.Dominates(p) {
			out = append(out, append(ir.EdgeConds(p, l.head, nil), cond))
		}
	}
	return out
}

// seconds finds calls that are made a second time because the first one failed.
func seconds(fn *ssa.Function) []candidate {
	var calls []*ssa.Call
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok {
				if _, ok := c.Call.Value.(*ssa.Builtin); !ok {
					calls = append(calls, c)
				}
			}
		}
	}
	var out []candidate
	for i, a := range calls {
		for _, b := range calls[i+1:] {
			if !alike(a, b) || !a.Block().Dominates(b.Block()) {
				continue
			}
			cs := ir.Conds(b.Block(), nil)
			failed := false
			for _, c := range cs {
				if outcomeOf(c, a) > 0 {
					failed = true
				}
			}
			if failed {
				out = append(out, candidate{call: b, how: "a second call", bounded: true, conds: [][]ir.Cond{cs}, indirect: dynamic(b)})
			}
		}
	}
	return out
}

// alike reports whether two calls ask for the same.
func alike(a, b *ssa.Call) bool {
	x, y := &a.Call, &b.Call
	if len(x.Args) != len(y.Args) || x.IsInvoke() != y.IsInvoke() {
		return false
	}
	switch {
	case x.IsInvoke():
		if x.Method != y.Method {
			return false
		}
	case x.StaticCallee() != nil:
		if x.StaticCallee() != y.StaticCallee() {
			return false
		}
	default:
		_, param := x.Value.(*ssa.Parameter)
		_, free := x.Value.(*ssa.FreeVar)
		return x.Value == y.Value && (param || free) || ir.Same(x.Value, y.Value)
	}
	n := 0
	for i := range x.Args {
		if i == 0 && !x.IsInvoke() && x.Signature().Recv() != nil {
			continue
		}
		if ir.TypeName(x.Args[i].Type()) == "context.Context" {
			continue
		}
		if sx, ok := ir.ConstString(x.Args[i]); ok {
			if sy, ok := ir.ConstString(y.Args[i]); !ok || sx != sy {
				return false
			}
			continue
		}
		if !equal(x.Args[i], y.Args[i]) {
			return false
		}
		n++
	}
	return n > 0
}

func equal(a, b ssa.Value) bool {
	if ir.Same(a, b) {
		return true
	}
	if x, ok := a.(*ssa.MakeInterface); ok {
		y, ok := b.(*ssa.MakeInterface)
		return ok && equal(x.X, y.X)
	}
	if x, ok := a.(*ssa.Alloc); ok {
		y, ok := b.(*ssa.Alloc)
		return ok && sameLiteral(x, y)
	}
	ex, ok1 := ir.Elements(a)
	ey, ok2 := ir.Elements(b)
	if ok1 && ok2 && len(ex) == len(ey) && len(ex) > 0 {
		for i := range ex {
			if ex[i] == nil || ey[i] == nil || !equal(ex[i], ey[i]) {
				return false
			}
		}
		return true
	}
	return false
}

// sameLiteral reports whether two struct literals are written with the same values.
func sameLiteral(a, b *ssa.Alloc) bool {
	x, y := literal(a), literal(b)
	if !types.Identical(a.Type(), b.Type()) || len(x) == 0 || len(x) != len(y) {
		return false
	}
	for i, v := range x {
		if w, ok := y[i]; !ok || v != w && !equal(v, w) {
			return false
		}
	}
	return true
}

// literal returns what is stored into the fields of a struct, or nil when that is
// not one value for each.
func literal(a *ssa.Alloc) map[int]ssa.Value {
	fields := map[int]ssa.Value{}
	for _, r := range *a.Referrers() {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, u := range *fa.Referrers() {
			st, ok := u.(*ssa.Store)
			if !ok || st.Addr != ssa.Value(fa) || fields[fa.Field] != nil {
				return nil
			}
			fields[fa.Field] = st.Val
		}
	}
	return fields
}

// recursion finds a call whose failure makes the function call itself again.
func recursion(fn *ssa.Function) []candidate {
	var out []candidate
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			self, ok := in.(*ssa.Call)
			if !ok || self.Call.StaticCallee() != fn {
				continue
			}
			if !passesOn(fn, self) {
				continue
			}
			cs := ir.Conds(b, nil)
			for _, c := range cs {
				for _, d := range fn.Blocks {
					for _, in := range d.Instrs {
						if call, ok := in.(*ssa.Call); ok && call != self && outcomeOf(c, call) > 0 && d.Dominates(b) {
							out = append(out, candidate{call: call, how: "the recursion", bounded: counted(cs), ctx: endedByContext(set(fn.Blocks)), conds: [][]ir.Cond{cs}, indirect: dynamic(call)})
						}
					}
				}
			}
		}
	}
	return out
}

// passesOn reports whether the recursive call hands on what it was given, save
// numbers and contexts.
func passesOn(fn *ssa.Function, self *ssa.Call) bool {
	for i, a := range self.Call.Args {
		if a == ssa.Value(fn.Params[i]) || ir.TypeName(a.Type()) == "context.Context" {
			continue
		}
		if b, ok := a.Type().Underlying().(*types.Basic); ok && b.Info()&(types.IsNumeric|types.IsBoolean) != 0 {
			continue
		}
		return false
	}
	return true
}

// counted reports whether a comparison of a number is among the conditions.
func counted(cs []ir.Cond) bool {
	for _, c := range cs {
		cond, _ := c.Not()
		if b, ok := cond.(*ssa.BinOp); ok {
			if t, ok := b.X.Type().Underlying().(*types.Basic); ok && t.Info()&types.IsNumeric != 0 {
				return true
			}
		}
	}
	return false
}

func set(bs []*ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	m := map[*ssa.BasicBlock]bool{}
	for _, b := range bs {
		m[b] = true
	}
	return m
}

// yields looks at the body of a loop over an iterator function: it goes on by
// returning true and ends by returning false.
func yields(v *ir.View, fn *ssa.Function) []candidate {
	if !strings.HasPrefix(fn.Synthetic, "range-over-func") {
		return nil
	}
	goesOn := map[*ssa.BasicBlock]bool{}
	for _, r := range ir.Results(fn) {
		if len(r.Results) == 1 {
			if b, ok := ir.ConstBool(r.Results[0]); ok && b {
				goesOn[r.Block()] = true
			}
		}
	}
	again := func(b *ssa.BasicBlock) bool {
		if goesOn[b] {
			return true
		}
		for x := range ir.Reaches(b) {
			if goesOn[x] {
				return true
			}
		}
		return false
	}
	var out []candidate
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok || usesItem(fn, call) {
				continue
			}
			for _, d := range fn.Blocks {
				iff, isIf := ir.Last(d).(*ssa.If)
				if !isIf {
					continue
				}
				pol := outcomeOf(ir.Cond{If: iff, Taken: true}, call)
				if pol == 0 {
					continue
				}
				failed, fine := d.Succs[0], d.Succs[1]
				if pol < 0 {
					failed, fine = fine, failed
				}
				if again(failed) && !again(fine) {
					out = append(out, candidate{
						call: call, how: "a loop over an iterator", bounded: endingIterator(v, fn), ctx: endedByContext(set(fn.Blocks)),
						conds: [][]ir.Cond{append(ir.Conds(failed, nil), ir.Cond{If: iff, Taken: pol > 0})}, indirect: dynamic(call),
					})
				}
			}
		}
	}
	return out
}

// usesItem reports whether a call works on what the iterator yields.
func usesItem(fn *ssa.Function, call *ssa.Call) bool {
	l := &loop{body: set(fn.Blocks)}
	for _, a := range call.Call.Args {
		if l.item(a, fn, 0) {
			return true
		}
	}
	return false
}

func (l *loop) item(v ssa.Value, fn *ssa.Function, depth int) bool {
	if depth > 10 {
		return false
	}
	if p, ok := v.(*ssa.Parameter); ok {
		b, isBasic := p.Type().Underlying().(*types.Basic)
		return p.Parent() == fn && !(isBasic && b.Info()&types.IsInteger != 0)
	}
	in, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	if a, ok := v.(*ssa.Alloc); ok {
		for _, r := range *a.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Addr == ssa.Value(a) && l.item(r.Val, fn, depth+1) {
					return true
				}
			case *ssa.IndexAddr:
				for _, r := range *r.Referrers() {
					if st, ok := r.(*ssa.Store); ok && l.item(st.Val, fn, depth+1) {
						return true
					}
				}
			}
		}
		return false
	}
	for _, op := range in.Operands(nil) {
		if *op != nil && l.item(*op, fn, depth+1) {
			return true
		}
	}
	return false
}

// endingIterator reports whether the iterator that runs a loop's body ends by
// itself. One that is not in view is taken for one that does.
func endingIterator(v *ir.View, body *ssa.Function) bool {
	e := ir.NewEngine(v)
	for _, mk := range v.Closures(body) {
		for _, r := range *mk.Referrers() {
			call, ok := r.(*ssa.Call)
			if !ok {
				continue
			}
			for _, t := range e.Callees(call, nil) {
				for _, l := range loops(t.Fn) {
					if !l.bounded() && !endedByContext(l.body) {
						return false
					}
				}
			}
		}
	}
	return true
}

// retriers are functions of other modules that run a function until it returns
// no error.
var retriers = map[string]bool{
	"github.com/cenkalti/backoff.Retry": true, "github.com/cenkalti/backoff/v4.Retry": true, "github.com/cenkalti/backoff/v5.Retry": true,
	"github.com/avast/retry-go.Do": true, "github.com/avast/retry-go/v4.Do": true, "k8s.io/client-go/util/retry.OnError": true,
}

func library(fn *ssa.Function) []candidate {
	var out []candidate
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && retriers[ir.CalleeName(&c.Call)] {
				out = append(out, candidate{call: c, how: ir.CalleeName(&c.Call), bounded: true, indirect: true})
			}
		}
	}
	return out
}
