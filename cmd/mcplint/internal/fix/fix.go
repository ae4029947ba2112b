// Package fix applies suggested fixes. Of each finding the first one is taken,
// as go fix does; a fix that overlaps one already taken is left for the next
// run. Nothing is written by this package: the caller checks that the changed
// files still build before it writes them.
package fix

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/gomcplint/mcplint/cmd/mcplint/internal/report"
)

// Plan holds the accepted edits, by absolute file name.
type Plan struct {
	abs   func(file string) string
	edits map[string][]report.Edit
	Taken int
	// Left is the number of fixes that overlap others.
	Left int
}

// New returns an empty plan.
func New(abs func(file string) string) *Plan {
	return &Plan{abs: abs, edits: map[string][]report.Edit{}}
}

// Add takes a fix unless it overlaps another; it reports whether it did.
func (p *Plan) Add(f report.Fix) bool {
	var fresh []report.Edit
	for _, e := range f.Edits {
		same := false
		for _, o := range p.edits[p.abs(e.File)] {
			if o.Start == e.Start && o.End == e.End && o.NewText == e.NewText && e.End > e.Start {
				same = true // two findings want the same change
			} else if e.Start < o.End && o.Start < e.End || e.Start == o.Start {
				p.Left++
				return false
			}
		}
		if !same {
			fresh = append(fresh, e)
		}
	}
	for _, e := range fresh {
		p.edits[p.abs(e.File)] = append(p.edits[p.abs(e.File)], e)
	}
	p.Taken++
	return true
}

// Clone returns a copy.
func (p *Plan) Clone() *Plan {
	q := &Plan{abs: p.abs, edits: map[string][]report.Edit{}, Taken: p.Taken, Left: p.Left}
	for f, es := range p.edits {
		q.edits[f] = slices.Clone(es)
	}
	return q
}

// Files lists the changed files in order.
func (p *Plan) Files() []string {
	var fs []string
	for f := range p.edits {
		fs = append(fs, f)
	}
	slices.Sort(fs)
	return fs
}

// Content returns the old and the new content of a file, without the
// imports that it no longer needs, and formatted when the old one was.
func (p *Plan) Content(file string) (before, after []byte, err error) {
	before, err = os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	es := slices.Clone(p.edits[file])
	slices.SortStableFunc(es, func(a, b report.Edit) int { return cmp.Compare(a.Start, b.Start) })
	at := 0
	for _, e := range es {
		if e.Start < at || e.End < e.Start || e.End > len(before) {
			return nil, nil, fmt.Errorf("%s has changed since it was analysed", file)
		}
		after = append(append(after, before[at:e.Start]...), e.NewText...)
		at = e.End
	}
	after = append(after, before[at:]...)
	after = dropImports(before, after)
	if was, err := format.Source(before); err == nil && string(was) == string(before) {
		if now, err := format.Source(after); err == nil {
			after = now
		}
	}
	return before, after, nil
}

// dropImports takes the imports out that the old content used and the new one
// does not, and leaves all else as it is. Content that does not parse is left
// alone; it will not build either.
func dropImports(before, after []byte) []byte {
	fset := token.NewFileSet()
	old, err1 := parser.ParseFile(fset, "", before, 0)
	now, err2 := parser.ParseFile(fset, "", after, parser.ParseComments)
	if err1 != nil || err2 != nil {
		return after
	}
	unused := func(s ast.Spec) bool {
		path, err := strconv.Unquote(s.(*ast.ImportSpec).Path.Value)
		return err == nil && !astutil.UsesImport(now, path) && astutil.UsesImport(old, path)
	}
	out := slices.Clone(after)
	cut := func(n ast.Node, doc *ast.CommentGroup) {
		file := fset.File(now.FileStart)
		out = cutLines(out, file.Offset(n.Pos()), file.Offset(n.End()))
		if doc != nil {
			out = cutLines(out, file.Offset(doc.Pos()), file.Offset(doc.End()))
		}
	}
	for _, d := range slices.Backward(now.Decls) { // from the end on, so that offsets hold
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.IMPORT {
			continue
		}
		if !slices.ContainsFunc(g.Specs, func(s ast.Spec) bool { return !unused(s) }) && len(g.Specs) > 0 {
			cut(g, g.Doc)
			continue
		}
		for _, s := range slices.Backward(g.Specs) {
			if unused(s) {
				cut(s, s.(*ast.ImportSpec).Doc)
			}
		}
	}
	return out
}

