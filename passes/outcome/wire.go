package outcome

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/text"
)

// Wire is a JSON-RPC error that an error value may be or wrap.
type Wire struct {
	Node  *ir.Node // where it is made
	Codes []int64  // what its code may be, as far as constants tell
	Data  bool     // it has data beside code and message
	// Wrapped: it is not the error itself but somewhere in its chain. Wrap is the
	// call that wrapped it (fmt.Errorf with %w, errors.Join), the one nearest to
	// where it is made; nil when a type of the program's own holds it.
	Wrapped bool
	Wrap    ssa.CallInstruction
}

const wrapped = "wrapped"

// Wires returns the JSON-RPC errors behind an error value. version is the SDK's,
// for errors whose code it changed.
func Wires(e *ir.Engine, err *ir.Node, version string) []Wire {
	var out []Wire
	tr := &ir.Tracer{Engine: e, Concrete: true, Budget: 1500}
	tr.Ext = func(n *ir.Node, call ssa.CallInstruction, _ int) ([]*ir.Node, bool) {
		name := ir.CalleeName(call.Common())
		if _, ok := model.CodedErrorOf(name); ok {
			return nil, true
		}
		var next []*ir.Node
		for _, v := range wraps(call.Common(), name) {
			m := n.Next(v, "", n.F, ir.Through, call)
			m.Note = wrapped
			next = append(next, m)
		}
		return next, len(next) > 0
	}
	for _, l := range tr.Run(err) {
		w := Wire{Node: l, Wrapped: l.Note == wrapped}
		for n := l; n != nil; n = n.From {
			if call, ok := n.At.(ssa.CallInstruction); ok && n.Hop == ir.Through && n.Note == wrapped {
				w.Wrap = call
				break
			}
		}
		switch v := l.V.(type) {
		case *ssa.MakeInterface:
			if !model.CodedType(ir.TypeName(v.X.Type())) {
				if p, ok := unwraps(e.View, v.X.Type()); ok && l.Path == "" && depth(l) < 4 {
					out = append(out, Wires(e, &ir.Node{V: v.X, Path: p, F: l.F, From: l, At: v, Note: wrapped}, version)...)
				}
				continue
			}
			w.Codes = codes(e, &ir.Node{V: v.X, Path: "Code", F: l.F, At: v})
			w.Data = Holds(e, &ir.Node{V: v.X, Path: "Data", F: l.F, At: v}) == Filled
		case *ssa.Call:
			r, ok := model.CodedErrorOf(ir.CalleeName(&v.Call))
			if !ok {
				continue
			}
			w.Codes, w.Data = []int64{r.Code}, r.Data
			if version != "" && model.Before(version, r.Since) {
				w.Codes[0] = r.Old
			}
		default:
			continue
		}
		out = append(out, w)
	}
	return out
}

// Is reports whether one of the codes is code.
func (w Wire) Is(code int64) bool {
	for _, c := range w.Codes {
		if c == code {
			return true
		}
	}
	return false
}

// wraps returns the operands that the error made by a call wraps.
func wraps(c *ssa.CallCommon, name string) (vs []ssa.Value) {
	switch name {
	case "fmt.Errorf":
		f, ok := ir.ConstString(ir.Operand(c, 0))
		els, ok2 := ir.Elements(ir.Operand(c, 1))
		if !ok || !ok2 {
			return nil
		}
		for i, verb := range text.Verbs(f) {
			if verb == "w" && i < len(els) && els[i] != nil {
				vs = append(vs, els[i])
			}
		}
	case "errors.Join":
		els, _ := ir.Elements(ir.Operand(c, 0))
		for _, e := range els {
			if e != nil {
				vs = append(vs, e)
			}
		}
	case "github.com/pkg/errors.Wrap", "github.com/pkg/errors.Wrapf", "github.com/pkg/errors.WithStack", "github.com/pkg/errors.WithMessage", "github.com/pkg/errors.WithMessagef":
		vs = append(vs, c.Args[0])
	}
	return vs
}

// codes returns the integer constants that may flow to a node.
func codes(e *ir.Engine, n *ir.Node) (cs []int64) {
	tr := &ir.Tracer{Engine: e, Numbers: true, Budget: 600}
	for _, l := range tr.Run(n) {
		if k, ok := l.V.(*ssa.Const); ok && k.Value != nil {
			if b, ok := k.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsInteger != 0 {
				cs = append(cs, k.Int64())
			}
		}
	}
	return cs
}

func depth(n *ir.Node) (d int) {
	for ; n != nil; n = n.From {
		if _, ok := n.V.(*ssa.MakeInterface); ok {
			d++
		}
	}
	return d
}

// unwraps returns the field that an error type of the view's own hands out by
// its Unwrap method.
func unwraps(v *ir.View, t types.Type) (ir.Path, bool) {
	sel := v.Prog().MethodSets.MethodSet(t).Lookup(nil, "Unwrap")
	if sel == nil {
		return "", false
	}
	fn := v.Prog().MethodValue(sel)
	if fn == nil || len(fn.Blocks) == 0 {
		return "", false
	}
	for _, r := range ir.Results(fn) {
		if len(r.Results) != 1 {
			continue
		}
		switch x := r.Results[0].(type) {
		case *ssa.UnOp:
			if fa, ok := x.X.(*ssa.FieldAddr); ok {
				return ir.Path(ir.FieldVar(fa.X.Type(), fa.Field).Name()), true
			}
		case *ssa.Field:
			return ir.Path(ir.FieldVar(x.X.Type(), x.Field).Name()), true
		}
	}
	return "", false
}
