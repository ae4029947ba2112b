package uncheckediserror

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/text"
)

// decoded looks at hand-written clients: a function that asks for tools/call and
// decodes the answer into a type of its own.
func (c *checker) decoded(fn *ssa.Function) {
	if c.view.InTest(fn) || !asksByHand(fn) {
		return
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Call:
				for _, a := range ir.Operands(&in.Call) {
					mi, ok := a.(*ssa.MakeInterface)
					if !ok {
						continue
					}
					p, ok := mi.X.Type().Underlying().(*types.Pointer)
					if !ok || !takesAnswer(in) {
						continue
					}
					if name, ok := lacksFlag(p.Elem(), 0, map[types.Type]bool{}); ok {
						if name == "" {
							name = "a struct"
						}
						c.report(in.Pos(), model.High, "the answer to tools/call is decoded into "+name+", which has no isError field: a tool error is taken for an answer; add the field and check it")
					}
				}
			case *ssa.Lookup:
				if k, ok := ir.ConstString(in.Index); ok && k == "content" && stringMap(in.X.Type()) && !mentionsFlag(fn) {
					c.report(ir.PosOf(in), model.Medium, "the content of the answer to tools/call is read and isError is not: a tool error is taken for an answer; check it first")
				}
			}
		}
	}
}

func stringMap(t types.Type) bool {
	m, ok := t.Underlying().(*types.Map)
	if !ok {
		return false
	}
	_, ok = m.Elem().Underlying().(*types.Interface)
	return ok
}

// asksByHand reports whether a function puts the method's name into a request.
func asksByHand(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if bo, ok := in.(*ssa.BinOp); ok && bo.Op == token.EQL {
				continue // a server that tells methods apart
			}
			for _, op := range in.Operands(nil) {
				if s, ok := ir.ConstString(*op); ok && s == "tools/call" {
					return true
				}
			}
		}
	}
	return false
}

func mentionsFlag(fn *ssa.Function) bool {
	fn = ir.Outermost(fn)
	found := false
	var visit func(f *ssa.Function)
	visit = func(f *ssa.Function) {
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				for _, op := range in.Operands(nil) {
					if s, ok := ir.ConstString(*op); ok && strings.EqualFold(s, "isError") {
						found = true
					}
				}
			}
		}
		for _, a := range f.AnonFuncs {
			visit(a)
		}
	}
	visit(fn)
	return found
}

// takesAnswer reports whether a call decodes into its operand: a decoder, or a
// helper in view that is told the method as well.
func takesAnswer(call *ssa.Call) bool {
	name := ir.CalleeName(&call.Call)
	f := name[strings.LastIndexByte(name, '.')+1:]
	if f == "Unmarshal" || f == "Decode" {
		return true
	}
	for _, a := range ir.Operands(&call.Call) {
		if s, ok := ir.ConstString(a); ok && s == "tools/call" {
			return true
		}
	}
	return false
}

// lacksFlag looks for a struct that has the content of a tool result and no field
// for isError.
func lacksFlag(t types.Type, depth int, seen map[types.Type]bool) (string, bool) {
	if depth > 5 || seen[t] {
		return "", false
	}
	seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		return lacksFlag(u.Elem(), depth+1, seen)
	case *types.Struct:
		content, flag := false, false
		for i := range u.NumFields() {
			switch name := jsonName(u, i); {
			case name == "content":
				content = content || blocks(u.Field(i).Type())
			case strings.EqualFold(name, "isError"), strings.EqualFold(name, "is_error"):
				flag = true
			}
		}
		if content {
			return text.Short(ir.TypeName(t)), !flag
		}
		for i := range u.NumFields() {
			if name, ok := lacksFlag(u.Field(i).Type(), depth+1, seen); ok {
				if name == "" {
					name = text.Short(ir.TypeName(t))
				}
				return name, true
			}
		}
	}
	return "", false
}

// blocks reports whether t is a list of content blocks: structs with a text.
func blocks(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	e := s.Elem()
	if p, ok := e.Underlying().(*types.Pointer); ok {
		e = p.Elem()
	}
	st, ok := e.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for i := range st.NumFields() {
		if n := jsonName(st, i); n == "text" || n == "type" {
			return true
		}
	}
	return false
}

func jsonName(st *types.Struct, i int) string {
	name := ir.JSONName(st, i)
	if name == "" {
		name = strings.ToLower(st.Field(i).Name())
	}
	return name
}
