package argpanic

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/internal/reach"
	"github.com/gomcplint/mcplint/passes/ir"
)

// prover says what is known of a number that may come from the arguments: a
// least value, and whether something checked keeps it from growing at will. It
// is built to stay silent: a number that no argument decides is taken for sound,
// and so is one whose check it does not understand.
type prover struct {
	s    *reach.Step
	busy map[ssa.Value]bool
}

func newProver(s *reach.Step) *prover { return &prover{s: s, busy: map[ssa.Value]bool{}} }

// wild reports whether v is a number that the arguments decide.
func (p *prover) wild(v ssa.Value, f *ir.Frame) bool {
	_, ok := p.s.Argument(v, f, reach.Number)
	return ok
}

// searched reports whether v is computed from where something is found in an
// argument: -1 when it is not there.
func (p *prover) searched(v ssa.Value, f *ir.Frame, depth int) bool {
	switch v := v.(type) {
	case *ssa.Call:
		fn := v.Call.StaticCallee()
		if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "strings" && fn.Pkg.Pkg.Path() != "bytes" || !strings.Contains(fn.Name(), "Index") {
			return false
		}
		_, ok := p.s.Argument(v.Call.Args[0], f, reach.Computed)
		return ok
	case *ssa.BinOp:
		return depth < 4 && (v.Op == token.ADD || v.Op == token.SUB) && (p.searched(v.X, f, depth+1) || p.searched(v.Y, f, depth+1))
	}
	return false
}

const sound = int64(1) << 40 // the least value of a number that nothing is held against

// low returns the greatest known lower bound; ok false when there is none.
func (p *prover) low(v ssa.Value, f *ir.Frame, cs []ir.Cond, depth int) (int64, bool) {
	if k, ok := constInt(v); ok {
		return k, true
	}
	if depth > 12 {
		return 0, true
	}
	if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsUnsigned != 0 {
		return 0, true
	}
	best, known := p.checkedLow(v, f, cs)
	if p.busy[v] {
		return 0, true // a loop: what enters it decides
	}
	p.busy[v] = true
	defer delete(p.busy, v)
	if b, ok := p.lowOf(v, f, cs, depth); ok && (!known || b > best) {
		best, known = b, true
	}
	return best, known
}

func (p *prover) lowOf(v ssa.Value, f *ir.Frame, cs []ir.Cond, depth int) (int64, bool) {
	switch v := v.(type) {
	case *ssa.Phi:
		best, first := int64(0), true
		for i, e := range v.Edges {
			b, ok := p.low(e, f, append(ir.EdgeConds(v.Block().Preds[i], v.Block(), f), cs...), depth+1)
			if !ok {
				return 0, false
			}
			if first || b < best {
				best, first = b, false
			}
		}
		return best, true
	case *ssa.Convert:
		return p.low(v.X, f, cs, depth+1)
	case *ssa.ChangeType:
		return p.low(v.X, f, cs, depth+1)
	case *ssa.BinOp:
		x, xok := p.low(v.X, f, cs, depth+1)
		y, yok := p.low(v.Y, f, cs, depth+1)
		switch v.Op {
		case token.ADD:
			return add(x, y), xok && yok
		case token.SUB:
			if k, ok := constInt(v.Y); ok {
				return x - k, xok
			}
			// len(s) - n is negative for a large n, unless n was held against something.
			if p.wild(v.Y, f) && !p.high(v.Y, f, cs, depth+1) {
				return 0, false
			}
			return 0, xok
		case token.MUL:
			return min(x, y, 1), xok && yok && x >= 0 && y >= 0
		case token.QUO, token.SHR, token.REM:
			return 0, xok && x >= 0
		case token.AND:
			return 0, xok && x >= 0 || yok && y >= 0
		}
		return 0, true
	case *ssa.Call:
		switch ir.CalleeName(&v.Call) {
		case "builtin.len", "builtin.cap":
			return p.minLen(v.Call.Args[0], f, cs), true
		case "builtin.max":
			known := false
			best := int64(0)
			for _, a := range v.Call.Args {
				if b, ok := p.low(a, f, cs, depth+1); ok && (!known || b > best) {
					best, known = b, true
				}
			}
			return best, known
		case "builtin.min":
			best, first := int64(0), true
			for _, a := range v.Call.Args {
				b, ok := p.low(a, f, cs, depth+1)
				if !ok {
					return 0, false
				}
				if first || b < best {
					best, first = b, false
				}
			}
			return best, true
		}
		if strings.HasPrefix(ir.CalleeName(&v.Call), "strings.") || strings.HasPrefix(ir.CalleeName(&v.Call), "bytes.") {
			if strings.Contains(v.Call.StaticCallee().Name(), "Index") {
				return -1, true
			}
			return 0, true
		}
		return p.results(v, 0, f, cs, depth, true)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return p.results(call, v.Index, f, cs, depth, true)
		}
	case *ssa.Parameter:
		if a, af, acs, ok := up(v, f, cs); ok {
			return p.low(a, af, acs, depth+1)
		}
	case *ssa.UnOp:
		if b, ok := p.kept(v); ok {
			return b, true
		}
	}
	if p.clamped(v, f, cs, depth, true) {
		return 0, true
	}
	if !p.wild(v, f) {
		return sound, true
	}
	return 0, false
}

// maxKept bounds the stores to one field that are looked at.
const maxKept = 12

