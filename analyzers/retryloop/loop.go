package retryloop

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// loop is a natural loop of a function, whatever statement made it.
type loop struct {
	head *ssa.BasicBlock
	body map[*ssa.BasicBlock]bool
}

// loops finds the natural loops of a function: one for each block that a block
// which it dominates jumps back to.
func loops(fn *ssa.Function) []*loop {
	var out []*loop
	for _, h := range fn.Blocks {
		l := &loop{head: h, body: map[*ssa.BasicBlock]bool{h: true}}
		found := false
		var work []*ssa.BasicBlock
		for _, p := range h.Preds {
			if h.Dominates(p) {
				found = true
				work = append(work, p)
			}
		}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			if !l.body[b] {
				l.body[b] = true
				work = append(work, b.Preds...)
			}
		}
		if found {
			out = append(out, l)
		}
	}
	return out
}

// again reports whether the loop can come back to its head from b.
func (l *loop) again(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{b}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if x == l.head {
			return true
		}
		if seen[x] || !l.body[x] {
			continue
		}
		seen[x] = true
		work = append(work, x.Succs...)
	}
	return false
}

// bounded reports whether a counter or a collection ends the loop: an exit whose
// condition depends on a number that the loop counts or on what it ranges over.
func (l *loop) bounded() bool {
	for b := range l.body {
		iff, ok := ir.Last(b).(*ssa.If)
		if !ok || l.body[b.Succs[0]] && l.body[b.Succs[1]] {
			continue
		}
		if l.counts(iff.Cond, 0) {
			return true
		}
	}
	return false
}

func (l *loop) counts(v ssa.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	switch v := v.(type) {
	case *ssa.BinOp:
		switch v.Op {
		case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL, token.NEQ:
			return l.counter(v.X) || l.counter(v.Y)
		}
	case *ssa.UnOp:
		return l.counts(v.X, depth+1)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if l.counts(e, depth+1) {
				return true
			}
		}
	case *ssa.Extract:
		if _, ok := v.Tuple.(*ssa.Next); ok {
			return true
		}
	case *ssa.Call:
		// deadline passed: time.Now().After(end), time.Since(start) > d
		switch ir.CalleeName(&v.Call) {
		case "(time.Time).After", "(time.Time).Before":
			return true
		}
	}
	return false
}

// counter reports whether a number changes with each iteration by itself.
func (l *loop) counter(v ssa.Value) bool {
	b, ok := v.Type().Underlying().(*types.Basic)
	if !ok || b.Info()&types.IsInteger == 0 {
		return false
	}
	for range 4 {
		switch x := v.(type) {
		case *ssa.BinOp:
			v = x.X
			continue
		case *ssa.Convert:
			v = x.X
			continue
		case *ssa.Phi:
			return x.Block() == l.head || l.body[x.Block()]
		case *ssa.Call:
			return ir.CalleeName(&x.Call) == "time.Since" || ir.CalleeName(&x.Call) == "time.Until"
		case *ssa.UnOp: // a counter kept in a variable that a literal captures
			for b := range l.body {
				for _, in := range b.Instrs {
					if st, ok := in.(*ssa.Store); ok && st.Addr == x.X {
						return true
					}
				}
			}
		}
		return false
	}
	return false
}

// endedByContext reports whether the loop looks at a context's end.
func endedByContext(bs map[*ssa.BasicBlock]bool) bool {
	for b := range bs {
		for _, in := range b.Instrs {
			if c, ok := in.(ssa.CallInstruction); ok {
				switch name := ir.CalleeName(c.Common()); {
				case name == "(context.Context).Done", name == "(context.Context).Err", name == "context.Cause", strings.HasSuffix(name, "rate.Limiter).Wait"):
					return true
				}
				if fn := c.Common().StaticCallee(); fn != nil && fn.Blocks != nil && waits(fn) {
					return true
				}
			}
		}
	}
	return false
}

// waits reports whether a function of the program waits for a context's end: the
// usual sleep(ctx, d).
func waits(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if c, ok := in.(*ssa.Call); ok && ir.CalleeName(&c.Call) == "(context.Context).Done" {
				return true
			}
		}
	}
	return false
}

