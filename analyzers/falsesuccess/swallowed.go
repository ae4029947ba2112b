package falsesuccess

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
	"github.com/gomcplint/mcplint/passes/text"
)

// maxHelpers is how many frames below the handler a failure is looked for.
const maxHelpers = 4

// helper is a call of a function of the program on the way to an answer.
type helper struct {
	call ssa.CallInstruction
	fn   *ssa.Function
}

// helpers lists what a handler calls before the return of an outcome, callers
// first. Work whose failure is none of the tool's is left out.
func helpers(o *outcome.Outcome) (out []helper) {
	s := o.Handler.Sites[0]
	seen := map[*ssa.Function]bool{s.F.Fn: true}
	var walk func(f *ir.Frame, end *ssa.BasicBlock, depth int)
	walk = func(f *ir.Frame, end *ssa.BasicBlock, depth int) {
		for _, b := range f.Fn.Blocks {
			if end != nil && b != end && !ir.Reaches(b)[end] {
				continue
			}
			for _, in := range b.Instrs {
				call, ok := in.(*ssa.Call)
				if !ok {
					continue
				}
				for _, t := range o.Engine.Callees(call, f) {
					if seen[t.Fn] || bestEffort(t.Fn.Name()) {
						continue
					}
					seen[t.Fn] = true
					out = append(out, helper{call, t.Fn})
					if cf := o.Engine.Enter(call, f, t); cf != nil && depth < maxHelpers {
						walk(cf, nil, depth+1)
					}
				}
			}
		}
	}
	o.Within(func() { walk(s.F, s.Ret.Block(), 1) })
	return out
}

// swallowed finds a helper on the way to a success that hides that one of its own
// calls failed: its error is nil then, or its result is the zero that becomes the
// answer.
func swallowed(o *outcome.Outcome) (what string, failed *ssa.Call) {
	if o.Maybe || o.Handler.Outer().Ret != o.Handler.Sites[0].Ret {
		return "", nil
	}
	for _, h := range helpers(o) {
		rs := h.fn.Signature.Results()
		if rs.Len() == 1 && ir.IsError(rs.At(0).Type()) && !unused(h.call.Value()) && !visits(h.fn) {
			if c := hides(h.fn, 0); c != nil {
				return "a failure of " + calleeName(c) + " is swallowed by " + h.fn.Name(), c
			}
		}
	}
	for _, n := range answering(o) {
		c := failedCall(n.V)
		if tested(n) || !derives(o, c) {
			continue
		}
		i := 0
		if x, ok := n.V.(*ssa.Extract); ok {
			i = x.Index
		}
		for _, fn := range callees(o, c, n.F) {
			if bestEffort(fn.Name()) {
				continue
			}
			if failed := hides(fn, i); zeroed(n.V.Type()) && failed != nil {
				return "a failure of " + calleeName(failed) + " is swallowed by " + fn.Name(), failed
			}
			if failed := tells(o, fn, i); failed != nil && !examined(n.V, 0) {
				return "a failure of " + calleeName(failed) + " is told by " + fn.Name() + " as an answer", failed
			}
		}
	}
	return "", nil
}

// visits reports whether a function is called for each entry of a file tree: that
// one cannot be read is usual there.
func visits(fn *ssa.Function) bool {
	ps := fn.Signature.Params()
	if ps.Len() != 3 || !ir.IsString(ps.At(0).Type()) || !ir.IsError(ps.At(2).Type()) {
		return false
	}
	switch ir.TypeName(ps.At(1).Type()) {
	case "io/fs.FileInfo", "io/fs.DirEntry", "os.FileInfo", "os.DirEntry":
		return true
	}
	return false
}

func callees(o *outcome.Outcome, c *ssa.Call, f *ir.Frame) (fns []*ssa.Function) {
	o.Within(func() {
		for _, t := range o.Engine.Callees(c, f) {
			fns = append(fns, t.Fn)
		}
	})
	return fns
}

// hides finds the failed call after which a function returns zero as its result
// i, and nothing that tells of the failure.
func hides(fn *ssa.Function, i int) *ssa.Call {
	for _, r := range ir.Results(fn) {
		if !zeros(r, i) {
			continue
		}
		if f := failedBefore(r); f != nil {
			return f
		}
	}
	return nil
}

// tells finds the failed call after which a function returns a result i that says
// so, and nothing else that tells of the failure.
func tells(o *outcome.Outcome, fn *ssa.Function, i int) *ssa.Call {
	for _, r := range ir.Results(fn) {
		failed := failedBefore(r)
		if failed == nil || len(r.Results) != 1 || r.Results[i].Type() == nil || resultType(r.Results[i]) {
			continue
		}
		said := false
		o.Within(func() {
			t := text.JSON(o.Engine, &ir.Node{V: r.Results[i], At: r})
			said = marked(t) || model.FailureWord(t.Constants())
			for _, p := range t.Pieces {
				said = said || p.Source != nil && p.Const == "" && onTheWay(p.Source, []*ssa.Call{failed})
			}
		})
		if said {
			return failed
		}
	}
	return nil
}

