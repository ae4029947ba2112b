package tool

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// What stands between the SDK and the handler: functions that hand the whole request
// on to another, and middleware, which an SDK puts around every handler.

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
