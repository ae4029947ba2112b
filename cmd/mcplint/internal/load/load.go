// Package load brings a module's packages into memory and runs analyzers on them
// in one process. The main module's packages are type-checked from source and
// all else comes from export data, which keeps a run on a large server at a few
// seconds; facts and SSA exist for the module only. The whole module (every
// module of a workspace) is always loaded, whatever is asked for: a handler and
// its registration are often in different packages, and only what is reported
// is narrowed to the patterns.
package load

import (
	"fmt"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

// Options say what to load.
type Options struct {
	Dir      string // working directory; "" is the current one
	Env      Env    // of Dir
	Patterns []string
	Tests    bool
	Tags     string
}

func (o Options) buildFlags() []string {
	if o.Tags == "" {
		return nil
	}
	return []string{"-tags=" + o.Tags}
}

// Broken is a package that does not build, or that needs one.
type Broken struct {
	Path   string
	Pos    string // file:line:column of the first error, or ""
	Reason string // one line
	More   int    // number of further errors
	Needs  string // the import that does not build, when its own code has no error
	Wanted bool   // the patterns ask for it
}

// Module is what was loaded.
type Module struct {
	Fset     *token.FileSet
	Packages []*packages.Package // the ones that can be analysed, test variants included
	Broken   []Broken            // by import path
	Wanted   map[string]bool     // import paths that the patterns match
	Env      Env

	broken map[string]bool // package IDs: a test variant can be broken alone
}

// Load loads the module around opts.Dir. Packages that do not build are listed
// in Broken; the others can be analysed all the same. The error is non-nil when
// there is no module, a pattern matches nothing or the go command fails.
func Load(opts Options) (*Module, error) {
	root, all, err := opts.Env.scope()
	if err != nil {
		return nil, err
	}
	for _, p := range opts.Patterns {
		if strings.HasSuffix(p, ".go") {
			return nil, fmt.Errorf("%s is a file: name its package instead (./%s)", p, filepath.ToSlash(filepath.Dir(p)))
		}
	}
	m := &Module{Fset: token.NewFileSet(), Env: opts.Env, Wanted: map[string]bool{}, broken: map[string]bool{}}
	cfg := &packages.Config{
		Mode: packages.LoadSyntax | packages.NeedModule | packages.NeedForTest, Dir: root, Tests: opts.Tests, Fset: m.Fset, BuildFlags: opts.buildFlags(),
	}

	// Two questions to the go command, asked at once.
	var wanted []string
	var matchErr error
	var wg sync.WaitGroup
	wg.Go(func() { wanted, matchErr = match(opts, root, all, cfg.BuildFlags) })
	pkgs, err := packages.Load(cfg, all...)
	wg.Wait()
	if matchErr != nil {
		return nil, matchErr
	}
	if err != nil {
		return nil, fmt.Errorf("loading packages: %s", oneLine(err.Error()))
	}
	loaded := map[string]bool{}
	for _, p := range pkgs {
		loaded[p.PkgPath] = true
	}
	// What was asked for outside the module, such as the path of a dependency, is
	// loaded as well.
	var more []string
	for _, w := range wanted {
		m.Wanted[w] = true
		if !loaded[w] {
			more = append(more, w)
		}
	}
	if len(more) > 0 {
		if pkgs, err = packages.Load(cfg, append(all, more...)...); err != nil {
			return nil, fmt.Errorf("loading packages: %s", oneLine(err.Error()))
		}
	}
	m.sift(pkgs)
	return m, nil
}

// sift parts the packages that can be analysed from those that cannot.
func (m *Module) sift(pkgs []*packages.Package) {
	said := map[string]bool{}
	for _, p := range pkgs {
		if p.Name == "main" && strings.HasSuffix(p.ID, ".test") {
			continue // the generated main of a test binary
		}
		if p.Types != nil && !p.IllTyped && len(p.Errors) == 0 {
			m.Packages = append(m.Packages, p)
			continue
		}
		m.broken[p.ID] = true
		b := Broken{Path: p.PkgPath, Wanted: m.IsWanted(p)}
		switch {
		case len(p.Errors) > 0:
			e, more := first(p)
			b.Pos, b.Reason, b.More = strings.TrimSuffix(e.Pos, ":-"), oneLine(e.Msg), more
			if b.Pos == "-" {
				b.Pos = ""
			}
		default:
			b.Needs = culprit(p, map[*packages.Package]bool{})
			b.Reason = "it needs " + b.Needs + ", which does not build"
		}
		// A package and its test variant have the same error once.
		key := b.Path + "\x00" + b.Reason
		if said[key] {
			continue
		}
		said[key] = true
		m.Broken = append(m.Broken, b)
	}
	slices.SortStableFunc(m.Broken, func(a, b Broken) int { return strings.Compare(a.Path, b.Path) })
}

// first returns the error of a package that says most, and how many more there are.
func first(p *packages.Package) (e packages.Error, more int) {
	// Where there is a list of all errors by the compiler, they follow one by one.
	es := slices.DeleteFunc(slices.Clone(p.Errors), func(e packages.Error) bool { return strings.HasPrefix(e.Msg, "# ") })
	if len(es) == 0 {
		es = p.Errors
	}
	e = es[0]
	// Why a package is missing stands at the missing one.
	if rest, ok := strings.CutPrefix(e.Msg, "could not import "); ok {
		path, _, _ := strings.Cut(rest, " ")
		if imp := p.Imports[path]; imp != nil && imp.Name == "" && len(imp.Errors) > 0 {
			e.Msg = imp.Errors[0].Msg
		}
	}
	return e, len(es) - 1
}

// culprit names the nearest package with errors of its own under p.
func culprit(p *packages.Package, seen map[*packages.Package]bool) string {
	seen[p] = true
	paths := make([]string, 0, len(p.Imports))
	for path := range p.Imports {
		paths = append(paths, path)
	}
	slices.Sort(paths)
	for _, path := range paths {
		if len(p.Imports[path].Errors) > 0 {
			return path
		}
	}
	for _, path := range paths {
		if imp := p.Imports[path]; imp.IllTyped && !seen[imp] {
			if c := culprit(imp, seen); c != "" {
				return c
			}
		}
	}
	return "a package"
}

// IsWanted reports whether the patterns of the command line ask for the package;
// its tests belong to it.
func (m *Module) IsWanted(p *packages.Package) bool {
	return m.Wanted[p.PkgPath] || p.ForTest != "" && m.Wanted[p.ForTest]
}

// match lists the import paths that the patterns name.
func match(opts Options, root string, all, flags []string) ([]string, error) {
	pats := opts.Patterns
	if len(pats) == 0 {
		pats = []string{"./..."}
	}
	if slices.Equal(pats, []string{"./..."}) && opts.Env.module() == "" {
		// The go command refuses this pattern in a folder of a workspace that is above
		// its modules.
		if below := modulesBelow(opts.Dir, root, all); len(below) > 0 {
			pats = below
		}
	}
	cfg := &packages.Config{Mode: packages.NeedName | packages.NeedFiles, Dir: opts.Dir, BuildFlags: flags}
	pkgs, err := packages.Load(cfg, pats...)
	if err != nil {
		return nil, fmt.Errorf("matching %s: %s", strings.Join(pats, " "), oneLine(err.Error()))
	}
	var out []string
	for _, p := range pkgs {
		if p.Name == "" && len(p.Errors) > 0 && len(p.GoFiles) == 0 {
			return nil, fmt.Errorf("pattern %s: %s", p.PkgPath, oneLine(p.Errors[0].Msg))
		}
		out = append(out, p.PkgPath)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no packages match %s", strings.Join(pats, " "))
	}
	slices.Sort(out)
	return slices.Compact(out), nil
}

// modulesBelow returns, of the patterns of modules as seen from root, those that are
// below dir, as seen from there.
func modulesBelow(dir, root string, all []string) []string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	if real, err := filepath.EvalSymlinks(root); err == nil {
		root = real
	}
	var out []string
	for _, p := range all {
		rel, err := filepath.Rel(dir, filepath.Join(root, filepath.FromSlash(p)))
		if rel = filepath.ToSlash(rel); err == nil && !strings.HasPrefix(rel, "../") {
			out = append(out, "./"+rel)
		}
	}
	return out
}

