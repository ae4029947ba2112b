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

// call looks at one call: a registration, or the installation of middleware.
func (f *finder) call(call ssa.CallInstruction) {
	name := ir.CalleeName(call.Common())
	if name == "" {
		return
	}
	if r, ok := model.RegistrationOf(name); ok {
		h := ir.Operand(call.Common(), r.Handler)
		if h == nil {
			return
		}
		var meta ssa.Value
		if r.Meta >= 0 {
			meta = ir.Operand(call.Common(), r.Meta)
		}
		var server ssa.Value
		if r.Server >= 0 {
			server = ir.Operand(call.Common(), r.Server)
		}
		f.register(call, &ir.Node{V: h, At: call}, meta, server, r.Kind, r.Serving.Versioned(f.version(call)), call.Pos())
		return
	}
	if m, ok := model.MiddlewareOf(name); ok {
		f.middleware(call, m)
		return
	}
	f.foreign(call)
}

// foreign takes a function of another module that is given a handler for one that
// registers it: wrappers of an SDK that measure or log look so. The shape says how
// the handler is served.
func (f *finder) foreign(call ssa.CallInstruction) {
	c := call.Common()
	fn := c.StaticCallee()
	if fn == nil || fn.Blocks != nil || model.IsSDKPackage(ir.CalleePkg(c)) {
		return
	}
	var handler, meta ssa.Value
	var serving model.Serving
	for _, a := range c.Args {
		switch t := a.Type().Underlying().(type) {
		case *types.Signature:
			if sdk, results, ok := Shape(t); ok && handler == nil {
				if s, _ := model.ShapeServing(sdk, results); s.SDK != "" {
					handler, serving = a, s.Versioned(f.view.VersionOf(namedPos(t.Results().At(0).Type())))
				}
			}
		default:
			if model.DescriptionType(ir.TypeName(a.Type())) {
				meta = a
			}
		}
	}
	if handler != nil && meta != nil {
		f.register(call, &ir.Node{V: handler, At: call}, meta, nil, model.ToolHandler, serving, call.Pos())
	}
}

// version is the version of the SDK that declares what is called.
func (f *finder) version(call ssa.CallInstruction) string {
	fn := call.Common().StaticCallee()
	if fn == nil {
		return ""
	}
	return f.view.VersionOf(fn.Pos())
}

// store looks at a store into a field that an SDK serves.
func (f *finder) store(st *ssa.Store) {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return
	}
	typ := ir.TypeName(fa.X.Type())
	if !strings.HasPrefix(typ[strings.LastIndexByte(typ, '.')+1:], "Server") {
		return
	}
	for _, r := range model.FieldRegistrations() {
		if !r.IsFieldType(typ) || ir.FieldVar(fa.X.Type(), fa.Field).Name() != r.Handler {
			continue
		}
		var meta ssa.Value
		for _, ref := range *fa.X.Referrers() {
			if o, ok := ref.(*ssa.FieldAddr); ok && ir.FieldVar(o.X.Type(), o.Field).Name() == r.Meta {
				for _, s := range *o.Referrers() {
					if s, ok := s.(*ssa.Store); ok && s.Addr == ssa.Value(o) {
						meta = s.Val
					}
				}
			}
		}
		f.register(st, &ir.Node{V: st.Val, At: st}, meta, nil, r.Kind, r.Serving.Versioned(f.view.VersionOf(ir.FieldVar(fa.X.Type(), fa.Field).Pos())), ir.PosOf(st))
	}
}

// found is a function that reaches a registration, and the adapter it went through.
type found struct {
	ir.Target
	adapter string
}

