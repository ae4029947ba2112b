package protocolerror

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/outcome"
)

// own reports whether a hand-written server answers the failure of the tool
// itself with an error object, and where the channel is chosen: at the helper's
// call when the condition is the caller's.
//
// The tool has failed when a call that received the call's arguments did: a
// function value or an interface, or a function of the program's own that is
// chosen by the tool's name or gets nothing but the arguments. A failure told
// apart by its identity (errors.Is, errors.As) is left alone: most often it is the
// unknown tool.
func own(o *outcome.Outcome) (token.Pos, bool) {
	if o.Cancelled || all(o.OwnCodes, -32700, -32600, -32601) {
		return 0, false
	}
	for _, c := range o.Conds {
		cond, taken := c.Not()
		if call, ok := cond.(*ssa.Call); ok && taken {
			switch ir.CalleeName(&call.Call) {
			case "errors.Is", "errors.As":
				return 0, false
			}
		}
	}
	pos := o.Site()
	for _, c := range o.Conds {
		cond, taken := c.Not()
		v, isNil, ok := ir.NilTest(cond, taken)
		switch {
		case ok && !isNil && ir.IsError(v.Type()):
			if toolFailed(o, v, c.F) {
				return at(o, c, pos), true
			}
		case !ok:
			// text, failed := run(ctx, args)
			if x, ok := cond.(*ssa.Extract); ok {
				if call, ok := x.Tuple.(*ssa.Call); ok && dynamic(call) && takesArguments(call) {
					return at(o, c, pos), true
				}
			}
		}
	}
	return 0, false
}

func all(codes []int64, of ...int64) bool {
	for _, c := range codes {
		if !slices.Contains(of, c) {
			return false
		}
	}
	return len(codes) > 0
}

// at is the call that leads from the frame of a condition to the place.
func at(o *outcome.Outcome, c ir.Cond, pos token.Pos) token.Pos {
	for f := o.Handler.Sites[0].F; f != nil && f.Call != nil; f = f.Up {
		if f.Up == c.F {
			if p := ir.PosOf(f.Call); p.IsValid() {
				return p
			}
		}
	}
	return pos
}

// toolFailed reports whether an error is that of the tool that was called: one of
// the ways that lead to it passes the call.
func toolFailed(o *outcome.Outcome, err ssa.Value, f *ir.Frame) bool {
	strict := all(o.OwnCodes, -32602)
	found := false
	o.Within(func() {
		tr := &ir.Tracer{Engine: o.Engine, Budget: 1200}
		tr.Visit = func(n *ir.Node) bool {
			if call := ir.CallOf(n.V); call != nil {
				switch {
				case dynamic(call):
					found = found || takesArguments(call)
				case !strict && ownCall(call) && getsArguments(call):
					found = found || byName(call, n.F) || !getsName(call)
				}
			}
			return !found
		}
		tr.Run(&ir.Node{V: err, F: f})
	})
	return found
}

// dynamic reports whether a call runs a function value or an interface's method.
func dynamic(c *ssa.Call) bool {
	if _, builtin := c.Call.Value.(*ssa.Builtin); builtin {
		return false
	}
	return c.Call.StaticCallee() == nil
}

// ownCall reports whether a call runs a function whose body is in view.
func ownCall(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && fn.Blocks != nil
}

// takesArguments reports whether a call receives raw arguments.
func takesArguments(c *ssa.Call) bool {
	for _, a := range c.Call.Args {
		if ir.TypeName(a.Type()) == "encoding/json.RawMessage" || arguments(a) {
			return true
		}
		if m, ok := a.Type().Underlying().(*types.Map); ok && types.IsInterface(m.Elem()) {
			return true
		}
	}
	return false
}

func getsArguments(c *ssa.Call) bool { return slices.ContainsFunc(c.Call.Args, arguments) }

// getsName reports whether a call receives a text beside the arguments, which may
// choose the tool: its error may be that no tool is called so.
func getsName(c *ssa.Call) bool {
	for _, a := range c.Call.Args {
		if ir.IsString(a.Type()) && !arguments(a) {
			return true
		}
	}
	return false
}

// byName reports whether a call is chosen by comparing the name of the tool.
func byName(c *ssa.Call, f *ir.Frame) bool {
	for _, d := range ir.Conds(c.Block(), f) {
		cond, taken := d.Not()
		cmp, ok := cond.(*ssa.BinOp)
		if !ok || cmp.Op != token.EQL || !taken {
			continue
		}
		if s, ok := ir.ConstString(cmp.Y); ok && s != "" && !strings.Contains(s, "/") {
			return true
		}
	}
	return false
}

// arguments reports whether a value is the member arguments of a tools/call.
func arguments(v ssa.Value) bool {
	for range 6 {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Convert:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.TypeAssert:
			v = x.X
		case *ssa.Lookup:
			k, _ := ir.ConstString(x.Index)
			return k == "arguments"
		case *ssa.FieldAddr:
			return ir.JSONName(x.X.Type(), x.Field) == "arguments"
		case *ssa.Field:
			return ir.JSONName(x.X.Type(), x.Field) == "arguments"
		default:
			return false
		}
	}
	return false
}