// cutLines takes out what stands between two offsets, and the whole of its lines
// when nothing but a comment stands beside it.
func cutLines(b []byte, from, to int) []byte {
	first := bytes.LastIndexByte(b[:from], '\n') + 1
	last := len(b)
	if i := bytes.IndexByte(b[to:], '\n'); i >= 0 {
		last = to + i + 1
	}
	rest := bytes.TrimSpace(b[to:last])
	if len(bytes.TrimSpace(b[first:from])) == 0 && (len(rest) == 0 || bytes.HasPrefix(rest, []byte("//"))) {
		from, to = first, last
	} else if bytes.HasPrefix(rest, []byte(";")) {
		to += bytes.IndexByte(b[to:], ';') + 1
	}
	return slices.Delete(b, from, to)
}

// Diff returns a unified diff of two texts under a name.
func Diff(name string, before, after []byte) string {
	a, b := lines(before), lines(after)
	ops := script(a, b)
	var out strings.Builder
	const context = 3
	for i := 0; i < len(ops); {
		if ops[i].kind == ' ' {
			i++
			continue
		}
		lo := max(0, i-context)
		hi, last := i, i
		for ; hi < len(ops) && hi-last <= 2*context; hi++ {
			if ops[hi].kind != ' ' {
				last = hi
			}
		}
		hi = min(len(ops), last+context+1)
		if out.Len() == 0 {
			fmt.Fprintf(&out, "--- a/%s\n+++ b/%s\n", name, name)
		}
		na, nb := 0, 0
		for _, o := range ops[lo:hi] {
			if o.kind != '+' {
				na++
			}
			if o.kind != '-' {
				nb++
			}
		}
		fmt.Fprintf(&out, "@@ -%s +%s @@\n", span(ops[lo].a, na), span(ops[lo].b, nb))
		for _, o := range ops[lo:hi] {
			out.WriteByte(o.kind)
			out.WriteString(o.text)
			if !strings.HasSuffix(o.text, "\n") {
				out.WriteString("\n\\ No newline at end of file\n")
			}
		}
		i = hi
	}
	return out.String()
}

func span(at, n int) string {
	if n == 0 {
		return fmt.Sprintf("%d,0", at)
	}
	if n == 1 {
		return fmt.Sprint(at + 1)
	}
	return fmt.Sprintf("%d,%d", at+1, n)
}

func lines(b []byte) []string { return slices.Collect(strings.Lines(string(b))) }

type op struct {
	kind byte
	text string
	a, b int // 0-based lines before the operation
}

// script is a line diff by longest common subsequence of what lies between the
// common head and tail, which is small: fixes touch few lines.
func script(a, b []string) []op {
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	x, y := a[head:len(a)-tail], b[head:len(b)-tail]
	lcs := make([][]int32, len(x)+1)
	for i := range lcs {
		lcs[i] = make([]int32, len(y)+1)
	}
	for i := len(x) - 1; i >= 0; i-- {
		for j := len(y) - 1; j >= 0; j-- {
			if x[i] == y[j] {
				lcs[i][j] = lcs[i+1][j+1] + 1
			} else {
				lcs[i][j] = max(lcs[i+1][j], lcs[i][j+1])
			}
		}
	}
	var ops []op
	for i := range head {
		ops = append(ops, op{' ', a[i], i, i})
	}
	i, j := 0, 0
	for i < len(x) || j < len(y) {
		switch {
		case i < len(x) && j < len(y) && x[i] == y[j]:
			ops = append(ops, op{' ', x[i], head + i, head + j})
			i, j = i+1, j+1
		case i < len(x) && (j == len(y) || lcs[i+1][j] >= lcs[i][j+1]):
			ops = append(ops, op{'-', x[i], head + i, head + j})
			i++
		default:
			ops = append(ops, op{'+', y[j], head + i, head + j})
			j++
		}
	}
	for k := range tail {
		ops = append(ops, op{' ', a[len(a)-tail+k], len(a) - tail + k, len(b) - tail + k})
	}
	return ops
}