// kept returns a lower bound of a struct field that holds wherever it is set: each
// store in view is of a constant, or of a number that was checked just before.
func (p *prover) kept(load *ssa.UnOp) (int64, bool) {
	fa, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return 0, false
	}
	stores := p.s.E.View.FieldStores(ir.FieldVar(fa.X.Type(), fa.Field))
	if len(stores) == 0 || len(stores) > maxKept {
		return 0, false
	}
	best := int64(0) // until it is set
	for _, st := range stores {
		b, ok := constInt(st.Val)
		if !ok {
			b, ok = p.checkedLow(st.Val, nil, ir.Conds(st.Block(), nil))
		}
		if !ok {
			return 0, false
		}
		best = min(best, b)
	}
	return best, true
}

func add(x, y int64) int64 {
	if x >= sound || y >= sound {
		return min(x, y)
	}
	return x + y
}

// high reports whether something keeps v from growing at the caller's will.
func (p *prover) high(v ssa.Value, f *ir.Frame, cs []ir.Cond, depth int) bool {
	if _, ok := constInt(v); ok || depth > 12 || p.busy[v] || p.checkedHigh(v, f, cs, depth) {
		return true
	}
	p.busy[v] = true
	defer delete(p.busy, v)
	switch v := v.(type) {
	case *ssa.Phi:
		for i, e := range v.Edges {
			if b, ok := e.(*ssa.BinOp); ok && b.Op == token.ADD && b.X == ssa.Value(v) {
				return false // a counter: only what it is held against bounds it
			}
			if !p.high(e, f, append(ir.EdgeConds(v.Block().Preds[i], v.Block(), f), cs...), depth+1) {
				return false
			}
		}
		return true
	case *ssa.Convert:
		return p.high(v.X, f, cs, depth+1)
	case *ssa.ChangeType:
		return p.high(v.X, f, cs, depth+1)
	case *ssa.BinOp:
		switch v.Op {
		case token.ADD, token.MUL:
			return p.high(v.X, f, cs, depth+1) && p.high(v.Y, f, cs, depth+1)
		case token.SUB, token.QUO, token.SHR:
			return p.high(v.X, f, cs, depth+1)
		case token.REM, token.AND:
			return p.high(v.X, f, cs, depth+1) || p.high(v.Y, f, cs, depth+1)
		}
		return true
	case *ssa.Call:
		switch ir.CalleeName(&v.Call) {
		case "builtin.len", "builtin.cap":
			return true
		case "builtin.min":
			for _, a := range v.Call.Args {
				if p.high(a, f, cs, depth+1) {
					return true
				}
			}
			return false
		case "builtin.max":
			for _, a := range v.Call.Args {
				if !p.high(a, f, cs, depth+1) {
					return false
				}
			}
			return true
		}
		_, ok := p.results(v, 0, f, cs, depth, false)
		return ok
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			_, ok := p.results(call, v.Index, f, cs, depth, false)
			return ok
		}
		if _, ok := v.Tuple.(*ssa.Next); ok {
			return true
		}
	case *ssa.Parameter:
		if a, af, acs, ok := up(v, f, cs); ok {
			return p.high(a, af, acs, depth+1)
		}
	}
	if p.clamped(v, f, cs, depth, false) {
		return true
	}
	return !p.wild(v, f)
}

// up continues a parameter at the caller's argument.
func up(v *ssa.Parameter, f *ir.Frame, cs []ir.Cond) (ssa.Value, *ir.Frame, []ir.Cond, bool) {
	if f == nil || f.Call == nil || f.Recv != nil {
		return nil, nil, nil, false
	}
	c := f.Call.Common()
	if fn := c.StaticCallee(); fn != nil && fn != f.Fn && fn.Origin() != f.Fn {
		return nil, nil, nil, false
	}
	for i, q := range f.Fn.Params {
		if q == v {
			if a := ir.Operand(c, i); a != nil {
				return a, f.Up, append(ir.Conds(f.Call.Block(), f.Up), cs...), true
			}
		}
	}
	return nil, nil, nil, false
}

// results asks the returns of a function in view, and takes what functions
// outside it make of an argument for unchecked.
func (p *prover) results(call *ssa.Call, i int, f *ir.Frame, cs []ir.Cond, depth int, lower bool) (int64, bool) {
	ts := p.s.E.Callees(call, f)
	if len(ts) == 0 {
		if !p.wild(value(call, i), f) {
			return sound, true
		}
		return 0, false
	}
	best, first := int64(0), true
	for _, t := range ts {
		cf := p.s.E.Enter(call, f, t)
		if cf == nil {
			return 0, true
		}
		for _, r := range ir.Results(t.Fn) {
			if i >= len(r.Results) {
				return 0, true
			}
			rcs := append(ir.Conds(r.Block(), cf), cs...)
			// What is returned beside an error is not used.
			if n := len(r.Results); n > 1 && i < n-1 && ir.IsError(r.Results[n-1].Type()) && p.s.E.NilAt(r.Results[n-1], cf, rcs) == ir.NotNil {
				continue
			}
			if !lower {
				if !p.high(r.Results[i], cf, rcs, depth+2) {
					return 0, false
				}
				continue
			}
			b, ok := p.low(r.Results[i], cf, rcs, depth+2)
			if !ok {
				return 0, false
			}
			if first || b < best {
				best, first = b, false
			}
		}
	}
	return best, true
}

// value is result i of a call as a value.
func value(call *ssa.Call, i int) ssa.Value {
	for _, r := range *call.Referrers() {
		if ex, ok := r.(*ssa.Extract); ok && ex.Index == i {
			return ex
		}
	}
	return call
}
