package fix

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomcplint/mcplint/cmd/mcplint/internal/report"
)

func edit(file string, start, end int, text string) report.Edit {
	return report.Edit{File: file, Start: start, End: end, NewText: text}
}

func fixOf(es ...report.Edit) report.Fix { return report.Fix{Edits: es} }

// in is a plan for the files of a folder.
func in(dir string) *Plan {
	return New(func(f string) string { return filepath.Join(dir, f) })
}

func write(t *testing.T, name, s string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(s), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestOverlap: of two fixes, whether the second one is taken as well.
func TestOverlap(t *testing.T) {
	for _, c := range []struct {
		name   string
		a, b   report.Edit
		taken  bool
		result string
	}{
		{"apart", edit("f", 0, 2, "A"), edit("f", 5, 6, "B"), true, "A234B6789"},
		{"apart, the other way round", edit("f", 5, 6, "B"), edit("f", 0, 2, "A"), true, "A234B6789"},
		{"touching", edit("f", 0, 2, "A"), edit("f", 2, 4, "B"), true, "AB456789"},
		{"touching, the other way round", edit("f", 2, 4, "A"), edit("f", 0, 2, "B"), true, "BA456789"},
		{"first and last", edit("f", 0, 1, "A"), edit("f", 9, 10, "B"), true, "A12345678B"},
		{"another file", edit("f", 0, 2, "A"), edit("g", 0, 2, "B"), true, "A23456789"},
		{"the same change", edit("f", 0, 2, "A"), edit("f", 0, 2, "A"), true, "A23456789"},
		{"overlapping", edit("f", 0, 3, "A"), edit("f", 2, 4, "B"), false, "A3456789"},
		{"within", edit("f", 0, 5, "A"), edit("f", 2, 3, "B"), false, "A56789"},
		{"around", edit("f", 2, 3, "A"), edit("f", 0, 5, "B"), false, "01A3456789"},
		{"the same place, another text", edit("f", 0, 2, "A"), edit("f", 0, 2, "B"), false, "A23456789"},
		{"insertion within", edit("f", 0, 5, "A"), edit("f", 2, 2, "B"), false, "A56789"},
		{"insertion behind", edit("f", 0, 5, "A"), edit("f", 5, 5, "B"), true, "AB56789"},
		{"two insertions at one place", edit("f", 2, 2, "A"), edit("f", 2, 2, "B"), false, "01A23456789"},
		{"one insertion twice", edit("f", 2, 2, "A"), edit("f", 2, 2, "A"), false, "01A23456789"},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "f"), "0123456789")
		p := in(dir)
		if !p.Add(fixOf(c.a)) {
			t.Fatalf("%s: the first one is not taken", c.name)
		}
		if got := p.Add(fixOf(c.b)); got != c.taken {
			t.Errorf("%s: taken is %v", c.name, got)
		}
		taken, left := 1, 1
		if c.taken {
			taken, left = 2, 0
		}
		if p.Taken != taken || p.Left != left {
			t.Errorf("%s: %d taken and %d left, want %d and %d", c.name, p.Taken, p.Left, taken, left)
		}
		before, after, err := p.Content(filepath.Join(dir, "f"))
		if err != nil || string(before) != "0123456789" || string(after) != c.result {
			t.Errorf("%s: %s to %s, %v; want %s", c.name, before, after, err, c.result)
		}
	}
}

// A fix is taken with all its edits or with none.
func TestAllOrNone(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "f"), "0123456789")
	p := in(dir)
	p.Add(fixOf(edit("f", 4, 6, "A")))
	copied := p.Clone()
	if p.Add(fixOf(edit("f", 0, 1, "B"), edit("g", 0, 1, "B"), edit("f", 5, 7, "B"))) {
		t.Error("taken in spite of its last edit")
	}
	if fs := p.Files(); len(fs) != 1 {
		t.Errorf("files %v", fs)
	}
	// What a copy takes, the original does not have.
	copied.Add(fixOf(edit("f", 0, 1, "C"), edit("e", 0, 1, "C")))
	_, after, err := p.Content(filepath.Join(dir, "f"))
	if err != nil || string(after) != "0123A6789" || p.Taken != 1 || p.Left != 1 {
		t.Errorf("%s, %v, %+v", after, err, p)
	}
	if fs := copied.Files(); len(fs) != 2 || filepath.Base(fs[0]) != "e" || copied.Taken != 2 || copied.Left != 0 {
		t.Errorf("%v, %+v", fs, copied)
	}
}

// replace is the fix that puts one text for another.
func replace(t *testing.T, src, old, text string) report.Fix {
	t.Helper()
	i := strings.Index(src, old)
	if i < 0 {
		t.Fatalf("no %q", old)
	}
	return fixOf(edit("f.go", i, i+len(old), text))
}

