package outcome

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// Hand-written servers have no SDK whose types say what is a tool result and what
// a JSON-RPC error: they are recognised by their member names, in structs by JSON
// tags and in maps by constant keys. An error object counts only as the error of
// an envelope (jsonrpc, or id beside result), since many APIs have a code and a
// message; a result needs content and isError.

// part is one member that an answer is written with.
type part struct {
	at  ssa.Instruction // the store or the map update
	obj ssa.Value       // the object: a pointer to a struct, or a map
	val ssa.Value
	ch  model.Channel // Protocol for an error's message, ToolError for a result's content
}

// own adds the outcomes of hand-written JSON-RPC servers: the places where their
// own error objects and tool results are written. A place in a helper is looked
// at once for each caller in view.
func (p *Program) own() {
	o := &owner{Program: p, engine: ir.NewEngine(p.View), errs: p.ownErrors()}
	for _, fn := range p.View.Funcs() {
		if p.foreign(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if m, ok := o.part(in); ok {
					o.places(m)
				}
			}
		}
	}
}

// foreign reports whether a function is none of the program's own code.
func (p *Program) foreign(fn *ssa.Function) bool {
	pkg := ir.PackageOf(fn)
	return p.View.InTest(fn) || p.View.Shadow(fn) || pkg != nil && model.IsSDKPackage(pkg.Path())
}

// part reports whether an instruction writes the text of an own answer.
func (o *owner) part(in ssa.Instruction) (part, bool) {
	switch in := in.(type) {
	case *ssa.Store:
		fa, ok := in.Addr.(*ssa.FieldAddr)
		if !ok {
			return part{}, false
		}
		switch tagOf(fa) {
		case "message":
			if o.errs[structOf(fa.X.Type())] {
				return part{in, fa.X, in.Val, model.Protocol}, true
			}
		case "content":
			if o.ownResult(fa.X.Type()) {
				return part{in, fa.X, in.Val, model.ToolError}, true
			}
		}
	case *ssa.MapUpdate:
		switch mapKey(in) {
		case "message":
			if member(in.Map, "code") != nil && inEnvelope(in.Map) {
				return part{in, in.Map, in.Value, model.Protocol}, true
			}
		case "content":
			if member(in.Map, "isError") != nil {
				return part{in, in.Map, in.Value, model.ToolError}, true
			}
		}
	}
	return part{}, false
}

// ownErrors lists the program's own JSON-RPC error objects: structs with a code
// and a message that are the error of an envelope, by its declaration or because
// one is put there.
func (p *Program) ownErrors() map[*types.Struct]bool {
	out := map[*types.Struct]bool{}
	add := func(t types.Type) {
		if s := structOf(t); s != nil && isErrorObject(s) {
			out[s] = true
		}
	}
	envelope := func(t types.Type) {
		if s := structOf(t); s != nil && isEnvelope(s) {
			for i := range s.NumFields() {
				if ir.JSONName(s, i) == "error" {
					add(s.Field(i).Type())
				}
			}
		}
	}
	for _, u := range p.View.Units {
		if model.IsSDKPackage(u.Pkg.Path()) {
			continue
		}
		scope := u.Pkg.Scope()
		for _, name := range scope.Names() {
			if t, ok := scope.Lookup(name).(*types.TypeName); ok {
				envelope(t.Type())
			}
		}
	}
	for _, fn := range p.View.Funcs() {
		if p.foreign(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.Store:
					// An envelope declared in a function, or one whose error is any.
					if fa, ok := in.Addr.(*ssa.FieldAddr); ok && tagOf(fa) == "error" {
						if s := structOf(fa.X.Type()); s != nil && isEnvelope(s) {
							add(unboxed(in.Val).Type())
						}
					}
				case *ssa.MapUpdate:
					if mapKey(in) == "error" && member(in.Map, "jsonrpc") != nil {
						add(unboxed(in.Value).Type())
					}
				}
			}
		}
	}
	return out
}

