// Package wanttest loads packages under testdata/src, which are built against the
// real SDKs, and reads what comments in them expect to be said of their lines:
//
//	return err // want "first" `second`
//
// The tests of rules match findings with these; Probe is for the tests of passes.
package wanttest

import (
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/gomcplint/mcplint/passes/ir"
)

// Dir is the folder of the test module.
func Dir() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..", "testdata", "src")
}

// install guards the views: one test at a time has its packages installed.
var install sync.Mutex

// Load loads the packages that a pattern names, with overlay in place of files,
// and makes one view of them all. Packages of other modules have no syntax.
func Load(t testing.TB, pattern string, overlay map[string][]byte) ([]*packages.Package, *ir.View) {
	t.Helper()
	// The go command keeps the results of tests and knows only what they open
	// themselves: a new file in a folder has to count.
	folder, _, _ := strings.Cut(pattern, "...")
	if err := filepath.WalkDir(filepath.Join(Dir(), folder), func(string, fs.DirEntry, error) error { return nil }); err != nil {
		t.Fatal(err)
	}
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax | packages.NeedModule, Dir: Dir(), Tests: true, Overlay: overlay}, pattern)
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
	return pkgs, ir.NewView(pkgs[0].Fset, units, true)
}

// Analyze runs an analyzer on packages; view, unless it is nil, is installed for
// them meanwhile.
func Analyze(t testing.TB, a *analysis.Analyzer, pkgs []*packages.Package, view *ir.View) *checker.Graph {
	t.Helper()
	if view != nil {
		install.Lock()
		defer install.Unlock()
		defer view.Install()()
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{a}, pkgs, nil)
	if err != nil {
		t.Fatal(err)
	}
	for act := range graph.All() {
		if act.Err != nil {
			t.Errorf("%s: %v", act, act.Err)
		}
	}
	return graph
}

// Line is "file:line", with the file as seen from Dir.
func Line(fset *token.FileSet, pos token.Pos) string {
	p := fset.Position(pos)
	if rel, err := filepath.Rel(Dir(), p.Filename); err == nil {
		p.Filename = rel
	}
	return p.Filename + ":" + strconv.Itoa(p.Line)
}

var wantComment = regexp.MustCompile("^// want((?: (?:\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`))+)$")
var wantString = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`")

// Expected returns the strings of the want comments in packages, by Line.
func Expected(t testing.TB, pkgs []*packages.Package) map[string][]string {
	t.Helper()
	want := map[string][]string{}
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
					at := Line(p.Fset, c.Pos())
					for _, q := range wantString.FindAllString(m[1], -1) {
						s, err := strconv.Unquote(q)
						if err != nil {
							t.Fatal(err)
						}
						want[at] = append(want[at], s)
					}
				}
			}
		}
	}
	return want
}

// Ask is a probe's question about one package: say is called with a position and
// what the pass computed there.
type Ask func(pass *analysis.Pass, say func(pos token.Pos, what string))

// Probe asks about each package that a pattern names, one view for each as under
// go vet, and compares what is said of a line with the strings that its want
// comment expects: the same strings, each as often. The analyzers are those whose
// results ask looks at.
func Probe(t *testing.T, pattern string, ask Ask, requires ...*analysis.Analyzer) {
	t.Helper()
	probe(t, pattern, false, ask, requires)
}

// ProbeWhole is Probe with all packages in one view, as in the standalone command.
func ProbeWhole(t *testing.T, pattern string, ask Ask, requires ...*analysis.Analyzer) {
	t.Helper()
	probe(t, pattern, true, ask, requires)
}

func probe(t *testing.T, pattern string, whole bool, ask Ask, requires []*analysis.Analyzer) {
	t.Helper()
	pkgs, view := Load(t, pattern, nil)
	if !whole {
		view = nil
	}
	said := map[string][]string{}
	var mu sync.Mutex
	Analyze(t, &analysis.Analyzer{
		Name: "probe", Doc: "say what a pass computed", Requires: append([]*analysis.Analyzer{ir.Analyzer}, requires...),
		Run: func(pass *analysis.Pass) (any, error) {
			ask(pass, func(pos token.Pos, what string) {
				mu.Lock()
				defer mu.Unlock()
				at := Line(pass.Fset, pos)
				said[at] = append(said[at], what)
			})
			return nil, nil
		},
	}, pkgs, view)
	want := Expected(t, pkgs)
	if len(want) == 0 {
		t.Errorf("%s: nothing is expected", pattern)
	}
	for at, ws := range want {
		for _, w := range ws {
			if i := slices.Index(said[at], w); i >= 0 {
				said[at] = slices.Delete(said[at], i, i+1)
			} else {
				t.Errorf("%s: nobody says %s", at, w)
			}
		}
	}
	for at, rest := range said {
		for _, s := range rest {
			t.Errorf("%s: unexpected: %s", at, s)
		}
	}
}
