package text

import (
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// Where the walk ends: what is said of a value into which nothing further flows.

// leafPiece turns a leaf of the walk into a piece.
func (t *tracer) leafPiece(n *ir.Node) {
	switch v := n.V.(type) {
	case *ssa.Const:
		if s, ok := ir.ConstString(v); ok && s != "" && !typeTag(n) {
			t.out.Pieces = append(t.out.Pieces, Piece{Const: s, Origin: model.Authored, Confidence: model.High, Source: n})
		}
	case *ssa.Alloc, *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan, *ssa.Function, *ssa.MakeClosure:
	case *ssa.Parameter, *ssa.FreeVar:
		if ir.IsError(v.Type()) && n.Path == "" {
			if p, ok := v.(*ssa.Parameter); ok {
				if it := t.View.IteratorOf(p); it != nil && ir.CalleeName(&it.Call) != "" {
					name := ir.CalleeName(&it.Call)
					o, conf := ForeignError(&it.Call, name)
					t.add(n, o, conf, short(name))
					return
				}
			}
			t.add(n, model.Opaque, model.Medium, "an error that a caller passes")
			return
		}
		t.add(n, model.Argument, model.High, "")
	case *ssa.Call:
		t.callLeaf(n, v, 0)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			t.callLeaf(n, call, v.Index)
			return
		}
		t.add(n, model.Argument, model.Medium, "")
	case *ssa.UnOp, *ssa.Global, *ssa.FieldAddr, *ssa.Field:
		if ir.IsError(n.V.Type()) && n.Path == "" {
			if g := globalOf(n.V); g != nil {
				t.add(n, model.Benign, model.Medium, g.Name())
				return
			}
			t.add(n, model.Opaque, model.Medium, "an error kept in a field")
			return
		}
		t.add(n, model.Argument, model.Medium, "")
	default:
		t.add(n, model.Argument, model.Medium, "")
	}
}

func globalOf(v ssa.Value) *ssa.Global {
	if u, ok := v.(*ssa.UnOp); ok {
		v = u.X
	}
	g, _ := v.(*ssa.Global)
	return g
}

// typeTag recognises the Type field of a content block, which nobody reads.
func typeTag(n *ir.Node) bool {
	st, ok := n.At.(*ssa.Store)
	if !ok || n.Hop != ir.Stored {
		return false
	}
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	f := ir.FieldVar(fa.X.Type(), fa.Field)
	return f != nil && (f.Name() == "Type" || f.Name() == "MIMEType")
}

// callLeaf classifies a call through which nothing flowed in.
func (t *tracer) callLeaf(n *ir.Node, call *ssa.Call, result int) {
	c := call.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if b.Name() == "recover" {
			t.add(n, model.Panic, model.High, "the recovered panic value")
		}
		return
	}
	name := ir.CalleeName(c)
	res := c.Signature().Results()
	isErr := result < res.Len() && ir.IsError(res.At(result).Type())
	if callee := c.StaticCallee(); callee != nil && callee.Blocks != nil {
		return // too deep, or it never returns
	}
	if c.IsInvoke() || c.StaticCallee() == nil {
		if !isErr {
			t.add(n, model.Argument, model.Medium, "")
			return
		}
		what := "a function value"
		if c.IsInvoke() {
			what = short(name)
			if o, conf, ok := model.SourceOf(name, ir.CalleePkg(c), result, isErr); ok {
				t.add(n, o, conf, what)
				return
			}
			if !t.View.Has(c.Method.Pkg()) {
				o, conf := ForeignError(c, name)
				t.add(n, o, conf, what)
				return
			}
		}
		t.add(n, model.Opaque, model.Medium, what)
	}
}
