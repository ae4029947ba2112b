package toolhint

import (
	"go/constant"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// eval computes a boolean that follows from constants: comparisons of the tool's
// name, strings.HasPrefix and its kin, and what is combined of them.
func (r *reader) eval(v ssa.Value, f *ir.Frame, n *ir.Node, depth int) (val, ok bool) {
	if depth > 12 {
		return false, false
	}
	if b, ok := ir.ConstBool(v); ok {
		return b, true
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			b, ok := r.eval(v.X, f, n, depth+1)
			return !b, ok
		}
	case *ssa.Phi:
		return r.phi(v, f, n, depth)
	case *ssa.BinOp:
		if v.Op != token.EQL && v.Op != token.NEQ {
			return false, false
		}
		x, ok1 := r.str(v.X, f, n)
		y, ok2 := r.str(v.Y, f, n)
		return (x == y) == (v.Op == token.EQL), ok1 && ok2
	case *ssa.Parameter:
		if a, up, _ := r.argument(v, f); a != nil {
			return r.eval(a, up, n, depth+1)
		}
	case *ssa.Call:
		switch ir.CalleeName(&v.Call) {
		case "strings.HasPrefix", "strings.HasSuffix", "strings.Contains", "strings.EqualFold":
			s, ok1 := r.str(v.Call.Args[0], f, n)
			t, ok2 := r.str(v.Call.Args[1], f, n)
			if !ok1 || !ok2 {
				return false, false
			}
			switch v.Call.StaticCallee().Name() {
			case "HasPrefix":
				return strings.HasPrefix(s, t), true
			case "HasSuffix":
				return strings.HasSuffix(s, t), true
			case "Contains":
				return strings.Contains(s, t), true
			}
			return strings.EqualFold(s, t), true
		case "slices.Contains":
			return r.member(v, f, n)
		}
		if ts := r.Callees(v, f); len(ts) == 1 {
			cf := r.Enter(v, f, ts[0])
			if cf == nil {
				return false, false
			}
			return r.returned(cf, n, depth+1)
		}
	}
	return false, false
}

// returned evaluates a function's boolean result: the returns that can be
// reached have to agree.
func (r *reader) returned(f *ir.Frame, n *ir.Node, depth int) (val, ok bool) {
	for _, ret := range ir.Results(f.Fn) {
		if len(ret.Results) == 0 || !isBool(ret.Results[0].Type()) {
			return false, false
		}
		if !r.open(ir.Conds(ret.Block(), f), n, depth) {
			continue
		}
		b, known := r.eval(ret.Results[0], f, n, depth+1)
		if !known || ok && b != val {
			return false, false
		}
		val, ok = b, true
	}
	return val, ok
}

// open reports whether conditions may hold.
func (r *reader) open(conds []ir.Cond, n *ir.Node, depth int) bool {
	for _, c := range conds {
		cond, taken := c.Not()
		if b, ok := r.eval(cond, c.F, n, depth+1); ok && b != taken {
			return false
		}
	}
	return true
}

func (r *reader) phi(p *ssa.Phi, f *ir.Frame, n *ir.Node, depth int) (val, ok bool) {
	for i, e := range p.Edges {
		if !r.open(ir.EdgeConds(p.Block().Preds[i], p.Block(), f), n, depth) {
			continue
		}
		b, known := r.eval(e, f, n, depth+1)
		if !known || ok && b != val {
			return false, false
		}
		val, ok = b, true
	}
	return val, ok
}

// member evaluates slices.Contains(list, name) over constants.
func (r *reader) member(call *ssa.Call, f *ir.Frame, n *ir.Node) (val, ok bool) {
	want, ok := r.str(call.Call.Args[1], f, n)
	if !ok {
		return false, false
	}
	tr := &ir.Tracer{Engine: r.Engine, Open: true, Budget: 400}
	for _, l := range tr.Run(&ir.Node{V: call.Call.Args[0], Path: ir.Elem, F: f, At: call}) {
		s, isConst := ir.ConstString(l.V)
		if !isConst {
			if _, zero := l.V.(*ssa.Alloc); zero {
				continue
			}
			return false, false
		}
		if s == want {
			return true, true
		}
	}
	return false, true
}

