package ir_test

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/internal/wanttest"
	"github.com/gomcplint/mcplint/passes/ir"
)

// questions are the functions of the test packages that ask about where they are
// called and with what, by name.
var questions = map[string]func(*ir.Engine, *ssa.Call, *ir.Frame) string{
	// What is known where this is.
	"when": func(e *ir.Engine, c *ssa.Call, f *ir.Frame) string {
		return joined(ir.Conds(c.Block(), f), " and ")
	},
	"isNil": func(e *ir.Engine, c *ssa.Call, f *ir.Frame) string {
		return e.NilAt(c.Call.Args[0], f, ir.Conds(c.Block(), f)).String()
	},
	// What flows into a value: seen from its own function, and from its callers.
	"from": func(e *ir.Engine, c *ssa.Call, f *ir.Frame) string {
		tr := &ir.Tracer{Engine: e, Numbers: true}
		return set(tr.Run(&ir.Node{V: c.Call.Args[0], F: f, At: c}))
	},
	"fromOpen": func(e *ir.Engine, c *ssa.Call, f *ir.Frame) string {
		tr := &ir.Tracer{Engine: e, Numbers: true, Open: true}
		return set(tr.Run(&ir.Node{V: c.Call.Args[0], At: c}))
	},
	// Which functions a function value may hold, and which a call may run.
	"holds": func(e *ir.Engine, c *ssa.Call, f *ir.Frame) string {
		return set(e.FunctionsAt(&ir.Node{V: c.Call.Args[0], F: f, At: c}))
	},
	"ran": func(e *ir.Engine, c *ssa.Call, f *ir.Frame) string {
		call, ok := c.Call.Args[0].(*ssa.Call)
		if !ok {
			return "no call"
		}
		return set(e.Callees(call, f))
	},
	"isOwn": func(e *ir.Engine, c *ssa.Call, f *ir.Frame) string {
		return fmt.Sprint(e.OwnError(c.Call.Args[0], f))
	},
	"chain": func(e *ir.Engine, c *ssa.Call, f *ir.Frame) string {
		return set(e.ErrorChain().Run(&ir.Node{V: c.Call.Args[0], F: f, At: c}))
	},
	// The stores that a load of a variable may see.
	"reaching": func(e *ir.Engine, c *ssa.Call, f *ir.Frame) string {
		u, ok := c.Call.Args[0].(*ssa.UnOp)
		if !ok {
			return "no load"
		}
		a, ok := u.X.(*ssa.Alloc)
		if !ok {
			return "no variable"
		}
		stores, zero := ir.Reaching(a, u)
		var out []string
		for _, st := range stores {
			out = append(out, (&ir.Node{V: st.Val}).String())
		}
		if zero {
			out = append(out, "zero")
		}
		slices.Sort(out)
		return strings.Join(out, ", ")
	},
	"elements": func(e *ir.Engine, c *ssa.Call, f *ir.Frame) string {
		els, ok := ir.VarArgs(&c.Call)
		if !ok {
			return "not spelled out"
		}
		var out []string
		for _, el := range els {
			out = append(out, (&ir.Node{V: el}).String())
		}
		return strings.Join(out, ", ")
	},
}

func joined[T fmt.Stringer](list []T, sep string) string {
	var out []string
	for _, x := range list {
		out = append(out, x.String())
	}
	return strings.Join(out, sep)
}

func set[T fmt.Stringer](list []T) string {
	var out []string
	for _, x := range list {
		out = append(out, x.String())
	}
	slices.Sort(out)
	if out = slices.Compact(out); len(out) == 0 {
		return "nothing"
	}
	return strings.Join(out, ", ")
}

