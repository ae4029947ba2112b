package effect

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// fallible reports whether a last result tells of failure by not being nil.
func fallible(t types.Type) bool {
	if ir.IsError(t) {
		return true
	}
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	name := ir.TypeName(p)
	name = name[strings.LastIndexByte(name, '.')+1:]
	for _, s := range []string{"Error", "Err", "Failure", "Fault", "Problem"} {
		if strings.HasSuffix(strings.ToLower(name), strings.ToLower(s)) {
			return true
		}
	}
	return false
}

// says reports whether a callee's return can be what the caller knows of the
// error: on the branch where errors.Is found a sentinel of the program, only the
// returns that mention it remain; where it did not, the others.
func (c *collector) says(ret ssa.Value, cf *ir.Frame, errv ssa.Value, f *ir.Frame, conds []ir.Cond) bool {
	if errv == nil {
		return true
	}
	for _, k := range conds {
		if k.F != f {
			continue
		}
		cond, taken := k.Not()
		call, ok := cond.(*ssa.Call)
		if !ok || len(call.Call.Args) == 0 || !ir.Same(call.Call.Args[0], errv) {
			continue
		}
		if ir.CalleeName(&call.Call) == "errors.As" && taken {
			if c.OwnError(ret, cf) || !c.holds(ret, cf, call.Call.Args[1]) {
				return false
			}
		}
		if ir.CalleeName(&call.Call) != "errors.Is" {
			continue
		}
		u, ok := call.Call.Args[1].(*ssa.UnOp)
		if !ok {
			continue
		}
		g, ok := u.X.(*ssa.Global)
		if !ok || !c.View.Has(g.Pkg.Pkg) {
			continue
		}
		if c.mentions(ret, cf, g) != taken {
			return false
		}
	}
	return true
}

