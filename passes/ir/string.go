package ir

import (
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// The strings of this file are the language of the passes' tests: they show a
// value as a person would write it, as far as SSA still tells.

// String is the condition as it held, with a negation carried out.
func (c Cond) String() string {
	v, taken := c.Not()
	if b, ok := v.(*ssa.BinOp); ok && !taken {
		if op, ok := Opposite[b.Op]; ok {
			return source(b.X, 0) + " " + op.String() + " " + source(b.Y, 0)
		}
	}
	if taken {
		return source(v, 0)
	}
	return "!" + source(v, 0)
}

// String is the node's value, and the path that is asked for in it. What nothing
// was put into is zero there.
func (n *Node) String() string {
	switch n.V.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		if n.Path != "" {
			return "zero"
		}
	}
	s := source(n.V, 0)
	if _, ok := n.V.(*ssa.Const); !ok && n.Path != "" {
		s += " at " + string(n.Path)
	}
	return s
}

// String is the name of the function: a method's with its receiver type, a
// literal's after the function that it stands in. Packages go by their names.
func (t Target) String() string {
	return folders.ReplaceAllString(t.Fn.RelString(PackageOf(t.Fn)), "")
}

var folders = regexp.MustCompile(`(?:[\w.-]+/)+`)

// maxSource bounds the nesting that is shown.
const maxSource = 4

func source(v ssa.Value, depth int) string {
	if depth > maxSource {
		return "…"
	}
	in := func(v ssa.Value) string { return source(v, depth+1) }
	field := func(x ssa.Value, i int) string {
		if f := FieldVar(x.Type(), i); f != nil {
			return in(x) + "." + f.Name()
		}
		return in(x) + ".?"
	}
	switch v := v.(type) {
	case *ssa.Const:
		switch {
		case v.Value == nil && v.IsNil():
			return "nil"
		case v.Value == nil:
			return "zero"
		case v.Value.Kind() == constant.String:
			return fmt.Sprintf("%q", constant.StringVal(v.Value))
		}
		return v.Value.String()
	case *ssa.Function:
		return Target{Fn: v}.String()
	case *ssa.MakeClosure:
		return in(v.Fn)
	case *ssa.Call:
		return called(&v.Call, depth)
	case *ssa.Extract:
		return fmt.Sprintf("%s#%d", source(v.Tuple, depth), v.Index)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return source(v.X, depth)
		}
		return v.Op.String() + in(v.X)
	case *ssa.BinOp:
		return in(v.X) + " " + v.Op.String() + " " + in(v.Y)
	case *ssa.FieldAddr:
		return field(v.X, v.Field)
	case *ssa.Field:
		return field(v.X, v.Field)
	case *ssa.IndexAddr:
		return in(v.X) + "[" + in(v.Index) + "]"
	case *ssa.Index:
		return in(v.X) + "[" + in(v.Index) + "]"
	case *ssa.Lookup:
		return in(v.X) + "[" + in(v.Index) + "]"
	case *ssa.TypeAssert:
		return in(v.X) + ".(" + types.TypeString(v.AssertedType, (*types.Package).Name) + ")"
	case *ssa.Alloc:
		return v.Comment
	case *ssa.Phi:
		return v.Comment
	case *ssa.MakeInterface:
		return source(v.X, depth)
	case *ssa.ChangeInterface:
		return source(v.X, depth)
	case *ssa.ChangeType:
		return source(v.X, depth)
	case *ssa.Convert:
		return source(v.X, depth)
	case *ssa.Slice:
		return in(v.X) + "[:]"
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global, *ssa.Builtin:
		return v.Name()
	}
	return strings.TrimPrefix(fmt.Sprintf("%T", v), "*ssa.")
}

func called(c *ssa.CallCommon, depth int) string {
	name := CalleeName(c)
	args := c.Args
	switch {
	case c.IsInvoke():
		name = source(c.Value, depth+1) + "." + c.Method.Name()
	case c.StaticCallee() != nil && c.Signature().Recv() != nil && len(args) > 0:
		name, args = source(args[0], depth+1)+"."+c.StaticCallee().Name(), args[1:]
	case name == "":
		name = source(c.Value, depth+1)
	default:
		name = strings.TrimPrefix(name[strings.LastIndexByte(name, '/')+1:], "builtin.")
	}
	var out []string
	for _, a := range args {
		if els, ok := Elements(a); ok && c.Signature().Variadic() && a == args[len(args)-1] {
			for _, e := range els {
				if e != nil {
					out = append(out, source(e, depth+1))
				}
			}
			continue
		}
		out = append(out, source(a, depth+1))
	}
	return name + "(" + strings.Join(out, ", ") + ")"
}
