package outcome

import (
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// ranged returns the exits that a return stands for when the statement is in the body
// of a loop over an iterator: the values are written there, see ir.Leave.
func (e *enumerator) ranged(r *ssa.Return, f *ir.Frame) []*Exit {
	var out []*Exit
	for _, l := range e.Leaves(r.Block(), f) {
		x := &Exit{Sites: []Site{{r, f, ir.PosOf(r)}}}
		for i, bf := range l.Frames {
			x.Sites = append(x.Sites, Site{l.Rets[i], bf, ir.PosOf(r)})
			x.Conds = append(ir.Conds(l.Rets[i].Block(), bf), x.Conds...)
		}
		x.Conds = append(x.Conds, ir.Conds(r.Block(), f)...)
		for _, v := range r.Results {
			n := &ir.Node{V: v, F: f, At: r}
			if u, ok := v.(*ssa.UnOp); ok {
				if w, wf := l.Stored(u.X); w != nil {
					n = &ir.Node{V: w, F: wf, At: r}
				}
			}
			x.Vals = append(x.Vals, n)
		}
		out = append(out, x)
	}
	return out
}