// functions traces a handler operand back to functions, through the adapters of
// the SDKs.
func (f *finder) functions(n *ir.Node) (fs []found, unresolved bool) {
	type key struct {
		fn      *ssa.Function
		closure *ssa.MakeClosure
		env     *ir.Frame
	}
	seen := map[key]bool{}
	tr := &ir.Tracer{Engine: f.Engine, Open: true, Budget: 20000, Ext: func(n *ir.Node, call ssa.CallInstruction, _ int) ([]*ir.Node, bool) {
		if a, ok := model.AdapterOf(ir.CalleeName(call.Common())); ok {
			m := n.Next(ir.Operand(call.Common(), a.Operand), n.Path, n.F, ir.Arg, call)
			m.Note = a.Func
			return []*ir.Node{m}, true
		}
		return nil, false
	}}
	for _, l := range tr.Run(n) {
		var t ir.Target
		switch v := l.V.(type) {
		case *ssa.Function:
			t = ir.Target{Fn: v, Node: l}
		case *ssa.MakeClosure:
			t = ir.Target{Fn: v.Fn.(*ssa.Function), Closure: v, Env: l.F, Node: l}
		case *ssa.Const:
			continue
		default:
			unresolved = true
			continue
		}
		t = t.Plain()
		if t.Fn.Blocks == nil || f.view.InTest(t.Fn) || f.view.Shadow(t.Fn) {
			continue
		}
		k := key{t.Fn, t.Closure, t.Env}
		if !seen[k] {
			seen[k] = true
			fs = append(fs, found{t, l.Note})
		}
	}
	return fs, unresolved
}

func (f *finder) register(at ssa.Instruction, h *ir.Node, meta, server ssa.Value, kind model.HandlerKind, serving model.Serving, pos token.Pos) {
	cov := f.coverage(at.Parent())
	fs, _ := f.functions(h)
	if len(fs) == 0 {
		if kind == model.ToolHandler {
			cov.Registrations++
			cov.Unresolved = append(cov.Unresolved, Unresolved{pos, "the handler comes from outside the code in view"})
		}
		return
	}
	var servers []ssa.Value
	if server != nil {
		servers = f.origins(server)
	}
	for _, fn := range fs {
		f.bound[fn.Fn] = true
		if kind != model.ToolHandler {
			continue
		}
		s := serving
		if a, ok := model.AdapterOf(fn.adapter); ok {
			s = a.Serving.Versioned(f.view.VersionOf(ir.PosOf(at)))
			s.Panics = serving.Panics
		}
		call, _ := at.(ssa.CallInstruction)
		base := Tool{Kind: kind, Serving: s, Root: fn.Target, Reg: pos, RegCall: call, in: at.Parent(), Servers: servers, Confidence: model.High}
		if meta != nil {
			base.Meta = &ir.Node{V: meta, At: at}
		}
		f.unwrap(&base, fn.Target, 0, len(fs) == 1)
	}
}

// origins returns what a server value is made from: calls, parameters, fields.
func (f *finder) origins(v ssa.Value) []ssa.Value {
	tr := &ir.Tracer{Engine: f.Engine, Open: true, Budget: 600}
	var out []ssa.Value
	for _, l := range tr.Run(&ir.Node{V: v}) {
		out = append(out, l.V)
	}
	return out
}

// unwrap adds the tool for each function that t wraps, or t itself.
func (f *finder) unwrap(base *Tool, t ir.Target, depth int, single bool) {
	if depth < 4 {
		if call, targets := f.inner(t); len(targets) > 0 {
			for _, in := range targets {
				f.bound[in.Fn] = true
				next := *base
				next.Chain = append(slices.Clone(base.Chain), Link{call, in})
				f.unwrap(&next, in, depth+1, single && len(targets) == 1)
			}
			return
		}
	}
	// The same functions in the same order are one tool, however many ways lead to
	// them: a helper that registers a list is met once for each element. Another name
	// or other captured values make another tool.
	key := base.Root.Fn.String()
	for _, l := range base.Chain {
		key += " " + l.Target.Fn.String()
	}
	base.Name = f.name(base, single)
	base.made = identity(t)
	for _, prev := range f.seen[key] {
		if prev.made == base.made && (base.Name == "" || prev.Name == "" || prev.Name == base.Name) {
			prev.Name = cmp.Or(prev.Name, base.Name)
			return
		}
	}
	if n := len(f.seen[key]); n >= maxAlike {
		return
	}
	f.seen[key] = append(f.seen[key], base)
	f.res.Tools = append(f.res.Tools, base)
	if !f.counted[base.Handler()] {
		f.counted[base.Handler()] = true
		f.coverage(base.Handler()).Handlers++
	}
}

