// Package ruletest runs rules on the servers under testdata/src, which are built
// against the real SDKs, and compares the findings with what comments expect.
//
// A comment `// want "regexp"` expects a finding of the rule on its line whose
// message matches; several may follow one another. Everything else must be
// silent.
package ruletest

import (
	"fmt"
	"go/token"
	"os"
	"regexp"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/internal/wanttest"
)

// Dir is the folder of the test module.
func Dir() string { return wanttest.Dir() }

// Run checks a rule on the packages that a pattern below testdata/src names, for
// example "./nilresult/...", as the standalone command would, with all of them in
// one view. It returns the findings.
func Run(t *testing.T, r *rule.Rule, pattern string) []rule.Finding {
	t.Helper()
	got := analyze(t, r, pattern, nil)
	left := map[string][]string{} // messages by file:line
	for _, f := range got.findings {
		left[f.at] = append(left[f.at], f.Message)
	}
	for at, want := range wanttest.Expected(t, got.pkgs) {
		for _, s := range want {
			re, err := regexp.Compile(s)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(left[at], re.MatchString)
			if i < 0 {
				t.Errorf("%s: no finding matches %q", at, re)
				continue
			}
			left[at] = slices.Delete(left[at], i, i+1)
		}
	}
	var all []rule.Finding
	for _, f := range got.findings {
		if slices.Contains(left[f.at], f.Message) {
			t.Errorf("%s: unexpected finding: %s", f.at, f.Message)
		}
		all = append(all, f.Finding)
	}
	return all
}

// Fix applies every suggested fix of a rule to the packages and checks that the
// result compiles and that the findings that had a fix are gone, with no finding
// of the other rules that was not there before. It returns the number of fixes.
func Fix(t *testing.T, r *rule.Rule, pattern string, others ...*rule.Rule) int {
	t.Helper()
	before := analyze(t, r, pattern, nil)
	edits := map[string][]edit{}
	fixed := map[string]bool{}
	for _, f := range before.findings {
		if len(f.Fixes) == 0 {
			continue
		}
		fixed[f.at+f.Message] = true
		for _, e := range f.Fixes[0].TextEdits {
			p, q := before.fset.Position(e.Pos), before.fset.Position(e.End)
			edits[p.Filename] = append(edits[p.Filename], edit{p.Offset, q.Offset, e.NewText})
		}
	}
	overlay := map[string][]byte{}
	for file, es := range edits {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(es, func(a, b edit) int { return b.from - a.from })
		for _, e := range es {
			src = slices.Concat(src[:e.from], e.text, src[e.to:])
		}
		overlay[file] = src
	}
	for _, f := range analyze(t, r, pattern, overlay).findings {
		if fixed[f.at+f.Message] {
			t.Errorf("%s: the fix leaves the finding: %s", f.at, f.Message)
		}
	}
	for _, o := range others {
		had := map[string]bool{}
		for _, f := range analyze(t, o, pattern, nil).findings {
			had[f.at] = true
		}
		for _, f := range analyze(t, o, pattern, overlay).findings {
			if !had[f.at] {
				t.Errorf("%s: the fix makes a finding of %s: %s", f.at, o.Analyzer.Name, f.Message)
			}
		}
	}
	return len(fixed)
}

type edit struct {
	from, to int
	text     []byte
}

type found struct {
	rule.Finding
	at string
}

type result struct {
	fset     *token.FileSet
	pkgs     []*packages.Package
	findings []found
}

// analyze loads the packages, with overlay in place of files, and runs the rule.
func analyze(t *testing.T, r *rule.Rule, pattern string, overlay map[string][]byte) result {
	t.Helper()
	pkgs, view := wanttest.Load(t, pattern, overlay)
	graph := wanttest.Analyze(t, r.Analyzer, pkgs, view)
	res := result{fset: view.Fset, pkgs: pkgs}
	seen := map[string]bool{}
	for act := range graph.All() {
		out, ok := act.Result.(*rule.Result)
		if !ok || act.Analyzer != r.Analyzer {
			continue
		}
		for _, f := range out.Findings {
			at := view.Fset.Position(f.Pos)
			// A package and its test variant hold the same files.
			if key := fmt.Sprint(at, f.Message); !seen[key] {
				seen[key] = true
				res.findings = append(res.findings, found{f, wanttest.Line(view.Fset, f.Pos)})
			}
		}
	}
	return res
}
