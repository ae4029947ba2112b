package ir

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/model"
)

// NilTest takes a condition "x == nil" or "x != nil" apart. isNil is whether x
// is nil where the condition has the value taken.
func NilTest(cond ssa.Value, taken bool) (x ssa.Value, isNil, ok bool) {
	b, isBin := cond.(*ssa.BinOp)
	if !isBin || b.Op != token.EQL && b.Op != token.NEQ {
		return nil, false, false
	}
	x = b.X
	if k, isConst := b.Y.(*ssa.Const); !isConst || !k.IsNil() {
		k, isConst = b.X.(*ssa.Const)
		if !isConst || !k.IsNil() {
			return nil, false, false
		}
		x = b.Y
	}
	return x, (b.Op == token.EQL) == taken, true
}

// Nilness says whether a value is nil.
type Nilness uint8

// The three answers.
const (
	MaybeNil Nilness = iota
	IsNil
	NotNil
)

func (n Nilness) String() string { return [...]string{"maybe nil", "nil", "not nil"}[n] }

// makesError lists functions that never return a nil error.
var makesError = map[string]bool{
	"errors.New": true, "fmt.Errorf": true, "github.com/pkg/errors.New": true, "github.com/pkg/errors.Errorf": true,
	"google.golang.org/grpc/status.Errorf": true, "google.golang.org/grpc/status.Error": true,
	"golang.org/x/xerrors.New": true, "golang.org/x/xerrors.Errorf": true,
	model.NotFoundError: true,
}

// wrapsError lists functions that return nil exactly when operand i is nil.
var wrapsError = map[string]int{
	"github.com/pkg/errors.Wrap": 0, "github.com/pkg/errors.Wrapf": 0, "github.com/pkg/errors.WithStack": 0,
	"github.com/pkg/errors.WithMessage": 0, "github.com/pkg/errors.WithMessagef": 0,
}

// NilAt says whether v is nil where the conditions hold. It looks through
// phis, conversions, parameters and functions in view, a few steps deep.
func (e *Engine) NilAt(v ssa.Value, f *Frame, conds []Cond) Nilness { return e.nilAt(v, f, conds, 0) }

func (e *Engine) nilAt(v ssa.Value, f *Frame, conds []Cond, depth int) Nilness {
	for _, c := range conds {
		if c.F != f {
			continue
		}
		cond, taken := c.Not()
		if x, isNil, ok := NilTest(cond, taken); ok && (same(x, v) || Settled(x) == Settled(v)) {
			if isNil {
				return IsNil
			}
			return NotNil
		}
		// errors.Is(err, …) and errors.As(err, …) hold for no nil error.
		if call, ok := cond.(*ssa.Call); ok && taken {
			switch CalleeName(call.Common()) {
			case "errors.Is", "errors.As":
				if len(call.Call.Args) > 0 && same(call.Call.Args[0], v) {
					return NotNil
				}
			}
		}
		if ex, ok := cond.(*ssa.Extract); ok && taken {
			if ta, ok := ex.Tuple.(*ssa.TypeAssert); ok && ex.Index == 1 && same(ta.X, v) {
				return NotNil
			}
		}
	}
	if depth > 9 {
		return MaybeNil
	}
	switch v := v.(type) {
	case *ssa.Const:
		if v.IsNil() {
			return IsNil
		}
		return NotNil
	case *ssa.Alloc, *ssa.MakeClosure, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan, *ssa.Function, *ssa.Global, *ssa.FieldAddr, *ssa.IndexAddr:
		return NotNil
	case *ssa.MakeInterface:
		return NotNil
	case *ssa.ChangeInterface:
		return e.nilAt(v.X, f, conds, depth+1)
	case *ssa.ChangeType:
		return e.nilAt(v.X, f, conds, depth+1)
	case *ssa.Phi:
		all := Nilness(255)
		for i, x := range v.Edges {
			n := e.nilAt(x, f, append(EdgeConds(v.Block().Preds[i], v.Block(), f), conds...), depth+2)
			if all == 255 {
				all = n
			} else if all != n {
				return MaybeNil
			}
		}
		if all == 255 {
			return MaybeNil
		}
		return all
	case *ssa.Parameter:
		if f != nil && f.Call != nil {
			if a := argFor(f, f.Call.Common(), paramIndex(v)); a != nil {
				return e.nilAt(a, f.Up, append(Conds(f.Call.Block(), f.Up), conds...), depth+1)
			}
		}
	case *ssa.Call:
		return e.nilResult(v, 0, f, conds, depth)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return e.nilResult(call, v.Index, f, conds, depth)
		}
	case *ssa.UnOp:
		if v.Op != token.MUL {
			break
		}
		if g, ok := v.X.(*ssa.Global); ok && isErrorType(v.Type()) {
			// A package-level error that only init writes is a sentinel.
			if e.View.sentinel(g) {
				return NotNil
			}
		}
		if a, ok := v.X.(*ssa.Alloc); ok {
			return e.nilCell(a, v, f, conds, depth)
		}
		if _, ok := v.X.(*ssa.FieldAddr); ok && IsError(v.Type()) {
			return e.nilField(v, f, conds, depth)
		}
	}
	return MaybeNil
}

