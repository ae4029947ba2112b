package outcome

import (
	"go/token"
	"go/types"
	"maps"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/text"
	"github.com/gomcplint/mcplint/passes/tool"
)

// From an exit to outcomes: on which channel the values leave, and what they say.

// evaluate makes the outcomes of one exit: one, or two when the error may be
// nil or not.
func evaluate(e *enumerator, t *tool.Tool, x, h *Exit) []*Outcome {
	o := &Outcome{Tool: t, Exit: x, Handler: h, Conds: x.Conds, Engine: e.Engine, chosen: maps.Clone(e.Chosen), only: e.Only, lock: &e.lock}
	sig := t.Root.Fn.Signature
	n := len(x.Vals)
	if n == 0 || sig.Results().Len() != n {
		return nil
	}
	last := sig.Results().At(n - 1).Type()
	if ir.IsError(last) {
		o.Err = x.Vals[n-1]
		o.ErrNil = e.NilAt(o.Err.V, o.Err.F, x.Conds)
	} else {
		o.ErrNil = ir.IsNil
	}
	first := sig.Results().At(0).Type()
	if _, ok := model.ResultType(ir.TypeName(first)); ok || t.Middleware && n == 2 {
		o.Res = x.Vals[0]
		o.ResNil = e.NilAt(o.Res.V, o.Res.F, x.Conds)
		if n == 3 {
			o.Out = x.Vals[1]
		}
	} else if n >= 2 {
		o.Out = x.Vals[0]
	}
	var os []*Outcome
	if o.Err != nil && o.ErrNil != ir.IsNil {
		os = append(os, o.failing(e))
	}
	if o.ErrNil != ir.NotNil {
		os = append(os, o.returning(e))
	}
	if len(os) == 2 {
		os[0].Maybe, os[1].Maybe = true, true
	}
	for _, o := range os {
		o.Cancelled = o.Cancelled || cancelledBy(o.Conds)
	}
	return os
}

// failing is the outcome with a non-nil error.
func (o *Outcome) failing(e *enumerator) *Outcome {
	c := *o
	s := o.Tool.Serving
	c.ErrNil = ir.NotNil
	c.Channel = s.Err
	c.Cause = narrowed(text.Of(e.Engine, c.Err), c.Conds)
	if s.Coded || s.CodedChain {
		c.Coded = coded(e.Engine, c.Err)
		if c.Coded && s.Coded {
			c.Channel = model.Protocol
		}
	}
	c.Text = c.Cause
	if s.Merges && c.Res != nil && c.ResNil != ir.IsNil {
		c.Text = text.Result(e.Engine, c.Res, "Content")
		c.Data = text.Result(e.Engine, c.Res, "StructuredContent")
	}
	c.Cancelled = onlyCancel(c.Cause)
	if c.Cancelled {
		c.Channel = s.CancelErr
	}
	return &c
}

// narrowed drops the pieces that a condition on the error's type rules out: on
// the branch where errors.As found the program's own type, the error is (or
// wraps) a value of that type.
func narrowed(t *text.Text, conds []ir.Cond) *text.Text {
	for _, c := range conds {
		cond, taken := c.Not()
		call, ok := cond.(*ssa.Call)
		if !ok || !taken || ir.CalleeName(&call.Call) != "errors.As" {
			continue
		}
		mi, ok := call.Call.Args[1].(*ssa.MakeInterface)
		if !ok {
			continue
		}
		p, ok := mi.X.Type().Underlying().(*types.Pointer)
		if !ok {
			continue
		}
		want := ir.TypeName(p.Elem())
		if want == "" {
			continue
		}
		var keep []text.Piece
		for _, pc := range t.Pieces {
			for n := pc.Source; n != nil; n = n.From {
				if mk, ok := n.V.(*ssa.MakeInterface); ok && ir.TypeName(mk.X.Type()) == want {
					keep = append(keep, pc)
					break
				}
				if n.At == ssa.Instruction(call) {
					break // what is made of the value afterwards says nothing of it
				}
			}
		}
		if len(keep) > 0 {
			return &text.Text{Pieces: keep, Cut: t.Cut}
		}
	}
	return t
}

