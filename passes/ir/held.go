package ir

import "golang.org/x/tools/go/ssa"

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
