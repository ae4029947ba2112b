package ir

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/ssa"
)

// noReturn is a short static list in place of ctrlflow's facts: functions that
// never return, so that code behind them is not taken for reachable.
func noReturn(f *types.Func) bool {
	switch f.FullName() {
	case "os.Exit", "runtime.Goexit",
		"log.Fatal", "log.Fatalf", "log.Fatalln", "log.Panic", "log.Panicf", "log.Panicln",
		"(*log.Logger).Fatal", "(*log.Logger).Fatalf", "(*log.Logger).Fatalln",
		"(*testing.common).Fatal", "(*testing.common).Fatalf", "(*testing.common).FailNow",
		"(testing.TB).Fatal", "(testing.TB).Fatalf", "(testing.TB).FailNow",
		"github.com/sirupsen/logrus.Fatal", "github.com/sirupsen/logrus.Fatalf":
		return true
	}
	return false
}

// index is what is looked up by key over all functions of a view.
type index struct {
	callers  map[*ssa.Function][]ssa.CallInstruction // static calls, by callee (origin for generics)
	closures map[*ssa.Function][]*ssa.MakeClosure
	values   map[*ssa.Function][]ssa.Instruction // other uses of a function as a value
	fields   map[*types.Var][]*ssa.Store         // stores into a field, whatever the base
	puts     map[*types.Var][]*ssa.MapUpdate     // writes into a map that a field holds, whatever the base
	globals  map[*ssa.Global][]ssa.Instruction   // uses of a package variable
	made     map[conversion]bool                 // which types become values of which interface
	named    []types.Type                        // concrete named types of the view, for interface calls
	mu       sync.Mutex                          // guards impls, which is filled on demand
	impls    map[implKey][]*ssa.Function
}

type conversion struct{ iface, typ string }

type implKey struct {
	iface  types.Type
	method string
}

func (v *View) build() {
	v.once.Do(func() {
		v.prog = ssa.NewProgram(v.Fset, ssa.InstantiateGenerics)
		v.prog.SetNoReturn(noReturn)
		v.pkgs = map[*types.Package]*ssa.Package{}
		v.shadow = map[*types.Package]bool{}
		primary := map[string]bool{}
		for _, u := range v.Units {
			test := slices.ContainsFunc(u.Files, func(f *ast.File) bool {
				return strings.HasSuffix(v.Fset.Position(f.FileStart).Filename, "_test.go")
			})
			switch {
			case strings.HasSuffix(u.Pkg.Path(), "_test"):
			case test || primary[u.Pkg.Path()]:
				v.shadow[u.Pkg] = true
			default:
				primary[u.Pkg.Path()] = true
			}
		}
		for p := range v.shadow {
			if !primary[p.Path()] {
				delete(v.shadow, p) // go vet shows the variant alone
			}
		}
		source := map[*types.Package]bool{}
		for _, u := range v.Units {
			source[u.Pkg] = true
		}
		created := map[*types.Package]bool{}
		for _, u := range v.Units {
			for _, imp := range u.Pkg.Imports() {
				if !source[imp] && !created[imp] {
					created[imp] = true
					v.prog.CreatePackage(imp, nil, nil, false)
				}
			}
		}
		for _, u := range v.Units {
			v.pkgs[u.Pkg] = v.prog.CreatePackage(u.Pkg, u.Files, u.Info, false)
		}
		for _, u := range v.Units {
			v.pkgs[u.Pkg].Build()
		}
		v.collect()
	})
}

// Prog returns the SSA program of the view.
func (v *View) Prog() *ssa.Program { v.build(); return v.prog }

// Package returns the SSA form of a package of the view, or nil.
func (v *View) Package(p *types.Package) *ssa.Package { v.build(); return v.pkgs[p] }

// Funcs returns every function of the view that has a body: declared functions
// and methods, function literals, instances of generic functions and the
// synthetic wrappers behind method values; in order of position.
func (v *View) Funcs() []*ssa.Function { v.build(); return v.funcs }

