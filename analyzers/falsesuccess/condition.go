package falsesuccess

import (
	"go/constant"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
	"github.com/gomcplint/mcplint/passes/text"
)

// legitimate reports whether a condition looks at what kind of failure it is: a
// sentinel, a type, a code, a status or a part of the text can be an answer.
func legitimate(conds []ir.Cond) bool {
	for _, c := range conds {
		cond, taken := c.Not()
		switch v := cond.(type) {
		case *ssa.Call:
			if taken && ofError(v) {
				return true
			}
		case *ssa.BinOp:
			if (v.Op == token.EQL) != taken || v.Op != token.EQL && v.Op != token.NEQ || isNil(v.X) || isNil(v.Y) {
				continue
			}
			if ir.IsError(v.X.Type()) || ofError(v.X) || statusOf(v.X) != nil {
				return true
			}
		case *ssa.Extract:
			if ta, ok := v.Tuple.(*ssa.TypeAssert); ok && taken && ir.IsError(ta.X.Type()) {
				return true
			}
		}
	}
	return false
}

// ofError reports whether a value is computed from an error: by a function that
// looks at it, from its text, or as a field of its type.
func ofError(v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Call:
		if x.Call.IsInvoke() && ir.IsError(x.Call.Value.Type()) {
			return true
		}
		for _, a := range x.Call.Args {
			if _, isCall := a.(*ssa.Call); ir.IsError(a.Type()) || isCall && ofError(a) {
				return true
			}
		}
	case *ssa.UnOp:
		fa, ok := x.X.(*ssa.FieldAddr)
		return ok && ir.IsError(fa.X.Type())
	case *ssa.Field:
		return ir.IsError(x.X.Type())
	}
	return false
}

// statusOf returns the call that gave the HTTP response whose status a value is,
// or nil.
func statusOf(v ssa.Value) *ssa.Call {
	if q, ok := v.(*ssa.BinOp); ok && q.Op == token.QUO { // StatusCode/100
		v = q.X
	}
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return nil
	}
	fa, ok := u.X.(*ssa.FieldAddr)
	if !ok || ir.FieldVar(fa.X.Type(), fa.Field).Name() != "StatusCode" {
		return nil
	}
	return failedCall(fa.X)
}

// failedStatus returns the call whose HTTP response has a status of failure
// under a condition, or nil.
func failedStatus(cond ssa.Value, taken bool) *ssa.Call {
	b, ok := cond.(*ssa.BinOp)
	if !ok {
		return nil
	}
	k, ok := b.Y.(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.Int {
		return nil
	}
	n := k.Int64()
	good := n == 2 || n >= 200 && n < 300
	switch {
	case (b.Op == token.NEQ) == taken && (b.Op == token.NEQ || b.Op == token.EQL) && good,
		(b.Op == token.GEQ || b.Op == token.GTR) && taken && n >= 299,
		(b.Op == token.LSS || b.Op == token.LEQ) && !taken && n >= 299:
		return statusOf(b.X)
	}
	return nil
}

// refused reports whether a condition rejects an argument: it is empty, of the
// wrong type, or no key of a table.
func refused(conds []ir.Cond) bool {
	for _, c := range conds {
		cond, taken := c.Not()
		switch v := cond.(type) {
		case *ssa.BinOp:
			if s, ok := ir.ConstString(v.Y); ok && s == "" && (v.Op == token.EQL) == taken && !fetched(v.X) {
				return true
			}
		case *ssa.Extract:
			if taken {
				continue
			}
			switch t := v.Tuple.(type) {
			case *ssa.Lookup:
				return true
			case *ssa.TypeAssert:
				return !ir.IsError(t.X.Type())
			}
		}
	}
	return false
}

// fetched reports whether a value is what a call got that could have failed: that
// there is nothing refuses no argument.
func fetched(v ssa.Value) bool {
	if p, ok := v.(*ssa.Phi); ok {
		return slices.ContainsFunc(p.Edges, func(e ssa.Value) bool { return e != v && failedCall(e) != nil && fetched(e) })
	}
	c := failedCall(v)
	if c == nil || model.IsSDKPackage(ir.CalleePkg(&c.Call)) {
		return false
	}
	rs := c.Call.Signature().Results()
	return rs.Len() > 1 && ir.IsError(rs.At(rs.Len()-1).Type()) && !pure(c)
}

// marked reports whether the answer's own fields say that it failed.
func marked(t *text.Text) bool {
	for _, p := range t.Pieces {
		for n := p.Source; n != nil; n = n.From {
			st, ok := n.At.(*ssa.Store)
			if !ok || n.Hop != ir.Stored {
				continue
			}
			fa, ok := st.Addr.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			switch name := ir.FieldVar(fa.X.Type(), fa.Field).Name(); {
			case name == "Error" || name == "Err" || name == "ErrorMessage":
				return true
			case name == "Status" || name == "State":
				switch strings.ToLower(p.Const) {
				case "failed", "error", "failure", "refused", "rejected":
					return true
				}
			}
		}
	}
	return false
}

// named reports whether the answer is made by a function that is named for
// failure: reply.Fail(…), refused(…).
func named(o *outcome.Outcome) bool {
	b := o.Handler.Outer().Ret.Block()
	for _, in := range b.Instrs {
		c, ok := in.(*ssa.Call)
		if !ok || c.Call.StaticCallee() == nil {
			continue
		}
		for _, w := range model.SplitName(c.Call.StaticCallee().Name()) {
			switch strings.ToLower(w) {
			case "fail", "failed", "failure", "error", "errorf", "refuse", "refused", "reject", "rejected":
				return true
			}
		}
	}
	return false
}
