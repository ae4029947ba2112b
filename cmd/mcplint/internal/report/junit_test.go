package report

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/jstemmer/go-junit-report/v2/junit"
	"golang.org/x/tools/go/analysis"

	"github.com/gomcplint/mcplint/analyzers/rule"
)

func warnings(f Finding) bool { return f.Level != "note" }

// junitOf writes the report and reads it again, as strictly as the decoder can.
func junitOf(t *testing.T, r *Report, o JUnitOptions) (junit.Testsuites, string) {
	t.Helper()
	var b bytes.Buffer
	if err := JUnit(&b, r, o); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	if !strings.HasPrefix(text, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"mcplint\"") {
		t.Errorf("begins with %.100s", text)
	}
	var got junit.Testsuites
	d := xml.NewDecoder(&b)
	if err := d.Decode(&got); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if _, err := d.Token(); err != io.EOF {
		// The newline at the end.
		if _, err := d.Token(); err != io.EOF {
			t.Errorf("there is more behind the end: %v", err)
		}
	}
	// The totals are those of the cases, and no case has the name of another.
	tests, failures, errors, skipped := 0, 0, 0, 0
	for _, s := range got.Suites {
		names := map[string]bool{}
		n, f, e, k := len(s.Testcases), 0, 0, 0
		for _, c := range s.Testcases {
			if names[c.Name] || c.Name == "" || c.Classname == "" {
				t.Errorf("%s: case %+v has no name of its own", s.Name, c)
			}
			names[c.Name] = true
			if c.Failure != nil {
				f++
			}
			if c.Error != nil {
				e++
			}
			if c.Skipped != nil {
				k++
			}
		}
		if n == 0 || s.Tests != n || s.Failures != f || s.Errors != e || s.Skipped != k || s.Time == "" {
			t.Errorf("%s: %d tests, %d failures, %d errors, %d skipped; counted %d, %d, %d, %d", s.Name, s.Tests, s.Failures, s.Errors, s.Skipped, n, f, e, k)
		}
		tests, failures, errors, skipped = tests+n, failures+f, errors+e, skipped+k
	}
	if got.Tests != tests || got.Failures != failures || got.Errors != errors || got.Skipped != skipped {
		t.Errorf("totals %d, %d, %d, %d; counted %d, %d, %d, %d", got.Tests, got.Failures, got.Errors, got.Skipped, tests, failures, errors, skipped)
	}
	return got, text
}

// outline is each suite with its cases, and what became of them.
func outline(ss junit.Testsuites) string {
	var out []string
	for _, s := range ss.Suites {
		for _, c := range s.Testcases {
			what := "passed"
			for word, res := range map[string]*junit.Result{"failed": c.Failure, "error": c.Error, "skipped": c.Skipped} {
				if res != nil {
					what = word
				}
			}
			out = append(out, s.Name+": "+c.Classname+" | "+c.Name+": "+what)
		}
	}
	return strings.Join(out, "\n")
}

