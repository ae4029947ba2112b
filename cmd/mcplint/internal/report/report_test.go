package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func at(file string, line, col int, rule, msg string) Finding {
	return Finding{
		Rule: rule, Level: "warning", Confidence: "high", Message: msg, File: file, Line: line, Column: col, EndLine: line, EndColumn: col + 4,
		Package: "example.com/p", Func: "f", Text: "\tleak(err)", URL: "https://example.com/" + rule,
	}
}

// inRepository is a report whose module is in a folder of a repository.
func inRepository(t *testing.T, fs ...Finding) *Report {
	t.Helper()
	repo := t.TempDir()
	mod := filepath.Join(repo, "servers", "the notes")
	for _, d := range []string{filepath.Join(repo, ".git"), mod} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	r := &Report{Tool: Tool{"mcplint", "v1.2.3"}, Source: NewSource(mod, mod), Findings: fs}
	r.Sort()
	return r
}

func TestSort(t *testing.T) {
	r := inRepository(t,
		at("b.go", 1, 1, "leak", "m"), at("a.go", 9, 1, "leak", "m"), at("a.go", 2, 7, "leak", "m"), at("a.go", 2, 3, "leak", "n"),
		at("a.go", 2, 3, "leak", "m"), at("a.go", 2, 3, "hang", "m"), at("a.go", 2, 3, "leak", "m"), at("b.go", 1, 1, "leak", "m"), // test variants find some again
	)
	var got []string
	seen := map[string]bool{}
	for _, f := range r.Findings {
		got = append(got, fmt.Sprintf("%s:%d:%d %s %s", f.File, f.Line, f.Column, f.Rule, f.Message))
		if f.Fingerprint == "" || seen[f.Fingerprint] {
			t.Errorf("%v has no fingerprint of its own", f)
		}
		seen[f.Fingerprint] = true
	}
	if s, want := strings.Join(got, ", "), "a.go:2:3 hang m, a.go:2:3 leak m, a.go:2:3 leak n, a.go:2:7 leak m, a.go:9:1 leak m, b.go:1:1 leak m"; s != want {
		t.Errorf("%s\nwant %s", s, want)
	}

	// A helper that the tools of several packages share.
	shared := []Finding{at("c.go", 4, 2, "leak", `tool "one": m`), at("c.go", 4, 2, "leak", `tool "two": m`)}
	shared[0].Tool, shared[1].Tool = "one", "two"
	if got := inRepository(t, shared...).Findings; len(got) != 1 || got[0].Tool != "one" || len(got[0].Related) != 1 || got[0].Related[0].Message != "as in tool two" {
		t.Errorf("a shared place gives %v, want one finding that names the other tool", got)
	}

	r.Coverage.Skipped = []Place{{"b.go", 1, "x"}, {"a.go", 3, "y"}, {"a.go", 3, "x"}, {"a.go", 3, "y"}}
	r.Coverage.Unresolved = slices.Clone(r.Coverage.Skipped)
	r.Sort()
	for _, ps := range [][]Place{r.Coverage.Skipped, r.Coverage.Unresolved} {
		if s := fmt.Sprint(ps); s != "[{a.go 3 x} {a.go 3 y} {b.go 1 x}]" {
			t.Errorf("places %s", s)
		}
	}
}

// A fingerprint is that of what stands at a place, not of where it stands.
func TestFingerprint(t *testing.T) {
	print := func(change func(*Finding)) string {
		f := at("a.go", 2, 3, "leak", "m")
		change(&f)
		return inRepository(t, f).Findings[0].Fingerprint
	}
	was := print(func(*Finding) {})
	for name, change := range map[string]func(*Finding){
		"line":        func(f *Finding) { f.Line, f.EndLine, f.Column = 80, 80, 9 },
		"indentation": func(f *Finding) { f.Text = "\t\t\tleak(err)  " },
		"message":     func(f *Finding) { f.Message = "n" },
		"file":        func(f *Finding) { f.File = "b.go" },
	} {
		if print(change) != was {
			t.Errorf("another %s makes it another finding", name)
		}
	}
	for name, change := range map[string]func(*Finding){
		"rule":     func(f *Finding) { f.Rule = "hang" },
		"package":  func(f *Finding) { f.Package = "example.com/q" },
		"function": func(f *Finding) { f.Func = "g" },
		"text":     func(f *Finding) { f.Text = "leak(other)" },
	} {
		if print(change) == was {
			t.Errorf("another %s leaves it the same finding", name)
		}
	}
}

