package argpanic

import (
	"fmt"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/internal/query"
	"github.com/gomcplint/mcplint/analyzers/internal/reach"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// deref: *x or x.f where x may be nil because of an argument.
func (c *checker) deref(in ssa.Instruction, x ssa.Value) {
	c.derefIn(in, in, x, c.s.F, c.s.Conds(in))
}

func (c *checker) derefIn(in, at ssa.Instruction, x ssa.Value, f *ir.Frame, cs []ir.Cond) {
	if _, ok := x.Type().Underlying().(*types.Pointer); !ok {
		return
	}
	switch v := x.(type) {
	case *ssa.Lookup:
		if v.CommaOk || ir.IsString(v.X.Type()) {
			return
		}
		c.missing(in, v, v, f, cs)
	case *ssa.Extract:
		switch tup := v.Tuple.(type) {
		case *ssa.Lookup:
			c.missing(in, tup, v, f, cs)
		case *ssa.Call:
			if v.Index == 0 {
				c.nilResult(in, tup, v, f, cs)
			}
		}
	case *ssa.Call:
		c.nilResult(in, v, v, f, cs)
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return
		}
		switch v.X.(type) {
		case *ssa.FieldAddr:
			c.optional(in, v, f, cs)
		case *ssa.Alloc:
			a := v.X.(*ssa.Alloc)
			if stores, zero := ir.Reaching(a, v); !zero && len(stores) == 1 && !c.checked(v, f, cs) {
				c.derefIn(in, at, stores[0].Val, f, cs)
			}
		}
	case *ssa.Parameter:
		if c.checked(v, f, cs) {
			return
		}
		if a, af, acs, ok := up(v, f, nil); ok {
			c.derefIn(in, at, a, af, acs)
		}
	}
}

// checked reports whether a condition has looked at whether v is nil.
func (c *checker) checked(v ssa.Value, f *ir.Frame, cs []ir.Cond) bool {
	if c.s.E.NilAt(v, f, cs) == ir.NotNil {
		return true
	}
	for _, cond := range cs {
		b, taken := cond.Not()
		if x, isNil, ok := ir.NilTest(b, taken); ok && !isNil && alike(x, v) {
			return true
		}
		if call, ok := b.(*ssa.Call); ok {
			for _, a := range ir.Operands(&call.Call) {
				if alike(a, v) {
					return true
				}
			}
		}
		if newProver(c.s).validated(cond, v, cond.F, 0) {
			return true
		}
	}
	return false
}

// missing: m[key].f for a key that the argument names and m need not hold.
func (c *checker) missing(in ssa.Instruction, lk *ssa.Lookup, v ssa.Value, f *ir.Frame, cs []ir.Cond) {
	if _, ok := lk.Index.(*ssa.Const); ok {
		return
	}
	if _, ok := c.s.Argument(lk.Index, f, reach.Computed); !ok || c.checked(v, f, cs) || c.looked(lk, in, cs) {
		return
	}
	c.report(in, model.High, false, "a key that an argument names need not be in the map, and what is read then is nil", "look it up with comma-ok and answer with an isError result")
}

// looked reports whether the presence of the key was asked for: a condition on
// the comma-ok form or on nil of an equal look-up, in a block before.
func (c *checker) looked(lk *ssa.Lookup, in ssa.Instruction, cs []ir.Cond) bool {
	for _, cond := range cs {
		v, _ := cond.Not()
		if reach.Mentions(v, lk.Index) && mentionsLookup(v, lk) {
			return true
		}
	}
	fn := lk.Parent()
	for _, b := range fn.Blocks {
		if iff, ok := ir.Last(b).(*ssa.If); ok && b.Dominates(lk.Block()) && mentionsLookup(iff.Cond, lk) {
			return true
		}
		for _, i := range b.Instrs {
			if mu, ok := i.(*ssa.MapUpdate); ok && reach.Equal(mu.Map, lk.X) && reach.Equal(mu.Key, lk.Index) && b.Dominates(lk.Block()) {
				return true
			}
		}
	}
	return false
}