// repeats says whether a call in the loop is made again after it failed and not
// after it succeeded: some branch on its outcome leaves the loop on one side and
// comes back to the head on the other.
func (l *loop) repeats(call *ssa.Call) (cond ir.Cond, ok bool) {
	for _, c := range l.failures(call) {
		failed, fine := c.If.Block().Succs[0], c.If.Block().Succs[1]
		if !c.Taken {
			failed, fine = fine, failed
		}
		if l.leaves(fine, failed, 0) {
			return c, true
		}
	}
	return ir.Cond{}, false
}

// failures returns the branches that a failure of the call takes back to the head.
func (l *loop) failures(call *ssa.Call) []ir.Cond {
	if !l.again(call.Block()) {
		return nil
	}
	var out []ir.Cond
	for _, b := range call.Parent().Blocks {
		iff, isIf := ir.Last(b).(*ssa.If)
		if !isIf || !l.body[b] {
			continue
		}
		pol := outcomeOf(ir.Cond{If: iff, Taken: true}, call)
		if pol == 0 {
			continue
		}
		failed := b.Succs[0]
		if pol < 0 {
			failed = b.Succs[1]
		}
		if l.body[failed] && l.again(failed) {
			out = append(out, ir.Cond{If: iff, Taken: pol > 0})
		}
	}
	return out
}

// leaves reports whether the way after a success ends the loop, perhaps under
// further conditions that otherwise count as failure: err == nil && !res.IsError.
func (l *loop) leaves(fine, failed *ssa.BasicBlock, depth int) bool {
	if !l.body[fine] || !l.again(fine) {
		return true
	}
	if _, ok := ir.Last(fine).(*ssa.If); !ok || depth > 3 {
		return false
	}
	x, y := fine.Succs[0], fine.Succs[1]
	return x == failed && l.leaves(y, failed, depth+1) || y == failed && l.leaves(x, failed, depth+1)
}

// outcomeOf says what a condition that is true means for a call: 1 that it
// failed, -1 that it succeeded, 0 when it does not tell.
func outcomeOf(c ir.Cond, call *ssa.Call) int {
	cond, taken := c.Not()
	sign := 1
	if !taken {
		sign = -1
	}
	if v, isNil, ok := ir.NilTest(cond, taken); ok {
		if ir.IsError(v.Type()) && from(v, call, 0) {
			if isNil {
				return -1
			}
			return 1
		}
		return 0
	}
	switch v := cond.(type) {
	case *ssa.BinOp: // resp.StatusCode >= 500
		k, isConst := v.Y.(*ssa.Const)
		if !isConst || k.Value == nil || k.Value.Kind() != constant.Int || !statusOf(v.X, call) {
			return 0
		}
		n := k.Int64()
		switch {
		case v.Op == token.GEQ && n >= 300, v.Op == token.GTR && n >= 299, v.Op == token.NEQ && n < 300, v.Op == token.EQL && n >= 400:
			return sign
		case v.Op == token.LSS && n >= 300, v.Op == token.LEQ && n >= 299, v.Op == token.EQL && n < 300:
			return -sign
		}
	case *ssa.Call: // transient(err), shouldRetry(resp, err): true means again
		for _, a := range v.Call.Args {
			if ir.IsError(a.Type()) && from(a, call, 0) {
				if fn := v.Call.StaticCallee(); fn != nil && (ir.FullName(fn) == "errors.Is" || ir.FullName(fn) == "errors.As" || retries(fn.Name())) {
					return sign
				}
			}
		}
	case *ssa.Extract:
		if v.Tuple == ssa.Value(call) { // done, ok := try()
			return -sign
		}
	}
	if cond == ssa.Value(call) && isBool(call.Type()) {
		return -sign
	}
	return 0
}

func isBool(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsBoolean != 0
}

func retries(name string) bool {
	name = strings.ToLower(name)
	for _, w := range []string{"retr", "transient", "temporary", "again", "recoverable", "dropped", "lost", "closed", "timeout", "reconnect", "unavailable"} {
		if strings.Contains(name, w) {
			return true
		}
	}
	return false
}