func TestSource(t *testing.T) {
	repo := t.TempDir()
	mod := filepath.Join(repo, "m")
	sub := filepath.Join(mod, "sub")
	if err := os.MkdirAll(sub, 0o755); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(mod, "a.go")
	if err := os.WriteFile(name, []byte("one\r\ntwo\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if s := NewSource(mod, mod); s.Repository != mod && s.Repository != "/" {
		t.Errorf("repository %s, want the module where there is none", s.Repository)
	}
	// Of a work tree, .git is a file.
	if err := os.WriteFile(filepath.Join(repo, ".git"), []byte("gitdir: elsewhere\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	s := NewSource(sub, mod)
	if s.Repository != repo {
		t.Errorf("repository %s, want %s", s.Repository, repo)
	}
	file := s.Rel(name)
	if file != "../a.go" || s.Abs(file) != name || s.Abs(name) != name {
		t.Errorf("%s, and back %s", file, s.Abs(file))
	}
	for n, want := range map[int]string{0: "", 1: "one", 2: "two", 3: "", 4: "", -1: ""} {
		if got := s.Line(file, n); got != want {
			t.Errorf("line %d: %q, want %q", n, got, want)
		}
	}
	if s.Line("none.go", 1) != "" || s.Lines("none.go") != nil {
		t.Error("lines of no file")
	}
	r := &Report{Source: s}
	for file, want := range map[string]string{"../a.go": "m/a.go", "x/b.go": "m/sub/x/b.go", "../../top.go": "top.go", "..odd.go": "m/sub/..odd.go"} {
		if got, ok := r.RepositoryPath(file); got != want || !ok {
			t.Errorf("%s: %s, %v", file, got, ok)
		}
	}
	for _, file := range []string{"../../../out.go", "../../.."} {
		if got, ok := r.RepositoryPath(file); ok || !filepath.IsAbs(filepath.FromSlash(got)) {
			t.Errorf("%s: %s, %v; it is outside", file, got, ok)
		}
	}
}

func TestText(t *testing.T) {
	f := at("a.go", 3, 2, "leak", "the error leaks")
	f.EndColumn = 6
	f.Related = []Related{{"b.go", 1, 2, "it begins"}, {"a.go", 3, 2, "it ends"}}
	g := at("a.go", 5, 14, "hang", "it hangs")
	g.Text, g.EndColumn = "\tx := \"ä\" + <-c", 17
	accepted := at("a.go", 7, 1, "leak", "accepted")
	accepted.Suppressed = &Suppression{InSource, "so it is"}
	known := at("a.go", 8, 1, "leak", "known")
	known.Suppressed = &Suppression{Baseline, "in b"}
	r := inRepository(t, f, g, accepted, known)

	const want = `a.go:3:2: the error leaks (leak, high)
        leak(err)
        ^^^^
      1. b.go:1:2: it begins
      2. a.go:3:2: it ends
a.go:5:14: it hangs (hang, high)
        x := "ä" + <-c
                   ^^^
`
	if got := textOf(t, r, TextOptions{}); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	all := textOf(t, r, TextOptions{ShowSuppressed: true})
	for _, s := range []string{"accepted (leak, high) [suppressed: so it is]\n", "known (leak, high) [suppressed by the baseline]\n"} {
		if !strings.Contains(all, s) {
			t.Errorf("no %q in\n%s", s, all)
		}
	}
	for level, code := range map[string]string{"error": "31", "warning": "33", "note": "36"} {
		r.Findings[0].Level = level
		if got := textOf(t, r, TextOptions{Colour: true}); !strings.Contains(got, "\x1b[1ma.go:3:2:\x1b[0m the error leaks (\x1b["+code+"mleak\x1b[0m, high)") || !strings.Contains(got, "\x1b["+code+"m^^^^\x1b[0m") {
			t.Errorf("%s: %q", level, got)
		}
	}
}

func textOf(t *testing.T, r *Report, o TextOptions) string {
	t.Helper()
	var b bytes.Buffer
	if err := Text(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Carets, whatever the position is.
func TestExcerpt(t *testing.T) {
	for _, c := range []struct {
		text                   string
		column, endLine, endCo int // the line is 1
		want                   string
	}{
		{"abcdef", 3, 1, 5, "    abcdef\n      ^^\n"},
		{"abcdef", 3, 1, 3, "    abcdef\n      ^\n"},     // nothing is one caret
		{"abcdef", 3, 0, 0, "    abcdef\n      ^\n"},     // no end
		{"abcdef", 3, 1, 99, "    abcdef\n      ^^^^\n"}, // an end behind the line
		{"abcdef", 3, 4, 1, "    abcdef\n      ^^^^\n"},  // ends on another line
		{"abcdef", 7, 1, 8, "    abcdef\n"},              // behind the line
		{"abcdef", 1, 1, 3, "    abcdef\n    ^^\n"},
		{"abcdef", 0, 1, 2, "    abcdef\n"},                     // no column
		{"\ta\tb", 4, 1, 5, "        a    b\n             ^\n"}, // tabs are four wide
		{"\t \t", 1, 1, 2, ""},
		{"", 1, 1, 2, ""},
	} {
		var b bytes.Buffer
		excerpt(&b, &Finding{Text: c.text, Line: 1, Column: c.column, EndLine: c.endLine, EndColumn: c.endCo}, func(s string) string { return s })
		if b.String() != c.want {
			t.Errorf("%q %d-%d:%d: %q, want %q", c.text, c.column, c.endLine, c.endCo, &b, c.want)
		}
	}
}

func TestSummary(t *testing.T) {
	r := inRepository(t, at("a.go", 1, 1, "leak", "m"))
	r.Coverage = Coverage{Packages: 2, Registrations: 3, Handlers: 1}
	if got, want := Summary(r), "1 finding in 2 packages; 3 registrations, 1 handler analysed"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	r.Findings[0].Suppressed = &Suppression{Baseline, ""}
	r.Coverage = Coverage{Packages: 1, Unresolved: make([]Place, 4), Skipped: make([]Place, 5)}
	if got, want := Summary(r), "0 findings (and 1 suppressed) in 1 package; 0 registrations, 0 handlers analysed, 4 not resolved, 5 skipped; no MCP tool handler was found here"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// JSON has empty lists rather than null, and all that is suppressed.
func TestJSON(t *testing.T) {
	f := at("a <b>.go", 1, 1, "leak", "<nil> & more")
	f.Suppressed = &Suppression{InSource, "so"}
	f.Fixes = []Fix{{Message: "do"}}
	r := inRepository(t, f)
	var b bytes.Buffer
	if err := JSON(&b, r); err != nil {
		t.Fatal(err)
	}
	if s := b.String(); strings.Contains(strings.ReplaceAll(s, `"suppressed": null`, ""), "null") || !strings.Contains(s, "<nil> & more") || !strings.HasSuffix(s, "}\n") {
		t.Errorf("%s", s)
	}
	got := new(Report)
	d := json.NewDecoder(&b)
	d.DisallowUnknownFields()
	if err := d.Decode(got); err != nil {
		t.Fatal(err)
	}
	if len(got.Findings) != 1 || got.Findings[0].Suppressed == nil || got.Findings[0].Fingerprint != r.Findings[0].Fingerprint || got.Tool.Version != "v1.2.3" {
		t.Errorf("%+v", got)
	}
	b.Reset()
	if err := JSON(&b, inRepository(t)); err != nil || strings.Contains(b.String(), "null") || !strings.Contains(b.String(), `"findings": []`) {
		t.Errorf("of nothing: %v\n%s", err, &b)
	}
	if r.Findings[0].Related != nil {
		t.Error("the report was changed")
	}
}

func TestGitHub(t *testing.T) {
	note := at("a.go", 1, 2, "vague", "a note")
	note.Level = "note"
	long := at("a,b:c.go", 4, 1, "leak", "50% of\r\nthe text")
	long.EndLine, long.Related = 6, []Related{{"x.go", 7, 1, "it begins"}}
	grave := at("z.go", 9, 3, "leak", "grave")
	grave.Level = "error"
	hidden := at("z.go", 10, 3, "leak", "hidden")
	hidden.Suppressed = &Suppression{InSource, "so"}
	var b bytes.Buffer
	beyond, err := GitHub(&b, inRepository(t, note, long, grave, hidden))
	const want = `::error file=servers/the notes/z.go,line=9,col=3,endColumn=7,title=mcplint leak::grave
::warning file=servers/the notes/a%2Cb%3Ac.go,line=4,endLine=6,title=mcplint leak::50%25 of%0D%0Athe text%0A1. x.go:7: it begins
::notice file=servers/the notes/a.go,line=1,col=2,endColumn=6,title=mcplint vague::a note
`
	if err != nil || beyond != 0 || b.String() != want {
		t.Errorf("%v, %d beyond\n%s\nwant\n%s", err, beyond, &b, want)
	}

	var fs []Finding
	for i := range 15 {
		w, e := at("a.go", i+1, 1, "leak", "w"), at("b.go", i+1, 1, "leak", "e")
		e.Level = "error"
		if fs = append(fs, w); i < 12 {
			fs = append(fs, e)
		}
	}
	b.Reset()
	// Of each level ten are kept.
	if beyond, err := GitHub(&b, inRepository(t, fs...)); err != nil || beyond != 5+2 || strings.Count(b.String(), "\n") != 27 {
		t.Errorf("%v, %d beyond of\n%s", err, beyond, &b)
	}
}

func TestMarkdown(t *testing.T) {
	f := at("a|b.go", 3, 1, "leak", "text with | and <nil>, `code` and *stars* in one_name\nand a second line")
	r := inRepository(t, f)
	r.Faults = []string{"package bad does not build"}
	r.Coverage = Coverage{Handlers: 1, Skipped: []Place{{"c.go", 5, "too <large>"}}}
	var b bytes.Buffer
	if err := Markdown(&b, r); err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{
		"## mcplint\n\n1 finding in 0 packages; 0 registrations, 1 handler analysed, 1 skipped.\n",
		"- :warning: package bad does not build\n",
		"\n| Place | Level | Rule | Finding |\n|---|---|---|---|\n",
		"| a\\|b.go:3 | warning | [leak](https://example.com/leak) | text with \\| and &lt;nil&gt;, \\`code\\` and \\*stars\\* in one\\_name and a second line |\n",
		"<summary>1 place not analysed</summary>\n", "- c.go:5: too &lt;large&gt;\n\n</details>\n",
	} {
		if !strings.Contains(b.String(), s) {
			t.Errorf("no %q in\n%s", s, &b)
		}
	}

	b.Reset()
	if err := Markdown(&b, inRepository(t)); err != nil || strings.Contains(b.String(), "|") || strings.Contains(b.String(), "details") {
		t.Errorf("of nothing: %v\n%s", err, &b)
	}
	// GitHub takes 1 MiB.
	var fs []Finding
	for i := range 3000 {
		fs = append(fs, at("a.go", i+1, 1, "leak", strings.Repeat("long ", 100)))
	}
	r = inRepository(t, fs...)
	for i := range 3000 {
		r.Coverage.Skipped = append(r.Coverage.Skipped, Place{"a.go", i + 1, "too large"})
	}
	b.Reset()
	if err := Markdown(&b, r); err != nil || b.Len() > 1<<20 || strings.Count(b.String(), "2000 more") != 2 {
		t.Errorf("%v, %d bytes", err, b.Len())
	}
}

func TestGitLab(t *testing.T) {
	var fs []Finding
	for i, level := range []string{"error", "warning", "note"} {
		f := at("a.go", i+1, 1, "leak", "m <nil>")
		f.Level, f.EndLine = level, i+2
		fs = append(fs, f)
	}
	hidden := at("z.go", 10, 3, "leak", "hidden")
	hidden.Suppressed = &Suppression{InSource, "so"}
	var b bytes.Buffer
	if err := GitLab(&b, inRepository(t, append(fs, hidden)...)); err != nil {
		t.Fatal(err)
	}
	var got []struct {
		Description, Fingerprint, Severity string
		CheckName                          string `json:"check_name"`
		Location                           struct {
			Path  string
			Lines struct{ Begin, End int }
		}
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 {
		t.Fatalf("%s", &b)
	}
	seen := map[string]bool{}
	for i, g := range got {
		if g.Description != "m <nil>" || g.CheckName != "leak" || g.Severity != []string{"critical", "major", "info"}[i] || g.Location.Path != "servers/the notes/a.go" || g.Location.Lines.Begin != i+1 || g.Location.Lines.End != i+2 {
			t.Errorf("%+v", g)
		}
		// GitLab drops all but one of those with the same fingerprint.
		if g.Fingerprint == "" || seen[g.Fingerprint] {
			t.Errorf("%+v has no fingerprint of its own", g)
		}
		seen[g.Fingerprint] = true
	}
	b.Reset()
	if err := GitLab(&b, inRepository(t)); err != nil || b.String() != "[]\n" {
		t.Errorf("of nothing: %v %q", err, &b)
	}
}

type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("full") }

// What cannot be written is not lost without a word.
func TestFullDisk(t *testing.T) {
	r := inRepository(t, at("a.go", 1, 1, "leak", "m"))
	_, github := GitHub(full{}, r)
	_, sarif := SARIF(full{}, r, false)
	for name, err := range map[string]error{
		"text": Text(full{}, r, TextOptions{}), "json": JSON(full{}, r), "gitlab": GitLab(full{}, r), "markdown": Markdown(full{}, r), "github": github, "sarif": sarif, "junit": JUnit(full{}, r, JUnitOptions{Counts: warnings}),
	} {
		if err == nil || err.Error() != "full" {
			t.Errorf("%s: %v", name, err)
		}
	}
}
