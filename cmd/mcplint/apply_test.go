package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomcplint/mcplint/cmd/mcplint/internal/load"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/report"
)

// TestApply: what would not build is not written, whatever a fix wants, and the
// others are.
func TestApply(t *testing.T) {
	const (
		a     = "package x\n\nvar A = 1\n\nvar B = 2\n"
		b     = "package x\n\nimport \"example.com/x/sub\"\n\nvar C int = sub.S\n"
		sub   = "package sub\n\nvar S = 1\n"
		test  = "package x\n\nvar D int = B\n"
		other = "package other\n\nfunc F() int { return 1 }\n"
		half  = "package other\n\nvar bad int = \"s\"\n" // a test that did not build before
	)
	src := map[string]string{"a.go": a, "b.go": b, "sub/s.go": sub, "a_test.go": test, "other/o.go": other, "other/o_test.go": half}
	edit := func(file, old, text string) report.Edit {
		i := strings.Index(src[file], old)
		if i < 0 {
			t.Fatalf("%s has no %q", file, old)
		}
		return report.Edit{File: file, Start: i, End: i + len(old), NewText: text}
	}
	finding := func(rule string, es ...report.Edit) report.Finding {
		return report.Finding{Rule: rule, File: es[0].File, Line: 3, Message: rule, Fixes: []report.Fix{{Message: "do it", Edits: es}}}
	}
	unsafe := finding("unsafe", edit("a.go", "A = 1", "A = 11"))
	unsafe.Fixes[0].Unsafe = true
	accepted := finding("accepted", edit("a.go", "A = 1", "A = 12"))
	accepted.Suppressed = &report.Suppression{Kind: report.InSource}

	for i, c := range []struct {
		name     string
		findings []report.Finding
		want     map[string]string // what is changed
		says     string
		culprits []string
	}{
		{"good ones", []report.Finding{finding("a", edit("a.go", "A = 1", "A = 3")), finding("s", edit("sub/s.go", "S = 1", "S = 4"))},
			map[string]string{"a.go": "A = 3", "sub/s.go": "S = 4"}, "applied 2 fixes in 2 files; 0 findings have no fix, 0 fixes overlap", nil},
		{"one that its own package does not bear", []report.Finding{finding("bad", edit("a.go", "B = 2", "B = nothing")), finding("good", edit("a.go", "A = 1", "A = 3"))},
			map[string]string{"a.go": "A = 3"}, "applied 1 fixes in 1 files", []string{"a.go:3: the fix of bad is not applied"}},
		{"one that an importer does not bear", []report.Finding{finding("bad", edit("sub/s.go", "S = 1", "S = \"s\"")), finding("good", edit("a.go", "A = 1", "A = 3"))},
			map[string]string{"a.go": "A = 3"}, "applied 1 fixes in 1 files", []string{"sub/s.go:3: the fix of bad is not applied"}},
		{"one that a test does not bear", []report.Finding{finding("bad", edit("a.go", "B = 2", "B = \"s\""))},
			nil, "applied 0 fixes in 0 files", []string{"a.go:3: the fix of bad is not applied"}},
		{"one that is no Go", []report.Finding{finding("bad", edit("a.go", "var B", "}"))},
			nil, "applied 0 fixes in 0 files", []string{"a.go:3: the fix of bad is not applied"}},
		{"where a test was broken before", []report.Finding{finding("bad", edit("other/o.go", "return 1", "return \"s\"")), finding("good", edit("a.go", "A = 1", "A = 3"))},
			map[string]string{"a.go": "A = 3"}, "applied 1 fixes in 1 files", []string{"other/o.go:3: the fix of bad is not applied"}},
		{"one in two files that builds as a whole only", []report.Finding{finding("both", edit("sub/s.go", "S = 1", "Renamed = 1"), edit("b.go", "sub.S", "sub.Renamed"))},
			map[string]string{"sub/s.go": "Renamed = 1", "b.go": "sub.Renamed"}, "applied 1 fixes in 2 files", nil},
		{"overlapping ones", []report.Finding{finding("first", edit("a.go", "A = 1", "A = 3")), finding("second", edit("a.go", "A = 1", "A = 4"))},
			map[string]string{"a.go": "A = 3"}, "applied 1 fixes in 1 files; 0 findings have no fix, 1 fixes overlap others", nil},
		{"overlapping ones beside a bad one", []report.Finding{finding("first", edit("a.go", "A = 1", "A = 3")), finding("second", edit("a.go", "A = 1", "A = 4")), finding("bad", edit("a.go", "B = 2", "B = nothing"))},
			map[string]string{"a.go": "A = 3"}, "applied 1 fixes in 1 files; 0 findings have no fix, 1 fixes overlap others", []string{"the fix of bad is not applied"}},
		{"none", []report.Finding{unsafe, accepted, {Rule: "without", File: "a.go", Line: 3}},
			nil, "applied 0 fixes in 0 files; 2 findings have no fix", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Setenv("GOWORK", "off")
			t.Setenv("GOFLAGS", "")
			dir := tempDir(t)
			writeFile(t, filepath.Join(dir, "go.mod"), "module example.com/x\n\ngo 1.26.0\n")
			for name, s := range src {
				writeFile(t, filepath.Join(dir, name), s)
			}
			env, err := load.Environment(dir)
			if err != nil {
				t.Fatal(err)
			}
			opts := load.Options{Dir: dir, Env: env, Tests: true}
			m, err := load.Load(opts)
			if err != nil {
				t.Fatal(err)
			}
			rep := &report.Report{Findings: c.findings, Source: report.NewSource(dir, dir)}

			var out, errs bytes.Buffer
			if i < 2 { // the patch first, which changes nothing; each try builds the module, so not for all
				if s := applyFixes(m, rep, opts, options{diff: true}, &out, &errs); s != exitClean {
					t.Errorf("-diff: status %d: %s", s, &errs)
				}
				for name, s := range src {
					if got := readFile(t, filepath.Join(dir, name)); got != s {
						t.Errorf("-diff changed %s:\n%s", name, got)
					}
					if _, changed := c.want[name]; changed != strings.Contains(out.String(), "+++ b/"+name+"\n") {
						t.Errorf("the patch has %s: %v\n%s", name, !changed, &out)
					}
				}
				contains(t, "-diff", errs.String(), strings.Replace(c.says, "applied", "printed", 1))
			}

			out.Reset()
			errs.Reset()
			if s := applyFixes(m, rep, opts, options{fix: true}, &out, &errs); s != exitClean || out.Len() > 0 {
				t.Errorf("status %d, stdout %q: %s", s, &out, &errs)
			}
			contains(t, "stderr", errs.String(), append(c.culprits, c.says)...)
			if n := strings.Count(errs.String(), "is not applied"); n != len(c.culprits) {
				t.Errorf("%d culprits, want %d:\n%s", n, len(c.culprits), &errs)
			}
			for name, s := range src {
				got := readFile(t, filepath.Join(dir, name))
				if want, changed := c.want[name]; changed != (got != s) || !strings.Contains(got, want) {
					t.Errorf("%s is\n%s\nand should have %q", name, got, want)
				}
			}
		})
	}
}
