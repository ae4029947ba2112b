package repair

import (
	"go/ast"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/analysis"

	"github.com/gomcplint/mcplint/passes/model"
)

// Channel turns a return of an error, at pos, into one of an isError result with
// the author's own words.
func Channel(pass *analysis.Pass, pos token.Pos) []analysis.SuggestedFix {
	file, ret := returnAt(pass, pos)
	if ret == nil || len(ret.Results) != 2 {
		return nil
	}
	if id, ok := ret.Results[0].(*ast.Ident); !ok || id.Name != "nil" {
		return nil
	}
	words, ok := authored(pass, ret.Results[1])
	if !ok {
		return nil
	}
	_, p := path(pass, pos, pos)
	res, ok := toolError(pass, file, p, strconv.Quote(words))
	if !ok || !usedElsewhere(pass, ret.Results[1]) {
		return nil
	}
	return one("answer with an isError result that has the message's own words",
		analysis.TextEdit{Pos: ret.Results[0].Pos(), End: ret.Results[1].End(), NewText: []byte(res + ", nil")})
}

// usedElsewhere reports whether every variable that an expression reads is read
// outside it as well, so that it may go.
func usedElsewhere(pass *analysis.Pass, e ast.Expr) bool {
	here := map[types.Object]int{}
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			if v, ok := pass.TypesInfo.Uses[id].(*types.Var); ok && !v.IsField() {
				here[v]++
			}
		}
		return true
	})
	if len(here) == 0 {
		return true
	}
	all := map[types.Object]int{}
	for _, o := range pass.TypesInfo.Uses {
		if _, ok := here[o]; ok {
			all[o]++
		}
	}
	for o, n := range here {
		if all[o] <= n {
			return false
		}
	}
	return true
}

// Flag marks the result of a return, at pos, as an error: a text result of mcp-go
// becomes an error result, a literal gets IsError. The caller knows that the
// text may be shown.
func Flag(pass *analysis.Pass, pos token.Pos) []analysis.SuggestedFix {
	_, ret := returnAt(pass, pos)
	if ret == nil || len(ret.Results) == 0 {
		return nil
	}
	const msg = "mark the result as an error"
	switch e := ast.Unparen(ret.Results[0]).(type) {
	case *ast.CallExpr:
		sel, ok := e.Fun.(*ast.SelectorExpr)
		if twin, known := model.ErrorTwin(callee(pass, e)); ok && known {
			return one(msg, analysis.TextEdit{Pos: sel.Sel.Pos(), End: sel.Sel.End(), NewText: []byte(twin)})
		}
	case *ast.UnaryExpr:
		lit, ok := e.X.(*ast.CompositeLit)
		if !ok || e.Op != token.AND || len(lit.Elts) == 0 {
			return nil
		}
		st, ok := pass.TypesInfo.TypeOf(lit).Underlying().(*types.Struct)
		if !ok || !hasBool(st, "IsError") {
			return nil
		}
		for _, el := range lit.Elts {
			kv, ok := el.(*ast.KeyValueExpr)
			if !ok {
				return nil
			}
			if k, ok := kv.Key.(*ast.Ident); !ok || k.Name == "IsError" {
				return nil
			}
		}
		return one(msg, analysis.TextEdit{Pos: lit.Lbrace + 1, End: lit.Lbrace + 1, NewText: []byte("IsError: true, ")})
	}
	return nil
}

func hasBool(st *types.Struct, name string) bool {
	for i := range st.NumFields() {
		if f := st.Field(i); f.Name() == name {
			return types.Identical(f.Type(), types.Typ[types.Bool])
		}
	}
	return false
}