// str computes a string that is one constant: the tool's name where it is passed
// through helpers, or the name of the tool that is being described.
func (r *reader) str(v ssa.Value, f *ir.Frame, n *ir.Node) (string, bool) {
	if s, ok := ir.ConstString(v); ok {
		return s, true
	}
	if k, ok := v.(*ssa.Const); ok && (k.Value == nil || k.Value.Kind() != constant.String) {
		return "", false
	}
	if !isString(v) {
		return "", false
	}
	tr := &ir.Tracer{Engine: r.Engine, Open: true, Budget: 400}
	tr.Visit = func(n *ir.Node) bool { return r.fits(n) }
	out, found := "", false
	for _, l := range tr.Run(&ir.Node{V: v, F: f, From: n}) {
		s, ok := ir.ConstString(l.V)
		if !ok || found && s != out {
			return r.ownName(v)
		}
		out, found = s, true
	}
	return out, found
}

// ownName takes the Name field of a description for the tool's name: that is
// what it is wherever all descriptions pass by.
func (r *reader) ownName(v ssa.Value) (string, bool) {
	if r.name == "" {
		return "", false
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok && isTool(fa.X.Type()) && ir.FieldVar(fa.X.Type(), fa.Field).Name() == "Name" {
			return r.name, true
		}
	case *ssa.Field:
		if isTool(v.X.Type()) && ir.FieldVar(v.X.Type(), v.Field).Name() == "Name" {
			return r.name, true
		}
	}
	return "", false
}

func isString(v ssa.Value) bool {
	return ir.CanHoldText(v.Type()) && v.Type().Underlying().String() == "string"
}

// assigned finds annotations that are stored into descriptions reached through a
// list, after they were made: the loop's variable stands for each of them.
func (r *reader) assigned(field string) (hint, bool) {
	own := r.objects(r.meta)
	if len(own) == 0 {
		return hint{}, false
	}
	var out hint
	found := false
	for _, st := range r.annotationStores() {
		fa := st.Addr.(*ssa.FieldAddr)
		start := &ir.Node{V: st.Val, At: st}
		owner := fa.X
		switch name := ir.FieldVar(fa.X.Type(), fa.Field).Name(); {
		case r.View.InTest(st.Parent()):
			continue
		case name == "Annotations" && !direct(owner):
			start.Path = ir.Path(field)
		case name == field && !isTool(owner.Type()): // t.Annotations.ReadOnlyHint = true
			if owner = annotated(owner); owner == nil {
				continue
			}
		default:
			continue
		}
		if !meets(own, r.objects(&ir.Node{V: owner, At: st})) {
			continue
		}
		h := r.trace(start, field)
		if h.at == nil {
			h.at = &ir.Node{V: st.Val, At: st}
		}
		if found {
			h.state = h.state.join(out.state)
		}
		out, found = h, true
	}
	return out, found
}

// direct reports whether a description is written where it is made: the tracer
// has seen that.
func direct(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Alloc, *ssa.Call, *ssa.IndexAddr:
		return true
	}
	return false
}

// annotated returns the description that a pointer to annotations was read from.
func annotated(v ssa.Value) ssa.Value {
	u, ok := v.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return nil
	}
	fa, ok := u.X.(*ssa.FieldAddr)
	if !ok || !isTool(fa.X.Type()) {
		return nil
	}
	return fa.X
}

func (r *reader) annotationStores() []*ssa.Store {
	type key struct{}
	return r.View.Memo(key{}, func() any {
		var out []*ssa.Store
		for _, fn := range r.View.Funcs() {
			for _, b := range fn.Blocks {
				for _, in := range b.Instrs {
					if st, ok := in.(*ssa.Store); ok {
						if fa, ok := st.Addr.(*ssa.FieldAddr); ok && (isTool(fa.X.Type()) || annotated(fa.X) != nil) {
							out = append(out, st)
						}
					}
				}
			}
		}
		return out
	}).([]*ssa.Store)
}

// objects returns the calls and literals that a description may be.
func (r *reader) objects(n *ir.Node) map[ssa.Value]bool {
	out := map[ssa.Value]bool{}
	if n == nil {
		return out
	}
	tr := &ir.Tracer{Engine: r.Engine, Open: true, Budget: 600}
	tr.Visit = func(n *ir.Node) bool {
		if n.Path != "" {
			return true
		}
		switch v := n.V.(type) {
		case *ssa.Call:
			if isTool(v.Type()) {
				out[v] = true
				return false
			}
		case *ssa.Alloc:
			if isTool(v.Type()) {
				out[v] = true
				return false
			}
		}
		return true
	}
	tr.Run(n)
	return out
}

func meets(a, b map[ssa.Value]bool) bool {
	for v := range a {
		if b[v] {
			return true
		}
	}
	return false
}