// inner finds the dynamic call by which a wrapper hands the whole request, or
// all arguments, to the function that it wraps, and what that call may run.
func (f *finder) inner(t ir.Target) (ssa.CallInstruction, []ir.Target) {
	whole := wholeArguments(t.Fn)
	frame := f.Root(t)
	for _, b := range t.Fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok || call.Call.StaticCallee() != nil {
				continue
			}
			if _, ok := call.Call.Value.(*ssa.Builtin); ok {
				continue
			}
			got, raw := false, false
			for _, a := range call.Call.Args {
				if _, ok := model.ResultType(ir.TypeName(a.Type())); ok {
					got = false // it works on a result that is there already
					break
				}
				if whole[a] {
					got = true
					if rawArguments(a.Type()) {
						raw = true
					}
				}
			}
			if !got {
				continue
			}
			targets := f.Callees(call, frame)
			targets = slices.DeleteFunc(slices.Clone(targets), func(x ir.Target) bool {
				return x.Fn == t.Fn || f.view.InTest(x.Fn) || f.view.Shadow(x.Fn) || x.Fn.Synthetic == "" && x.Fn.Blocks == nil
			})
			if len(targets) == 0 {
				continue
			}
			if call.Call.IsInvoke() && len(targets) == 1 && !raw {
				continue
			}
			if !endsInError(call.Call.Signature()) {
				continue
			}
			return call, targets
		}
	}
	return nil, nil
}

func endsInError(sig *types.Signature) bool {
	n := sig.Results().Len()
	if n == 0 {
		return false
	}
	if _, ok := model.ResultType(ir.TypeName(sig.Results().At(0).Type())); ok {
		return true
	}
	return n >= 2 && ir.IsError(sig.Results().At(n-1).Type())
}

// rawArguments reports whether t is the request, the argument map or raw JSON:
// something that a service method does not take.
func rawArguments(t types.Type) bool {
	name := ir.TypeName(t)
	if model.RequestType(name) || name == "encoding/json.RawMessage" {
		return true
	}
	if m, ok := t.Underlying().(*types.Map); ok {
		b, ok := m.Key().Underlying().(*types.Basic)
		return ok && b.Info()&types.IsString != 0
	}
	return false
}

// wholeArguments returns the values of fn that hold the request or all of its
// arguments: parameters other than the context, and what is decoded from them.
// A value fetched by a constant key is one argument, not all.
func wholeArguments(fn *ssa.Function) map[ssa.Value]bool {
	whole := map[ssa.Value]bool{}
	for _, p := range fn.Params {
		if fn.Signature.Recv() != nil && p == fn.Params[0] {
			continue
		}
		if ir.TypeName(p.Type()) != "context.Context" {
			whole[p] = true
		}
	}
	for changed := true; changed; {
		changed = false
		set := func(v ssa.Value) {
			if !whole[v] {
				whole[v], changed = true, true
			}
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.Store:
					if whole[in.Val] {
						if root := addrRoot(in.Addr); root != nil {
							set(root)
						}
					}
				case *ssa.Lookup:
					if _, ok := in.Index.(*ssa.Const); !ok && whole[in.X] {
						set(in)
					}
				case *ssa.Call:
					_, isStatic := in.Call.Value.(*ssa.Function)
					any, key := false, false
					for _, a := range ir.Operands(&in.Call) {
						if whole[a] {
							any = true
						}
						if _, ok := ir.ConstString(a); ok {
							key = true
						}
					}
					if !any || key || !isStatic && !in.Call.IsInvoke() {
						continue
					}
					set(in)
					for _, a := range ir.Operands(&in.Call) {
						if mi, ok := a.(*ssa.MakeInterface); ok {
							a = mi.X
						}
						if al, ok := a.(*ssa.Alloc); ok {
							set(al)
						}
					}
				case *ssa.FieldAddr, *ssa.Field, *ssa.UnOp, *ssa.Extract, *ssa.TypeAssert, *ssa.MakeInterface, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.Convert, *ssa.Phi:
					v := in.(ssa.Value)
					if fa, ok := in.(*ssa.FieldAddr); ok {
						if !container(ir.FieldVar(fa.X.Type(), fa.Field)) {
							continue
						}
					}
					if fd, ok := in.(*ssa.Field); ok {
						if !container(ir.FieldVar(fd.X.Type(), fd.Field)) {
							continue
						}
					}
					for _, op := range in.Operands(nil) {
						if whole[*op] {
							set(v)
						}
					}
				}
			}
		}
	}
	for v := range whole {
		if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Kind() != types.UnsafePointer {
			delete(whole, v)
		}
		if ir.IsError(v.Type()) {
			delete(whole, v)
		}
	}
	return whole
}

