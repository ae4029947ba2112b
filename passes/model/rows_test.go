package model

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
)

// The rows of all tables are held against the code that they name: a row that
// names nothing, or an operand or result that is not there, fails. Packages of
// other modules come from the module testdata/rows, whose go.mod pins them, so
// that they are no dependencies of mcplint. Nothing is compiled: a package is
// parsed and its declarations are type-checked with all imports left open,
// which gives the true full names and arities.

// named is one use of a name by a row.
type named struct {
	table string
	name  string // a function's full name, "pkg.Type.Field" or "pkg.Var"
	field bool
	vars  bool
	// operands and results that the row uses; results may be All or Err.
	operands, results []int
}

func allNamed() []named {
	var n []named
	fn := func(table, name string, operands, results []int) {
		n = append(n, named{table: table, name: name, operands: operands, results: results})
	}
	used := func(ops ...int) []int { return slices.DeleteFunc(ops, func(i int) bool { return i < 0 }) }
	for _, l := range allSources {
		for _, r := range l {
			fn("source", r.Func, nil, []int{r.Result})
		}
	}
	for _, l := range allFlows {
		for _, r := range l {
			fn("flow", r.Func, used(slices.Concat(r.From, r.ErrFrom, []int{r.Into})...), nil)
		}
	}
	for _, l := range allMasks {
		for _, r := range l {
			fn("mask", r.Func, nil, []int{0})
		}
	}
	for _, l := range allFormats {
		for _, r := range l {
			fn("format", r.Func, used(slices.Concat([]int{r.Format, r.Args, r.Into}, r.Also)...), nil)
		}
	}
	for _, l := range allMarshals {
		for _, r := range l {
			fn("marshal", r.Func, used(r.Operand, r.Into), nil)
		}
	}
	for _, l := range allEffects {
		for _, r := range l {
			if r.Decide == Always {
				fn("effect", r.Func, nil, nil)
			} else {
				fn("effect", r.Func, []int{r.Operand}, nil)
			}
		}
	}
	for _, l := range allUndos {
		for _, r := range l {
			fn("undo", r.Func, nil, []int{Err})
		}
	}
	for _, l := range allTxs {
		for _, r := range l {
			if r.Role == TxFunc {
				fn("tx", r.Func, []int{r.Operand}, nil)
			} else {
				fn("tx", r.Func, nil, []int{0})
			}
		}
	}
	for _, l := range allNotDispatched {
		for _, r := range l {
			fn("not dispatched", r.Func, nil, nil)
		}
	}
	for _, l := range allMusts {
		for _, r := range l {
			fn("must", r.Func, []int{r.Operand}, nil)
		}
	}
	for _, l := range allExits {
		for _, r := range l {
			fn("exit", r.Func, nil, nil)
		}
	}
	for _, l := range allStdouts {
		for _, r := range l {
			if r.When == StdoutOperand || r.When == StdoutPath {
				fn("stdout", r.Func, []int{r.Operand}, nil)
			} else {
				fn("stdout", r.Func, nil, nil)
			}
		}
	}
	for _, l := range allBlockings {
		for _, r := range l {
			fn("blocking", r.Func, used(r.Ctx), nil)
		}
	}
	for _, l := range allStackCarriers {
		for _, r := range l {
			fn("stack carrier", r.Func, nil, []int{r.Result})
		}
	}
	for _, l := range allFieldSources {
		for _, r := range l {
			n = append(n, named{table: "field source", name: r.Field, field: true})
		}
	}
	for _, l := range allVarSources {
		for _, r := range l {
			n = append(n, named{table: "var source", name: r.Var, vars: true})
		}
	}
	return n
}

// pkgOf returns the package of a name: "(*a/b.T).M", "a/b.F", "a/b.T.Field".
func (n named) pkgOf() string {
	s := strings.TrimLeft(n.name, "(*")
	slash := strings.LastIndexByte(s, '/')
	// The last path element may hold dots ("yaml.v3"), of which a version is one.
	dots := regexp.MustCompile(`^[^.]*(?:\.go|\.v[0-9]+)?`).FindString(s[slash+1:])
	return s[:slash+1] + dots
}

func isStd(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return !strings.Contains(first, ".")
}

// testdataModule holds the modules that rows name.
const testdataModule = "testdata/rows"

// loadDecls parses and type-checks the declarations of packages.
func loadDecls(t *testing.T, dir string, paths []string) map[string]*types.Package {
	t.Helper()
	fset := token.NewFileSet()
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedFiles, Dir: dir, Fset: fset, Env: append(packagesEnv(), "GOWORK=off", "GOOS=linux", "GOARCH=amd64")}, paths...)
	if err != nil {
		t.Fatalf("loading packages: %v", err)
	}
	found := make(map[string]*types.Package)
	var mu sync.Mutex
	var wg sync.WaitGroup
	limit := make(chan bool, 2)
	for _, p := range pkgs {
		if len(p.Errors) > 0 {
			t.Errorf("loading %s: %v", p.PkgPath, p.Errors[0])
			continue
		}
		wg.Go(func() {
			limit <- true
			defer func() { <-limit }()
			var files []*ast.File
			for _, name := range p.GoFiles {
				f, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
				if err != nil {
					t.Errorf("parsing %s: %v", name, err)
					continue
				}
				files = append(files, f)
			}
			conf := types.Config{IgnoreFuncBodies: true, FakeImportC: true, Error: func(error) {}, Importer: noImports{}}
			pkg, _ := conf.Check(p.PkgPath, fset, files, nil)
			mu.Lock()
			defer mu.Unlock()
			found[p.PkgPath] = pkg
		})
	}
	wg.Wait()
	return found
}

