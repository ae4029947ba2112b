package query

import (
	"go/token"
	"go/types"
)

// TypePos is where a named type, or what a pointer points to, is declared.
func TypePos(t types.Type) token.Pos {
	if a, ok := t.(*types.Alias); ok {
		return a.Obj().Pos()
	}
	if p, ok := t.(*types.Pointer); ok {
		return TypePos(p.Elem())
	}
	if n, ok := t.(*types.Named); ok {
		return n.Obj().Pos()
	}
	return token.NoPos
}