// holds reports whether an error may hold a value of the type that errors.As
// looks for. Types of other modules may come from anywhere.
func (c *collector) holds(v ssa.Value, f *ir.Frame, target ssa.Value) bool {
	mi, ok := target.(*ssa.MakeInterface)
	if !ok {
		return true
	}
	p, ok := mi.X.Type().Underlying().(*types.Pointer)
	if !ok {
		return true
	}
	want := p.Elem()
	n, ok := types.Unalias(deref(want)).(*types.Named)
	if !ok || n.Obj().Pkg() == nil || !c.View.Has(n.Obj().Pkg()) || types.IsInterface(n) {
		return true
	}
	found := false
	tr := c.ErrorChain()
	tr.Visit = func(m *ir.Node) bool {
		if mk, ok := m.V.(*ssa.MakeInterface); ok && ir.TypeName(mk.X.Type()) == ir.TypeName(want) {
			found = true
		}
		return !found
	}
	tr.Run(&ir.Node{V: v, F: f})
	return found
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

// mentions reports whether an error value may hold a sentinel.
func (c *collector) mentions(v ssa.Value, f *ir.Frame, g *ssa.Global) bool {
	found := false
	tr := c.ErrorChain()
	tr.Visit = func(n *ir.Node) bool {
		if u, ok := n.V.(*ssa.UnOp); ok && u.X == ssa.Value(g) {
			found = true
		}
		return !found
	}
	tr.Run(&ir.Node{V: v, F: f})
	return found
}

// answer says what the conditions know of an HTTP response's status: refused
// (the server said that it did not do it), or unsure (some other failure status).
func (c *collector) answer(call ssa.CallInstruction, f *ir.Frame, conds []ir.Cond) (refused, unsure bool) {
	v, ok := call.(*ssa.Call)
	if !ok || v.Referrers() == nil {
		return false, false
	}
	var resp ssa.Value
	for _, r := range *v.Referrers() {
		if x, ok := r.(*ssa.Extract); ok && strings.HasSuffix(ir.TypeName(x.Type()), "Response") {
			resp = x
		}
	}
	if resp == nil {
		return false, false
	}
	retryAfter := false
	for _, k := range conds {
		if k.F != f {
			continue
		}
		cond, taken := k.Not()
		b, ok := cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		if h, ok := b.X.(*ssa.Call); ok && ir.CalleeName(&h.Call) == "(net/http.Header).Get" {
			if s, ok := ir.ConstString(ir.Operand(&h.Call, 1)); ok && strings.EqualFold(s, "Retry-After") && (b.Op == token.NEQ) == taken {
				retryAfter = true
			}
		}
	}
	for _, k := range conds {
		if k.F != f {
			continue
		}
		cond, taken := k.Not()
		b, ok := cond.(*ssa.BinOp)
		if !ok || !statusOf(b.X, resp) {
			continue
		}
		y, _ := up(b.Y, f)
		n, ok := intConst(y)
		if !ok {
			continue
		}
		op := b.Op
		if !taken {
			op = ir.Opposite[op]
		}
		switch {
		case op == token.EQL && n >= 200 && n < 300:
			return false, false
		case op == token.EQL && (n >= 400 && n < 500 && n != 408 || n == 503 && retryAfter):
			refused = true
		case op == token.EQL && n >= 500, op == token.NEQ && n >= 200 && n < 300, op == token.GEQ && n >= 300, op == token.GTR && n >= 299:
			unsure = true
		}
	}
	return refused, unsure && !refused
}

func statusOf(v, resp ssa.Value) bool {
	u, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	fa, ok := u.X.(*ssa.FieldAddr)
	if !ok || ir.FieldVar(fa.X.Type(), fa.Field).Name() != "StatusCode" {
		return false
	}
	if ir.Held(fa.X) == resp {
		return true
	}
	// A client's own response type that embeds *http.Response.
	if l, ok := fa.X.(*ssa.UnOp); ok {
		if in, ok := l.X.(*ssa.FieldAddr); ok {
			return ir.Held(in.X) == resp
		}
	}
	return false
}

// refusals are parts of the names of error types by which a client says that the
// other side, or the client itself, refused this very request.
var refusals = []string{"RateLimit", "TooManyRequests", "Throttl", "CircuitOpen", "BreakerOpen", "QuotaExceeded"}

// notSent reports whether the conditions prove that a failed call dispatched
// nothing: the failure is one of dialling.
func (c *collector) notSent(call ssa.CallInstruction, f *ir.Frame, conds []ir.Cond) bool {
	if _, ok := model.NotDispatchedOf(ir.CalleeName(call.Common())); ok {
		return true
	}
	as, dial := false, false
	for _, k := range conds {
		cond, taken := k.Not()
		if !taken {
			continue
		}
		switch v := cond.(type) {
		case *ssa.Call:
			switch ir.CalleeName(&v.Call) {
			case "errors.As":
				mi, ok := v.Call.Args[1].(*ssa.MakeInterface)
				if !ok {
					continue
				}
				name := types.TypeString(mi.X.Type(), nil)
				if strings.Contains(name, "net.OpError") {
					as = true
				}
				for _, s := range refusals {
					if strings.Contains(name, s) {
						return true
					}
				}
			case "errors.Is":
				if u, ok := v.Call.Args[1].(*ssa.MakeInterface); ok && strings.HasSuffix(types.TypeString(u.X.Type(), nil), "syscall.Errno") {
					return true // ECONNREFUSED and its kin
				}
			}
		case *ssa.BinOp:
			if s, ok := ir.ConstString(v.Y); ok && s == "dial" && v.Op == token.EQL {
				dial = true
			}
		}
	}
	return as && dial
}

// readBack marks the effects after which the state was read and the reading
// succeeded: what is said then rests on what was seen.
func (c *collector) readBack(evs []Event, f *ir.Frame, stop *ssa.BasicBlock, conds []ir.Cond) {
	for i := range evs {
		at := evs[i].Call
		for fr := evs[i].F; fr != nil && fr != f; fr = fr.Up {
			at = fr.Call
		}
		if at == nil || at.Parent() != f.Fn {
			continue
		}
		for _, b := range f.Fn.Blocks {
			if !b.Dominates(stop) {
				continue
			}
			for _, in := range b.Instrs {
				call, ok := in.(*ssa.Call)
				if !ok || !ir.Precedes(at, call) || !c.reads(call) || !concerns(call, at) {
					continue
				}
				errv := errorOf(call)
				if errv == nil || c.NilAt(errv, f, conds) != ir.IsNil {
					continue
				}
				evs[i].Checked = true
			}
		}
	}
}

// concerns reports whether a read may see what a change did: it asks for something
// that the change was given or gave, or for everything, as a list does.
func concerns(read *ssa.Call, change ssa.CallInstruction) bool {
	given := append(subjects(change.Common()), ir.Operands(change.Common())...)
	asked := subjects(&read.Call)
	for _, a := range asked {
		root := fieldRoot(a)
		if ir.CallOf(root) == change || slices.ContainsFunc(given, func(g ssa.Value) bool { return a == g || root == g || ir.Same(a, g) }) {
			return true
		}
	}
	return len(asked) == 0
}

// fieldRoot is the value whose field, or field of a field, v is.
func fieldRoot(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.Field:
			v = x.X
		default:
			return v
		}
	}
}

