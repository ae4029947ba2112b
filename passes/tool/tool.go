// Package tool finds the tool handlers of a program by what happens to them: a
// function is a handler because an SDK is given it, through whatever variables,
// tables, fields, factories, adapters and wrappers it travels.
//
// For every handler it says how it is served: by which SDK and registration,
// behind which wrappers. The registration that is reached decides, never the
// handler's type alone; only where nothing in view registers a function of a
// handler's shape does the shape speak, with medium confidence. The pass
// reports nothing. It over-approximates where a value has several possible
// sources (each is taken) and under-approximates where a table is filled from
// outside the view; those places are listed in Coverage.
package tool

import (
	"cmp"
	"go/token"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/summary"
)

// Analyzer yields the *Result of the view that holds the pass's package.
var Analyzer = &analysis.Analyzer{
	Name:       "mcplinttool",
	Doc:        "find MCP tool handlers and how they are served",
	Requires:   []*analysis.Analyzer{ir.Analyzer, summary.Analyzer},
	Run:        run,
	ResultType: reflect.TypeFor[*Result](),
}

// Link is one step from a wrapper to what it wraps: at Call, Target runs.
type Link struct {
	Call   ssa.CallInstruction
	Target ir.Target
}

// Tool is one handler as it is served.
type Tool struct {
	Name    string // the tool's name, "" when it is not a constant in sight
	Meta    *ir.Node
	Kind    model.HandlerKind
	Serving model.Serving
	Root    ir.Target // what the SDK calls
	Chain   []Link    // from Root inwards; empty when Root is the handler
	Reg     token.Pos // the registration; NoPos when bound by shape
	RegCall ssa.CallInstruction
	in      *ssa.Function // that of the registration
	made    string        // tells the handler's closure from others of its function
	Shape   bool          // bound by shape alone
	// Middleware: Root is the function that a middleware puts around handlers.
	Middleware bool
	Method     bool // … and it sees every method's result (go-sdk)
	Servers    []ssa.Value
	Confidence model.Confidence
}

// Handler is the innermost function: the one that does the tool's work.
func (t *Tool) Handler() *ssa.Function {
	if n := len(t.Chain); n > 0 {
		return t.Chain[n-1].Target.Fn
	}
	return t.Root.Fn
}

// Label names the tool for a message.
func (t *Tool) Label() string {
	if t.Name != "" {
		return t.Name
	}
	return ""
}

// Result is what the pass found in a view.
type Result struct {
	View  *ir.View
	Tools []*Tool // tool handlers, in order of position; middleware included

	cover map[*types.Package]*Coverage
}

// PackageCoverage returns what was seen of one package.
func (r *Result) CoverageOf(p *types.Package) *Coverage {
	if c := r.cover[p]; c != nil {
		return c
	}
	return &Coverage{}
}

type memoKey struct{}

// Of returns the tools of a view; they are looked for once.
func Of(v *ir.View) *Result {
	return v.Memo(memoKey{}, func() any { return find(v) }).(*Result)
}

func run(pass *analysis.Pass) (any, error) {
	v := pass.ResultOf[ir.Analyzer].(*ir.View)
	if !relevant(v) {
		return &Result{View: v}, nil
	}
	return Of(v), nil
}

// relevant spares packages that no SDK and no JSON-RPC type can reach the
// building of SSA.
func relevant(v *ir.View) bool {
	if v.Whole {
		return true
	}
	for _, u := range v.Units {
		for _, imp := range u.Pkg.Imports() {
			if model.IsSDKPackage(imp.Path()) || strings.HasSuffix(imp.Path(), "/mcp") || imp.Path() == "encoding/json" {
				return true
			}
		}
	}
	return false
}

type finder struct {
	*ir.Engine
	view  *ir.View
	res   *Result
	bound map[*ssa.Function]bool
	seen  map[string][]*Tool // by the functions from the registration to the handler
	// counted holds the handlers that Coverage has counted.
	counted map[*ssa.Function]bool
}

func find(v *ir.View) *Result {
	f := &finder{Engine: ir.NewEngine(v), view: v, res: &Result{View: v, cover: map[*types.Package]*Coverage{}}, bound: map[*ssa.Function]bool{}, seen: map[string][]*Tool{}, counted: map[*ssa.Function]bool{}}
	for _, fn := range v.Funcs() {
		if v.InTest(fn) || v.Shadow(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case ssa.CallInstruction:
					f.call(in)
				case *ssa.Store:
					f.store(in)
				}
			}
		}
	}
	f.byShape()
	f.configured()
	f.res.Tools = shortest(f.res.Tools)
	for _, t := range f.res.Tools {
		if t.in != nil && !t.Middleware {
			f.coverage(t.in).Registrations++
		}
	}
	slices.SortStableFunc(f.res.Tools, func(a, b *Tool) int {
		return cmp.Or(ir.ComparePos(v.Fset, a.Handler().Pos(), b.Handler().Pos()), ir.ComparePos(v.Fset, a.Reg, b.Reg), cmp.Compare(a.Name, b.Name))
	})
	return f.res
}

// shortest keeps, of the ways from one registration to one handler, the one with
// the fewest wrappers: wrappers that a loop or a condition may leave out are.
func shortest(ts []*Tool) []*Tool {
	type key struct {
		h    *ssa.Function
		made string
		reg  token.Pos
		kind string
	}
	best := map[key]*Tool{}
	for _, t := range ts {
		k := key{t.Handler(), t.made, t.Reg, t.Serving.Kind}
		if b := best[k]; b == nil || len(t.Chain) < len(b.Chain) {
			best[k] = t
		}
	}
	return slices.DeleteFunc(ts, func(t *Tool) bool {
		return !t.Middleware && best[key{t.Handler(), t.made, t.Reg, t.Serving.Kind}] != t
	})
}

func (f *finder) coverage(fn *ssa.Function) *Coverage {
	p := ir.PackageOf(fn)
	c := f.res.cover[p]
	if c == nil {
		c = &Coverage{}
		f.res.cover[p] = c
	}
	return c
}

// configured binds the functions that the settings or //mcplint:handler name.
func (f *finder) configured() {
	for _, fn := range f.view.Funcs() {
		if f.bound[fn] || !f.view.Directive(fn, "handler") && !slices.Contains(model.Config.Handlers, ir.FullName(fn)) {
			continue
		}
		s, _ := model.ShapeServing(model.MCPGo, 2)
		if k, n, ok := Shape(fn.Signature); ok {
			s, _ = model.ShapeServing(k, n)
		}
		f.bound[fn] = true
		f.res.Tools = append(f.res.Tools, &Tool{Serving: s, Root: ir.Target{Fn: fn}, Shape: true, Confidence: model.Medium})
	}
}