// returning is the outcome without an error.
func (o *Outcome) returning(e *enumerator) *Outcome {
	c := *o
	s := o.Tool.Serving
	c.ErrNil = ir.IsNil
	switch {
	case c.Res == nil:
		c.Channel = model.Success
	case c.ResNil == ir.IsNil:
		c.Channel = s.Nil
		if s.Fills && c.Out != nil {
			c.Channel = model.Success
		}
	default:
		c.Flag = text.FlagOf(e.Engine, c.Res)
		if c.Flag == FlagUnknown && afterGetError(c.Conds) {
			c.Flag = FlagSet
		}
		switch c.Flag {
		case FlagSet:
			c.Channel = model.ToolError
		case FlagClear:
			c.Channel = model.Success
		case FlagEither:
			c.Channel, c.Maybe = model.ToolError, true
		}
		if c.Channel != model.Success {
			c.Text = text.Result(e.Engine, c.Res, "Content")
			c.Data = text.Result(e.Engine, c.Res, "StructuredContent")
		}
	}
	return &c
}

// afterGetError reports whether a condition says that the result carries an
// error already: the SDK has marked it.
func afterGetError(conds []ir.Cond) bool {
	for _, c := range conds {
		cond, taken := c.Not()
		if v, isNil, ok := ir.NilTest(cond, taken); ok && !isNil {
			if call, ok := v.(*ssa.Call); ok && ir.CalleeName(&call.Call) == model.GetError {
				return true
			}
		}
	}
	return false
}

// coded reports whether an error value is a JSON-RPC error itself.
func coded(e *ir.Engine, err *ir.Node) bool {
	tr := &ir.Tracer{Engine: e, Concrete: true, Budget: 800}
	found := false
	for _, l := range tr.Run(err) {
		switch v := l.V.(type) {
		case *ssa.MakeInterface:
			if model.SentType(ir.TypeName(v.X.Type())) {
				found = true
			}
		case *ssa.Call:
			if _, ok := model.CodedErrorOf(ir.CalleeName(&v.Call)); ok {
				found = true
			}
		}
	}
	return found
}

// onlyCancel reports whether an error is nothing but the request's cancellation.
func onlyCancel(t *text.Text) bool {
	found := false
	for _, p := range t.Pieces {
		switch {
		case p.Origin == model.Cancel:
			found = true
		case p.Origin == model.Authored || p.Origin == model.Argument:
		default:
			return false
		}
	}
	return found
}

// cancelledBy reports whether the conditions say that the request was cancelled:
// the branch of a select on ctx.Done, or a test of ctx.Err.
func cancelledBy(conds []ir.Cond) bool {
	for _, c := range conds {
		cond, taken := c.Not()
		if v, isNil, ok := ir.NilTest(cond, taken); ok && !isNil {
			if call, ok := v.(*ssa.Call); ok {
				switch ir.CalleeName(&call.Call) {
				case "(context.Context).Err", "context.Cause":
					return true
				}
			}
		}
		b, ok := cond.(*ssa.BinOp)
		if !ok || b.Op != token.EQL || !taken {
			continue
		}
		ex, ok := b.X.(*ssa.Extract)
		if !ok || ex.Index != 0 {
			continue
		}
		sel, ok := ex.Tuple.(*ssa.Select)
		k, ok2 := b.Y.(*ssa.Const)
		if !ok || !ok2 || int(k.Int64()) >= len(sel.States) {
			continue
		}
		if call, ok := sel.States[k.Int64()].Chan.(*ssa.Call); ok && ir.CalleeName(&call.Call) == "(context.Context).Done" {
			return true
		}
	}
	return false
}