// ComparePos orders positions by file name and place. The bare numbers depend on
// the order in which files happened to be parsed, which differs between runs.
func ComparePos(fset *token.FileSet, a, b token.Pos) int {
	if fa, fb := fset.File(a), fset.File(b); fa != fb && fa != nil && fb != nil {
		return strings.Compare(fa.Name(), fb.Name())
	}
	return cmp.Compare(a, b)
}

// InTest reports whether f is declared in a _test.go file.
func (v *View) InTest(f *ssa.Function) bool {
	return strings.HasSuffix(v.Fset.Position(f.Pos()).Filename, "_test.go")
}

// Shadow reports whether f belongs to a variant of a package that was built for
// a test, while the package itself is in view: everything in it but the tests is
// there twice.
func (v *View) Shadow(f *ssa.Function) bool { return v.shadow[PackageOf(f)] }

// collect walks from the declared functions over everything that they mention
// and fills the index. It terminates since each function is entered once.
func (v *View) collect() {
	ix := &index{
		callers:  map[*ssa.Function][]ssa.CallInstruction{},
		closures: map[*ssa.Function][]*ssa.MakeClosure{},
		values:   map[*ssa.Function][]ssa.Instruction{},
		fields:   map[*types.Var][]*ssa.Store{},
		puts:     map[*types.Var][]*ssa.MapUpdate{},
		globals:  map[*ssa.Global][]ssa.Instruction{},
		impls:    map[implKey][]*ssa.Function{},
		made:     map[conversion]bool{},
	}
	v.index = ix
	seen := map[*ssa.Function]bool{}
	var work []*ssa.Function
	add := func(f *ssa.Function) {
		if f != nil && !seen[f] {
			seen[f] = true
			if f.Blocks != nil {
				work = append(work, f)
			}
		}
	}
	for _, u := range v.Units {
		for _, file := range u.Files {
			for _, d := range file.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok {
					if obj, ok := u.Info.Defs[fd.Name].(*types.Func); ok {
						if f := v.prog.FuncValue(obj); f != nil && !generic(f) {
							add(f)
						}
					}
				}
			}
		}
		add(v.pkgs[u.Pkg].Func("init"))
		if v.shadow[u.Pkg] {
			continue
		}
		scope := u.Pkg.Scope()
		for _, name := range scope.Names() {
			tn, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || tn.IsAlias() {
				continue
			}
			if n, ok := tn.Type().(*types.Named); ok && n.TypeParams().Len() == 0 && !types.IsInterface(n) {
				ix.named = append(ix.named, n)
			}
		}
	}
	instances := map[types.Type]bool{}
	for len(work) > 0 {
		f := work[len(work)-1]
		work = work[:len(work)-1]
		v.funcs = append(v.funcs, f)
		for _, a := range f.AnonFuncs {
			add(a)
		}
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				v.record(in, add, instances)
			}
		}
	}
	// A generic function that nothing instantiates is still code of the view.
	for _, u := range v.Units {
		for _, file := range u.Files {
			for _, d := range file.Decls {
				if fd, ok := d.(*ast.FuncDecl); ok {
					if obj, ok := u.Info.Defs[fd.Name].(*types.Func); ok {
						if f := v.prog.FuncValue(obj); f != nil && generic(f) && !v.instantiated(f, seen) {
							v.addGeneric(f, seen)
						}
					}
				}
			}
		}
	}
	slices.SortStableFunc(v.funcs, func(a, b *ssa.Function) int {
		return cmp.Or(ComparePos(v.Fset, a.Pos(), b.Pos()), strings.Compare(a.String(), b.String()))
	})
}

func (v *View) addGeneric(f *ssa.Function, seen map[*ssa.Function]bool) {
	var add func(*ssa.Function)
	add = func(f *ssa.Function) {
		if f == nil || seen[f] || f.Blocks == nil {
			return
		}
		seen[f] = true
		v.funcs = append(v.funcs, f)
		for _, a := range f.AnonFuncs {
			add(a)
		}
		for _, b := range f.Blocks {
			for _, in := range b.Instrs {
				v.record(in, func(g *ssa.Function) {
					if g != nil && g.Parent() == nil && g.Pkg == f.Pkg {
						return
					}
					add(g)
				}, map[types.Type]bool{})
			}
		}
	}
	add(f)
}

