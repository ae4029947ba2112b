package baseline

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gomcplint/mcplint/cmd/mcplint/internal/report"
)

func leak() report.Finding {
	return report.Finding{
		Rule: "errleak", Package: "example.com/notes", File: "main.go", Func: "getNote", Line: 17, Column: 3,
		Text: "\treturn mcp.NewToolResultError(err.Error()), nil", Message: `tool "get_note": the text of <Scan> leaks, see line 12`,
	}
}

func with(change func(*report.Finding)) report.Finding {
	f := leak()
	change(&f)
	return f
}

func all(Entry) bool { return true }

// written is the baseline of the findings, through a file.
func written(t *testing.T, fs ...report.Finding) []Entry {
	t.Helper()
	name := filepath.Join(t.TempDir(), "base.json")
	if n, err := Write(name, fs); err != nil || n != len(fs) {
		t.Fatalf("wrote %d of %d: %v", n, len(fs), err)
	}
	es, err := Read(name)
	if err != nil {
		t.Fatal(err)
	}
	return es
}

// fresh returns the messages of the findings that are new.
func fresh(fs []report.Finding) []string {
	var out []string
	for _, f := range fs {
		if f.Suppressed == nil {
			out = append(out, f.Func+": "+f.Message)
		}
	}
	return out
}

// TestKnown: what leaves a finding the one that it was, and what makes it another.
func TestKnown(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*report.Finding)
		known  bool
	}{
		{"as it was", func(f *report.Finding) {}, true},
		{"moved lines", func(f *report.Finding) { f.Line, f.EndLine = 90, 91 }, true},
		{"indented and moved columns", func(f *report.Finding) {
			f.Column, f.Text = 9, "\t\t\treturn  mcp.NewToolResultError(err.Error()),  nil "
		}, true},
		{"numbers in the message, such as lines", func(f *report.Finding) { f.Message = strings.ReplaceAll(f.Message, "12", "112") }, true},
		{"renamed function", func(f *report.Finding) { f.Func = "fetchNote" }, true},
		{"other words of the message", func(f *report.Finding) { f.Message = "said otherwise" }, true},
		{"renamed function and message", func(f *report.Finding) { f.Func, f.Message = "fetchNote", "said otherwise" }, true},
		{"edited line", func(f *report.Finding) { f.Text = "\treturn mcp.NewToolResultError(\"x: \" + err.Error()), nil" }, true},
		{"moved to another file", func(f *report.Finding) { f.File = "notes.go" }, true},
		{"seen from another folder", func(f *report.Finding) { f.File = "../main.go" }, true},
		{"renamed package", func(f *report.Finding) { f.Package, f.File = "example.com/books", "books/main.go" }, true},
		{"renamed package and function", func(f *report.Finding) { f.Package, f.Func = "example.com/books", "fetchNote" }, true},
		{"other levels and confidence", func(f *report.Finding) { f.Level, f.Confidence = "note", "low" }, true},

		{"another rule", func(f *report.Finding) { f.Rule = "vagueerror" }, false},
		{"another line in another function", func(f *report.Finding) { f.Func, f.Text = "other", "return other()" }, false},
		{"another line with another message", func(f *report.Finding) { f.Message, f.Text = "said otherwise", "return other()" }, false},
		{"the line in another package with another message", func(f *report.Finding) { f.Package, f.Message = "example.com/books", "said otherwise" }, false},
	} {
		base := written(t, leak())
		fs := []report.Finding{with(c.change)}
		gone := Apply("base.json", base, fs, all)
		if known := fs[0].Suppressed != nil; known != c.known {
			t.Errorf("%s: known is %v", c.name, known)
		}
		if (len(gone) == 0) != c.known {
			t.Errorf("%s: gone %+v", c.name, gone)
		}
		if s := fs[0].Suppressed; s != nil && (s.Kind != report.Baseline || s.Reason != "in base.json") {
			t.Errorf("%s: %+v", c.name, s)
		}
	}
}

// TestOneEach: an entry answers for one finding, and the strictest match has it.
func TestOneEach(t *testing.T) {
	second := with(func(f *report.Finding) { f.Func = "more" })
	fs := []report.Finding{second, leak()} // the new one comes first
	if gone := Apply("b", written(t, leak()), fs, all); len(gone) > 0 {
		t.Errorf("gone %+v", gone)
	}
	if got := fresh(fs); len(got) != 1 || !strings.HasPrefix(got[0], "more: ") {
		t.Errorf("new %v, want the one in more", got)
	}

	// The same twice in one function: one is known, one is new.
	fs = []report.Finding{leak(), with(func(f *report.Finding) { f.Line = 30 })}
	Apply("b", written(t, leak()), fs, all)
	if got := fresh(fs); len(got) != 1 || fs[1].Suppressed != nil {
		t.Errorf("new %v, want the second one", got)
	}
	// Two entries for it: both are known.
	fs = []report.Finding{leak(), with(func(f *report.Finding) { f.Line = 30 })}
	if gone := Apply("b", written(t, leak(), leak()), fs, all); len(gone)+len(fresh(fs)) > 0 {
		t.Errorf("gone %v, new %v", gone, fresh(fs))
	}

	// A neighbour that is renamed does not take the entry of the one that stayed.
	a, b := leak(), with(func(f *report.Finding) { f.Func = "putNote" })
	renamed := with(func(f *report.Finding) { f.Func = "storeNote" })
	fs = []report.Finding{a, renamed}
	if gone := Apply("b", written(t, a, b), fs, all); len(gone)+len(fresh(fs)) > 0 {
		t.Errorf("gone %v, new %v", gone, fresh(fs))
	}
}