// Reaching returns the stores to a local variable that a load may see in its own
// function, and whether it may see the zero value. Stores by function literals
// are not among them.
func Reaching(a *ssa.Alloc, load ssa.Instruction) (stores []*ssa.Store, zero bool) {
	type point struct {
		b   *ssa.BasicBlock
		idx int
	}
	seen := map[*ssa.BasicBlock]bool{}
	work := []point{{load.Block(), indexIn(load)}}
	for len(work) > 0 {
		pt := work[len(work)-1]
		work = work[:len(work)-1]
		found := false
		for i := pt.idx - 1; i >= 0 && !found; i-- {
			switch in := pt.b.Instrs[i].(type) {
			case *ssa.Store:
				if in.Addr == ssa.Value(a) {
					stores, found = append(stores, in), true
				}
			case *ssa.Alloc:
				if in == a {
					zero, found = true, true
				}
			}
		}
		if found {
			continue
		}
		if len(pt.b.Preds) == 0 {
			zero = true
		}
		for _, p := range pt.b.Preds {
			if !seen[p] {
				seen[p] = true
				work = append(work, point{p, len(p.Instrs)})
			}
		}
	}
	return stores, zero
}

// nilCell says whether a load of a local variable is nil: every store that it
// may see has to agree. Variables that a function literal writes stay open.
func (e *Engine) nilCell(a *ssa.Alloc, load *ssa.UnOp, f *Frame, conds []Cond, depth int) Nilness {
	for _, r := range *a.Referrers() {
		if mc, ok := r.(*ssa.MakeClosure); ok {
			for i, b := range mc.Bindings {
				fv := mc.Fn.(*ssa.Function).FreeVars[i]
				if b != ssa.Value(a) || !writtenBy(fv) {
					continue
				}
				if !deferredOnly(mc) || deferred(load) && !onlyIfSet(fv) {
					return MaybeNil
				}
			}
		}
	}
	stores, zero := Reaching(a, load)
	all := Nilness(255)
	if zero {
		all = IsNil
	}
	for _, st := range stores {
		n := e.nilAt(st.Val, f, append(Conds(st.Block(), f), conds...), depth+1)
		if all == 255 {
			all = n
		} else if all != n {
			return MaybeNil
		}
	}
	if all == 255 {
		return MaybeNil
	}
	return all
}

func writtenBy(fv *ssa.FreeVar) bool {
	for _, r := range *fv.Referrers() {
		if st, ok := r.(*ssa.Store); ok && st.Addr == ssa.Value(fv) {
			return true
		}
	}
	return false
}

// deferred reports whether a load comes after the function's deferred calls ran.
func deferred(load *ssa.UnOp) bool {
	for _, in := range load.Block().Instrs {
		switch in {
		case ssa.Instruction(load):
			return false
		default:
			if _, ok := in.(*ssa.RunDefers); ok {
				return true
			}
		}
	}
	return false
}

// onlyIfSet reports whether a literal writes to a captured variable only where
// that one was found not to be nil, as one that wraps an error does.
func onlyIfSet(fv *ssa.FreeVar) bool {
	for _, r := range *fv.Referrers() {
		st, ok := r.(*ssa.Store)
		if !ok || st.Addr != ssa.Value(fv) {
			continue
		}
		set := false
		for _, c := range Conds(st.Block(), nil) {
			cond, taken := c.Not()
			if x, isNil, ok := NilTest(cond, taken); ok && !isNil {
				if u, ok := x.(*ssa.UnOp); ok && u.X == ssa.Value(fv) {
					set = true
				}
			}
		}
		if !set {
			return false
		}
	}
	return true
}

// deferredOnly reports whether a literal is made to be deferred and nothing else.
func deferredOnly(mc *ssa.MakeClosure) bool {
	for _, r := range *mc.Referrers() {
		if _, ok := r.(*ssa.Defer); !ok {
			return false
		}
	}
	return true
}

func (e *Engine) nilResult(call *ssa.Call, i int, f *Frame, conds []Cond, depth int) Nilness {
	if ch := e.Chosen[call]; i < len(ch) && ch[i].Path == "" {
		var cs []Cond
		if ch[i].At != nil && ch[i].At.Block() != nil {
			cs = Conds(ch[i].At.Block(), ch[i].F)
		}
		return e.nilAt(ch[i].V, ch[i].F, append(cs, conds...), depth+1)
	}
	name := CalleeName(call.Common())
	if makesError[name] {
		return NotNil
	}
	if op, ok := wrapsError[name]; ok {
		return e.nilAt(call.Call.Args[op], f, conds, depth+1)
	}
	if depth > 7 {
		return MaybeNil
	}
	all := Nilness(255)
	ts := e.Callees(call, f)
	for _, t := range ts {
		cf := e.Enter(call, f, t)
		if cf == nil {
			return MaybeNil
		}
		for _, r := range Results(t.Fn) {
			if i >= len(r.Results) {
				return MaybeNil
			}
			n := e.nilAt(r.Results[i], cf, Conds(r.Block(), cf), depth+2)
			if all == 255 {
				all = n
			} else if all != n {
				return MaybeNil
			}
		}
	}
	if all == 255 {
		return MaybeNil
	}
	return all
}

// sentinel reports whether only package initialisation writes g.
func (v *View) sentinel(g *ssa.Global) bool {
	n := 0
	for _, in := range v.index.globals[g] {
		if st, ok := in.(*ssa.Store); ok && st.Addr == ssa.Value(g) {
			if st.Parent().Name() != "init" {
				return false
			}
			n++
		}
	}
	return n > 0 || v.pkgs[g.Pkg.Pkg] == nil
}