func packagesEnv() []string {
	return slices.DeleteFunc(os.Environ(), func(e string) bool { return strings.HasPrefix(e, "GOFLAGS=") })
}

// noImports leaves every import open: the checker makes an empty package of it.
type noImports struct{}

func (noImports) Import(string) (*types.Package, error) { return nil, errors.New("not needed") }

// declared lists what a package declares, by the names that rows use.
type declared struct {
	funcs map[string]*types.Signature
	names map[string]bool // fields and variables
}

func declarations(pkg *types.Package) declared {
	d := declared{map[string]*types.Signature{}, map[string]bool{}}
	method := func(m *types.Func) { d.funcs[m.FullName()] = m.Type().(*types.Signature) }
	for _, name := range pkg.Scope().Names() {
		switch o := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			d.funcs[o.FullName()] = o.Type().(*types.Signature)
		case *types.Var:
			d.names[pkg.Path()+"."+name] = true
		case *types.TypeName:
			t, ok := o.Type().(*types.Named)
			if !ok || o.IsAlias() {
				continue
			}
			for m := range t.Methods() {
				method(m)
			}
			switch u := t.Underlying().(type) {
			case *types.Interface:
				for m := range u.ExplicitMethods() {
					method(m)
				}
			case *types.Struct:
				for f := range u.Fields() {
					d.names[pkg.Path()+"."+name+"."+f.Name()] = true
				}
			}
		}
	}
	return d
}

// check holds one row against the declarations of its package.
func (n named) check(d declared) error {
	if n.field || n.vars {
		if !d.names[n.name] {
			return fmt.Errorf("%s row: no such field or variable: %s", n.table, n.name)
		}
		return nil
	}
	sig, ok := d.funcs[n.name]
	if !ok && n.table == "not dispatched" && d.names[n.name] {
		return nil // a sentinel error
	}
	if !ok {
		return fmt.Errorf("%s row: no such function: %s", n.table, n.name)
	}
	operands := sig.Params().Len()
	if sig.Recv() != nil {
		operands++
	}
	for _, o := range n.operands {
		if o >= operands {
			return fmt.Errorf("%s row: %s has %d operands, none with index %d", n.table, n.name, operands, o)
		}
	}
	for _, r := range n.results {
		switch {
		case r == Err:
			if !slices.ContainsFunc(slices.Collect(sig.Results().Variables()), func(v *types.Var) bool { return v.Type().String() == "error" }) {
				return fmt.Errorf("%s row: %s has no error result", n.table, n.name)
			}
		case r >= sig.Results().Len():
			return fmt.Errorf("%s row: %s has %d results, none with index %d", n.table, n.name, sig.Results().Len(), r)
		}
	}
	return nil
}

func TestRows(t *testing.T) {
	rows := allNamed()
	want := map[bool]map[string]bool{true: {}, false: {}}
	for _, n := range rows {
		want[isStd(n.pkgOf())][n.pkgOf()] = true
	}
	for _, l := range allPkgSources {
		for _, r := range l {
			want[isStd(r.Pkg)][r.Pkg] = true
		}
	}
	for std, dir := range map[bool]string{true: ".", false: testdataModule} {
		t.Run(dir, func(t *testing.T) {
			if len(want[std]) == 0 {
				t.Skip("no rows")
			}
			pkgs := loadDecls(t, dir, slices.Sorted(maps.Keys(want[std])))
			decls := map[string]declared{}
			for path, pkg := range pkgs {
				decls[path] = declarations(pkg)
			}
			for _, n := range rows {
				path := n.pkgOf()
				if isStd(path) != std {
					continue
				}
				d, ok := decls[path]
				if !ok {
					t.Errorf("%s row: no such package: %s", n.table, n.name)
				} else if err := n.check(d); err != nil {
					t.Error(err)
				}
			}
			for _, l := range allPkgSources {
				for _, r := range l {
					if isStd(r.Pkg) != std {
						continue
					}
					prefix, isPrefix := strings.CutSuffix(r.Pkg, "/...")
					ok := pkgs[r.Pkg] != nil
					for path := range pkgs {
						ok = ok || isPrefix && (path == prefix || strings.HasPrefix(path, prefix+"/"))
					}
					if !ok {
						t.Errorf("package row: no such package: %s", r.Pkg)
					}
				}
			}
		})
	}
}

// TestSourceDuplicates: a function may have several source rows, but not two
// for one result. All other tables refuse duplicates when they are made.
func TestSourceDuplicates(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range allSources {
		for _, r := range l {
			k := fmt.Sprint(canonical(r.Func), " ", r.Result)
			if seen[k] {
				t.Errorf("two source rows for %s, result %d", r.Func, r.Result)
			}
			seen[k] = true
		}
	}
}
