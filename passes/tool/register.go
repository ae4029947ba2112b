package tool

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// The places where an SDK is given a handler, by a call or in a field, and the
// functions that get there.

// call looks at one call: a registration, or the installation of middleware.
func (f *finder) call(call ssa.CallInstruction) {
	name := ir.CalleeName(call.Common())
	if name == "" {
		return
	}
	if r, ok := model.RegistrationOf(name); ok {
		h := ir.Operand(call.Common(), r.Handler)
		if h == nil {
			return
		}
		var meta ssa.Value
		if r.Meta >= 0 {
			meta = ir.Operand(call.Common(), r.Meta)
		}
		var server ssa.Value
		if r.Server >= 0 {
			server = ir.Operand(call.Common(), r.Server)
		}
		f.register(call, &ir.Node{V: h, At: call}, meta, server, r.Kind, r.Serving.Versioned(f.version(call)), call.Pos())
		return
	}
	if m, ok := model.MiddlewareOf(name); ok {
		f.middleware(call, m)
		return
	}
	f.foreign(call)
}

// foreign takes a function of another module that is given a handler for one that
// registers it: wrappers of an SDK that measure or log look so. The shape says how
// the handler is served.
func (f *finder) foreign(call ssa.CallInstruction) {
	c := call.Common()
	fn := c.StaticCallee()
	if fn == nil || fn.Blocks != nil || model.IsSDKPackage(ir.CalleePkg(c)) {
		return
	}
	var handler, meta ssa.Value
	var serving model.Serving
	for _, a := range c.Args {
		switch t := a.Type().Underlying().(type) {
		case *types.Signature:
			if sdk, results, ok := Shape(t); ok && handler == nil {
				if s, _ := model.ShapeServing(sdk, results); s.SDK != "" {
					handler, serving = a, s.Versioned(f.view.VersionOf(namedPos(t.Results().At(0).Type())))
				}
			}
		default:
			if model.DescriptionType(ir.TypeName(a.Type())) {
				meta = a
			}
		}
	}
	if handler != nil && meta != nil {
		f.register(call, &ir.Node{V: handler, At: call}, meta, nil, model.ToolHandler, serving, call.Pos())
	}
}

// version is the version of the SDK that declares what is called.
func (f *finder) version(call ssa.CallInstruction) string {
	fn := call.Common().StaticCallee()
	if fn == nil {
		return ""
	}
	return f.view.VersionOf(fn.Pos())
}

// store looks at a store into a field that an SDK serves.
func (f *finder) store(st *ssa.Store) {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	typ := ir.TypeName(fa.X.Type())
	if !strings.HasPrefix(typ[strings.LastIndexByte(typ, '.')+1:], "Server") {
		return
	}
	for _, r := range model.FieldRegistrations() {
		if !r.IsFieldType(typ) || ir.FieldVar(fa.X.Type(), fa.Field).Name() != r.Handler {
			continue
		}
		var meta ssa.Value
		for _, ref := range *fa.X.Referrers() {
			if o, ok := ref.(*ssa.FieldAddr); ok && ir.FieldVar(o.X.Type(), o.Field).Name() == r.Meta {
				for _, s := range *o.Referrers() {
					if s, ok := s.(*ssa.Store); ok && s.Addr == ssa.Value(o) {
						meta = s.Val
					}
				}
			}
		}
		f.register(st, &ir.Node{V: st.Val, At: st}, meta, nil, r.Kind, r.Serving.Versioned(f.view.VersionOf(ir.FieldVar(fa.X.Type(), fa.Field).Pos())), ir.PosOf(st))
	}
}

// found is a function that reaches a registration, and the adapter it went through.
type found struct {
	ir.Target
	adapter string
}

// functions traces a handler operand back to functions, through the adapters of
// the SDKs.
func (f *finder) functions(n *ir.Node) (fs []found, unresolved bool) {
	type key struct {
		fn      *ssa.Function
		closure *ssa.MakeClosure
		env     *ir.Frame
	}
	seen := map[key]bool{}
	tr := &ir.Tracer{Engine: f.Engine, Open: true, Budget: 20000, Ext: func(n *ir.Node, call ssa.CallInstruction, _ int) ([]*ir.Node, bool) {
		if a, ok := model.AdapterOf(ir.CalleeName(call.Common())); ok {
			m := n.Next(ir.Operand(call.Common(), a.Operand), n.Path, n.F, ir.Arg, call)
			m.Note = a.Func
			return []*ir.Node{m}, true
		}
		return nil, false
	}}
	for _, l := range tr.Run(n) {
		var t ir.Target
		switch v := l.V.(type) {
		case *ssa.Function:
			t = ir.Target{Fn: v, Node: l}
		case *ssa.MakeClosure:
			t = ir.Target{Fn: v.Fn.(*ssa.Function), Closure: v, Env: l.F, Node: l}
		case *ssa.Const:
			continue
		default:
			unresolved = true
			continue
		}
		t = t.Plain()
		if t.Fn.Blocks == nil || f.view.InTest(t.Fn) || f.view.Shadow(t.Fn) {
			continue
		}
		k := key{t.Fn, t.Closure, t.Env}
		if !seen[k] {
			seen[k] = true
			fs = append(fs, found{t, l.Note})
		}
	}
	return fs, unresolved
}

func (f *finder) register(at ssa.Instruction, h *ir.Node, meta, server ssa.Value, kind model.HandlerKind, serving model.Serving, pos token.Pos) {
	cov := f.coverage(at.Parent())
	fs, _ := f.functions(h)
	if len(fs) == 0 {
		if kind == model.ToolHandler {
			cov.Registrations++
			cov.Unresolved = append(cov.Unresolved, Unresolved{pos, "the handler comes from outside the code in view"})
		}
		return
	}
	var servers []ssa.Value
	if server != nil {
		servers = f.origins(server)
	}
	for _, fn := range fs {
		f.bound[fn.Fn] = true
		if kind != model.ToolHandler {
			continue
		}
		s := serving
		if a, ok := model.AdapterOf(fn.adapter); ok {
			s = a.Serving.Versioned(f.view.VersionOf(ir.PosOf(at)))
			s.Panics = serving.Panics
		}
		call, _ := at.(ssa.CallInstruction)
		base := Tool{Kind: kind, Serving: s, Root: fn.Target, Reg: pos, RegCall: call, in: at.Parent(), Servers: servers, Confidence: model.High}
		if meta != nil {
			base.Meta = &ir.Node{V: meta, At: at}
		}
		f.unwrap(&base, fn.Target, 0, len(fs) == 1)
	}
}

// origins returns what a server value is made from: calls, parameters, fields.
func (f *finder) origins(v ssa.Value) []ssa.Value {
	tr := &ir.Tracer{Engine: f.Engine, Open: true, Budget: 600}
	var out []ssa.Value
	for _, l := range tr.Run(&ir.Node{V: v}) {
		out = append(out, l.V)
	}
	return out
}
