package malformedresult

import (
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/internal/query"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
)

// unencodable reports structured content that encoding/json refuses.
func unencodable(pass *analysis.Pass, o *outcome.Outcome) []rule.Finding {
	if o.ErrNil == ir.NotNil {
		return nil
	}
	var start []*ir.Node
	if o.Res != nil && o.ResNil != ir.IsNil {
		m := *o.Res
		m.Path = m.Path.Concat("StructuredContent")
		start = append(start, &m)
	}
	if o.Out != nil {
		start = append(start, o.Out)
	}
	if len(start) == 0 {
		return nil
	}
	var at ssa.Value
	why, conf := "", model.High
	found := func(v ssa.Value, w string, c model.Confidence) {
		if why == "" {
			at, why, conf = v, w, c
		}
	}
	// The adapter of a structured handler boxes the output; go-sdk refuses such a
	// type when the tool is added.
	if o.Tool.Serving.Kind == "structured" && o.Out != nil && !types.IsInterface(o.Out.V.Type()) {
		if w := refused(o.Out.V.Type(), nil); w != "" {
			found(o.Out.V, w, model.High)
		}
	}
	tr := &ir.Tracer{Engine: o.Engine, Numbers: true, Budget: 2500}
	tr.Visit = func(n *ir.Node) bool {
		switch v := n.V.(type) {
		case *ssa.MakeInterface:
			if n.Path == "" {
				if w := refused(v.X.Type(), nil); w != "" {
					found(v, w, model.High)
				}
			}
		case *ssa.BinOp:
			if v.Op == token.QUO && isFloat(v.Type()) {
				if n := lengthOf(v.Y); n != nil && !guarded(v, n, o.Conds) {
					found(v, "NaN when the divisor is zero", model.Medium)
				}
			}
			return isFloat(v.Type())
		case *ssa.Call:
			switch ir.CalleeName(&v.Call) {
			case "math.NaN":
				found(v, "NaN", model.High)
			case "math.Inf":
				found(v, "an infinite number", model.High)
			}
		}
		return true
	}
	tr.Ext = func(n *ir.Node, call ssa.CallInstruction, result int) ([]*ir.Node, bool) {
		c, ok := model.ConstructorOf(ir.CalleeName(call.Common()))
		if !ok || result > 0 || c.IsError || len(c.Text) == 0 || !strings.HasPrefix(string(n.Path), "StructuredContent") || !strings.Contains(c.Func, "Structured") {
			return nil, ok
		}
		if v := ir.Operand(call.Common(), c.Text[0]); v != nil {
			return []*ir.Node{n.Next(v, "", n.F, ir.Arg, call)}, true
		}
		return nil, true
	}
	tr.Run(start...)
	if why == "" {
		return nil
	}
	wire := "the answer cannot be written and the client waits for ever"
	if o.Tool.Serving.Fills && o.Tool.Serving.SDK == model.GoSDK {
		wire = "the call ends as a JSON-RPC error, which the model never sees"
	}
	pos := o.Site()
	f := rule.Finding{
		Pos: pos, End: query.End(pass, pos), Tool: o.Tool.Name, Confidence: query.Lower(conf, o.Tool.Confidence),
		Message: fmt.Sprintf("%sthe structured content holds %s, which JSON cannot express: %s; send a value of its own type", query.Subject(o), why, wire),
	}
	if p := ir.PosOf(at); p.IsValid() {
		f.Related = []analysis.RelatedInformation{{Pos: p, Message: why}}
	}
	return []rule.Finding{f}
}

func isFloat(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

// lengthOf returns what v is the length of, when v is a converted len(x).
func lengthOf(v ssa.Value) ssa.Value {
	if c, ok := v.(*ssa.Convert); ok {
		v = c.X
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
		return call.Call.Args[0]
	}
	return nil
}

// guarded reports whether a condition compares the length with a constant.
func guarded(div *ssa.BinOp, of ssa.Value, conds []ir.Cond) bool {
	for _, c := range append(ir.Conds(div.Block(), nil), conds...) {
		b, ok := c.If.Cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		for i, op := range []ssa.Value{b.X, b.Y} {
			_, fixed := []ssa.Value{b.Y, b.X}[i].(*ssa.Const) // a loop compares with its index
			if x := lengthOf(op); x != nil && fixed && ir.Same(x, of) {
				return true
			}
		}
	}
	return false
}

// refused says why encoding/json refuses every value of a type, or "". Cycles
// of types are no cycles of values, except where a node has both its parent and
// its children.
func refused(t types.Type, seen []types.Type) string {
	for _, s := range seen {
		if types.Identical(s, t) {
			return ""
		}
	}
	if len(seen) > 8 || marshals(t) {
		return ""
	}
	seen = append(seen, t)
	switch u := t.Underlying().(type) {
	case *types.Chan:
		return "a channel"
	case *types.Signature:
		return "a function"
	case *types.Basic:
		if u.Info()&types.IsComplex != 0 {
			return "a complex number"
		}
	case *types.Pointer:
		return refused(u.Elem(), seen)
	case *types.Slice:
		return refused(u.Elem(), seen)
	case *types.Array:
		return refused(u.Elem(), seen)
	case *types.Map:
		if w := key(u.Key()); w != "" {
			return w
		}
		return refused(u.Elem(), seen)
	case *types.Struct:
		parent, child := "", ""
		for i := range u.NumFields() {
			f := u.Field(i)
			tag := reflect.StructTag(u.Tag(i)).Get("json")
			if tag == "-" || !f.Exported() && !f.Embedded() {
				continue
			}
			if strings.Contains(tag, ",omitempty") || strings.Contains(tag, ",omitzero") {
				switch f.Type().Underlying().(type) {
				case *types.Signature, *types.Chan:
					continue // nil is left out
				}
			}
			if w := refused(f.Type(), seen); w != "" {
				return w + " in field " + f.Name()
			}
			if self(f.Type(), t) {
				switch f.Name() {
				case "Parent", "Owner", "Prev", "Previous", "Up", "Root":
					parent = f.Name()
				default:
					child = f.Name()
				}
			}
		}
		if parent != "" && child != "" {
			return "a cycle through the fields " + parent + " and " + child
		}
	}
	return ""
}

func self(f, t types.Type) bool {
	switch u := f.Underlying().(type) {
	case *types.Slice:
		f = u.Elem()
	case *types.Map:
		f = u.Elem()
	}
	p, ok := f.Underlying().(*types.Pointer)
	return ok && types.Identical(p.Elem(), t)
}

// key says why a type cannot be the key of a JSON object.
func key(t types.Type) string {
	if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&(types.IsString|types.IsInteger) != 0 || marshals(t) || types.IsInterface(t) {
		return ""
	}
	return "a map with keys that are no strings"
}

// marshals reports whether a type encodes itself.
func marshals(t types.Type) bool {
	for _, x := range []types.Type{t, types.NewPointer(t)} {
		ms := types.NewMethodSet(x)
		if ms.Lookup(nil, "MarshalJSON") != nil || ms.Lookup(nil, "MarshalText") != nil {
			return true
		}
	}
	return false
}
