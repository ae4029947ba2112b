// Package repair makes the suggested fixes that several rules share. A fix is
// made only where it is mechanical: the code keeps its meaning but for the
// defect, it type-checks, and the text that the model comes to read is the
// author's own. Where any of that is in doubt there is no fix; silence is cheap,
// a wrong patch is not. Imports that a fix leaves unused are removed by whoever
// applies it (go fix and mcplint -fix do).
package repair

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"

	"github.com/gomcplint/mcplint/passes/model"
)

// path returns the file and the nodes around a position, innermost first.
func path(pass *analysis.Pass, pos, end token.Pos) (*ast.File, []ast.Node) {
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			if ast.IsGenerated(f) {
				return nil, nil
			}
			if end < pos {
				end = pos
			}
			p, _ := astutil.PathEnclosingInterval(f, pos, end)
			return f, p
		}
	}
	return nil, nil
}

func enclosing[N ast.Node](p []ast.Node) (n N, ok bool) {
	for _, x := range p {
		if n, ok = x.(N); ok {
			return n, true
		}
		if _, fn := x.(*ast.FuncLit); fn {
			break
		}
	}
	return n, false
}

// returnAt is the return statement that begins at pos.
func returnAt(pass *analysis.Pass, pos token.Pos) (*ast.File, *ast.ReturnStmt) {
	f, p := path(pass, pos, pos)
	r, ok := enclosing[*ast.ReturnStmt](p)
	if !ok || r.Pos() != pos {
		return nil, nil
	}
	return f, r
}

// callee is the full name of what a call calls, or "".
func callee(pass *analysis.Pass, e ast.Expr) string {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok {
		return ""
	}
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		if fn, ok := pass.TypesInfo.Uses[f.Sel].(*types.Func); ok {
			return fn.FullName()
		}
	case *ast.Ident:
		if fn, ok := pass.TypesInfo.Uses[f].(*types.Func); ok {
			return fn.FullName()
		}
	}
	return ""
}

// constant is the value of a constant string.
func constant(pass *analysis.Pass, e ast.Expr) (string, bool) {
	tv := pass.TypesInfo.Types[e]
	if tv.Value == nil || !types.Identical(types.Default(tv.Type), types.Typ[types.String]) {
		return "", false
	}
	s, err := strconv.Unquote(tv.Value.ExactString())
	return s, err == nil
}

// authored takes the author's own words out of an expression that makes an error:
// of errors.New and of a format without operands, what it says; of a format whose
// only operand is an error at its end, what stands before that. It returns
// false when the words are too few to act on, or invite to repeat the call.
func authored(pass *analysis.Pass, e ast.Expr) (string, bool) {
	call, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", false
	}
	s, ok := constant(pass, call.Args[0])
	if !ok {
		return "", false
	}
	switch name := callee(pass, e); {
	case name == "errors.New" && len(call.Args) == 1:
	case name == "fmt.Errorf" && len(call.Args) == 1 && !strings.Contains(s, "%"):
	case name == "fmt.Errorf" && len(call.Args) == 2 && isError(pass.TypesInfo.TypeOf(call.Args[1])):
		cut := false
		for _, verb := range []string{"%w", "%v", "%s"} {
			if t, ok := strings.CutSuffix(s, verb); ok {
				s, cut = t, true
				break
			}
		}
		if !cut || strings.Contains(s, "%") {
			return "", false
		}
		s = strings.TrimRight(s, " :;,-")
	default:
		return "", false
	}
	return s, s != "" && !model.Vague(s) && !model.RetryHint(s)
}

func isError(t types.Type) bool {
	return t != nil && types.Identical(t, types.Universe.Lookup("error").Type())
}

// toolError writes an isError result for the function around p, whose results
// must be a tool result and an error; text is Go source.
func toolError(pass *analysis.Pass, file *ast.File, p []ast.Node, text string) (string, bool) {
	var ft *ast.FuncType
	for _, n := range p {
		switch n := n.(type) {
		case *ast.FuncLit:
			ft = n.Type
		case *ast.FuncDecl:
			ft = n.Type
		}
		if ft != nil {
			break
		}
	}
	if ft == nil || ft.Results == nil || ft.Results.NumFields() != 2 {
		return "", false
	}
	res, err := ft.Results.List[0].Type, ft.Results.List[len(ft.Results.List)-1].Type
	ptr, ok := pass.TypesInfo.TypeOf(res).(*types.Pointer)
	if !ok || !isError(pass.TypesInfo.TypeOf(err)) {
		return "", false
	}
	named, ok := types.Unalias(ptr.Elem()).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return "", false
	}
	pkg := importName(pass, file, p[0].Pos(), named.Obj().Pkg())
	if pkg == "" {
		return "", false
	}
	return model.ErrorCode(named.Obj().Pkg().Path()+"."+named.Obj().Name(), pkg, text)
}

// importName is the name by which a file knows a package at a position, or "".
func importName(pass *analysis.Pass, file *ast.File, pos token.Pos, pkg *types.Package) string {
	for _, imp := range file.Imports {
		path, err := strconv.Unquote(imp.Path.Value)
		if err != nil || path != pkg.Path() {
			continue
		}
		name := pkg.Name()
		if imp.Name != nil {
			name = imp.Name.Name
		}
		if name == "_" || name == "." || shadowed(pass, file, pos, name) {
			return ""
		}
		return name
	}
	return ""
}

// shadowed reports whether a name means something else than a package at pos.
func shadowed(pass *analysis.Pass, file *ast.File, pos token.Pos, name string) bool {
	s := pass.TypesInfo.Scopes[file]
	if s == nil {
		return true
	}
	inner := s.Innermost(pos)
	if inner == nil {
		return true
	}
	_, obj := inner.LookupParent(name, pos)
	_, pkg := obj.(*types.PkgName)
	return obj != nil && !pkg
}

func one(msg string, edits ...analysis.TextEdit) []analysis.SuggestedFix {
	return []analysis.SuggestedFix{{Message: msg, TextEdits: edits}}
}
