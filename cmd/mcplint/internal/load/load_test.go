package load

import (
	"errors"
	"go/types"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
)

const mod = "module example.com/m\n\ngo 1.26.0\n"

// tree writes files into a new folder. The go command reads no settings of the
// machine that would change what it does there.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	for _, v := range []string{"GOFLAGS", "GOWORK"} {
		t.Setenv(v, "")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, src := range files {
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(src), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func options(t *testing.T, dir string, patterns ...string) Options {
	t.Helper()
	env, err := Environment(dir)
	if err != nil {
		t.Fatal(err)
	}
	return Options{Dir: dir, Env: env, Patterns: patterns, Tests: true}
}

func load(t *testing.T, opts Options) *Module {
	t.Helper()
	m, err := Load(opts)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// ids lists the packages that can be analysed; with a star, those that are wanted.
func ids(m *Module) string {
	var out []string
	for _, p := range m.Packages {
		id := strings.ReplaceAll(p.ID, "example.com/", "")
		if m.IsWanted(p) {
			id += "*"
		}
		out = append(out, id)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// The whole module is loaded, tests with it, whatever is asked for.
func TestPatterns(t *testing.T) {
	dir := tree(t, map[string]string{
		"go.mod":           mod,
		"m.go":             "package m\n",
		"a/a.go":           "package a\n\nimport \"example.com/m/b\"\n\nvar A = b.B\n",
		"a/a_test.go":      "package a\n",
		"a/x_test.go":      "package a_test\n",
		"b/b.go":           "package b\n\nvar B = 1\n",
		"b/tagged.go":      "//go:build special\n\npackage b\n\nvar Tagged = 1\n",
		"b/deep/c.go":      "package deep\n",
		"special/s.go":     "//go:build special\n\npackage special\n",
		"testdata/t/t.go":  "package t\n",
		"other/go.mod":     "module example.com/other\n\ngo 1.26.0\n",
		"other/other.go":   "package other\n",
		"_hidden/h.go":     "package hidden\n",
		"b/deep/readme.md": "",
	})
	for _, c := range []struct {
		dir      string
		patterns []string
		want     string
	}{
		{"", nil, "m*, m/a [m/a.test]*, m/a*, m/a_test [m/a.test]*, m/b*, m/b/deep*"},
		{"", []string{"./..."}, "m*, m/a [m/a.test]*, m/a*, m/a_test [m/a.test]*, m/b*, m/b/deep*"},
		{"", []string{"."}, "m*, m/a, m/a [m/a.test], m/a_test [m/a.test], m/b, m/b/deep"},
		{"", []string{"./a"}, "m, m/a [m/a.test]*, m/a*, m/a_test [m/a.test]*, m/b, m/b/deep"},
		{"", []string{"./b", "example.com/m/a"}, "m, m/a [m/a.test]*, m/a*, m/a_test [m/a.test]*, m/b*, m/b/deep"},
		{"b", nil, "m, m/a, m/a [m/a.test], m/a_test [m/a.test], m/b*, m/b/deep*"},
		{"b", []string{"../a"}, "m, m/a [m/a.test]*, m/a*, m/a_test [m/a.test]*, m/b, m/b/deep"},
	} {
		m := load(t, options(t, filepath.Join(dir, c.dir), c.patterns...))
		if got := ids(m); got != c.want || len(m.Broken) > 0 {
			t.Errorf("in %q %v: %s, broken %+v\nwant %s", c.dir, c.patterns, got, m.Broken, c.want)
		}
	}

	opts := options(t, dir)
	opts.Tests = false
	if got, want := ids(load(t, opts)), "m*, m/a*, m/b*, m/b/deep*"; got != want {
		t.Errorf("without tests: %s, want %s", got, want)
	}
	opts.Patterns = []string{"errors"} // outside the module
	if got, want := ids(load(t, opts)), "errors*, m, m/a, m/b, m/b/deep"; got != want {
		t.Errorf("what is outside: %s, want %s", got, want)
	}
	opts.Patterns, opts.Tags = nil, "special"
	m := load(t, opts)
	if got, want := ids(m), "m*, m/a*, m/b*, m/b/deep*, m/special*"; got != want {
		t.Errorf("with tags: %s, want %s", got, want)
	}
	for _, p := range m.Packages {
		if p.PkgPath == "example.com/m/b" && p.Types.Scope().Lookup("Tagged") == nil {
			t.Error("the tagged file is not in its package")
		}
	}
}

func TestRefused(t *testing.T) {
	dir := tree(t, map[string]string{"go.mod": mod, "m.go": "package m\n", "docs/x.txt": "", "other/go.mod": "module example.com/other\n"})
	for _, c := range []struct {
		pattern, want string
	}{
		{"m.go", "m.go is a file: name its package instead (./.)"},
		{"a/b.go", "a/b.go is a file: name its package instead (./a)"},
		{"./docs/...", "no packages match ./docs/..."},
		{"./docs", "no Go files in"},
		{"./nowhere", "nowhere: directory not found"},
		{"example.com/m/nowhere", "nowhere"},
		{"example.org/none", "no required module provides package example.org/none"},
		{"./other", "no Go files in"},
		{"-x", "-x"},
	} {
		m, err := Load(options(t, dir, c.pattern))
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %+v, %v; want %s", c.pattern, m, err, c.want)
		}
	}

	empty := tree(t, nil)
	if _, err := Load(options(t, empty)); !errors.Is(err, ErrNoModule) {
		t.Errorf("no module: %v", err)
	}
	if _, err := Environment(filepath.Join(empty, "no")); err == nil || !strings.HasSuffix(err.Error(), " is no directory") {
		t.Errorf("%v", err)
	}
	bad := tree(t, map[string]string{"go.mod": "module example.com/m\n\ngone 1.26\n"})
	_, err := Load(options(t, bad))
	if err == nil || !strings.Contains(err.Error(), "unknown directive: gone") || strings.Contains(err.Error(), "\n") {
		t.Errorf("a go.mod that is none: %v", err)
	}
	t.Setenv("PATH", empty)
	if _, err := Environment(dir); err == nil || !strings.Contains(err.Error(), "the go command is not in PATH") {
		t.Errorf("%v", err)
	}
}

// TestBroken: what does not build is named with its cause, and all else is loaded.
func TestBroken(t *testing.T) {
	dir := tree(t, map[string]string{
		"go.mod":             mod,
		"good/good.go":       "package good\n",
		"types/t.go":         "package types\n\nvar X int = \"s\"\n\nvar Y = undefined\n\nvar Z = nothing\n",
		"syntax/s.go":        "package syntax\n\nfunc {\n",
		"missing/m.go":       "package missing\n\nimport _ \"example.org/none\"\n",
		"needs/n.go":         "package needs\n\nimport \"example.com/m/between\"\n\nvar N = between.B\n",
		"between/b.go":       "package between\n\nimport \"example.com/m/types\"\n\nvar B = types.X\n",
		"mixed/a.go":         "package mixed\n",
		"mixed/b.go":         "package other\n",
		"tests/t.go":         "package tests\n\nvar T = 1\n",
		"tests/t_test.go":    "package tests\n\nvar U int = \"s\"\n",
		"external/e.go":      "package external\n",
		"external/e_test.go": "package external_test\n\nvar U int = \"s\"\n",
	})
	m := load(t, options(t, dir, "./types", "./tests", "./good"))
	if got, want := ids(m), "m/external, m/good*, m/tests*"; got != want {
		t.Errorf("loaded %s, want %s", got, want)
	}
	got := map[string]Broken{}
	for _, b := range m.Broken {
		path := strings.TrimPrefix(b.Path, "example.com/m/")
		if _, ok := got[path]; ok {
			t.Errorf("%s twice", path)
		}
		if strings.Contains(b.Reason, "\n") {
			t.Errorf("%s: more than a line: %q", path, b.Reason)
		}
		got[path] = b
	}
	for path, w := range map[string]struct {
		pos, reason string
		more        int
		needs       string
		wanted      bool
	}{
		"types":         {"types/t.go:3:13", `cannot use "s"`, 2, "", true},
		"syntax":        {"syntax/s.go:3:6", "expected", -1, "", false},
		"missing":       {"missing/m.go:3:10", "no required module provides package example.org/none", 0, "", false},
		"needs":         {"", "it needs example.com/m/types, which does not build", 0, "example.com/m/types", false},
		"between":       {"", "it needs example.com/m/types, which does not build", 0, "example.com/m/types", false},
		"mixed":         {"", "found packages mixed (a.go) and other (b.go)", -1, "", false},
		"tests":         {"tests/t_test.go:3:13", `cannot use "s"`, 0, "", true},
		"external_test": {"external/e_test.go:3:13", `cannot use "s"`, 0, "", false},
	} {
		b, ok := got[path]
		delete(got, path)
		if !ok {
			t.Errorf("%s is not named", path)
			continue
		}
		if w.pos != "" && b.Pos != filepath.Join(dir, filepath.FromSlash(strings.SplitN(w.pos, ":", 2)[0]))+":"+strings.SplitN(w.pos, ":", 2)[1] {
			t.Errorf("%s: at %q, want %s", path, b.Pos, w.pos)
		}
		if !strings.Contains(b.Reason, w.reason) || w.more >= 0 && b.More != w.more || b.Needs != w.needs || b.Wanted != w.wanted {
			t.Errorf("%s: %+v, want %+v", path, b, w)
		}
	}
	if len(got) > 0 {
		t.Errorf("broken as well: %+v", got)
	}
	if !slices.IsSortedFunc(m.Broken, func(a, b Broken) int { return strings.Compare(a.Path, b.Path) }) {
		t.Errorf("not in order: %+v", m.Broken)
	}
}

const work = "go 1.26.0\n\nuse (\n\t./a\n\t./deep/b\n)\n"

func workspace(t *testing.T) string {
	t.Helper()
	return tree(t, map[string]string{
		"go.work":        work,
		"a/go.mod":       "module example.com/a\n\ngo 1.26.0\n",
		"a/a.go":         "package a\n\nimport \"example.com/b\"\n\nvar A = b.B\n",
		"deep/b/go.mod":  "module example.com/b\n\ngo 1.26.0\n",
		"deep/b/b.go":    "package b\n\nvar B = 1\n",
		"deep/b/c/c.go":  "package c\n",
		"alone/go.mod":   "module example.com/alone\n\ngo 1.26.0\n",
		"alone/alone.go": "package alone\n",
		"docs/x.txt":     "",
	})
}

// Every module of a workspace is loaded.
func TestWorkspace(t *testing.T) {
	dir := workspace(t)
	for _, c := range []struct {
		dir      string
		patterns []string
		want     string
	}{
		{"a", nil, "a*, b, b/c"},
		{"a", []string{"example.com/b"}, "a, b*, b/c"},
		{"deep/b", []string{"./c"}, "a, b, b/c*"},
		{"", nil, "a*, b*, b/c*"}, // no module itself
		{"", []string{"./..."}, "a*, b*, b/c*"},
		{"", []string{"./deep/b/..."}, "a, b*, b/c*"},
		{"deep", nil, "a, b*, b/c*"},
	} {
		m, err := Load(options(t, filepath.Join(dir, c.dir), c.patterns...))
		if err != nil {
			t.Errorf("in %q %v: %v", c.dir, c.patterns, err)
			continue
		}
		if got := ids(m); got != c.want || len(m.Broken) > 0 {
			t.Errorf("in %q %v: %s, broken %+v\nwant %s", c.dir, c.patterns, got, m.Broken, c.want)
		}
	}
	// A folder of no module, and a module that the workspace does not use.
	for _, sub := range []string{"docs", "alone"} {
		if m, err := Load(options(t, filepath.Join(dir, sub))); err == nil || !strings.Contains(err.Error(), "go.work") {
			t.Errorf("in %s: %+v, %v", sub, m, err)
		}
	}
}

func TestWorkspaceRefused(t *testing.T) {
	for _, c := range []struct{ work, want string }{
		{"go 1.26.0\n", "uses no module"},
		{"go 1.26.0\n\nuse ./none\n", "none"},
		{"gone\n", "unknown directive: gone"},
	} {
		dir := workspace(t)
		if err := os.WriteFile(filepath.Join(dir, "go.work"), []byte(c.work), 0o644); err != nil {
			t.Fatal(err)
		}
		for _, sub := range []string{"", "a"} {
			env, err := Environment(filepath.Join(dir, sub))
			if err == nil {
				_, err = Load(Options{Dir: filepath.Join(dir, sub), Env: env})
			}
			if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%q in %q: %v; want %s", c.work, sub, err, c.want)
			}
		}
	}
}

func TestRoot(t *testing.T) {
	dir := workspace(t)
	for sub, want := range map[string]string{"": "", "docs": "", "a": "a", "deep/b/c": "deep/b"} {
		env, err := Environment(filepath.Join(dir, sub))
		if err != nil {
			t.Fatal(err)
		}
		if got := env.Root(); got != filepath.Join(dir, want) {
			t.Errorf("of %q: %s", sub, got)
		}
	}
	env, err := Environment(tree(t, nil))
	if err != nil || env.Root() != "" {
		t.Errorf("of no module: %q, %v", env.Root(), err)
	}
}

type seen struct{ Name string }

func (*seen) AFact()           {}
func (s *seen) String() string { return s.Name }

// TestAnalyze: a panic is the error of its action and takes no other result with it;
// facts reach importers; the analyzers are afterwards what they were.
func TestAnalyze(t *testing.T) {
	dir := tree(t, map[string]string{
		"go.mod":      mod,
		"a/a.go":      "package a\n\nimport (\n\t\"errors\"\n\n\t\"example.com/m/b\"\n)\n\nvar A = errors.New(b.B)\n",
		"b/b.go":      "package b\n\nvar B = \"\"\n",
		"bad/bad.go":  "package bad\n\nvar Bad = 1\n",
		"bad/uses.go": "package bad\n",
	})
	m := load(t, options(t, dir))
	panics := func(pkg string) { // a frame of its own, to be named
		if pkg == "bad" {
			var list []int
			_ = list[len(pkg)]
		}
	}
	var facts []string
	below := &analysis.Analyzer{Name: "below", Doc: "d", FactTypes: []analysis.Fact{(*seen)(nil)}, Run: func(pass *analysis.Pass) (any, error) {
		panics(pass.Pkg.Name())
		for _, imp := range pass.Pkg.Imports() {
			var f seen
			if pass.ImportPackageFact(imp, &f) {
				facts = append(facts, pass.Pkg.Name()+" knows "+f.Name)
			}
		}
		pass.ExportPackageFact(&seen{pass.Pkg.Name()})
		return nil, nil
	}}
	above := &analysis.Analyzer{Name: "above", Doc: "d", Requires: []*analysis.Analyzer{below}, ResultType: reflect.TypeFor[string](), Run: func(pass *analysis.Pass) (any, error) {
		var names []string
		for _, imp := range pass.Pkg.Imports() {
			names = append(names, imp.Name())
		}
		slices.Sort(names)
		return pass.Pkg.Name() + " imports " + strings.Join(names, " "), nil
	}}
	g, err := m.Analyze([]*analysis.Analyzer{above})
	if err != nil {
		t.Fatal(err)
	}
	var results, faults []string
	for act := range g.All() {
		switch {
		case act.Err != nil && act.Analyzer == below:
			faults = append(faults, act.Err.Error())
		case act.Err == nil && act.Analyzer == above:
			results = append(results, act.Result.(string))
		}
	}
	slices.Sort(results)
	if got := strings.Join(results, ", "); got != "a imports b errors, b imports " {
		t.Errorf("results %s", got)
	}
	if got := strings.Join(facts, ", "); got != "a knows b" { // and nothing of errors, which is not of the module
		t.Errorf("facts: %s", got)
	}
	if len(faults) != 1 || !strings.Contains(faults[0], "panic: runtime error: index out of range [3] with length 0, at ") || !strings.Contains(faults[0], "load_test.go:") {
		t.Errorf("faults %q", faults)
	}
	defer func() {
		if recover() == nil {
			t.Error("the analyzer is still guarded")
		}
	}()
	below.Run(&analysis.Pass{Pkg: types.NewPackage("bad", "bad")})
}

func TestStillBuilds(t *testing.T) {
	dir := tree(t, map[string]string{
		"go.mod":         mod,
		"a/a.go":         "package a\n\nimport \"example.com/m/b\"\n\nvar A int = b.B\n",
		"b/b.go":         "package b\n\nvar B = 1\n",
		"b/b_test.go":    "package b\n\nvar C int = B\n",
		"bad/bad.go":     "package bad\n\nvar Bad int = \"s\"\n",
		"half/h.go":      "package half\n\nvar H = 1\n",
		"half/h_test.go": "package half\n\nvar Bad int = \"s\"\n",
	})
	opts := options(t, dir)
	m := load(t, opts)
	for _, c := range []struct{ file, src, want string }{
		{"", "", ""},
		{"b/b.go", "package b\n\nvar B = 2\n", ""},
		{"b/b.go", "package b\n\nvar B = \"s\"\n", "a.go:5:13"},              // an importer
		{"b/b.go", "package b\n\nfunc {\n", "b.go:3:6"},                      // no Go
		{"b/b_test.go", "package b\n\nvar C string = B\n", "b_test.go:3:16"}, // a test
		{"b/b.go", "package b\n\nimport \"os\"\n\nvar B = 1\n", "\"os\" imported and not used"},
		{"bad/bad.go", "package bad\n\nvar Bad bool = \"s\"\n", ""},      // it did not build before
		{"half/h.go", "package half\n\nvar H string = 1\n", "h.go:3:16"}, // its test alone did not
	} {
		overlay := map[string][]byte{}
		if c.file != "" {
			overlay[filepath.Join(dir, filepath.FromSlash(c.file))] = []byte(c.src)
		}
		err := m.StillBuilds(opts, overlay)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.file, err, c.want)
		}
	}
}