func resultType(v ssa.Value) bool {
	_, ok := model.ResultType(ir.TypeName(v.Type()))
	return ok
}

// failedBefore returns the call whose failure leads to a return, unless the kind
// of the failure was looked at.
func failedBefore(r *ssa.Return) *ssa.Call {
	conds := ir.Conds(r.Block(), nil)
	if legitimate(conds) {
		return nil
	}
	for _, c := range conds {
		cond, taken := c.Not()
		v, null, ok := ir.NilTest(cond, taken)
		if !ok || null || !ir.IsError(v.Type()) {
			continue
		}
		if f := failedCall(v); f != nil && !model.PureError(ir.CalleePkg(&f.Call)) {
			return f
		}
	}
	return nil
}

// examined reports whether a condition looks at a value or a part of it.
func examined(v ssa.Value, depth int) bool {
	if v.Referrers() == nil || depth > 4 {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.If:
			return true
		case *ssa.Store:
			if r.Val == v && examined(r.Addr, depth+1) {
				return true
			}
		case *ssa.Call:
			if b, ok := r.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 && examined(r, depth+1) {
				return true
			}
		case *ssa.Field, *ssa.FieldAddr, *ssa.UnOp, *ssa.BinOp, *ssa.Extract:
			if examined(r.(ssa.Value), depth+1) {
				return true
			}
		}
	}
	return false
}

// zeros reports whether a return answers zero as result i and no error.
func zeros(r *ssa.Return, i int) bool {
	for j, v := range r.Results {
		switch {
		case j == i || ir.IsError(v.Type()):
			if !zero(v) {
				return false
			}
		case resultType(v):
			if !zero(v) {
				return false // the failure is told by it
			}
		default:
			if b, ok := v.Type().Underlying().(*types.Basic); ok && b.Kind() == types.Bool {
				return false // comma ok
			}
		}
	}
	return true
}

func zero(v ssa.Value) bool {
	if s, ok := ir.ConstString(v); ok {
		return s == ""
	}
	return isNil(v)
}

// zeroed reports whether a type's zero is what a helper answers when it failed.
func zeroed(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Map, *types.Pointer, *types.Interface:
		return !ir.IsError(t)
	case *types.Basic:
		return u.Info()&types.IsString != 0
	}
	return false
}

// tested reports whether the code looks somewhere on a value's way at whether it
// is there.
func tested(n *ir.Node) bool {
	for ; n != nil; n = n.From {
		if n.V.Referrers() != nil && compared(n.V) {
			return true
		}
	}
	return false
}

func compared(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.BinOp:
			if isNil(r.Y) || zero(r.Y) {
				return true
			}
		case *ssa.Call:
			if ir.CalleeName(&r.Call) == "builtin.len" && inCondition(r) {
				return true
			}
		}
	}
	return false
}

// answering lists the results of calls that an answer is made of.
func answering(o *outcome.Outcome) (out []*ir.Node) {
	o.Within(func() {
		tr := &ir.Tracer{Engine: o.Engine, Numbers: true, Budget: 1500}
		tr.Visit = func(n *ir.Node) bool {
			if c := failedCall(n.V); c != nil && !ir.IsError(n.V.Type()) {
				out = append(out, n)
			}
			return true
		}
		tr.Ext = func(n *ir.Node, call ssa.CallInstruction, _ int) (next []*ir.Node, ok bool) {
			if len(o.Engine.Callees(call, n.F)) > 0 {
				return nil, false
			}
			for _, a := range ir.Operands(call.Common()) {
				p := ir.Path("")
				if _, slice := a.Type().Underlying().(*types.Slice); slice {
					p = ir.Elem
				}
				next = append(next, n.Next(a, p, n.F, ir.Through, call))
			}
			return next, true
		}
		var start []*ir.Node
		if o.Res != nil && o.ResNil != ir.IsNil {
			for _, p := range []ir.Path{"Content", "StructuredContent"} {
				m := *o.Res
				m.Path = m.Path.Concat(p)
				start = append(start, &m)
			}
		}
		if o.Out != nil {
			start = append(start, o.Out)
		}
		tr.Run(start...)
	})
	return out
}

// bestEffort reports whether a helper is named for work whose failure is none of
// the tool's.
func bestEffort(name string) bool {
	return slices.ContainsFunc(model.SplitName(name), func(w string) bool {
		switch strings.ToLower(w) {
		case "log", "audit", "metric", "metrics", "trace", "notify", "close", "cleanup", "cache", "record", "track", "init", "setup", "report",
			"default", "defaults", "configured", "fallback", "optional", "maybe", "try":
			return true
		}
		return false
	})
}