// ask answers every question in a package, and names the directives and the
// implementers that are declared in it.
func ask(pass *analysis.Pass, say func(token.Pos, string)) {
	v := pass.ResultOf[ir.Analyzer].(*ir.View)
	e := ir.NewEngine(v)
	for _, fn := range v.Funcs() {
		if fn.Synthetic == "" || fn.Origin() != nil {
			for _, d := range v.DirectivesOf(fn) {
				say(fn.Pos(), "directive "+d)
			}
		}
		f := e.Root(ir.Target{Fn: fn})
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				call, ok := in.(*ssa.Call)
				if !ok {
					continue
				}
				name := ir.CalleeName(&call.Call)
				if q, ok := questions[name[strings.LastIndexByte(name, '.')+1:]]; ok && ir.CalleePkg(&call.Call) == pass.Pkg.Path() {
					say(call.Pos(), q(e, call, f))
				}
			}
		}
	}
	scope := pass.Pkg.Scope()
	for _, name := range scope.Names() {
		tn, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || !types.IsInterface(tn.Type()) {
			continue
		}
		iface := tn.Type().Underlying().(*types.Interface)
		for i := range iface.NumMethods() {
			m := iface.Method(i)
			var out []ir.Target
			for _, fn := range v.Implementers(tn.Type(), m.Name(), m.Pkg()) {
				out = append(out, ir.Target{Fn: fn})
			}
			if len(out) > 0 {
				say(m.Pos(), joined(out, ", "))
			}
		}
	}
}

func TestIR(t *testing.T) { wanttest.Probe(t, "./passes/ir/...", ask) }

func TestPath(t *testing.T) {
	p := ir.Path("").Push("Text").Push(ir.Elem).Push("Content")
	if p != "Content/*/Text" {
		t.Errorf("pushed: %s", p)
	}
	for _, c := range [][3]ir.Path{{"", "", ""}, {"A", "", "A"}, {"", "B", "B"}, {"A/*", "B", "A/*/B"}} {
		if got := c[0].Concat(c[1]); got != c[2] {
			t.Errorf("%q and %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

func TestMemo(t *testing.T) {
	v := ir.NewView(token.NewFileSet(), nil, false)
	type key struct{ n int }
	made := 0
	get := func() any { return v.Memo(key{1}, func() any { made++; return made }) }
	if get() != 1 || get() != 1 || v.Memo(key{2}, func() any { return "other" }) != "other" {
		t.Error("a value is made once for each key")
	}
	for range 2 {
		func() {
			defer func() {
				if r := recover(); r != "fault" {
					t.Errorf("recovered %v", r)
				}
			}()
			v.Memo(key{3}, func() any { made++; panic("fault") })
		}()
	}
	if made != 2 {
		t.Errorf("made %d times", made)
	}
}

func TestNames(t *testing.T) {
	pkg := types.NewPackage("example.com/a", "a")
	named := types.NewNamed(types.NewTypeName(token.NoPos, pkg, "T", nil), types.NewStruct([]*types.Var{
		types.NewField(token.NoPos, pkg, "A", types.Typ[types.String], false), types.NewField(token.NoPos, pkg, "B", types.Typ[types.Int], false), types.NewField(token.NoPos, pkg, "C", types.Typ[types.Int], false),
	}, []string{`json:"a,omitempty"`, `json:"-"`}), nil)
	for _, c := range []struct{ got, want string }{
		{ir.TypeName(named), "example.com/a.T"},
		{ir.TypeName(types.NewPointer(named)), "example.com/a.T"},
		{ir.TypeName(types.Universe.Lookup("error").Type()), "error"},
		{ir.TypeName(types.NewSlice(named)), ""},
		{ir.JSONName(named, 0), "a"},
		{ir.JSONName(types.NewPointer(named), 1), "-"},
		{ir.JSONName(named, 2), ""},
		{fmt.Sprint(ir.CanHoldText(types.Typ[types.String]), ir.CanHoldText(types.Typ[types.Int]), ir.CanHoldText(types.Typ[types.Byte]), ir.CanHoldText(named)), "true false true true"},
	} {
		if c.got != c.want {
			t.Errorf("%s, want %s", c.got, c.want)
		}
	}
}

func TestVersionOf(t *testing.T) {
	fset := token.NewFileSet()
	v := ir.NewView(fset, nil, false)
	for name, want := range map[string]string{
		"/mod/example.com/sdk@v1.7.0/mcp/tool.go":        "v1.7.0",
		"example.com/sdk@v0.3.0-rc.1/a.go":               "v0.3.0-rc.1",
		"/home/x/project/vendor/example.com/sdk/tool.go": "",
	} {
		if got := v.VersionOf(fset.AddFile(name, -1, 10).Pos(1)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if got := v.VersionOf(token.NoPos); got != "" {
		t.Errorf("no position: %s", got)
	}
}