// mentionsLookup reports whether cond was computed from a look-up equal to lk, or
// from a call that was given its map and key.
func mentionsLookup(cond ssa.Value, lk *ssa.Lookup) bool {
	found := false
	seen := map[ssa.Value]bool{}
	var walk func(v ssa.Value)
	walk = func(v ssa.Value) {
		if v == nil || seen[v] || found || len(seen) > 60 {
			return
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.Lookup:
			if x != lk && reach.Equal(x.X, lk.X) && reach.Equal(x.Index, lk.Index) || x == lk && x.CommaOk {
				found = true
				return
			}
		case *ssa.Call:
			for _, a := range ir.Operands(&x.Call) {
				if reach.Equal(a, lk.Index) {
					found = true
					return
				}
			}
		case *ssa.Alloc:
			return
		}
		if i, ok := v.(ssa.Instruction); ok {
			for _, op := range i.Operands(nil) {
				walk(*op)
			}
		}
	}
	walk(cond)
	return found
}

// nilResult: what a function in view returns as nil without saying so.
func (c *checker) nilResult(in ssa.Instruction, call *ssa.Call, v ssa.Value, f *ir.Frame, cs []ir.Cond) {
	ts := c.s.E.Callees(call, f)
	if len(ts) == 0 {
		return
	}
	asked := false
	for _, a := range ir.Operands(&call.Call) {
		if _, ok := c.s.Argument(a, f, reach.Asked); ok {
			asked = true
		}
	}
	if !asked {
		return
	}
	for _, t := range ts {
		cf := c.s.E.Enter(call, f, t)
		if cf == nil {
			continue
		}
		for _, r := range ir.Results(t.Fn) {
			n := len(r.Results)
			rcs := ir.Conds(r.Block(), cf)
			if n == 0 || !isNil(r.Results[0]) && !c.unknownKey(r.Results[0], cf, rcs) {
				continue
			}
			said := false
			if n > 1 {
				last := r.Results[n-1]
				switch {
				case ir.IsError(last.Type()):
					said = c.s.E.NilAt(last, cf, rcs) != ir.IsNil
				default:
					b, ok := ir.ConstBool(last)
					said = !ok || !b
				}
			}
			if said || handsNilOn(rcs) || c.checked(v, f, cs) || c.provedBefore(rcs, cs) {
				continue
			}
			conf := model.High
			if len(ts) > 1 {
				conf = model.Medium
			}
			what := "without saying so"
			if n > 1 {
				what = "with a nil error or true"
			}
			c.report(in, conf, false, fmt.Sprintf("%s returns nil %s, and the nil is dereferenced", query.FuncName(t.Fn), what), "check for nil and answer with an isError result")
			return
		}
	}
}

// unknownKey reports whether a function returns what a map holds for a key that an
// argument names, whether it is there or not.
func (c *checker) unknownKey(v ssa.Value, f *ir.Frame, cs []ir.Cond) bool {
	lk, ok := v.(*ssa.Lookup)
	if !ok || lk.CommaOk || ir.IsString(lk.X.Type()) {
		return false
	}
	if _, ok := lk.Index.(*ssa.Const); ok {
		return false
	}
	_, ok = c.s.Argument(lk.Index, f, reach.Computed)
	return ok && !c.checked(lk, f, cs) && !c.looked(lk, lk, cs)
}

