package argpanic

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// stored reports whether the program itself has put a value of the asserted type
// under the key that is looked up, in this function or in one that handed the map
// on, on every way to the assertion. What a decoder or a copy put there before is
// overwritten then.
func (c *checker) stored(in *ssa.TypeAssert) bool {
	lk, ok := in.X.(*ssa.Lookup)
	if !ok || lk.CommaOk {
		return false
	}
	key, ok := ir.ConstString(lk.Index)
	if !ok {
		return false
	}
	m, f := lk.X, c.s.F
	var at ssa.Instruction = in
	for range 6 {
		if puts(m, key, in.AssertedType, at) {
			return true
		}
		p, ok := m.(*ssa.Parameter)
		if !ok || f == nil || f.Call == nil {
			return false
		}
		i := slices.Index(f.Fn.Params, p)
		call := f.Call.Common()
		i -= len(f.Fn.Params) - len(call.Args) // the receiver of an interface call is no operand
		if i < 0 || i >= len(call.Args) {
			return false
		}
		m, at, f = call.Args[i], f.Call, f.Up
		if !types.Identical(m.Type(), p.Type()) {
			return false
		}
	}
	return false
}

// puts reports whether a value of type t is put into the map under the key before
// an instruction.
func puts(m ssa.Value, key string, t types.Type, before ssa.Instruction) bool {
	if m.Referrers() == nil {
		return false
	}
	for _, r := range *m.Referrers() {
		up, ok := r.(*ssa.MapUpdate)
		if !ok || up.Map != m {
			continue
		}
		k, ok := ir.ConstString(up.Key)
		mi, isIface := up.Value.(*ssa.MakeInterface)
		if !ok || k != key || !isIface || !types.Identical(mi.X.Type(), t) {
			continue
		}
		if ir.Precedes(up, before) {
			return true
		}
	}
	return false
}