// scope is where to load from, and the patterns of all that is to be loaded.
func (e Env) scope() (root string, patterns []string, err error) {
	if e.GOWORK == "" || e.GOWORK == "off" {
		if e.module() == "" {
			return "", nil, ErrNoModule
		}
		return filepath.Dir(e.GOMOD), []string{"./..."}, nil
	}
	root = filepath.Dir(e.GOWORK)
	cmd := exec.Command("go", "list", "-m", "-f", "{{.Dir}}")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return "", nil, fmt.Errorf("reading %s: %s", e.GOWORK, oneLine(stderrOf(err)))
	}
	for d := range strings.Lines(string(out)) {
		rel, err := filepath.Rel(root, strings.TrimSpace(d))
		if err != nil {
			continue
		}
		rel = filepath.ToSlash(rel)
		if !strings.HasPrefix(rel, "../") {
			rel = "./" + rel
		}
		patterns = append(patterns, rel+"/...")
	}
	if len(patterns) == 0 {
		return "", nil, fmt.Errorf("%s uses no module", e.GOWORK)
	}
	return root, patterns, nil
}

// oneLine keeps what says most of an error of the go command.
func oneLine(s string) string {
	s = strings.TrimSpace(s)
	if _, rest, ok := strings.Cut(s, ": stderr: "); ok {
		s = rest
	}
	return strings.Join(strings.Fields(s), " ")
}
