package outcome

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// OtherMethod reports whether the conditions say that a middleware deals with a
// method other than tools/call.
func (o *Outcome) OtherMethod() bool {
	for _, c := range o.Conds {
		cond, taken := c.Not()
		b, ok := cond.(*ssa.BinOp)
		if !ok || b.Op != token.EQL && b.Op != token.NEQ {
			continue
		}
		s, ok := ir.ConstString(b.Y)
		if !ok {
			s, ok = ir.ConstString(b.X)
		}
		if !ok {
			continue
		}
		equal := (b.Op == token.EQL) == taken
		if s == "tools/call" && !equal || methodName(s) && s != "tools/call" && equal {
			return true
		}
	}
	return false
}

// methodName reports whether s is a method of the protocol.
func methodName(s string) bool {
	switch s {
	case "initialize", "ping", "tools/list", "tools/call", "resources/list", "resources/read", "resources/templates/list",
		"resources/subscribe", "resources/unsubscribe", "prompts/list", "prompts/get", "completion/complete", "logging/setLevel",
		"server/discover":
		return true
	}
	return false
}

// UnknownTool reports whether the outcome refuses a name that a table does not
// hold: whether a tool exists is a protocol matter.
func (o *Outcome) UnknownTool() bool {
	for _, c := range o.Conds {
		cond, taken := c.Not()
		if ex, ok := cond.(*ssa.Extract); ok && !taken {
			if lk, ok := ex.Tuple.(*ssa.Lookup); ok && lk.CommaOk && o.namesTool(lk.Index) {
				return true
			}
		}
		if v, isNil, ok := ir.NilTest(cond, taken); ok && isNil {
			if lk, ok := v.(*ssa.Lookup); ok && o.namesTool(lk.Index) {
				return true
			}
		}
	}
	return false
}

// namesTool reports whether v is (part of) the name of the tool that is called.
func (o *Outcome) namesTool(v ssa.Value) bool {
	tr := &ir.Tracer{Engine: ir.NewEngine(o.Engine.View), Budget: 200, Ext: func(n *ir.Node, call ssa.CallInstruction, _ int) ([]*ir.Node, bool) {
		var next []*ir.Node
		for _, a := range ir.Operands(call.Common()) {
			next = append(next, n.Next(a, "", n.F, ir.Through, call))
		}
		return next, true
	}}
	found := false
	tr.Visit = func(n *ir.Node) bool {
		if u, ok := n.V.(*ssa.UnOp); ok {
			if fa, ok := u.X.(*ssa.FieldAddr); ok && ir.FieldVar(fa.X.Type(), fa.Field).Name() == "Name" {
				found = true
			}
		}
		if f, ok := n.V.(*ssa.Field); ok && ir.FieldVar(f.X.Type(), f.Field).Name() == "Name" {
			found = true
		}
		return !found
	}
	tr.Run(&ir.Node{V: v})
	return found
}
