package ir

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Directive reports whether the declaration of f carries //mcplint:<name>, here or
// in the package that it comes from. The name stands for itself with operands as
// well ("mutates" for "mutates idempotent"), unless it has some itself.
func (v *View) Directive(f *ssa.Function, name string) bool {
	return directive(v.DirectivesOf(f), name)
}

// DirectivesOf lists the directives of a function without their prefix.
func (v *View) DirectivesOf(f *ssa.Function) []string {
	if f == nil {
		return nil
	}
	if o := f.Origin(); o != nil {
		f = o
	}
	obj, ok := f.Object().(*types.Func)
	if !ok {
		return nil
	}
	if ds := v.directives()[obj]; ds != nil {
		return ds
	}
	if s := v.Summary(f); s != nil {
		return s.Directives
	}
	return nil
}

type directiveKey struct{}

func (v *View) directives() map[*types.Func][]string {
	return v.Memo(directiveKey{}, func() any {
		m := map[*types.Func][]string{}
		for _, u := range v.Units {
			for _, file := range u.Files {
				for _, d := range file.Decls {
					fd, ok := d.(*ast.FuncDecl)
					if !ok || fd.Doc == nil {
						continue
					}
					for _, c := range fd.Doc.List {
						if s, ok := strings.CutPrefix(c.Text, "//mcplint:"); ok {
							if obj, ok := u.Info.Defs[fd.Name].(*types.Func); ok {
								m[obj] = append(m[obj], strings.TrimSpace(s))
							}
						}
					}
				}
			}
		}
		return m
	}).(map[*types.Func][]string)
}

// Has reports whether the package's code is in view.
func (v *View) Has(p *types.Package) bool {
	v.build()
	_, ok := v.pkgs[p]
	return ok
}
