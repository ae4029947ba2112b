package ignore

import (
	"go/ast"
	"go/token"
	"math"
)

// layout is what a directive's scope depends on: which lines of a file hold
// code, and what begins and ends on them.
type layout struct {
	code  map[int]token.Pos // line -> where its first code is
	begin map[int]int       // line -> last line of the largest thing that begins on it
	ends  map[int]int       // line -> first line of the smallest simple statement that ends on it
	docs  map[*ast.Comment]bool
}

func newLayout(fset *token.FileSet, f *ast.File) *layout {
	l := &layout{code: map[int]token.Pos{}, begin: map[int]int{}, ends: map[int]int{}, docs: map[*ast.Comment]bool{}}
	line := func(p token.Pos) int { return fset.Position(p).Line }
	see := func(p token.Pos) {
		if old, ok := l.code[line(p)]; !ok || p < old {
			l.code[line(p)] = p
		}
	}
	element := map[ast.Expr]bool{} // of a composite literal or an argument list
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		case *ast.File:
			see(n.Package)
			return true
		case *ast.FuncDecl:
			if n.Doc != nil {
				for _, c := range n.Doc.List {
					l.docs[c] = true
				}
			}
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				element[e] = true
			}
		case *ast.CallExpr:
			for _, e := range n.Args {
				element[e] = true
			}
		}
		from, to := n.Pos(), n.End()
		if !from.IsValid() || to <= from {
			return true
		}
		if d, ok := n.(*ast.GenDecl); ok { // Pos is that of the keyword, not of the doc
			from = d.TokPos
		}
		see(from)
		see(to - 1)
		first, last := line(from), line(to-1)
		switch n := n.(type) {
		case ast.Decl, ast.Spec, *ast.Field:
			l.grow(first, last)
		case *ast.BlockStmt:
			// Its brace stands on the line of another statement, or alone.
		case ast.Stmt:
			l.grow(first, last)
			if simple(n) {
				if old, ok := l.ends[last]; !ok || first > old {
					l.ends[last] = first
				}
			}
		case ast.Expr:
			if element[n] {
				l.grow(first, last)
			}
		}
		return true
	})
	return l
}

func (l *layout) grow(first, last int) {
	if last > l.begin[first] {
		l.begin[first] = last
	}
}

// simple reports whether the statement holds no statements of its own, but for
// those of function literals.
func simple(s ast.Stmt) bool {
	switch s.(type) {
	case *ast.ReturnStmt, *ast.AssignStmt, *ast.ExprStmt, *ast.GoStmt, *ast.DeferStmt, *ast.DeclStmt, *ast.SendStmt, *ast.IncDecStmt:
		return true
	}
	return false
}

// scope returns the lines that a directive covers.
func (l *layout) scope(fset *token.FileSet, f *ast.File, g *ast.CommentGroup, c *ast.Comment) (first, last int) {
	line := fset.Position(c.Pos()).Line
	if c.End() <= f.Package {
		return 1, math.MaxInt
	}
	if at, ok := l.code[line]; ok && at < c.Pos() { // behind code
		first, last = line, max(line, l.begin[line])
		if start, ok := l.ends[line]; ok {
			first = min(first, start)
		}
		return first, last
	}
	next := fset.Position(g.End()).Line + 1
	return line, max(next, l.begin[next])
}