func container(f *types.Var) bool {
	switch f.Name() {
	case "Params", "Arguments", "RawArguments":
		return true
	}
	return false
}

func addrRoot(a ssa.Value) ssa.Value {
	for {
		switch x := a.(type) {
		case *ssa.FieldAddr:
			a = x.X
		case *ssa.IndexAddr:
			a = x.X
		case *ssa.Alloc:
			return x
		default:
			return nil
		}
	}
}

// middleware adds the functions that an installed middleware puts around handlers.
func (f *finder) middleware(call ssa.CallInstruction, m model.Middleware) {
	op := ir.Operand(call.Common(), m.Operand)
	if op == nil {
		return
	}
	var servers []ssa.Value
	if m.Server >= 0 {
		servers = f.origins(ir.Operand(call.Common(), m.Server))
	} else if v, ok := call.(*ssa.Call); ok {
		// An option: the server is made by the call that receives it.
		servers = append(servers, v)
	}
	tr := &ir.Tracer{Engine: f.Engine, Open: true, Budget: 2000}
	start := &ir.Node{V: op, Path: ir.Elem, At: call}
	if _, ok := op.Type().Underlying().(*types.Slice); !ok {
		start.Path = ""
	}
	for _, l := range tr.Run(start) {
		var mw ir.Target
		switch v := l.V.(type) {
		case *ssa.Function:
			mw = ir.Target{Fn: v}
		case *ssa.MakeClosure:
			mw = ir.Target{Fn: v.Fn.(*ssa.Function), Closure: v, Env: l.F}
		default:
			continue
		}
		if mw.Fn.Blocks == nil {
			continue
		}
		f.bound[mw.Fn] = true
		frame := f.Root(mw)
		for _, r := range ir.Results(mw.Fn) {
			if len(r.Results) != 1 {
				continue
			}
			for _, t := range f.FunctionsAt(&ir.Node{V: r.Results[0], F: frame, At: r}) {
				f.bound[t.Fn] = true
				s := model.Serving{SDK: model.MCPGo, Kind: "middleware", Err: model.Protocol, Code: "-32603", CancelErr: model.Protocol, Panics: "is answered with -32603"}
				if m.Method {
					s = model.Serving{SDK: model.GoSDK, Kind: "middleware", Err: model.Protocol, Code: "0", CodedChain: true, CancelErr: model.Protocol, Panics: "ends the process"}
				}
				f.res.Tools = append(f.res.Tools, &Tool{
					Root: t, Reg: call.Pos(), RegCall: call, Middleware: true, Method: m.Method, Serving: s, Servers: servers, Confidence: model.High,
				})
			}
		}
	}
}

