package malformedresult

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// block is a struct of content whose parts were looked at.
type block struct {
	at     ssa.Value // what the fields are addressed from
	typ    string
	filled bool // a field other than Type was set
	typed  bool // Type was set, or somebody else may have set it
	wrong  string
}

// untyped finds content blocks that are built without their Type.
func untyped(pass *analysis.Pass) []rule.Finding {
	v := pass.ResultOf[ir.Analyzer].(*ir.View)
	imported := false
	for _, imp := range pass.Pkg.Imports() {
		imported = imported || model.IsSDKPackage(imp.Path())
	}
	if !imported {
		return nil
	}
	in := map[*token.File]bool{}
	for _, f := range pass.Files {
		in[pass.Fset.File(f.Pos())] = true
	}
	var fs []rule.Finding
	for _, fn := range functions(v, pass) {
		if !in[pass.Fset.File(fn.Pos())] && !initialises(fn, pass.Pkg) || v.InTest(fn) {
			continue
		}
		for _, b := range blocks(fn) {
			if !b.filled || b.typed {
				continue
			}
			want, _ := model.BlockTag(b.typ)
			lit := literalAt(pass, b.at.Pos())
			pos, end := b.at.Pos(), token.NoPos
			if lit != nil {
				pos, end = lit.Pos(), lit.End()
			}
			if !pos.IsValid() || pass.Fset.Position(pos).Filename == "" {
				continue
			}
			f := rule.Finding{
				Pos: pos, End: end, Confidence: model.High,
				Message: fmt.Sprintf("this block has no Type and is sent with \"type\":\"\", so clients drop it; set Type: %q or use the constructor", want),
			}
			if b.wrong != "" {
				f.Message = fmt.Sprintf("this block is sent with \"type\":%q, so clients drop it; set Type: %q or use the constructor", b.wrong, want)
			} else if lit != nil && keyed(lit) {
				f.Fixes = []analysis.SuggestedFix{{
					Message:   fmt.Sprintf("set Type: %q", want),
					TextEdits: []analysis.TextEdit{{Pos: lit.Lbrace + 1, End: lit.Lbrace + 1, NewText: []byte(fmt.Sprintf("Type: %q, ", want))}},
				}}
			}
			fs = append(fs, f)
		}
	}
	return fs
}

// functions lists the view's functions and the initialiser of the package, in
// which literals of package variables are built.
func functions(v *ir.View, pass *analysis.Pass) []*ssa.Function {
	fns := v.Funcs()
	if p := v.Package(pass.Pkg); p != nil {
		if init := p.Func("init"); init != nil {
			return append([]*ssa.Function{init}, fns...)
		}
	}
	return fns
}

// initialises reports whether fn is the initialiser of a package, which has no
// position of its own.
func initialises(fn *ssa.Function, pkg *types.Package) bool {
	return fn.Name() == "init" && fn.Pkg != nil && fn.Pkg.Pkg == pkg
}

// blocks groups the field accesses of a function by the block that they are to.
func blocks(fn *ssa.Function) []*block {
	var order []*block
	by := map[ssa.Value]*block{}
	for _, bb := range fn.Blocks {
		for _, in := range bb.Instrs {
			fa, ok := in.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			typ := ir.TypeName(fa.X.Type())
			if _, ok := model.BlockTag(typ); !ok {
				continue
			}
			b := by[fa.X]
			if b == nil {
				b = &block{at: fa.X, typ: typ}
				by[fa.X] = b
				order = append(order, b)
				b.typed = !fresh(fa.X)
			}
			name := ir.FieldVar(fa.X.Type(), fa.Field).Name()
			for _, r := range *fa.Referrers() {
				st, ok := r.(*ssa.Store)
				if !ok || st.Addr != ssa.Value(fa) {
					if name == "Type" {
						if u, ok := r.(*ssa.UnOp); !ok || u.X != ssa.Value(fa) {
							b.typed = true
						}
					}
					continue
				}
				switch name {
				case "Type":
					want, _ := model.BlockTag(typ)
					s, isConst := ir.ConstString(st.Val)
					if !isConst || s == want {
						b.typed = true
					} else if s != "" {
						b.wrong = s
					}
				case "Text", "Data", "URI", "Resource":
					b.filled = true
				}
			}
		}
	}
	for _, b := range order {
		b.typed = b.typed || copyTyped(b.at)
	}
	return order
}

// copyTyped reports whether a literal goes into a variable whose Type is set.
func copyTyped(at ssa.Value) bool {
	refs := at.Referrers()
	if refs == nil {
		return false
	}
	for _, r := range *refs {
		u, ok := r.(*ssa.UnOp)
		if !ok {
			continue
		}
		for _, w := range *u.Referrers() {
			st, ok := w.(*ssa.Store)
			if !ok {
				continue
			}
			a, ok := st.Addr.(*ssa.Alloc)
			if !ok {
				continue
			}
			for _, x := range *a.Referrers() {
				if fa, ok := x.(*ssa.FieldAddr); ok && ir.FieldVar(fa.X.Type(), fa.Field).Name() == "Type" {
					return true
				}
			}
		}
	}
	return false
}

// fresh reports whether the block behind addr was made here and nobody else may
// have written to it.
func fresh(addr ssa.Value) bool {
	switch a := addr.(type) {
	case *ssa.Alloc:
		for _, r := range *a.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				if r.Addr == ssa.Value(a) {
					return false // it starts as a copy
				}
			case ssa.CallInstruction:
				return false
			case *ssa.MakeClosure:
				return false
			case *ssa.MakeInterface:
				// A pointer in an interface that a call receives: json.Unmarshal.
				for _, u := range *r.Referrers() {
					if c, ok := u.(ssa.CallInstruction); ok && ir.CalleeName(c.Common()) == "encoding/json.Unmarshal" {
						return false
					}
				}
			}
		}
		return true
	case *ssa.IndexAddr:
		// An element of a slice literal.
		_, isAlloc := a.X.(*ssa.Alloc)
		return isAlloc
	}
	return false
}

// literalAt returns the composite literal whose brace is at pos.
func literalAt(pass *analysis.Pass, pos token.Pos) *ast.CompositeLit {
	var lit *ast.CompositeLit
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			ast.Inspect(f, func(n ast.Node) bool {
				if c, ok := n.(*ast.CompositeLit); ok && (c.Lbrace == pos || c.Pos() == pos) {
					lit = c
				}
				return lit == nil
			})
		}
	}
	return lit
}

func keyed(lit *ast.CompositeLit) bool {
	for _, e := range lit.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); !ok {
			return false
		} else if k, ok := kv.Key.(*ast.Ident); ok && k.Name == "Type" {
			return false
		}
	}
	return true
}