func TestJUnit(t *testing.T) {
	f := at("a.go", 3, 2, "leak", "50% of <nil> & \"more\"")
	f.Related = []Related{{"../b.go", 1, 2, "it begins"}}
	again := at("a.go", 9, 2, "leak", "once more")
	other := at("a.go", 12, 2, "leak", "in no function")
	other.Func = ""
	note := at("a.go", 4, 2, "vague", "a note")
	note.Level = "note"
	directive := at("a.go", 20, 1, "directive", "unused")
	hidden := at("z.go", 10, 3, "leak", "hidden")
	hidden.Suppressed = &Suppression{InSource, "so it is"}
	r := inRepository(t, f, again, other, note, directive, hidden)
	for _, name := range []string{"hang", "leak", "vague"} {
		r.Rules = append(r.Rules, &rule.Rule{Analyzer: &analysis.Analyzer{Name: name}})
	}
	r.Coverage = Coverage{Packages: 2, Registrations: 3, Handlers: 4, Skipped: []Place{{"c.go", 5, "too large"}}}

	got, text := junitOf(t, r, JUnitOptions{Counts: warnings})
	const want = `mcplint: mcplint | run: passed
hang: mcplint.hang | no finding: passed
leak: mcplint.leak | servers/the notes/a.go f: failed
leak: mcplint.leak | servers/the notes/a.go f (2): failed
leak: mcplint.leak | servers/the notes/a.go: failed
vague: mcplint.vague | servers/the notes/a.go f: skipped
directive: mcplint.directive | servers/the notes/a.go f: failed`
	if s := outline(got); s != want {
		t.Errorf("%s\nwant\n%s", s, want)
	}
	fail := got.Suites[2].Testcases[0].Failure
	const data = `servers/the notes/a.go:3:2: 50% of <nil> & "more" (leak, high)
        leak(err)
        ^^^^
      1. servers/b.go:1:2: it begins
https://example.com/leak
`
	if fail.Message != f.Message || fail.Type != "warning" || fail.Data != data {
		t.Errorf("%q, %q\n%s\nwant\n%s", fail.Message, fail.Type, fail.Data, data)
	}
	run := got.Suites[0]
	if s := run.Testcases[0].SystemOut.Data; !strings.HasPrefix(s, "5 findings (and 1 suppressed) in 2 packages; 3 registrations, 4 handlers analysed") || !strings.Contains(s, "c.go:5: not analysed: too large\n") {
		t.Errorf("%s", s)
	}
	if !slices.Contains(*run.Properties, junit.Property{Name: "handlers", Value: "4"}) || !slices.Contains(*run.Properties, junit.Property{Name: "version", Value: "v1.2.3"}) {
		t.Errorf("%v", *run.Properties)
	}
	if strings.Contains(text, "hidden") {
		t.Errorf("what is suppressed is shown:\n%s", text)
	}

	got, _ = junitOf(t, r, JUnitOptions{Counts: warnings, ShowSuppressed: true})
	if s := outline(got); !strings.Contains(s, "leak: mcplint.leak | servers/the notes/z.go f: skipped\n") {
		t.Errorf("what is suppressed is not shown:\n%s", s)
	}
	if got.Failures != 4 || got.Skipped != 2 {
		t.Errorf("%d failures, %d skipped", got.Failures, got.Skipped)
	}
	if c := got.Suites[2].Testcases[3]; c.Skipped == nil || c.Skipped.Message != "suppressed (so it is): hidden" {
		t.Errorf("%+v", c)
	}
	if got, _ := junitOf(t, r, JUnitOptions{Counts: func(Finding) bool { return false }}); got.Failures != 0 || got.Skipped != 5 {
		t.Errorf("nothing counts, but %d failures", got.Failures)
	}
}

// The name of a case has no line in it: it stays when code moves.
func TestJUnitNames(t *testing.T) {
	moved := at("a.go", 80, 2, "leak", "m")
	a, _ := junitOf(t, inRepository(t, at("a.go", 3, 2, "leak", "m")), JUnitOptions{Counts: warnings})
	b, _ := junitOf(t, inRepository(t, moved), JUnitOptions{Counts: warnings})
	if outline(a) != outline(b) {
		t.Errorf("%s\nis not\n%s", outline(a), outline(b))
	}
}

func TestJUnitFaults(t *testing.T) {
	r := inRepository(t)
	r.Faults = []string{"package bad does not build", "internal fault"}
	got, _ := junitOf(t, r, JUnitOptions{Counts: warnings})
	if e := got.Suites[0].Testcases[0].Error; got.Errors != 1 || e == nil || e.Data != "package bad does not build\ninternal fault" {
		t.Errorf("%+v", got)
	}
	if got, _ := junitOf(t, inRepository(t), JUnitOptions{Counts: warnings}); got.Tests != 1 || got.Failures+got.Errors+got.Skipped != 0 {
		t.Errorf("of nothing: %+v", got)
	}
}

// What a source line or a message holds, the file is XML.
func TestJUnitText(t *testing.T) {
	for _, odd := range []string{"]]>", "<![CDATA[", "\x00\x1b[31m", "\xff", "\uFFFE", "&lt;", "日本語 𝄞", "a\r\nb"} {
		f := at("a "+odd+".go", 3, 2, "leak", "it is "+odd)
		f.Text = "\tleak(`" + odd + "`)"
		r := inRepository(t, f)
		r.Faults = []string{odd}
		got, text := junitOf(t, r, JUnitOptions{Counts: warnings})
		for _, c := range text {
			if c < 0x20 && c != '\n' && c != '\t' && c != '\r' || c == 0xFFFE {
				t.Errorf("%q: %q is not XML", odd, c)
			}
		}
		fail := got.Suites[1].Testcases[0].Failure
		if want := printable(odd); odd != "a\r\nb" && (!strings.Contains(fail.Data, "leak(`"+want+"`)") || fail.Message != "it is "+want) {
			t.Errorf("%q became %q", odd, fmt.Sprint(fail))
		}
	}
}
