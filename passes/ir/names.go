package ir

import (
	"go/token"
	"go/types"
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
