// Package ruletest runs rules on the servers under testdata/src, which are built
// against the real SDKs, and compares the findings with what comments expect.
//
// A comment `// want "regexp"` expects a finding of the rule on its line whose
// message matches; several may follow one another. Everything else must be
// silent.
package ruletest

import (
	"fmt"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
)

// Dir is the folder of the test module.
func Dir() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..", "..", "testdata", "src")
}

// install guards the views: one test at a time has its packages installed.
var install sync.Mutex

// Run checks a rule on the packages that a pattern below testdata/src names, for
// example "./nilresult/...", as the standalone command would, with all of them in
// one view. It returns the findings.
func Run(t *testing.T, r *rule.Rule, pattern string) []rule.Finding {
	t.Helper()
	install.Lock()
	defer install.Unlock()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: Dir(), Tests: true}, pattern)
	if err != nil {
		t.Fatal(err)
	}
	if len(pkgs) == 0 || packages.PrintErrors(pkgs) > 0 {
		t.Fatalf("%s: no packages, or packages with errors", pattern)
	}
	roots := map[*packages.Package]bool{}
	var units []ir.Unit
	for _, p := range pkgs {
		roots[p] = true
		units = append(units, ir.Unit{Pkg: p.Types, Files: p.Syntax, Info: p.TypesInfo})
	}
	for _, p := range pkgs {
		for path, imp := range p.Imports {
			if !roots[imp] {
				delete(p.Imports, path) // nothing asks for facts of other modules
			}
		}
	}
	view := ir.NewView(pkgs[0].Fset, units, true)
	defer view.Install()()
	graph, err := checker.Analyze([]*analysis.Analyzer{r.Analyzer}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string][]string{} // by file:line
	var all []rule.Finding
	seen := map[string]bool{}
	for act := range graph.All() {
		if act.Err != nil {
			t.Errorf("%s: %v", act, act.Err)
		}
		res, ok := act.Result.(*rule.Result)
		if !ok || act.Analyzer != r.Analyzer {
			continue
		}
		for _, f := range res.Findings {
			at := view.Fset.Position(f.Pos)
			// A package and its test variant hold the same files.
			if key := fmt.Sprint(at, f.Message); !seen[key] {
				seen[key] = true
				got[place(at.Filename, at.Line)] = append(got[place(at.Filename, at.Line)], f.Message)
				all = append(all, f)
			}
		}
	}
	for at, want := range expectations(t, pkgs) {
		for _, re := range want {
			found := false
			for i, msg := range got[at] {
				if re.MatchString(msg) {
					got[at] = append(got[at][:i:i], got[at][i+1:]...)
					found = true
					break
				}
			}
			if !found {
				t.Errorf("%s: no finding matches %q", at, re)
			}
		}
	}
	for at, msgs := range got {
		for _, m := range msgs {
			t.Errorf("%s: unexpected finding: %s", at, m)
		}
	}
	return all
}

func place(file string, line int) string {
	if rel, err := filepath.Rel(Dir(), file); err == nil {
		file = rel
	}
	return file + ":" + strconv.Itoa(line)
}

var wantComment = regexp.MustCompile("^// want((?: (?:\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`))+)$")
var wantPattern = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`")

// expectations reads the want comments of packages.
func expectations(t *testing.T, pkgs []*packages.Package) map[string][]*regexp.Regexp {
	t.Helper()
	want := map[string][]*regexp.Regexp{}
	seen := map[string]bool{}
	for _, p := range pkgs {
		for _, f := range p.Syntax {
			name := p.Fset.Position(f.Pos()).Filename
			if seen[name] {
				continue
			}
			seen[name] = true
			for _, g := range f.Comments {
				for _, c := range g.List {
					m := wantComment.FindStringSubmatch(c.Text)
					if m == nil {
						if strings.HasPrefix(c.Text, "// want ") {
							t.Errorf("%s: cannot read %s", p.Fset.Position(c.Pos()), c.Text)
						}
						continue
					}
					at := p.Fset.Position(c.Pos())
					for _, q := range wantPattern.FindAllString(m[1], -1) {
						s, err := strconv.Unquote(q)
						if err != nil {
							t.Fatal(err)
						}
						re, err := regexp.Compile(s)
						if err != nil {
							t.Fatal(err)
						}
						want[place(at.Filename, at.Line)] = append(want[place(at.Filename, at.Line)], re)
					}
				}
			}
		}
	}
	return want
}