// provedBefore reports whether the nil is returned for a failure of a call that a
// validator of the same function's name has seen succeed on the way.
func (c *checker) provedBefore(rcs, cs []ir.Cond) bool {
	for _, r := range rcs {
		v, taken := r.Not()
		x, isNil, ok := ir.NilTest(v, taken)
		if !ok || isNil {
			continue
		}
		ex, ok := x.(*ssa.Extract)
		if !ok {
			continue
		}
		failed, ok := ex.Tuple.(*ssa.Call)
		if !ok {
			continue
		}
		for _, cond := range cs {
			y, taken := cond.Not()
			if z, isNil, ok := ir.NilTest(y, taken); ok && isNil {
				y = z
			}
			if e, ok := y.(*ssa.Extract); ok {
				y = e.Tuple
			}
			call, ok := y.(*ssa.Call)
			if !ok {
				continue
			}
			for _, t := range c.s.E.Callees(call, cond.F) {
				for _, b := range t.Fn.Blocks {
					for _, in := range b.Instrs {
						if k, ok := in.(*ssa.Call); ok && ir.CalleeName(&k.Call) == ir.CalleeName(&failed.Call) && ir.CalleeName(&k.Call) != "" {
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// handsNilOn reports whether the nil is returned for a nil parameter.
func handsNilOn(cs []ir.Cond) bool {
	for _, c := range cs {
		v, taken := c.Not()
		if x, isNil, ok := ir.NilTest(v, taken); ok && isNil {
			if _, ok := x.(*ssa.Parameter); ok {
				return true
			}
		}
	}
	return false
}

func isNil(v ssa.Value) bool {
	k, ok := v.(*ssa.Const)
	return ok && k.IsNil()
}

// optional: a pointer field of the arguments that the caller may leave out.
func (c *checker) optional(in ssa.Instruction, v *ssa.UnOp, f *ir.Frame, cs []ir.Cond) {
	fa := v.X.(*ssa.FieldAddr)
	fv := ir.FieldVar(fa.X.Type(), fa.Field)
	if fv == nil || fv.Pkg() == nil {
		return
	}
	if !c.s.E.View.Has(fv.Pkg()) && !(fv.Name() == "Meta" && c.s.Tool.Serving.SDK == model.MCPGo) {
		return
	}
	if c.set(fv) {
		return
	}
	if _, ok := c.s.Argument(v, f, reach.Part); !ok || c.checked(v, f, cs) || madeBefore(v, fa, fv) {
		return
	}
	conf := model.High
	if c.schema() {
		conf = model.Low
	}
	c.report(in, conf, false, fmt.Sprintf("the optional argument %s is nil when the caller leaves it out, and it is dereferenced", fv.Name()), "check for nil first")
}

// set reports whether the program itself writes the field: then it is no field
// that only a decoder fills.
func (c *checker) set(fv *types.Var) bool {
	for _, st := range c.s.E.View.FieldStores(fv) {
		if !c.s.E.View.InTest(st.Parent()) {
			return true
		}
	}
	return false
}

// madeBefore reports whether the function sets the field itself when it is nil.
func madeBefore(v *ssa.UnOp, fa *ssa.FieldAddr, fv *types.Var) bool {
	for _, b := range v.Parent().Blocks {
		for _, in := range b.Instrs {
			if st, ok := in.(*ssa.Store); ok {
				if a, ok := st.Addr.(*ssa.FieldAddr); ok && a != fa && ir.FieldVar(a.X.Type(), a.Field) == fv && (b.Dominates(v.Block()) || ir.Reaches(b)[v.Block()]) {
					return true
				}
			}
		}
	}
	return false
}

// mapWrite: a write to a map that may be nil.
func (c *checker) mapWrite(in *ssa.MapUpdate) {
	f := c.s.F
	cs := c.s.Conds(in)
	switch m := in.Map.(type) {
	case *ssa.Lookup:
		if m.CommaOk || ir.IsString(m.X.Type()) {
			return
		}
		if _, ok := m.Index.(*ssa.Const); ok {
			return
		}
		if _, ok := c.s.Argument(m.Index, f, reach.Computed); !ok || c.checked(m, f, cs) || c.looked(m, in, cs) {
			return
		}
		c.report(in, model.High, false, "the inner map of a key that an argument names is nil until someone makes it, and the write to it panics", "make the inner map when it is nil")
		return
	case *ssa.UnOp:
		fa, ok := m.X.(*ssa.FieldAddr)
		if !ok || m.Op != token.MUL {
			return
		}
		fv := ir.FieldVar(fa.X.Type(), fa.Field)
		if fv == nil || fv.Pkg() == nil || !c.s.E.View.Has(fv.Pkg()) {
			return
		}
		if _, ok := c.s.Argument(m, f, reach.Part); ok && !c.checked(m, f, cs) && !madeBefore(m, fa, fv) {
			c.report(in, model.High, false, fmt.Sprintf("the argument %s is a nil map when the caller leaves it out, and the write to it panics", fv.Name()), "make the map when it is nil")
			return
		}
		if len(c.s.E.View.FieldStores(fv)) == 0 && !fv.Exported() && c.s.E.View.Whole && !c.checked(m, f, cs) {
			c.report(in, model.Medium, false, fmt.Sprintf("nothing ever makes the map %s, and the write to it panics", fv.Name()), "make the map in the constructor")
		}
	case *ssa.Call:
		if name := ir.CalleeName(&m.Call); len(c.s.E.Callees(m, f)) == 0 && c.s.Tool.Serving.SDK == model.MCPGo && hasSuffix(name, ".GetArguments") && !c.checked(m, f, cs) {
			c.report(in, model.High, false, "GetArguments returns a nil map for a call without arguments, and the write to it panics", "copy the arguments into a map of your own")
		}
	}
}

func hasSuffix(s, suffix string) bool {
	return len(s) >= len(suffix) && s[len(s)-len(suffix):] == suffix
}
