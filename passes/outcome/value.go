package outcome

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/text"
)

// HasResult reports whether the outcome certainly has a result: one that is not
// nil where the conditions hold, or that a constructor of the SDK has made.
func (o *Outcome) HasResult() bool {
	if o.Res == nil {
		return false
	}
	if o.ResNil == ir.NotNil {
		return true
	}
	call, _ := source(o.Res.V)
	if call == nil || o.Res.Path != "" {
		return false
	}
	c, ok := model.ConstructorOf(ir.CalleeName(&call.Call))
	return ok && !c.Errs
}

// Content says what is known of a value's content.
type Content uint8

// The answers.
const (
	Unknown Content = iota // it comes from outside the view
	Empty                  // nothing but zeros
	Filled                 // the program has put something in
)

// Holds says whether the value at a node holds anything but zeros. What other
// modules return is Unknown: a failed call most often returns zeros.
func Holds(e *ir.Engine, n *ir.Node) Content {
	if n == nil || n.V == nil {
		return Empty
	}
	tr := &ir.Tracer{Engine: e, Numbers: true, Budget: 1500}
	out := Empty
	tr.Ext = func(_ *ir.Node, call ssa.CallInstruction, _ int) ([]*ir.Node, bool) {
		if b, ok := call.Common().Value.(*ssa.Builtin); ok && b.Name() == "append" {
			out = Filled
			return nil, true
		}
		return nil, false
	}
	for _, l := range tr.Run(n) {
		switch v := l.V.(type) {
		case *ssa.Const:
			if v.Value == nil || zeroConst(v) {
				continue
			}
			out = Filled
		case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
			// An object that nothing was put into.
		case *ssa.Call, *ssa.Extract, *ssa.Lookup, *ssa.TypeAssert, *ssa.Global, *ssa.UnOp, *ssa.FieldAddr, *ssa.Select, *ssa.Next:
			if out == Empty {
				out = Unknown
			}
		default:
			out = Filled
		}
	}
	return out
}

func zeroConst(k *ssa.Const) bool {
	if s, ok := ir.ConstString(k); ok {
		return s == ""
	}
	if b, ok := ir.ConstBool(k); ok {
		return !b
	}
	if t, ok := k.Type().Underlying().(*types.Basic); ok && t.Info()&types.IsInteger != 0 {
		return k.Int64() == 0
	}
	if t, ok := k.Type().Underlying().(*types.Basic); ok && t.Info()&types.IsFloat != 0 {
		return k.Float64() == 0
	}
	return false
}

// FlagOf says what the result's IsError is, also where the SDK drops the result.
func FlagOf(o *Outcome) Flag {
	if o.Res == nil {
		return FlagUnknown
	}
	return text.FlagOf(o.Engine, o.Res)
}

// ContentOf is the text of the result's content, also where the SDK drops it.
func ContentOf(o *Outcome) *text.Text { return text.Result(o.Engine, o.Res, "Content") }

// parted reports whether fields or elements of a variable are written by
// themselves, so that no single store says what it holds.
func parted(a *ssa.Alloc) bool {
	for _, r := range *a.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr, *ssa.IndexAddr:
			return true
		case *ssa.Call:
			for _, x := range r.Call.Args {
				if x == ssa.Value(a) {
					return true
				}
			}
		}
	}
	return false
}
