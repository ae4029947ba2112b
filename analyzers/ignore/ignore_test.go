package ignore

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

const file = "p.go"

func parse(t *testing.T, src string) (*token.FileSet, *ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, file, src, parser.ParseComments)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return fset, f
}

func read(t *testing.T, src string) (*token.FileSet, *Set) {
	t.Helper()
	fset, f := parse(t, src)
	return fset, Read(fset, []*ast.File{f})
}

func at(line int) token.Position { return token.Position{Filename: file, Line: line} }

// covered lists the lines on which findings of the rule are silenced, as spans.
func covered(s *Set, src, rule string) string {
	var out []string
	first := 0
	n := strings.Count(src, "\n") + 1
	for l := 1; l <= n+1; l++ {
		hit := l <= n && s.Match(rule, at(l)) != nil
		switch {
		case hit && first == 0:
			first = l
		case !hit && first == l-1 && first > 0:
			out = append(out, fmt.Sprint(first))
			first = 0
		case !hit && first > 0:
			out = append(out, fmt.Sprintf("%d-%d", first, l-1))
			first = 0
		}
	}
	return strings.Join(out, " ")
}

// TestScope: DIR stands for a directive in what follows; the package clause is on
// line 1 unless the text has one.
func TestScope(t *testing.T) {
	const dir = "//mcplint:ignore leak it is meant so"
	for _, c := range []struct{ name, src, want string }{
		{"end of a line", "func f() {\n\tg()\n\tg() DIR\n\tg()\n}\n", "4"},
		{"statement that begins on the line", "func f() {\n\tif x { DIR\n\t\tg()\n\t}\n\tg()\n}\n", "3-5"},
		{"declaration that begins on the line", "func f() { DIR\n\tg()\n}\n\nfunc g() {}\n", "2-4"},
		{"call over lines, at its begin", "func f() {\n\tg( DIR\n\t\t1,\n\t\t2,\n\t)\n\tg()\n}\n", "3-6"},
		{"call over lines, at its end", "func f() {\n\tg(\n\t\t1,\n\t\t2,\n\t) DIR\n\tg()\n}\n", "3-6"},
		{"block's end is not its statement's", "func f() {\n\tif x {\n\t\tg()\n\t} DIR\n\tg()\n}\n", "5"},
		{"argument at its end", "func f() {\n\tg(\n\t\t1,\n\t\t2, DIR\n\t\t3,\n\t)\n}\n", "5"},
		{"smallest statement that ends there", "func f() {\n\tg(func() {\n\t\th()\n\t\tk(1,\n\t\t\t2) DIR\n\t})\n}\n", "5-6"},
		{"smallest of two that end there", "func f() {\n\tg(func() {\n\t\th(1,\n\t\t\t2) }) DIR\n\tg()\n}\n", "4-5"},
		{"else branch", "func f() {\n\tif x {\n\t\tg()\n\t} else if y { DIR\n\t\tg()\n\t}\n}\n", "5-7"},
		{"case", "func f() {\n\tswitch x {\n\tcase 1: DIR\n\t\tg()\n\t\tg()\n\tcase 2:\n\t\tg()\n\t}\n}\n", "4-6"},

		{"own line, statement", "func f() {\n\tDIR\n\tg(\n\t\t1,\n\t)\n\tg()\n}\n", "3-6"},
		{"own line, compound statement", "func f() {\n\tDIR\n\tfor {\n\t\tg()\n\t}\n\tg()\n}\n", "3-6"},
		{"own line, function", "// f does.\n//\nDIR\nfunc f() {\n\tg()\n}\n\nfunc g() {}\n", "4-7"},
		{"own line, group of declarations", "DIR\nvar (\n\ta = 1\n\tb = 2\n)\n\nvar c = 3\n", "2-6"},
		{"own line, one of a group", "var (\n\ta = 1\n\tDIR\n\tb = 2\n\tc = 3\n)\n", "4-5"},
		{"own line, field", "type t struct {\n\ta int\n\tDIR\n\tb struct {\n\t\tc int\n\t}\n\td int\n}\n", "4-7"},
		{"own line, element", "var x = []any{\n\tDIR\n\tmap[string]int{\n\t\t\"a\": 1,\n\t},\n\t2,\n}\n", "3-6"},
		{"own line, argument", "func f() {\n\tg(\n\t\t1,\n\t\tDIR\n\t\tfunc() {\n\t\t\th()\n\t\t},\n\t\t2,\n\t)\n}\n", "5-8"},
		{"own line, more comments before the code", "func f() {\n\tDIR\n\t// and here is why\n\tg()\n\tg()\n}\n", "3-5"},
		{"two in a row", "func f() {\n\t//mcplint:ignore other for another\n\tDIR\n\tg()\n\tg()\n}\n", "4-5"},
		{"nothing follows", "func f() {\n\tg()\n\tDIR\n}\n", "4-5"},

		{"file", "DIR\n\n// Package p does.\npackage p\n\nfunc f() {\n\tg()\n}\n", "1-9"},
		{"doc of the package", "// Package p does.\n//\nDIR\npackage p\n\nfunc f() {}\n", "1-7"},
	} {
		src := strings.ReplaceAll(c.src, "DIR", dir)
		if !strings.Contains(src, "package p\n") {
			src = "package p\n" + src
		}
		_, s := read(t, src)
		if got := covered(s, src, "leak"); got != c.want {
			t.Errorf("%s: covers lines %q, want %q:\n%s", c.name, got, c.want, src)
		}
		if got := covered(s, src, "hang"); got != "" {
			t.Errorf("%s: covers lines %q for a rule that it does not name", c.name, got)
		}
		if ps := s.Problems(func(string) string { return "" }); len(ps) > 0 {
			t.Errorf("%s: %+v", c.name, ps)
		}
		for _, p := range []token.Position{{Filename: "q.go", Line: 3}, {}} {
			if s.Match("leak", p) != nil {
				t.Errorf("%s: covers %v", c.name, p)
			}
		}
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct {
		comment string
		rules   string // of leak, hang and slow, those that are silenced
		reason  string
	}{
		{"//mcplint:ignore leak for the test", "leak", "for the test"},
		{"//mcplint:ignore leak,slow   for the test  ", "leak slow", "for the test"},
		{"//mcplint:ignore\tleak\tfor the test", "leak", "for the test"},
		{"//nolint:mcplint", "leak hang slow", ""},
		{"//nolint:mcplint // for the test", "leak hang slow", "for the test"},
		{"//nolint:errcheck,mcplint // for the test", "leak hang slow", "for the test"},
		{"//nolint:errcheck, mcplint // for the test", "leak hang slow", "for the test"},
		{"//nolint:mcplint for the test", "leak hang slow", ""},
		{"//nolint:errcheck for the test, mcplint", "", ""},
		{"//nolint:errcheck // mcplint", "", ""},
		{"//nolint:mcplints", "", ""},
		{"//mcplint:ignore leak", "", ""},
		{"//mcplint:ignore leak, slow for the test", "", ""},
		{"/*mcplint:ignore leak for the test*/", "", ""},
	} {
		_, s := read(t, "package p\n\nvar x = 1 "+c.comment+"\n")
		var got []string
		reason := ""
		for _, r := range []string{"leak", "hang", "slow"} {
			if d := s.Match(r, at(3)); d != nil {
				got = append(got, r)
				reason = d.Reason
			}
		}
		if strings.Join(got, " ") != c.rules || reason != c.reason {
			t.Errorf("%s: %v for %q; want %s for %q", c.comment, got, reason, c.rules, c.reason)
		}
	}
}

// A finding is silenced by what covers any step that leads to it, and each
// directive that would do so is used.
func TestSteps(t *testing.T) {
	src := "package p\n\nvar a = 1 //mcplint:ignore leak the cause\nvar b = 2 //mcplint:ignore leak the place\nvar c = 3\n"
	_, s := read(t, src)
	if d := s.Match("leak", at(5)); d != nil {
		t.Errorf("silenced by %+v", d)
	}
	all := func(string) bool { return true }
	if n := len(s.Unused(all)); n != 2 {
		t.Errorf("%d unused, want 2", n)
	}
	if d := s.Match("leak", at(5), at(4), at(3)); d == nil || d.Reason != "the place" {
		t.Errorf("a step on line 4: %+v", d)
	}
	if us := s.Unused(all); len(us) != 0 {
		t.Errorf("unused: %+v", us)
	}
}

// text is what a problem is about.
func text(fset *token.FileSet, src string, p Problem) string {
	return src[fset.Position(p.Pos).Offset:fset.Position(p.End).Offset]
}

func TestProblems(t *testing.T) {
	known := func(r string) string {
		if slices.Contains([]string{"leak", "hang"}, r) {
			return ""
		}
		return "no such rule: " + r
	}
	for _, c := range []struct{ comment, about, want string }{
		{"//mcplint:ignore leak,hang it is meant so", "", ""},
		{"//mcplint:ignore leak", "//mcplint:ignore leak", "gives no reason and has no effect: write //mcplint:ignore leak reason"},
		{"//mcplint:ignore leak   ", "//mcplint:ignore leak   ", "gives no reason"},
		{"//mcplint:ignore", "//mcplint:ignore", "names no rule"},
		{"//mcplint:ignore , so", "//mcplint:ignore , so", "names no rule"},
		{"//mcplint:ignore leak, hang it is meant so", "//mcplint:ignore leak, hang it is meant so", "ends with a comma"},
		{"// mcplint:ignore leak it is meant so", "// mcplint:ignore leak it is meant so", "no space after the slashes"},
		{"//mcplint:ignore leek,hang it is meant so", "//mcplint:ignore", "no such rule: leek"},
		{"//mcplint:ignored leak it is meant so", "//mcplint:ignored leak it is meant so", "unknown directive //mcplint:ignored: there are ignore, sanitizes,"},
		{"//mcplint:sanitizes", "//mcplint:sanitizes", "//mcplint:sanitizes has no effect here: put it into the doc comment of a function"},
		{"//mcplint:mutates once", "//mcplint:mutates once", "unknown operand of //mcplint:mutates: once"},
		{"//mcplint:mutates  idempotent", "//mcplint:mutates  idempotent", "unknown operand of //mcplint:mutates"},
		{"//mcplint:sanitizes\tit", "//mcplint:sanitizes\tit", "unknown directive //mcplint:sanitizes\tit"},
		{"//nolint:mcplint", "", ""},
		{"// see the mcplint:ignore directive", "", ""},
	} {
		src := "package p\n\nfunc f() {\n\tprint(\"ä\") " + c.comment + "\n}\n"
		fset, s := read(t, src)
		ps := s.Problems(known)
		if c.want == "" {
			if len(ps) > 0 {
				t.Errorf("%s: %+v", c.comment, ps)
			}
			continue
		}
		if len(ps) != 1 || !strings.Contains(ps[0].Message, c.want) || text(fset, src, ps[0]) != c.about {
			t.Errorf("%s: %+v, want one on %q: %s", c.comment, ps, c.about, c.want)
		}
		// What is malformed silences nothing.
		if c.about == c.comment && s.Match("leak", at(4)) != nil {
			t.Errorf("%s: has an effect", c.comment)
		}
	}
}

// The directives of functions belong into doc comments, of methods too.
func TestFunctionDirectives(t *testing.T) {
	for _, name := range []string{"sanitizes", "mutates", "mutates idempotent", "readonly", "converts-errors", "handler"} {
		in := "package p\n\n// f does.\n//\n//mcplint:" + name + "\nfunc f() {}\n\ntype t int\n\n//mcplint:" + name + "\nfunc (t) m() {}\n"
		_, s := read(t, in)
		if ps := s.Problems(func(string) string { return "" }); len(ps) > 0 {
			t.Errorf("%s: %+v", name, ps)
		}
		for _, out := range []string{"//mcplint:" + name + "\nvar x = 1\n", "//mcplint:" + name + "\n\nfunc f() {}\n", "//mcplint:" + name + "\ntype t int\n"} {
			_, s := read(t, "package p\n\n"+out)
			if ps := s.Problems(func(string) string { return "" }); len(ps) != 1 {
				t.Errorf("%q: %+v, want one problem", out, ps)
			}
		}
	}
}

// Only rules that ran are judged, each rule of a list by itself, and //nolint is
// for others to judge.
func TestUnused(t *testing.T) {
	src := "package p\n\nvar a = 1 //mcplint:ignore leak,hang,slow it is meant so\nvar b = 2 //nolint:mcplint // so\n"
	fset, s := read(t, src)
	s.Match("leak", at(3))
	us := s.Unused(func(r string) bool { return r != "slow" })
	if len(us) != 1 || !strings.Contains(us[0].Message, "silences no finding of hang") || text(fset, src, us[0]) != Prefix {
		t.Errorf("%+v", us)
	}
}

// A package and its test variant hold the same files.
func TestFileTwice(t *testing.T) {
	fset := token.NewFileSet()
	var files []*ast.File
	for range 2 {
		f, err := parser.ParseFile(fset, file, "package p\n\nvar a = 1 //mcplint:ignore leak it is meant so\nvar b = 1 //mcplint:ignore leak\n", parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	s := Read(fset, files)
	if n := len(s.Problems(func(string) string { return "" })); n != 1 {
		t.Errorf("%d problems, want 1", n)
	}
	if n := len(s.Unused(func(string) bool { return true })); n != 1 {
		t.Errorf("%d unused, want 1", n)
	}
}

// TestSilence: an analyzer that reports every call, with its first argument as the
// step that leads there.
func TestSilence(t *testing.T) {
	src := `package p

func f() {
	print(0)
	print(1) //mcplint:ignore calls it is meant so
	print(2) //mcplint:ignore other it is meant so
	print(
		3, //mcplint:ignore calls the cause
	)
	print(4) //nolint:mcplint
}
`
	fset, f := parse(t, src)
	a := &analysis.Analyzer{Name: "calls", Run: func(pass *analysis.Pass) (any, error) {
		for n := range ast.Preorder(pass.Files[0]) {
			if c, ok := n.(*ast.CallExpr); ok {
				pass.Report(analysis.Diagnostic{
					Pos: c.Pos(), Message: c.Args[0].(*ast.BasicLit).Value,
					Related: []analysis.RelatedInformation{{Pos: c.Args[0].Pos(), Message: "here"}},
				})
			}
		}
		return "result", nil
	}}
	var got []string
	pass := &analysis.Pass{Analyzer: a, Fset: fset, Files: []*ast.File{f}, Report: func(d analysis.Diagnostic) { got = append(got, d.Message) }}
	q := Silence(a)
	res, err := q.Run(pass)
	if err != nil || res != "result" {
		t.Errorf("%v, %v", res, err)
	}
	if s := strings.Join(got, " "); s != "0 2" {
		t.Errorf("reported %q, want 0 2", s)
	}
	got = nil
	if _, err := a.Run(pass); err != nil || len(got) != 5 {
		t.Errorf("the analyzer itself reports %v: %v", got, err)
	}
}
