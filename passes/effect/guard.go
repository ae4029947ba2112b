package effect

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// maxGuardFrames is how many callers up a condition around a call is looked for.
const maxGuardFrames = 3

// guarded reports whether a call is made only where a read did not find what the
// call makes: in the branch in which the read has failed, found nothing, or found
// a state other than the one asked for. Made again, the call finds its own work.
// Conditions on anything else that was read say nothing of repetition.
func (c *collector) guarded(call ssa.CallInstruction, f *ir.Frame) bool {
	for range maxGuardFrames {
		for _, k := range c.spelled(ir.Conds(call.Block(), f)) {
			cond, taken := k.Not()
			if x, isNil, ok := ir.NilTest(cond, taken); ok {
				if read := c.read(x, f); read != nil && (isNil != ir.IsError(x.Type())) {
					return true // the read has failed, or has nothing
				}
				continue
			}
			b, ok := cond.(*ssa.BinOp)
			if !ok || b.Op != token.EQL && b.Op != token.NEQ {
				continue
			}
			_, isConst := b.Y.(*ssa.Const)
			switch differs := (b.Op == token.NEQ) == taken; {
			case c.read(b.X, f) == nil && c.read(b.Y, f) == nil:
			case !isConst && differs: // state != wanted
				return true
			case isConst && !differs && empty(b.Y): // nothing there
				return true
			case isConst && !differs && missing(b.Y): // status 404
				return true
			}
		}
		if f == nil || f.Up == nil || f.Call == nil {
			return false
		}
		call, f = f.Call, f.Up
	}
	return false
}

// spelled adds to conditions those under which a flag that is one of them was set:
// missing := false; if err != nil { missing = true }; if missing { … }.
func (c *collector) spelled(conds []ir.Cond) []ir.Cond {
	out := slices.Clone(conds)
	for _, k := range conds {
		cond, taken := k.Not()
		phi, ok := cond.(*ssa.Phi)
		if !ok {
			continue
		}
		for i, e := range phi.Edges {
			if set, ok := ir.ConstBool(e); ok && set == taken {
				out = append(out, ir.EdgeConds(phi.Block().Preds[i], phi.Block(), k.F)...)
			}
		}
	}
	return out
}

// read returns the call from whose results, or from a variable that it was given
// the address of, a value is taken, if that call changes nothing.
func (c *collector) read(v ssa.Value, f *ir.Frame) *ssa.Call {
	for range 8 {
		switch x := v.(type) {
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.UnOp:
			if v = ir.Held(x); v == ssa.Value(x) {
				v = x.X
			}
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Convert:
			v = x.X
		case *ssa.Alloc:
			given := ir.GivenTo(x)
			if len(given) != 1 {
				return nil
			}
			v = given[0]
		case *ssa.Call:
			if ir.CalleeName(&x.Call) == "builtin.len" || getter(x) {
				v = x.Call.Args[0]
				continue
			}
			if !endsInError(&x.Call) || !remote(&x.Call) {
				return nil
			}
			if _, changes := c.classify(x, f); changes {
				return nil
			}
			return x
		default:
			return nil
		}
	}
	return nil
}

// getter reports whether a call takes a part of its receiver: pr.GetDraft().
func getter(call *ssa.Call) bool {
	fn := call.Call.StaticCallee()
	return fn != nil && fn.Signature.Recv() != nil && fn.Signature.Params().Len() == 0 && fn.Signature.Results().Len() == 1 && len(call.Call.Args) == 1
}

// remote reports whether a call may look outside the process: it has a context, or
// is a method.
func remote(c *ssa.CallCommon) bool {
	return hasCtx(c) || c.IsInvoke() || c.Signature().Recv() != nil
}

// empty reports whether a constant stands for nothing.
func empty(v ssa.Value) bool {
	if s, ok := ir.ConstString(v); ok {
		return s == ""
	}
	n, ok := intConst(v)
	return ok && n == 0
}

// missing reports whether a constant is the status of what is not there.
func missing(v ssa.Value) bool {
	n, ok := intConst(v)
	return ok && (n == 404 || n == 410)
}