func TestContent(t *testing.T) {
	for _, c := range []struct{ name, src, old, text, want string }{
		{
			"formatted before, formatted after",
			"package p\n\nfunc f() {\n\tg()\n}\n", "g()", "if x {\ng( )\n}",
			"package p\n\nfunc f() {\n\tif x {\n\t\tg()\n\t}\n}\n",
		},
		{
			"not formatted before",
			"package p\nfunc f() {\n  g()\n}\n", "g()", "h( )",
			"package p\nfunc f() {\n  h( )\n}\n",
		},
		{
			"does not parse afterwards",
			"package p\n\nimport \"fmt\"\n\nfunc f() { fmt.Println() }\n", "fmt.Println()", "}",
			"package p\n\nimport \"fmt\"\n\nfunc f() { } }\n",
		},
		{
			"the only import",
			"package p\n\nimport \"fmt\"\n\nfunc f() { fmt.Println() }\n", "fmt.Println()", "g()",
			"package p\n\nfunc f() { g() }\n",
		},
		{
			"an import of a group",
			"package p\n\nimport (\n\t\"fmt\"\n\t\"os\" // for the exit\n)\n\nfunc f() { fmt.Println(); os.Exit(1) }\n", "fmt.Println(); os.Exit(1)", "fmt.Println()",
			"package p\n\nimport (\n\t\"fmt\"\n)\n\nfunc f() { fmt.Println() }\n",
		},
		{
			"a named import with a comment, alone in its section",
			"package p\n\nimport (\n\t\"fmt\"\n\n\t// why\n\tx \"os\"\n\n\t\"time\"\n)\n\nfunc f() { fmt.Println(time.Now()); x.Exit(1) }\n", "; x.Exit(1)", "",
			"package p\n\nimport (\n\t\"fmt\"\n\n\t\"time\"\n)\n\nfunc f() { fmt.Println(time.Now()) }\n",
		},
		{
			"a whole group, with its comment",
			"package p\n\n// why\nimport (\n\t\"fmt\"\n\t\"os\"\n)\n\nfunc f() { fmt.Fprint(os.Stdout) }\n", "fmt.Fprint(os.Stdout)", "g()",
			"package p\n\nfunc f() { g() }\n",
		},
		{
			"imports on one line",
			"package p\n\nimport ( \"fmt\"; \"os\" )\n\nfunc f() { fmt.Println(); os.Exit(1) }\n", "fmt.Println();", "",
			"package p\n\nimport (  \"os\" )\n\nfunc f() {  os.Exit(1) }\n",
		},
		{
			"an import behind the parenthesis",
			"package p\n\nimport (\"fmt\"\n\t\"os\")\n\nfunc f() { fmt.Println(); os.Exit(1) }\n", "fmt.Println();", "",
			"package p\n\nimport (\n\t\"os\")\n\nfunc f() {  os.Exit(1) }\n",
		},
		{
			"what is not formatted stays so when an import goes",
			"package p\nimport (\n  \"fmt\"\n  \"os\"\n)\nfunc f() { fmt.Println( ); os.Exit( 1 ) }\n", "fmt.Println( ); ", "",
			"package p\nimport (\n  \"os\"\n)\nfunc f() { os.Exit( 1 ) }\n",
		},
		{
			"line ends stay when an import goes",
			"package p\r\n\r\nimport (\r\n\t\"fmt\"\r\n\t\"os\"\r\n)\r\n\r\nfunc f() { fmt.Println(); os.Exit(1) }\r\n", "fmt.Println(); ", "",
			"package p\r\n\r\nimport (\r\n\t\"os\"\r\n)\r\n\r\nfunc f() { os.Exit(1) }\r\n",
		},
		{
			"imports for their effect, and those not used before",
			"package p\n\nimport (\n\t\"fmt\"\n\t_ \"net/http/pprof\"\n\t\"os\"\n\t. \"strings\"\n)\n\nfunc f() { fmt.Println(ToUpper(\"\")) }\n", "ToUpper(\"\")", "",
			"package p\n\nimport (\n\t\"fmt\"\n\t_ \"net/http/pprof\"\n\t\"os\"\n\t. \"strings\"\n)\n\nfunc f() { fmt.Println() }\n",
		},
		{
			"an import that the fix brings",
			"package p\n\nimport \"fmt\"\n\nfunc f() { fmt.Println() }\n", "\"fmt\"\n\nfunc f() { fmt.Println() }", "\"os\"\n\nfunc f() { os.Exit(1) }",
			"package p\n\nimport \"os\"\n\nfunc f() { os.Exit(1) }\n",
		},
	} {
		dir := t.TempDir()
		name := filepath.Join(dir, "f.go")
		write(t, name, c.src)
		p := in(dir)
		p.Add(replace(t, c.src, c.old, c.text))
		before, after, err := p.Content(name)
		if err != nil || string(before) != c.src {
			t.Errorf("%s: %v, before %q", c.name, err, before)
		}
		if string(after) != c.want {
			t.Errorf("%s:\n%q\nwant\n%q", c.name, after, c.want)
		}
		if b, err := os.ReadFile(name); err != nil || string(b) != c.src {
			t.Errorf("%s: the file was written", c.name)
		}
	}
}

