// Package load brings a module's packages into memory and runs analyzers on them
// in one process. The main module's packages are type-checked from source and
// all else comes from export data, which keeps a run on a large server at a few
// seconds; facts and SSA exist for the module only. The whole module is always
// loaded, whatever is asked for: a handler and its registration are often in
// different packages, and only what is reported is narrowed to the patterns.
package load

import (
	"errors"
	"fmt"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/gomcplint/mcplint/passes/ir"
)

// Options say what to load.
type Options struct {
	Dir      string // working directory; "" is the current one
	Patterns []string
	Tests    bool
	Tags     string
}

// Broken is a package that does not build.
type Broken struct {
	Path string
	Err  packages.Error
}

// Module is what was loaded.
type Module struct {
	Fset     *token.FileSet
	Packages []*packages.Package
	Broken   []Broken
	Wanted   map[string]bool // import paths that the patterns match
	Root     string          // directory of go.mod or go.work
}

// ErrNoModule is returned when no go.mod or go.work is found.
var ErrNoModule = errors.New("no go.mod or go.work in this directory or above it")

// Load loads the module around opts.Dir. Packages that do not build are listed
// in Broken; the others can be analysed all the same. The error is non-nil when
// there is no module, a pattern matches nothing or the go command fails.
func Load(opts Options) (*Module, error) {
	root, err := moduleRoot(opts.Dir)
	if err != nil {
		return nil, err
	}
	cfg := &packages.Config{
		Mode: packages.LoadSyntax | packages.NeedModule | packages.NeedForTest, Dir: root, Tests: opts.Tests,
	}
	if opts.Tags != "" {
		cfg.BuildFlags = []string{"-tags=" + opts.Tags}
	}
	all := []string{"./..."}
	if mods := workModules(root); len(mods) > 0 {
		all = mods
	}
	m := &Module{Fset: token.NewFileSet(), Root: root, Wanted: map[string]bool{}}
	cfg.Fset = m.Fset
	wanted, err := match(opts, cfg.BuildFlags)
	if err != nil {
		return nil, err
	}
	pkgs, err := packages.Load(cfg, all...)
	if err != nil {
		return nil, fmt.Errorf("loading packages: %w", err)
	}
	loaded := map[string]bool{}
	for _, p := range pkgs {
		loaded[p.PkgPath] = true
	}
	// What was asked for outside the module (another module of a workspace, a
	// path of a dependency) is loaded as well.
	var more []string
	for _, w := range wanted {
		m.Wanted[w] = true
		if !loaded[w] && !strings.HasSuffix(w, "_test") {
			more = append(more, w)
		}
	}
	if len(more) > 0 {
		if pkgs, err = packages.Load(cfg, append(all, more...)...); err != nil {
			return nil, fmt.Errorf("loading packages: %w", err)
		}
	}
	seen := map[string]bool{}
	for _, p := range pkgs {
		if len(p.Errors) > 0 || p.IllTyped {
			if len(p.Errors) > 0 && !seen[p.PkgPath] {
				seen[p.PkgPath] = true
				m.Broken = append(m.Broken, Broken{p.PkgPath, p.Errors[0]})
			}
			if p.Types == nil || p.IllTyped {
				continue
			}
		}
		if strings.HasSuffix(p.PkgPath, ".test") && p.ForTest == "" && p.Name == "main" {
			continue // the generated main of a test binary
		}
		m.Packages = append(m.Packages, p)
	}
	return m, nil
}

// match lists the import paths that the patterns name.
func match(opts Options, flags []string) ([]string, error) {
	cfg := &packages.Config{Mode: packages.NeedName | packages.NeedFiles, Dir: opts.Dir, BuildFlags: flags}
	pats := opts.Patterns
	if len(pats) == 0 {
		pats = []string{"./..."}
	}
	pkgs, err := packages.Load(cfg, pats...)
	if err != nil {
		return nil, fmt.Errorf("matching %s: %w", strings.Join(pats, " "), err)
	}
	var out []string
	for _, p := range pkgs {
		if p.Name == "" && len(p.Errors) > 0 && len(p.GoFiles) == 0 {
			return nil, fmt.Errorf("pattern %s: %s", p.PkgPath, p.Errors[0].Msg)
		}
		out = append(out, p.PkgPath)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no packages match %s", strings.Join(pats, " "))
	}
	slices.Sort(out)
	return out, nil
}

func moduleRoot(dir string) (string, error) {
	if dir == "" {
		wd, err := os.Getwd()
		if err != nil {
			return "", err
		}
		dir = wd
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	if st, err := os.Stat(abs); err != nil || !st.IsDir() {
		return "", fmt.Errorf("%s is no directory", dir)
	}
	for d := abs; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, "go.mod")); err == nil {
			return d, nil
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	if out, err := goEnv(abs, "GOWORK"); err == nil && out != "" && out != "off" {
		return filepath.Dir(out), nil
	}
	return "", ErrNoModule
}

// workModules returns patterns for every module of the workspace at root.
func workModules(root string) []string {
	if _, err := os.Stat(filepath.Join(root, "go.mod")); err == nil {
		return nil
	}
	cmd := exec.Command("go", "list", "-m", "-f", "{{.Dir}}")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		return nil
	}
	var pats []string
	for d := range strings.Lines(string(out)) {
		if rel, err := filepath.Rel(root, strings.TrimSpace(d)); err == nil {
			pats = append(pats, "./"+filepath.ToSlash(filepath.Join(rel, "...")))
		}
	}
	return pats
}

func goEnv(dir, name string) (string, error) {
	cmd := exec.Command("go", "env", name)
	cmd.Dir = dir
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
}

// GoVersion is the version of the go command in use ("go1.26.8"), or "".
func GoVersion(dir string) string {
	v, _ := goEnv(dir, "GOVERSION")
	return v
}

// Analyze runs the analyzers on every package of the module, all under one view.
func (m *Module) Analyze(as []*analysis.Analyzer) (*checker.Graph, error) {
	root := map[*packages.Package]bool{}
	for _, p := range m.Packages {
		root[p] = true
	}
	units := make([]ir.Unit, 0, len(m.Packages))
	for _, p := range m.Packages {
		units = append(units, ir.Unit{Pkg: p.Types, Files: p.Syntax, Info: p.TypesInfo})
		// checker follows Imports; what leaves the module has no syntax.
		for path, imp := range p.Imports {
			if !root[imp] {
				delete(p.Imports, path)
			}
		}
	}
	defer ir.NewView(m.Fset, units, true).Install()()
	return checker.Analyze(as, m.Packages, nil)
}