// isEnvelope reports whether a struct is a JSON-RPC reply.
func isEnvelope(s *types.Struct) bool {
	has := map[string]bool{}
	for i := range s.NumFields() {
		has[ir.JSONName(s, i)] = true
	}
	return has["error"] && (has["jsonrpc"] || has["id"] && has["result"])
}

// isErrorObject reports whether a struct has the members code and message, as a
// number and a text.
func isErrorObject(s *types.Struct) bool {
	code, message := false, false
	for i := range s.NumFields() {
		b, ok := s.Field(i).Type().Underlying().(*types.Basic)
		if !ok {
			continue
		}
		switch ir.JSONName(s, i) {
		case "code":
			code = b.Info()&types.IsInteger != 0
		case "message":
			message = b.Info()&types.IsString != 0
		}
	}
	return code && message
}

// inEnvelope reports whether a map is put into an envelope as its error.
func inEnvelope(m ssa.Value) bool {
	refs := m.Referrers()
	if refs == nil {
		return false
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.MakeInterface, *ssa.ChangeType:
			if inEnvelope(r.(ssa.Value)) {
				return true
			}
		case *ssa.MapUpdate:
			if r.Value == m && mapKey(r) == "error" && member(r.Map, "jsonrpc") != nil {
				return true
			}
		case *ssa.Store:
			if fa, ok := r.Addr.(*ssa.FieldAddr); ok && r.Val == m && tagOf(fa) == "error" {
				s := structOf(fa.X.Type())
				return s != nil && isEnvelope(s)
			}
		}
	}
	return false
}

// ownResult reports whether t is the program's own tool result. One that has the
// name of an SDK's is its own when no handler of that shape is served.
func (o *owner) ownResult(t types.Type) bool {
	s := structOf(t)
	if s == nil {
		return false
	}
	if kit, sdk := model.ResultType(ir.TypeName(t)); sdk {
		for _, t := range o.Tools.Tools {
			if t.Serving.SDK == kit {
				return false
			}
		}
		if kit != model.LookAlike || s.NumFields() == 0 || !o.View.Has(s.Field(0).Pkg()) {
			return false
		}
	}
	content, isError := false, false
	for i := range s.NumFields() {
		switch ir.JSONName(s, i) {
		case "content":
			content = true
		case "isError":
			isError = true
		}
	}
	return content && isError
}

// structOf is the struct that a type or a pointer to it is, nil for others.
func structOf(t types.Type) *types.Struct {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, _ := t.Underlying().(*types.Struct)
	return s
}

// unboxed is the value that was converted to an interface.
func unboxed(v ssa.Value) ssa.Value {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		return mi.X
	}
	return v
}

// mapKey is the constant key of a map update.
func mapKey(u *ssa.MapUpdate) string {
	k, _ := ir.ConstString(unboxed(u.Key))
	return k
}

// member is what an object that is written member by member gets under a name;
// nil when nothing writes it.
func member(obj ssa.Value, name string) ssa.Value {
	refs := obj.Referrers()
	if refs == nil {
		return nil
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.MapUpdate:
			if r.Map == obj && mapKey(r) == name {
				return r.Value
			}
		case *ssa.FieldAddr:
			if tagOf(r) != name {
				continue
			}
			for _, s := range *r.Referrers() {
				if st, ok := s.(*ssa.Store); ok && st.Addr == ssa.Value(r) {
					return st.Val
				}
			}
		}
	}
	return nil
}

func tagOf(fa *ssa.FieldAddr) string { return ir.JSONName(fa.X.Type(), fa.Field) }

// dispatches reports whether a function compares the method of a request of the
// program's own with tools/call.
func dispatches(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			cmp, ok := in.(*ssa.BinOp)
			if !ok {
				continue
			}
			if s, ok := ir.ConstString(cmp.Y); !ok || s != "tools/call" {
				continue
			}
			switch v := cmp.X.(type) {
			case *ssa.UnOp:
				if fa, ok := v.X.(*ssa.FieldAddr); ok && tagOf(fa) == "method" {
					return true
				}
			case *ssa.Field:
				if ir.JSONName(v.X.Type(), v.Field) == "method" {
					return true
				}
			}
		}
	}
	return false
}