// TestGone: entries that nothing answers to are said, when the run could have
// found them.
func TestGone(t *testing.T) {
	other := with(func(f *report.Finding) { f.Rule, f.Func, f.Text = "hang", "wait", "<-c" })
	base := written(t, leak(), other)
	fs := []report.Finding{leak()}
	gone := Apply("b", base, fs, all)
	if len(gone) != 1 || gone[0].Rule != "hang" || gone[0].File != "main.go" || gone[0].Message != other.Message {
		t.Errorf("gone %+v", gone)
	}
	fs = []report.Finding{leak()}
	if gone := Apply("b", base, fs, func(e Entry) bool { return e.Rule != "hang" }); len(gone) > 0 {
		t.Errorf("a rule that did not run: %+v", gone)
	}
	if gone := Apply("b", base, nil, all); len(gone) != 2 {
		t.Errorf("of nothing found: %+v", gone)
	}
	if len(base) != 2 || base[0].Rule == "" {
		t.Errorf("the entries were changed: %+v", base)
	}

	// What a directive silences is there still; it keeps its own suppression, and
	// does not use up the entry of another.
	silenced := with(func(f *report.Finding) {
		f.Suppressed = &report.Suppression{Kind: report.InSource, Reason: "so"}
	})
	fs = []report.Finding{silenced}
	if gone := Apply("b", written(t, leak()), fs, all); len(gone) > 0 || fs[0].Suppressed.Kind != report.InSource {
		t.Errorf("gone %+v, %+v", gone, fs[0].Suppressed)
	}
	for name, change := range map[string]func(*report.Finding){
		"rule": func(f *report.Finding) { f.Rule = "hang" }, "package": func(f *report.Finding) { f.Package = "example.com/books" }, "line": func(f *report.Finding) { f.Text = "return other()" },
	} {
		fs = []report.Finding{silenced}
		if gone := Apply("b", written(t, with(change)), fs, all); len(gone) != 1 {
			t.Errorf("another %s is there still: gone %+v", name, gone)
		}
	}
	fs = []report.Finding{silenced, with(func(f *report.Finding) { f.Line = 40 })}
	if gone := Apply("b", written(t, leak()), fs, all); len(gone)+len(fresh(fs)) > 0 {
		t.Errorf("gone %v, new %v", gone, fresh(fs))
	}
}

func TestWrite(t *testing.T) {
	name := filepath.Join(t.TempDir(), "base.json")
	a := leak()
	b := with(func(f *report.Finding) { f.File, f.Func = "a.go", "z" })
	c := with(func(f *report.Finding) { f.Rule = "hang" })
	silenced := with(func(f *report.Finding) { f.Suppressed = &report.Suppression{Kind: report.InSource} })
	known := with(func(f *report.Finding) { f.Func, f.Suppressed = "known", &report.Suppression{Kind: report.Baseline} })
	n, err := Write(name, []report.Finding{c, a, silenced, b, known})
	if err != nil || n != 4 {
		t.Fatalf("wrote %d: %v", n, err)
	}
	first, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	// One entry a line, in an order that is not that of the run, readable.
	lines := strings.Split(string(first), "\n")
	if len(lines) != 7 || !strings.Contains(lines[1], `"file":"a.go"`) || !strings.Contains(lines[1], "<Scan>") {
		t.Errorf("%s", first)
	}
	if strings.Contains(string(first), "line 17") || strings.Contains(string(first), ":17") {
		t.Errorf("it has line numbers:\n%s", first)
	}
	if _, err := Write(name, []report.Finding{known, b, a, c}); err != nil {
		t.Fatal(err)
	}
	if again, err := os.ReadFile(name); err != nil || string(again) != string(first) {
		t.Errorf("another order of findings makes another file: %v\n%s\n%s", err, first, again)
	}

	if _, err := Write(name, nil); err != nil {
		t.Fatal(err)
	}
	if es, err := Read(name); err != nil || len(es) != 0 {
		t.Errorf("an empty one: %v, %v", es, err)
	}
	if _, err := Write(filepath.Join(t.TempDir(), "no", "such.json"), nil); err == nil || !strings.Contains(err.Error(), "cannot write ") {
		t.Errorf("%v", err)
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	if _, err := Read(filepath.Join(dir, "none.json")); err == nil || !strings.Contains(err.Error(), "cannot read the baseline: ") {
		t.Errorf("a file that is not there: %v", err)
	}
	name := filepath.Join(dir, "base.json")
	for _, c := range []struct{ content, want string }{
		{"", "is no baseline"},
		{"[]", "is no baseline"},
		{`{"version": 1, "findings": [`, "is no baseline"},
		{`{"version": 1, "findings": [{"rule": "hang", "line": 3}]}`, `unknown field "line"`},
		{`{"version": 1, "findings": []} {}`, "there is more behind its end"},
		{`{"version": 1, "findings": []}]`, "there is more behind its end"},
		{`{"version": 2, "findings": []}`, "has version 2, and this mcplint reads version 1: write it again with -write-baseline"},
		{`{"findings": []}`, "has version 0"},
	} {
		if err := os.WriteFile(name, []byte(c.content), 0o644); err != nil {
			t.Fatal(err)
		}
		if es, err := Read(name); err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), name) {
			t.Errorf("%q: %v, %v; want %s", c.content, es, err, c.want)
		}
	}

	// All of an entry survives the file.
	e := entry(leak())
	data, err := json.Marshal(file{Version, []Entry{e}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, append(data, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
	if es, err := Read(name); err != nil || !slices.Equal(es, []Entry{e}) {
		t.Errorf("%+v, %v; want %+v", es, err, e)
	}
	if es := written(t, leak()); !slices.Equal(es, []Entry{e}) {
		t.Errorf("%+v, want %+v", es, e)
	}
}
