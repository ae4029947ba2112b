package repair

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// Assertion turns v := x.(T), with the assertion at pos, into the comma-ok form
// with an isError result. The function around it must be a handler.
func Assertion(pass *analysis.Pass, pos token.Pos, what string) []analysis.SuggestedFix {
	file, p := path(pass, pos, pos)
	as, ok := enclosing[*ast.AssignStmt](p)
	if !ok || as.Tok != token.DEFINE || len(as.Lhs) != 1 || len(as.Rhs) != 1 {
		return nil
	}
	ta, ok := ast.Unparen(as.Rhs[0]).(*ast.TypeAssertExpr)
	if !ok || ta.Type == nil {
		return nil
	}
	v, ok := as.Lhs[0].(*ast.Ident)
	if !ok || v.Name == "_" || !statement(p, as) {
		return nil
	}
	text := fmt.Sprintf("%s must be a %s", what, typeWord(pass.TypesInfo.TypeOf(ta.Type)))
	res, ok := toolError(pass, file, p, strconv.Quote(text))
	if !ok {
		return nil
	}
	ok1 := "ok"
	if s := pass.TypesInfo.Scopes[file].Innermost(as.Pos()); s == nil || taken(s, ok1, as.Pos()) {
		ok1 = v.Name + "OK"
		if s == nil || taken(s, ok1, as.Pos()) {
			return nil
		}
	}
	return one("use the comma-ok form and answer with an isError result",
		analysis.TextEdit{Pos: v.End(), End: v.End(), NewText: []byte(", " + ok1)},
		analysis.TextEdit{Pos: as.End(), End: as.End(), NewText: []byte(fmt.Sprintf("\nif !%s {\nreturn %s, nil\n}", ok1, res))})
}

// taken reports whether a name is used in or around a scope, or will be.
func taken(s *types.Scope, name string, pos token.Pos) bool {
	if s.Lookup(name) != nil {
		return true
	}
	_, obj := s.LookupParent(name, pos)
	_, universe := obj.(*types.TypeName)
	return obj != nil && !universe
}

// statement reports whether s stands in a list of statements, where another one
// can follow: no init of an if or a switch.
func statement(p []ast.Node, s ast.Stmt) bool {
	for i, n := range p {
		if n == ast.Node(s) && i+1 < len(p) {
			switch b := p[i+1].(type) {
			case *ast.BlockStmt:
				return true
			case *ast.CaseClause:
				return listed(b.Body, s)
			case *ast.CommClause:
				return listed(b.Body, s)
			}
		}
	}
	return false
}

func listed(list []ast.Stmt, s ast.Stmt) bool {
	for _, x := range list {
		if x == s {
			return true
		}
	}
	return false
}

// typeWord names a type as JSON does, for the model.
func typeWord(t types.Type) string {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return "string"
		case u.Info()&types.IsNumeric != 0:
			return "number"
		case u.Info()&types.IsBoolean != 0:
			return "boolean"
		}
	case *types.Slice, *types.Array:
		return "list"
	case *types.Map, *types.Struct:
		return "JSON object"
	}
	return "value of the declared type"
}

// Stderr sends what a statement at pos writes to standard output to standard
// error: os.Stdout becomes os.Stderr, fmt.Print becomes fmt.Fprint.
func Stderr(pass *analysis.Pass, pos token.Pos) []analysis.SuggestedFix {
	file, p := path(pass, pos, pos)
	const msg = "write to standard error"
	var call *ast.CallExpr
	for _, n := range p {
		if c, ok := n.(*ast.CallExpr); ok {
			call = c
			break
		}
		if _, ok := n.(ast.Stmt); ok {
			break
		}
	}
	if call != nil {
		name := callee(pass, call)
		if f, ok := strings.CutPrefix(name, "fmt.Print"); ok {
			return printed(pass, file, call, "Fprint"+f, msg)
		}
	}
	var within ast.Node = call
	if call == nil {
		st, ok := enclosing[*ast.AssignStmt](p)
		if !ok {
			return nil
		}
		within = st
	}
	var at []*ast.Ident
	ast.Inspect(within, func(n ast.Node) bool {
		if _, ok := n.(*ast.FuncLit); ok {
			return false
		}
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if v, ok := pass.TypesInfo.Uses[sel.Sel].(*types.Var); ok && v.Pkg() != nil && v.Pkg().Path() == "os" && v.Name() == "Stdout" {
				at = append(at, sel.Sel)
			}
		}
		return true
	})
	if len(at) != 1 {
		return nil
	}
	return one(msg, analysis.TextEdit{Pos: at[0].Pos(), End: at[0].End(), NewText: []byte("Stderr")})
}

// printed rewrites fmt.Println(x) to fmt.Fprintln(os.Stderr, x), and imports os.
func printed(pass *analysis.Pass, file *ast.File, call *ast.CallExpr, name, msg string) []analysis.SuggestedFix {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return nil
	}
	osName := ""
	for _, imp := range file.Imports {
		if imp.Path.Value == `"os"` {
			osName = "os"
			if imp.Name != nil {
				osName = imp.Name.Name
			}
		}
	}
	if osName == "_" || osName == "." || shadowed(pass, file, call.Pos(), max(osName, "os")) {
		return nil
	}
	var edits []analysis.TextEdit
	if osName == "" {
		osName = "os"
		at := token.NoPos
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && g.Tok == token.IMPORT && g.Lparen.IsValid() {
				at = g.Lparen + 1
				break
			}
		}
		if !at.IsValid() {
			return nil
		}
		edits = append(edits, analysis.TextEdit{Pos: at, End: at, NewText: []byte("\n\t\"os\"")})
	}
	first := osName + ".Stderr"
	if len(call.Args) > 0 {
		first += ", "
	}
	return one(msg, append(edits,
		analysis.TextEdit{Pos: sel.Sel.Pos(), End: sel.Sel.End(), NewText: []byte(name)},
		analysis.TextEdit{Pos: call.Lparen + 1, End: call.Lparen + 1, NewText: []byte(first)})...)
}
