package ir

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Held looks through a load of a local variable that is assigned once, as those
// that a deferred literal captures are, to what it was given. Other values are
// returned as they are.
func Held(v ssa.Value) ssa.Value {
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return v
	}
	if val := OnlyStore(u.X); val != nil {
		return val
	}
	return v
}

// OnlyStore returns what the local variable at addr was given, when that happened
// once, or nil.
func OnlyStore(addr ssa.Value) ssa.Value {
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var out ssa.Value
	for _, r := range *a.Referrers() {
		if st, ok := r.(*ssa.Store); ok && st.Addr == addr {
			if out != nil {
				return nil
			}
			out = st.Val
		}
	}
	return out
}

// Settled looks through a load of a local variable to the one value that was last
// stored there on every way, as for results that a deferred literal captures.
// Other values are returned as they are.
func Settled(v ssa.Value) ssa.Value {
	u, ok := v.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return v
	}
	a, ok := u.X.(*ssa.Alloc)
	if !ok {
		return v
	}
	if stores, zero := Reaching(a, u); len(stores) == 1 && !zero {
		return stores[0].Val
	}
	return v
}

// GivenTo returns the calls that get the address of a local variable, as it is or
// as a value of an interface.
func GivenTo(a *ssa.Alloc) []*ssa.Call {
	var out []*ssa.Call
	for _, r := range *a.Referrers() {
		users := []ssa.Instruction{r}
		if mi, ok := r.(*ssa.MakeInterface); ok {
			users = *mi.Referrers()
		}
		for _, u := range users {
			if call, ok := u.(*ssa.Call); ok {
				out = append(out, call)
			}
		}
	}
	return out
}

// CallOf returns the call that a value is a result of, or nil.
func CallOf(v ssa.Value) *ssa.Call {
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	c, _ := v.(*ssa.Call)
	return c
}

// Precedes reports whether a has run on every way on which b, of the same
// function, runs.
func Precedes(a, b ssa.Instruction) bool {
	if a.Block() == b.Block() {
		return indexIn(a) < indexIn(b)
	}
	return a.Block().Dominates(b.Block())
}

// Outermost returns the declared function that f is, or is a literal of.
func Outermost(f *ssa.Function) *ssa.Function {
	for f != nil && f.Parent() != nil {
		f = f.Parent()
	}
	return f
}

// PackageOf returns the package in which a function is declared, that of the
// generic function for an instance; nil for what belongs to none.
func PackageOf(f *ssa.Function) *types.Package {
	if f = Outermost(f); f == nil {
		return nil
	}
	if o := f.Origin(); o != nil {
		f = o
	}
	if f.Pkg == nil {
		return nil
	}
	return f.Pkg.Pkg
}