// from reports whether a value is (or may be, where ways meet) a result of the
// call, perhaps wrapped.
func from(v ssa.Value, call *ssa.Call, depth int) bool {
	if depth > 5 {
		return false
	}
	switch v := v.(type) {
	case *ssa.Call:
		if v == call {
			return true
		}
		for _, a := range v.Call.Args {
			if ir.IsError(a.Type()) && from(a, call, depth+1) {
				return true
			}
		}
	case *ssa.Extract:
		return v.Tuple == ssa.Value(call)
	case *ssa.Phi:
		for _, e := range v.Edges {
			if from(e, call, depth+1) {
				return true
			}
		}
	case *ssa.ChangeInterface:
		return from(v.X, call, depth+1)
	case *ssa.MakeInterface:
		return from(v.X, call, depth+1)
	case *ssa.UnOp: // a variable that holds it
		if fv, ok := v.X.(*ssa.FreeVar); ok && v.Op == token.MUL {
			st := written(fv, v)
			return st != nil && from(st.Val, call, depth+1)
		}
		if a, ok := v.X.(*ssa.Alloc); ok && v.Op == token.MUL {
			stores, _ := ir.Reaching(a, v)
			for _, st := range stores {
				if from(st.Val, call, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// written returns the last store to a captured variable on the way to a load, as
// far as one leads there for certain.
func written(fv *ssa.FreeVar, load *ssa.UnOp) *ssa.Store {
	for b := load.Block(); b != nil; b = b.Idom() {
		var last *ssa.Store
		for _, in := range b.Instrs {
			if in == ssa.Instruction(load) {
				break
			}
			if st, ok := in.(*ssa.Store); ok && st.Addr == ssa.Value(fv) {
				last = st
			}
		}
		if last != nil {
			return last
		}
	}
	return nil
}

func statusOf(v ssa.Value, call *ssa.Call) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	fa, ok := u.X.(*ssa.FieldAddr)
	return ok && strings.HasPrefix(ir.FieldVar(fa.X.Type(), fa.Field).Name(), "Status") && from(fa.X, call, 0)
}

// invariant reports whether a value is the same in every iteration: nothing that
// the loop ranges over, receives or carries along flows into it. Counters of
// attempts may.
func (l *loop) invariant(v ssa.Value, depth int) bool {
	if depth > 12 {
		return true
	}
	in, ok := v.(ssa.Instruction)
	if !ok || in.Block() == nil || !l.body[in.Block()] {
		return true
	}
	switch v := v.(type) {
	case *ssa.Phi:
		if v.Block() == l.head {
			// Carried along: a client that is made anew, a delay, a counter.
			b, isBasic := v.Type().Underlying().(*types.Basic)
			return !(isBasic && b.Info()&types.IsString != 0) && !isSlice(v.Type())
		}
	case *ssa.Next:
		return false
	case *ssa.IndexAddr:
		if _, isConst := v.Index.(*ssa.Const); !isConst {
			return false
		}
	case *ssa.Index:
		if _, isConst := v.Index.(*ssa.Const); !isConst {
			return false
		}
	case *ssa.Lookup:
		return l.invariant(v.X, depth+1) && l.invariant(v.Index, depth+1)
	case *ssa.Select:
		return false
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			return false
		}
	case *ssa.Alloc: // what is stored into it
		for _, r := range *v.Referrers() {
			if st, ok := r.(*ssa.Store); ok && st.Addr == ssa.Value(v) && !l.invariant(st.Val, depth+1) {
				return false
			}
			if fa, ok := r.(*ssa.FieldAddr); ok {
				for _, r := range *fa.Referrers() {
					if st, ok := r.(*ssa.Store); ok && st.Addr == ssa.Value(fa) && !l.invariant(st.Val, depth+1) {
						return false
					}
				}
			}
			if ia, ok := r.(*ssa.IndexAddr); ok { // a variadic argument
				for _, r := range *ia.Referrers() {
					if st, ok := r.(*ssa.Store); ok && st.Addr == ssa.Value(ia) && !l.invariant(st.Val, depth+1) {
						return false
					}
				}
			}
		}
		return true
	}
	for _, op := range in.Operands(nil) {
		if *op != nil && !l.invariant(*op, depth+1) {
			return false
		}
	}
	return true
}

func isSlice(t types.Type) bool {
	_, ok := t.Underlying().(*types.Slice)
	return ok
}
