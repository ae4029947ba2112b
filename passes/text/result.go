package text

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// Flag says what is known of a result's IsError.
type Flag uint8

// The answers.
const (
	FlagUnknown Flag = iota
	FlagClear
	FlagSet
	FlagEither // set on some paths, or computed
)

func (f Flag) String() string { return [...]string{"unknown", "clear", "set", "either"}[f] }

// Result is the text of a tool result's Content or StructuredContent.
func Result(e *ir.Engine, res *ir.Node, field ir.Path) *Text {
	m := *res
	m.Path = m.Path.Concat(field)
	if field == "StructuredContent" {
		return JSON(e, &m)
	}
	return Of(e, &m)
}

// FlagOf finds what a tool result's IsError is.
func FlagOf(e *ir.Engine, res *ir.Node) Flag {
	m := *res
	m.Path = m.Path.Concat("IsError")
	return FlagAt(e, &m)
}

// FlagAt finds what the flag at a node is.
func FlagAt(e *ir.Engine, m *ir.Node) Flag {
	tr := &ir.Tracer{Engine: e, Numbers: true, Budget: 1200}
	set, clear, either, unknown := false, false, false, false
	known := map[*ssa.Call]bool{} // calls that a row or a summary has settled
	tr.Ext = func(n *ir.Node, call ssa.CallInstruction, result int) ([]*ir.Node, bool) {
		c, _ := call.(*ssa.Call)
		if r, ok := model.ConstructorOf(ir.CalleeName(call.Common())); ok {
			if r.IsError {
				set = true
			} else {
				clear = true
			}
			known[c] = true
			return nil, true
		}
		if s := e.View.Summary(call.Common().StaticCallee()); s != nil {
			if r, ok := s.Result(result); ok && r.Flag != "" {
				set, clear, either = set || r.Flag == "set", clear || r.Flag == "clear", either || r.Flag == "either"
				known[c] = true
				return nil, true
			}
		}
		return nil, false
	}
	tr.Visit = func(n *ir.Node) bool {
		switch v := n.V.(type) {
		case *ssa.BinOp:
			either = true
			return false
		case *ssa.UnOp:
			if v.Op == token.NOT {
				either = true
				return false
			}
		}
		return true
	}
	tr.Into = func(n *ir.Node, call ssa.CallInstruction, operand int, p ir.Path, f *ir.Frame) []*ir.Node {
		if ir.CalleeName(call.Common()) == model.SetError && operand == 0 {
			set = true
		}
		return nil
	}
	for _, l := range tr.Run(m) {
		if b, ok := ir.ConstBool(l.V); ok {
			set, clear = set || b, clear || !b
			continue
		}
		switch v := l.V.(type) {
		case *ssa.Const:
			clear = true
		case *ssa.Alloc:
			clear = true
		case *ssa.Call:
			unknown = unknown || !known[v]
		case *ssa.Extract:
			c, _ := v.Tuple.(*ssa.Call)
			unknown = unknown || !known[c]
		default:
			unknown = true
		}
	}
	switch {
	case unknown:
		return FlagUnknown
	case either, set && clear:
		return FlagEither
	case set:
		return FlagSet
	case clear:
		return FlagClear
	}
	return FlagUnknown
}
