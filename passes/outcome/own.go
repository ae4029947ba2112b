package outcome

import (
	"go/types"
	"reflect"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/text"
	"github.com/gomcplint/mcplint/passes/tool"
)

// own adds the outcomes of hand-written JSON-RPC servers: the places where their
// own error objects and tool results are written. They are recognised by their
// JSON tags; a place in a helper is looked at once for each caller in view.
func (p *Program) own() {
	errs := p.ownErrors()
	e := ir.NewEngine(p.View)
	lock := new(sync.Mutex)
	for _, fn := range p.View.Funcs() {
		if p.View.InTest(fn) || p.View.Shadow(fn) || fn.Pkg != nil && model.IsSDKPackage(fn.Pkg.Pkg.Path()) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				st, ok := in.(*ssa.Store)
				if !ok {
					continue
				}
				fa, ok := st.Addr.(*ssa.FieldAddr)
				if !ok {
					continue
				}
				tag := tagOf(fa)
				switch {
				case tag == "message" && errs[ir.TypeName(fa.X.Type())]:
					p.ownPlace(e, lock, st, model.Protocol)
				case tag == "content" && ownResult(fa.X.Type()) && failed(fa):
					p.ownPlace(e, lock, st, model.ToolError)
				}
			}
		}
	}
}

// ownPlace adds an outcome for each way in which a place is reached.
func (p *Program) ownPlace(e *ir.Engine, lock *sync.Mutex, st *ssa.Store, ch model.Channel) {
	fn := st.Parent()
	var ret *ssa.Return
	for _, r := range ir.Results(fn) {
		if r.Block() == st.Block() || ir.Reaches(st.Block())[r.Block()] {
			ret = r
			break
		}
	}
	if ret == nil {
		return
	}
	frames := []*ir.Frame{}
	for i, c := range p.View.Callers(fn) {
		if p.View.InTest(c.Parent()) || p.View.Shadow(c.Parent()) || i > 40 {
			continue
		}
		if f := e.Enter(c, e.Root(ir.Target{Fn: c.Parent()}), ir.Target{Fn: fn}); f != nil {
			frames = append(frames, f)
		}
	}
	if len(frames) == 0 {
		frames = append(frames, e.Root(ir.Target{Fn: fn}))
	}
	pos := ir.PosOf(st)
	for _, f := range frames {
		conds := ir.Conds(st.Block(), f)
		if f.Call != nil {
			conds = append(conds, ir.Conds(f.Call.Block(), f.Up)...)
		}
		x := &Exit{Sites: []Site{{ret, f, pos}}, Conds: conds}
		o := &Outcome{
			Tool: &tool.Tool{Root: ir.Target{Fn: fn}, Serving: model.Own(), Shape: true, Confidence: model.Medium},
			Exit: x, Handler: x, Channel: ch, Conds: conds, Engine: e, lock: lock,
			ErrNil: ir.IsNil,
		}
		o.Text = text.Of(e, &ir.Node{V: st.Val, F: f, At: st})
		if ch == model.ToolError {
			o.Flag = FlagSet
		}
		p.Outcomes = append(p.Outcomes, o)
	}
}

// ownErrors lists the program's own JSON-RPC error objects: structs with a code
// and a message that are the error of an envelope.
func (p *Program) ownErrors() map[string]bool {
	out := map[string]bool{}
	for _, u := range p.View.Units {
		if model.IsSDKPackage(u.Pkg.Path()) {
			continue
		}
		scope := u.Pkg.Scope()
		for _, name := range scope.Names() {
			st, ok := scope.Lookup(name).Type().Underlying().(*types.Struct)
			if !ok {
				continue
			}
			envelope := false
			for i := range st.NumFields() {
				envelope = envelope || jsonName(st.Tag(i)) == "jsonrpc"
			}
			if !envelope {
				continue
			}
			for i := range st.NumFields() {
				if jsonName(st.Tag(i)) == "error" && isErrorObject(st.Field(i).Type()) {
					out[ir.TypeName(st.Field(i).Type())] = true
				}
			}
		}
	}
	return out
}

// isErrorObject reports whether t is a struct, or a pointer to one, with the members
// code and message.
func isErrorObject(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	code, message := false, false
	for i := range st.NumFields() {
		switch jsonName(st.Tag(i)) {
		case "code":
			code = true
		case "message":
			message = true
		}
	}
	return code && message
}

// ownResult reports whether t is the program's own tool result.
func ownResult(t types.Type) bool {
	if _, sdk := model.ResultType(ir.TypeName(t)); sdk {
		return false
	}
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	st, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	content, isError := false, false
	for i := range st.NumFields() {
		switch jsonName(st.Tag(i)) {
		case "content":
			content = true
		case "isError":
			isError = true
		}
	}
	return content && isError
}

// failed reports whether the literal that a content belongs to is marked as an
// error by a constant.
func failed(content *ssa.FieldAddr) bool {
	for _, r := range *content.X.Referrers() {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok || tagOf(fa) != "isError" {
			continue
		}
		for _, s := range *fa.Referrers() {
			if st, ok := s.(*ssa.Store); ok && st.Addr == ssa.Value(fa) {
				if b, ok := ir.ConstBool(st.Val); ok && b {
					return true
				}
			}
		}
	}
	return false
}

func tagOf(fa *ssa.FieldAddr) string {
	p, ok := fa.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return ""
	}
	st, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	return jsonName(st.Tag(fa.Field))
}

// jsonName is the name that a struct tag gives a member.
func jsonName(tag string) string {
	s := reflect.StructTag(tag).Get("json")
	for i := range len(s) {
		if s[i] == ',' {
			return s[:i]
		}
	}
	return s
}
