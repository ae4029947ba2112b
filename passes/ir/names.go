package ir

import (
	"go/token"
	"go/types"
	"reflect"
	"strings"
)

// TypeName is the package path and name of a named type, or of what a pointer
// to it points to; "" for other types. Instances of generic types have the
// generic type's name.
func TypeName(t types.Type) string {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, ok := t.(*types.Named)
	if !ok {
		return ""
	}
	o := n.Origin().Obj()
	if o.Pkg() == nil {
		return o.Name()
	}
	return o.Pkg().Path() + "." + o.Name()
}

// VersionOf is the module version in whose source pos lies ("v1.7.0"), read off
// the file name that export data and the module cache share; "" when there is
// none (the main module, a vendor folder, a replaced module).
func (v *View) VersionOf(pos token.Pos) string {
	if !pos.IsValid() {
		return ""
	}
	f := v.Fset.File(pos)
	if f == nil {
		return ""
	}
	name := f.Name()
	i := strings.Index(name, "@v")
	if i < 0 {
		return ""
	}
	name = name[i+1:]
	if j := strings.IndexAny(name, `/\`); j >= 0 {
		name = name[:j]
	}
	return name
}

// IsString reports whether t is a string, or a named type that is one.
func IsString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// JSONName is the name that the json tag gives field i of a struct or of what a
// pointer to one points to; "" without a tag, "-" for a field that is left out.
func JSONName(t types.Type, i int) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	name, _, _ := strings.Cut(reflect.StructTag(s.Tag(i)).Get("json"), ",")
	return name
}