// byShape binds what has a handler's signature and nothing in view registers.
func (f *finder) byShape() {
	for _, fn := range f.view.Funcs() {
		if f.bound[fn] || f.view.InTest(fn) || f.view.Shadow(fn) || fn.Synthetic != "" || len(f.view.Callers(fn)) > 0 || standsIn(fn) {
			continue
		}
		if o := fn.Origin(); o != nil && f.bound[o] {
			continue
		}
		sdk, results, ok := Shape(fn.Signature)
		if !ok || f.local(fn) {
			continue
		}
		s, conf := model.ShapeServing(sdk, results)
		if s.SDK == "" {
			continue
		}
		if fn.Signature.Results().Len() > 0 {
			s = s.Versioned(f.view.VersionOf(namedPos(fn.Signature.Results().At(0).Type())))
		}
		t := &Tool{Kind: model.ToolHandler, Serving: s, Root: ir.Target{Fn: fn}, Shape: true, Confidence: conf}
		if mks := f.view.Closures(fn); len(mks) == 1 {
			t.Root.Closure = mks[0]
		}
		f.bound[fn] = true
		f.unwrap(t, t.Root, 0, true)
	}
}

// standsIn reports whether a method belongs to a type that takes another's place in
// tests, wherever it is declared.
func standsIn(fn *ssa.Function) bool {
	recv := fn.Signature.Recv()
	if recv == nil {
		return false
	}
	name := ir.TypeName(recv.Type())
	return slices.ContainsFunc(model.SplitName(name[strings.LastIndexByte(name, '.')+1:]), func(w string) bool {
		return w == "mock" || w == "fake" || w == "stub"
	})
}

// local reports whether a function literal is only called where it is made, or
// wraps a handler that it is given (a middleware that nothing installs).
func (f *finder) local(fn *ssa.Function) bool {
	if fn.Parent() == nil {
		return false
	}
	for p := fn.Parent(); p != nil; p = p.Parent() {
		for _, q := range p.Params {
			if s, ok := q.Type().Underlying().(*types.Signature); ok {
				if _, _, ok := Shape(s); ok {
					return true
				}
			}
		}
	}
	for _, mk := range f.view.Closures(fn) {
		called := false
		for _, r := range *mk.Referrers() {
			switch r := r.(type) {
			case ssa.CallInstruction:
				called = called || r.Common().Value == ssa.Value(mk)
			case *ssa.Store:
				if a, ok := r.Addr.(*ssa.Alloc); ok {
					for _, u := range *a.Referrers() {
						if u, ok := u.(*ssa.UnOp); ok {
							for _, c := range *u.Referrers() {
								if c, ok := c.(ssa.CallInstruction); ok && c.Common().Value == ssa.Value(u) {
									called = true
								}
							}
						}
					}
				}
			}
		}
		if called {
			return true
		}
	}
	return false
}

// Shape says whether a signature is that of a tool handler, and of which SDK.
func Shape(sig *types.Signature) (sdk model.Kit, results int, ok bool) {
	p, r := sig.Params(), sig.Results()
	if p.Len() < 2 || r.Len() < 2 || r.Len() > 3 {
		return "", 0, false
	}
	if ir.TypeName(p.At(0).Type()) != "context.Context" || !ir.IsError(r.At(r.Len()-1).Type()) {
		return "", 0, false
	}
	k, isResult := model.ResultType(ir.TypeName(r.At(0).Type()))
	if !isResult {
		return "", 0, false
	}
	req := model.RequestType(ir.TypeName(p.At(1).Type()))
	if !req && p.Len() > 2 {
		req = model.RequestType(ir.TypeName(p.At(2).Type()))
	}
	if !req || r.Len() == 3 && p.Len() != 3 || r.Len() == 2 && p.Len() > 3 {
		return "", 0, false
	}
	if k == model.GoSDK && r.Len() == 2 && p.Len() != 2 && !model.SessionType(ir.TypeName(p.At(1).Type())) {
		return "", 0, false
	}
	return k, r.Len(), true
}

func namedPos(t types.Type) token.Pos {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	if n, ok := types.Unalias(t).(*types.Named); ok {
		return n.Obj().Pos()
	}
	return token.NoPos
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