func (v *View) instantiated(f *ssa.Function, seen map[*ssa.Function]bool) bool {
	if v.index.impls == nil {
		return false
	}
	for g := range seen {
		if g.Origin() == f {
			return true
		}
	}
	return false
}

// generic reports whether f is the uninstantiated body of a generic function
// or of a method of a generic type.
func generic(f *ssa.Function) bool {
	return f.TypeParams().Len() > 0 && len(f.TypeArgs()) == 0
}

func (v *View) record(in ssa.Instruction, add func(*ssa.Function), instances map[types.Type]bool) {
	ix := v.index
	var ops [16]*ssa.Value
	static := (*ssa.Function)(nil)
	if c, ok := in.(ssa.CallInstruction); ok {
		if static = c.Common().StaticCallee(); static != nil {
			ix.callers[static] = append(ix.callers[static], c)
		}
	}
	if mk, ok := in.(*ssa.MakeClosure); ok {
		fn := mk.Fn.(*ssa.Function)
		ix.closures[fn] = append(ix.closures[fn], mk)
	}
	if st, ok := in.(*ssa.Store); ok {
		if fa, ok := st.Addr.(*ssa.FieldAddr); ok {
			if fv := FieldVar(fa.X.Type(), fa.Field); fv != nil {
				ix.fields[fv] = append(ix.fields[fv], st)
			}
		}
	}
	if up, ok := in.(*ssa.MapUpdate); ok {
		if u, ok := up.Map.(*ssa.UnOp); ok {
			if fa, ok := u.X.(*ssa.FieldAddr); ok {
				if fv := FieldVar(fa.X.Type(), fa.Field); fv != nil {
					ix.puts[fv] = append(ix.puts[fv], up)
				}
			}
		}
	}
	if mi, ok := in.(*ssa.MakeInterface); ok {
		t := mi.X.Type()
		ix.made[conversion{types.TypeString(mi.Type(), nil), TypeName(t)}] = true
		if p, ok := t.(*types.Pointer); ok {
			t = p.Elem()
		}
		if n, ok := types.Unalias(t).(*types.Named); ok && n.TypeArgs().Len() > 0 && !instances[n] {
			instances[n] = true
			ix.named = append(ix.named, n)
		}
		// The methods of a type that is put into an interface may be called
		// through it: instantiate them.
		ms := v.prog.MethodSets.MethodSet(mi.X.Type())
		for i := range ms.Len() {
			if fn := v.prog.MethodValue(ms.At(i)); fn != nil && v.owns(fn) {
				add(fn)
			}
		}
	}
	for _, op := range in.Operands(ops[:0]) {
		switch o := (*op).(type) {
		case *ssa.Function:
			if v.owns(o) {
				add(o)
			}
			if o != static {
				ix.values[o] = append(ix.values[o], in)
			}
		case *ssa.Global:
			ix.globals[o] = append(ix.globals[o], in)
		}
	}
}

// owns reports whether f has a body in the view.
func (v *View) owns(f *ssa.Function) bool { return f.Blocks != nil }

// FieldVar returns field i of the struct (or pointer to struct) type t, as
// declared: for an instance of a generic type that is the generic type's field.
func FieldVar(t types.Type, i int) *types.Var {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok || i >= st.NumFields() {
		return nil
	}
	return st.Field(i).Origin()
}

// fieldByName finds a field of t's struct by its name.
func fieldByName(t types.Type, name string) *types.Var {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if st, ok := t.Underlying().(*types.Struct); ok {
		for f := range st.Fields() {
			if f.Name() == name {
				return f.Origin()
			}
		}
	}
	return nil
}

// Callers returns the static calls of f in the view.
func (v *View) Callers(f *ssa.Function) []ssa.CallInstruction { v.build(); return v.index.callers[f] }