// Edits that the file cannot have are an error, and so is a file that is gone.
func TestContentRefused(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "f.go")
	for _, es := range [][]report.Edit{
		{edit("f.go", 8, 12, "")},
		{edit("f.go", 4, 3, "")},
		{edit("f.go", 0, 4, "a"), edit("f.go", 2, 6, "b")}, // one fix against itself
	} {
		write(t, name, "package p\n")
		p := in(dir)
		p.Add(fixOf(es...))
		if _, after, err := p.Content(name); err == nil || !strings.Contains(err.Error(), "has changed since it was analysed") {
			t.Errorf("%+v: %q, %v", es, after, err)
		}
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
		if _, _, err := p.Content(name); err == nil {
			t.Error("no error for a file that is gone")
		}
	}
}

func TestDiff(t *testing.T) {
	if d := Diff("a.go", []byte("a\n"), []byte("a\n")); d != "" {
		t.Errorf("of nothing: %q", d)
	}
	if d, want := Diff("a.go", []byte("a\n"), []byte("b\n")), "--- a/a.go\n+++ b/a.go\n@@ -1 +1 @@\n-a\n+b\n"; d != want {
		t.Errorf("of one line: %q, want %q", d, want)
	}
	if d, want := Diff("a.go", nil, []byte("b\n")), "--- a/a.go\n+++ b/a.go\n@@ -0,0 +1 @@\n+b\n"; d != want {
		t.Errorf("of an empty file: %q, want %q", d, want)
	}
	const want = `--- a/dir/a.go
+++ b/dir/a.go
@@ -2,7 +2,7 @@
 2
 3
 4
-5
+five
 6
 7
 8
@@ -18,3 +18,4 @@
 18
 19
 20
+21
\ No newline at end of file
`
	var lines []string
	for i := range 20 {
		lines = append(lines, fmt.Sprintln(i+1))
	}
	before := strings.Join(lines, "")
	lines[4] = "five\n"
	if d := Diff("dir/a.go", []byte(before), []byte(strings.Join(lines, "")+"21")); d != want {
		t.Errorf("%s\nwant\n%s", d, want)
	}
}

// TestDiffApplies: git makes the new text out of the old one and the patch,
// whatever the two are.
func TestDiffApplies(t *testing.T) {
	dir := t.TempDir()
	rnd := rand.New(rand.NewPCG(1, 2))
	text := func(words string, n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte(words[rnd.IntN(len(words))])
			b.WriteByte('\n')
		}
		return b.String()
	}
	// mutate takes lines out, puts lines in and changes lines.
	mutate := func(s string) string {
		var out []string
		for l := range strings.Lines(s) {
			switch rnd.IntN(12) {
			case 0:
			case 1:
				out = append(out, "new\n", l)
			case 2:
				out = append(out, "changed "+l)
			default:
				out = append(out, l)
			}
		}
		return strings.Join(out, "")
	}
	var patch strings.Builder
	want := map[string]string{}
	add := func(name, before, after string) {
		write(t, filepath.Join(dir, name), before)
		want[name] = after
		patch.WriteString(Diff(name, []byte(before), []byte(after)))
	}
	for i := range 60 {
		before := text("abc", rnd.IntN(40))
		add(fmt.Sprintf("dir/f%d", i), before, mutate(before))
	}
	add("a b/sö me.go", "a\nb\n", "a\nc\n")
	add("end", "a\nb", "a\nc")
	add("end gets a newline", "a\nb", "a\nb\n")
	add("end loses its newline", "a\nb\n", "a\nb")
	add("first line", "a\nb\nc\nd\ne\nf\n", "x\na\nb\nc\nd\ne\nf\n")
	add("crlf", "a\r\nb\r\n", "a\r\nc\r\n")
	write(t, filepath.Join(dir, "p.patch"), patch.String())
	cmd := exec.Command("git", "apply", "--whitespace=nowarn", "p.patch")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(dir))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git apply: %v\n%s", err, out)
	}
	for name, s := range want {
		b, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && s != "" || string(b) != s { // git removes a file without a line
			t.Errorf("%s: %v, %q, want %q", name, err, b, s)
		}
	}
}
