package tool

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// name finds the tool's name. When one registration serves several handlers, the
// name stands beside the handler on its way there: another argument of the same
// call, or another field of the same literal.
func (f *finder) name(t *Tool, single bool) string {
	if single && t.Meta != nil {
		if s, ok := f.nameOf(t.Meta); ok {
			return s
		}
	}
	n := t.Root.Node
	if len(t.Chain) > 0 {
		n = t.Chain[len(t.Chain)-1].Target.Node
	}
	for ; n != nil; n = n.From {
		switch at := n.At.(type) {
		case *ssa.Store:
			fa, ok := at.Addr.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			if s, ok := f.sibling(fa, n.F); ok {
				t.metaAt(fa, n.F)
				return s
			}
		case ssa.CallInstruction:
			if n.Hop != ir.Arg {
				continue
			}
			for _, a := range ir.Operands(at.Common()) {
				if s, ok := f.nameOf(&ir.Node{V: a, F: n.F, At: at}); ok {
					if t.Meta == nil || !single {
						t.Meta = &ir.Node{V: a, F: n.F, At: at}
					}
					return s
				}
			}
		case *ssa.Return:
			for _, r := range at.Results {
				if s, ok := f.nameOf(&ir.Node{V: r, F: n.F, At: at}); ok {
					if t.Meta == nil || !single {
						t.Meta = &ir.Node{V: r, F: n.F, At: at}
					}
					return s
				}
			}
		}
	}
	if t.Meta != nil {
		if s, ok := f.nameOf(t.Meta); ok {
			return s
		}
	}
	return ""
}

func (t *Tool) metaAt(fa *ssa.FieldAddr, f *ir.Frame) {
	for _, ref := range *fa.X.Referrers() {
		if o, ok := ref.(*ssa.FieldAddr); ok && o != fa {
			for _, s := range *o.Referrers() {
				if s, ok := s.(*ssa.Store); ok && s.Addr == ssa.Value(o) && isTool(s.Val.Type()) {
					t.Meta = &ir.Node{V: s.Val, F: f, At: s}
				}
			}
		}
	}
}

// sibling looks for a name in the other fields of the literal that fa is part of.
func (f *finder) sibling(fa *ssa.FieldAddr, fr *ir.Frame) (string, bool) {
	for _, ref := range *fa.X.Referrers() {
		o, ok := ref.(*ssa.FieldAddr)
		if !ok || o == fa {
			continue
		}
		for _, s := range *o.Referrers() {
			s, ok := s.(*ssa.Store)
			if !ok || s.Addr != ssa.Value(o) {
				continue
			}
			if name := ir.FieldVar(o.X.Type(), o.Field).Name(); name == "Name" || name == "name" {
				if c, ok := ir.ConstString(s.Val); ok {
					return c, true
				}
			}
			if isTool(s.Val.Type()) {
				if n, ok := f.nameOf(&ir.Node{V: s.Val, F: fr, At: s}); ok {
					return n, true
				}
			}
		}
	}
	return "", false
}

// isTool reports whether t is an SDK's description of a tool.
func isTool(t types.Type) bool {
	name := ir.TypeName(t)
	for i := len(name) - 1; i >= 0; i-- {
		if name[i] == '.' || name[i] == '/' {
			return name[i+1:] == "Tool"
		}
	}
	return false
}

// nameOf returns the one constant name that a description (or a name itself) has.
func (f *finder) nameOf(n *ir.Node) (string, bool) {
	start := *n
	switch {
	case isTool(n.V.Type()):
		start.Path = "Name"
	case ir.IsString(n.V.Type()):
	default:
		return "", false
	}
	tr := &ir.Tracer{Engine: f.Engine, Open: true, Budget: 400, Ext: func(n *ir.Node, call ssa.CallInstruction, _ int) ([]*ir.Node, bool) {
		c := call.Common()
		if c.StaticCallee() != nil && c.StaticCallee().Blocks == nil && len(c.Args) > 0 && ir.IsString(c.Args[0].Type()) && isTool(c.Signature().Results().At(0).Type()) {
			return []*ir.Node{n.Next(c.Args[0], "", n.F, ir.Arg, call)}, true
		}
		return nil, false
	}}
	name := ""
	for _, l := range tr.Run(&start) {
		s, ok := ir.ConstString(l.V)
		if !ok || s == "" {
			continue
		}
		if name != "" && name != s {
			return "", false
		}
		name = s
	}
	return name, name != ""
}