// Closures returns the places where the function literal f is made a value.
func (v *View) Closures(f *ssa.Function) []*ssa.MakeClosure { v.build(); return v.index.closures[f] }

// Uses returns the instructions that use f as a value other than calling it.
func (v *View) Uses(f *ssa.Function) []ssa.Instruction { v.build(); return v.index.values[f] }

// FieldStores returns the stores into a field, whatever struct they are made to.
func (v *View) FieldStores(f *types.Var) []*ssa.Store { v.build(); return v.index.fields[f] }

// GlobalUses returns the instructions that use a package variable.
func (v *View) GlobalUses(g *ssa.Global) []ssa.Instruction { v.build(); return v.index.globals[g] }

// Implementers returns the methods named name of the view's types that
// implement the interface, in order of declaration. Types of test files count
// only when nothing else implements it.
func (v *View) Implementers(iface types.Type, name string, pkg *types.Package) []*ssa.Function {
	v.build()
	it, ok := iface.Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	key := implKey{iface, name}
	v.index.mu.Lock()
	defer v.index.mu.Unlock()
	if fs, ok := v.index.impls[key]; ok {
		return fs
	}
	var fs, tests, made []*ssa.Function
	ifaceName := types.TypeString(iface, nil)
	seen := map[*ssa.Function]bool{}
	for _, t := range v.index.named {
		recv := t
		if !types.Implements(recv, it) {
			recv = types.NewPointer(t)
			if !types.Implements(recv, it) {
				continue
			}
		}
		sel := v.prog.MethodSets.MethodSet(recv).Lookup(pkg, name)
		if sel == nil || types.IsInterface(sel.Obj().(*types.Func).Signature().Recv().Type()) {
			continue // promoted from an interface that is embedded: it hands on
		}
		fn := v.prog.MethodValue(sel)
		if fn == nil || fn.Blocks == nil || seen[fn] {
			continue
		}
		seen[fn] = true
		if n, ok := t.(*types.Named); ok && strings.HasSuffix(v.Fset.Position(n.Obj().Pos()).Filename, "_test.go") {
			tests = append(tests, fn)
		} else {
			fs = append(fs, fn)
			if v.index.made[conversion{ifaceName, TypeName(t)}] {
				made = append(made, fn)
			}
		}
	}
	// A type that the program makes a value of this interface from is a better
	// guess than one that merely fits.
	if len(made) > 0 {
		fs = made
	}
	if len(fs) == 0 {
		fs = tests
	}
	v.index.impls[key] = fs
	return fs
}

// FullName is the name by which rows of passes/model know a function: the
// FullName of the declared, generic function; "" for function literals.
func FullName(f *ssa.Function) string {
	if f == nil {
		return ""
	}
	if o := f.Origin(); o != nil {
		f = o
	}
	if obj, ok := f.Object().(*types.Func); ok {
		return fullName(obj.Origin())
	}
	return ""
}

// names caches FullName, which builds its string anew each time.
var names sync.Map // *types.Func → string

func fullName(f *types.Func) string {
	if s, ok := names.Load(f); ok {
		return s.(string)
	}
	s := f.FullName()
	names.Store(f, s)
	return s
}

// CalleeName is the name of what c calls as far as types tell: a function, a
// method, or an interface method; "" for function values and builtins.
func CalleeName(c *ssa.CallCommon) string {
	if c.IsInvoke() {
		return fullName(c.Method.Origin())
	}
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return "builtin." + b.Name()
	}
	return FullName(c.StaticCallee())
}

// CalleePkg is the import path of the package that declares what c calls.
func CalleePkg(c *ssa.CallCommon) string {
	var p *types.Package
	if c.IsInvoke() {
		p = c.Method.Pkg()
	} else if f := c.StaticCallee(); f != nil {
		if f.Pkg != nil {
			p = f.Pkg.Pkg
		} else if o := f.Object(); o != nil {
			p = o.Pkg()
		}
	}
	if p == nil {
		return ""
	}
	return p.Path()
}