// client reports whether a type stands for a connection or a service, not for what
// is asked of it.
func client(t types.Type) bool {
	return types.IsInterface(t) || types.NewMethodSet(t).Len() > 0 && strings.HasPrefix(t.String(), "*")
}

// subjects are the values that a call's operands are made of, without contexts,
// constants, clients and what it is a method of.
func subjects(c *ssa.CallCommon) []ssa.Value {
	var out []ssa.Value
	var add func(v ssa.Value, depth int)
	add = func(v ssa.Value, depth int) {
		if depth > 6 {
			return
		}
		if els, ok := ir.Elements(v); ok {
			for _, e := range els {
				if e != nil {
					add(e, depth+1)
				}
			}
			return
		}
		switch x := v.(type) {
		case *ssa.Const, *ssa.Function, *ssa.Global:
		case *ssa.MakeInterface:
			add(x.X, depth+1)
		case *ssa.Convert:
			add(x.X, depth+1)
		case *ssa.ChangeType:
			add(x.X, depth+1)
		case *ssa.BinOp:
			add(x.X, depth+1)
			add(x.Y, depth+1)
		default:
			if ir.CallOf(v) != nil || !client(v.Type()) {
				out = append(out, v)
			}
		}
	}
	for i, a := range ir.Operands(c) {
		if i == 0 && (c.IsInvoke() || c.Signature().Recv() != nil) || ir.TypeName(a.Type()) == "context.Context" {
			continue
		}
		add(a, 0)
	}
	return out
}

// reads reports whether a call looks at state outside the process.
func (c *collector) reads(call *ssa.Call) bool {
	name := ir.CalleeName(&call.Call)
	if call.Call.IsInvoke() {
		v, ok := model.VerbOf(call.Call.Method.Name())
		return ok && v.None && (hasCtx(&call.Call) || endsInError(&call.Call))
	}
	fn := call.Call.StaticCallee()
	if fn == nil {
		return false
	}
	if fn.Blocks != nil {
		v, ok := model.VerbOf(fn.Name())
		return ok && v.None && endsInError(&call.Call)
	}
	switch name {
	case "net/http.Get", "(*net/http.Client).Get", "os.Stat", "os.ReadFile", "os.ReadDir", "os.Lstat":
		return true
	}
	if v, ok := model.VerbOfFunc(name); ok && v.None && endsInError(&call.Call) && !std(ir.CalleePkg(&call.Call)) {
		return true
	}
	return strings.HasPrefix(name, "(*database/sql.") && (strings.Contains(name, "Query") || strings.HasSuffix(name, ").Scan"))
}
