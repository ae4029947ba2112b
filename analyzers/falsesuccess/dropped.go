package falsesuccess

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
)

// loss is a place at which a handler loses a failure.
type loss struct {
	pos   token.Pos // none: it shows in the answer only
	at    *ssa.BasicBlock
	conf  model.Confidence
	what  string
	fails *ssa.Call // what fails, where that is not at pos
}

// reaches reports whether a return answers what was lost: one inside the loop that
// skips failed items answers the item at hand.
func (l loss) reaches(ret *ssa.BasicBlock) bool {
	if l.fails != nil && l.at.Dominates(ret) {
		return false
	}
	return l.at == ret || ir.Reaches(l.at)[ret]
}

// lost finds what a handler and its helpers lose on the way to a success.
func lost(o *outcome.Outcome) []loss {
	ret := o.Handler.Outer().Ret
	fn := ret.Parent()
	var out []loss
	for _, l := range append(dropped(o.Engine.View, fn), unread(fn, false)...) {
		if l.reaches(ret.Block()) {
			out = append(out, l)
		}
	}
	for _, h := range helpers(o) {
		out = append(out, unread(h.fn, true)...)
	}
	var makers []*ssa.Function
	for _, s := range o.Handler.Sites[1:] {
		if _, ok := s.F.Call.(*ssa.Call); ok {
			makers = append(makers, s.F.Fn)
		}
	}
	for _, n := range answering(o) {
		c := failedCall(n.V)
		if f := c.Call.StaticCallee(); f != nil {
			makers = append(makers, f)
		}
		if thrownAway(c) && !tested(n) && derives(o, c) {
			out = append(out, loss{pos: ir.PosOf(c), at: c.Block(), conf: model.Medium, what: "the error of " + calleeName(c) + " is thrown away and the answer is what it left"})
		}
	}
	for _, f := range makers {
		if f.Blocks == nil || bestEffort(f.Name()) {
			continue
		}
		if _, call := skips(f); call != nil {
			out = append(out, loss{conf: model.Medium, what: "failed items are left out without a mark", fails: call})
			break // they share the place
		}
	}
	return out
}

// thrownAway reports whether nobody takes the error of a call that does more
// than parse.
func thrownAway(c *ssa.Call) bool {
	rs := c.Call.Signature().Results()
	n := rs.Len()
	return n > 1 && ir.IsError(rs.At(n-1).Type()) && unused(result(c, n-1)) && !pure(c) && ir.CalleePkg(&c.Call) != "os/exec"
}

// dropped finds the places in a function at which a failure is lost: a group's
// error that is discarded, failed items that a loop skips without a mark, per-item
// results that are discarded.
func dropped(v *ir.View, fn *ssa.Function) []loss {
	var out []loss
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			switch {
			case ir.CalleeName(&call.Call) == "(*golang.org/x/sync/errgroup.Group).Wait" && unused(call):
				out = append(out, loss{pos: ir.PosOf(call), at: b, conf: model.High, what: "the group's error is discarded"})
			case verdictsDiscarded(call):
				out = append(out, loss{pos: ir.PosOf(call), at: b, conf: model.Medium, what: "the results that tell which parts failed are discarded"})
			}
			if f := call.Call.StaticCallee(); f != nil && f.Blocks != nil && collectsUnread(v, f) {
				out = append(out, loss{pos: ir.PosOf(call), at: b, conf: model.Medium, what: "the failures that " + f.Name() + " collects are never read"})
			}
		}
	}
	if b, call := skips(fn); b != nil {
		out = append(out, loss{at: b, conf: model.Medium, what: "failed items are left out without a mark", fails: call})
	}
	return out
}

// verdictsDiscarded reports whether a call answers failures item by item in a
// result that is discarded, while only its error is looked at.
func verdictsDiscarded(call *ssa.Call) bool {
	rs := call.Call.Signature().Results()
	if rs.Len() != 2 || !ir.IsError(rs.At(1).Type()) {
		return false
	}
	errUsed := false
	for _, r := range *call.Referrers() {
		if x, ok := r.(*ssa.Extract); ok {
			if x.Index == 0 && !unused(x) {
				return false
			}
			errUsed = errUsed || x.Index == 1
		}
	}
	sl, ok := rs.At(0).Type().Underlying().(*types.Slice)
	if !ok || !errUsed {
		return false
	}
	st, ok := sl.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		switch f.Name() {
		case "Failed", "Error", "Err", "Failure":
			return true
		}
	}
	return false
}

// collectsUnread reports whether a function appends errors to a field that
// nothing in view reads.
func collectsUnread(v *ir.View, fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			st, ok := in.(*ssa.Store)
			if !ok {
				continue
			}
			fa, ok := st.Addr.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			f := ir.FieldVar(fa.X.Type(), fa.Field)
			sl, ok := f.Type().Underlying().(*types.Slice)
			if !ok || !ir.IsError(sl.Elem()) || f.Exported() && !v.Whole {
				continue
			}
			if !readAnywhere(v, f) {
				return true
			}
		}
	}
	return false
}

// readAnywhere reports whether a field is loaded other than to be appended to.
func readAnywhere(v *ir.View, f *types.Var) bool {
	for _, fn := range v.Funcs() {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.Field:
					if ir.FieldVar(in.X.Type(), in.Field) == f {
						return true
					}
				case *ssa.FieldAddr:
					if ir.FieldVar(in.X.Type(), in.Field) != f {
						continue
					}
					for _, r := range *in.Referrers() {
						u, ok := r.(*ssa.UnOp)
						if !ok {
							continue
						}
						for _, use := range *u.Referrers() {
							if c, ok := use.(*ssa.Call); !ok || ir.CalleeName(&c.Call) != "builtin.append" {
								return true
							}
						}
					}
				}
			}
		}
	}
	return false
}
