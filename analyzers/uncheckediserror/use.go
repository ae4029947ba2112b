package uncheckediserror

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// use follows a result forwards and says what is done with it. It goes into
// functions in view that get the result, and through structs of the program's
// own that hold it; what it cannot follow counts as handed on.
type use struct {
	c       *checker
	test    bool
	seen    map[ssa.Value]bool
	content bool // content is read
	strong  bool // … and compared with what is expected, or handed on (tests)
	checked bool // IsError is read
	passed  bool // the result is handed on as a whole
}

// result follows a value that is, points to, or holds the result.
func (u *use) result(v ssa.Value) {
	if u.seen[v] || v.Referrers() == nil || len(u.seen) > 600 {
		return
	}
	u.seen[v] = true
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			u.field(r.X.Type(), r.Field, r)
		case *ssa.Field:
			u.field(r.X.Type(), r.Field, r)
		case *ssa.UnOp:
			if r.Op == token.MUL {
				u.result(r)
			}
		case *ssa.MakeInterface, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.Phi, *ssa.TypeAssert, *ssa.Extract, *ssa.Slice:
			u.result(r.(ssa.Value))
		case *ssa.Store:
			if r.Val == v {
				u.stored(r)
			}
		case *ssa.Return, *ssa.MapUpdate, *ssa.Send:
			u.passed = true
		case *ssa.MakeClosure:
			for i, b := range r.Bindings {
				if b == v {
					u.result(r.Fn.(*ssa.Function).FreeVars[i])
				}
			}
		case ssa.CallInstruction:
			u.argument(v, r)
		}
	}
}

// field: a field of the result, or of a struct that holds it.
func (u *use) field(t types.Type, i int, at ssa.Value) {
	fv := ir.FieldVar(t, i)
	if fv == nil {
		return
	}
	if !isResult(t) {
		if isResult(fv.Type()) {
			u.result(at)
		}
		return
	}
	switch fv.Name() {
	case "IsError":
		if reads(at) {
			u.checked = true
		}
	case "Content", "StructuredContent":
		if reads(at) {
			u.content = true
			w := &weigher{u: u, seen: map[ssa.Value]bool{}}
			w.value(at)
		}
	case "Result": // an embedded base of the result
		u.result(at)
	}
}

// reads reports whether a field's address is loaded from, or a field's value used.
func reads(v ssa.Value) bool {
	if _, ok := v.(*ssa.Field); ok {
		return true
	}
	for _, r := range *v.Referrers() {
		if st, ok := r.(*ssa.Store); !ok || st.Addr != v {
			return true
		}
	}
	return false
}

func (u *use) stored(st *ssa.Store) {
	switch a := st.Addr.(type) {
	case *ssa.Alloc:
		u.result(a)
	case *ssa.FreeVar:
		u.result(a)
		for _, mk := range u.c.view.Closures(a.Parent()) {
			for i, fv := range a.Parent().FreeVars {
				if fv == a {
					u.result(mk.Bindings[i])
				}
			}
		}
	case *ssa.FieldAddr:
		// A struct that lives here: follow it. Any other keeps the result.
		if al, ok := a.X.(*ssa.Alloc); ok {
			u.result(al)
			return
		}
		u.passed = true
	case *ssa.IndexAddr:
		if al, ok := a.X.(*ssa.Alloc); ok { // the operands of a variadic call
			u.result(al)
			return
		}
		u.passed = true
	default:
		u.passed = true
	}
}

func (u *use) argument(v ssa.Value, call ssa.CallInstruction) {
	c := call.Common()
	name := ir.CalleeName(c)
	if ts := u.c.e.Callees(call, nil); len(ts) > 0 {
		for i, a := range ir.Operands(c) {
			if a != v {
				continue
			}
			for _, t := range ts {
				if t.Recv != nil && t.Recv.V == v {
					continue
				}
				if i < len(t.Fn.Params) {
					u.result(t.Fn.Params[i])
				}
			}
		}
		return
	}
	switch {
	case strings.HasSuffix(name, ".GetError"):
		u.checked = true
	case strings.HasPrefix(name, "builtin."):
	case u.test && weak(name):
	default:
		u.passed = true
	}
}

// weak lists the calls of tests that say nothing about whether the tool failed:
// logging, and assertions about presence.
func weak(name string) bool {
	f := name[strings.LastIndexByte(name, '.')+1:]
	switch f {
	case "NotNil", "NotNilf", "NotEmpty", "NotEmptyf", "Len", "Lenf", "NotZero", "Greater", "GreaterOrEqual", "IsType", "IsTypef",
		"Log", "Logf", "Print", "Printf", "Println", "Debug", "Info":
		return true
	}
	return false
}

// weigher says whether a test holds the content against what it expects.
type weigher struct {
	u    *use
	seen map[ssa.Value]bool
}

func (w *weigher) value(v ssa.Value) {
	if v == nil || w.seen[v] || v.Referrers() == nil {
		return
	}
	w.seen[v] = true
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.BinOp:
			if !presence(r) {
				w.u.strong = true
			}
		case ssa.CallInstruction:
			w.call(v, r)
		case *ssa.Store:
			if r.Val != v {
				continue
			}
			switch a := r.Addr.(type) {
			case *ssa.Alloc:
				w.value(a)
			case *ssa.IndexAddr:
				w.value(a.X)
			default:
				w.u.strong = true
			}
		case *ssa.Return, *ssa.MapUpdate, *ssa.Send, *ssa.MakeClosure, *ssa.Lookup:
			w.u.strong = true
		case *ssa.TypeAssert:
			w.value(r)
		case ssa.Value:
			w.value(r)
		}
	}
}

// presence recognises comparisons that ask only whether something is there.
func presence(b *ssa.BinOp) bool {
	for _, o := range []ssa.Value{b.X, b.Y} {
		k, ok := o.(*ssa.Const)
		if !ok {
			continue
		}
		if k.IsNil() {
			return true
		}
		if s, ok := ir.ConstString(k); ok {
			return s == ""
		}
		if bt, ok := k.Type().Underlying().(*types.Basic); ok && bt.Info()&types.IsInteger != 0 {
			return true
		}
	}
	// The counter of a range loop against the length.
	return b.Op == token.LSS
}

func (w *weigher) call(v ssa.Value, call ssa.CallInstruction) {
	name := ir.CalleeName(call.Common())
	if ts := w.u.c.e.Callees(call, nil); len(ts) > 0 {
		for i, a := range ir.Operands(call.Common()) {
			if a == v {
				for _, t := range ts {
					if i < len(t.Fn.Params) {
						w.value(t.Fn.Params[i])
					}
				}
			}
		}
		if cv, ok := call.(*ssa.Call); ok {
			w.value(cv)
		}
		return
	}
	switch {
	case strings.HasPrefix(name, "builtin.len"), strings.HasPrefix(name, "builtin.cap"), strings.HasSuffix(name, "AsTextContent"), strings.HasSuffix(name, "GetTextFromContent"):
		if cv, ok := call.(*ssa.Call); ok {
			w.value(cv)
		}
	case weak(name), failing(name), strings.HasPrefix(name, "log."), strings.HasPrefix(name, "(*log.Logger)."), strings.HasPrefix(name, "log/slog."):
	default:
		w.u.strong = true
	}
}

// failing lists the calls that end a test with a message.
func failing(name string) bool {
	if !strings.HasPrefix(name, "(*testing.common).") && !strings.HasPrefix(name, "(testing.TB).") {
		return false
	}
	f := name[strings.LastIndexByte(name, '.')+1:]
	return strings.HasPrefix(f, "Fatal") || strings.HasPrefix(f, "Error") || f == "FailNow" || f == "Fail"
}

// onlyOnError reports whether a test asserts something only where the call's Go
// error is not nil, and lets a nil error pass.
func (c *checker) onlyOnError(err ssa.Value) bool {
	found := false
	for _, r := range *err.Referrers() {
		b, ok := r.(*ssa.BinOp)
		if !ok {
			// require.Error, errors.Is and the like look at it by themselves.
			if call, ok := r.(ssa.CallInstruction); ok && !insideBranch(call, err) {
				return false
			}
			continue
		}
		if _, _, ok := ir.NilTest(b, true); !ok {
			continue
		}
		for _, r := range *b.Referrers() {
			iff, ok := r.(*ssa.If)
			if !ok {
				continue
			}
			blk := iff.Block()
			yes, no := blk.Succs[0], blk.Succs[1]
			if b.Op == token.EQL {
				yes, no = no, yes
			}
			if fails(yes) || asserts(no, blk) && no != yes && !joins(no, yes) {
				return false // a positive test, or one that requires the error
			}
			if len(yes.Preds) == 1 && conditional(yes) {
				found = true
			}
		}
	}
	return found
}

// insideBranch reports whether the call runs only where err is not nil.
func insideBranch(call ssa.CallInstruction, err ssa.Value) bool {
	for _, cond := range ir.Conds(call.Block(), nil) {
		v, taken := cond.Not()
		if x, isNil, ok := ir.NilTest(v, taken); ok && !isNil && ir.Same(x, err) {
			return true
		}
	}
	return false
}

// joins reports whether a is where the branch b comes together with the other.
func joins(a, b *ssa.BasicBlock) bool { return ir.Reaches(b)[a] }

// fails reports whether a branch ends the test at once.
func fails(b *ssa.BasicBlock) bool {
	for _, in := range b.Instrs {
		if call, ok := in.(ssa.CallInstruction); ok {
			n := ir.CalleeName(call.Common())
			if failing(n) || strings.HasSuffix(n, ".FailNow") || strings.HasSuffix(n, "panic") || strings.Contains(n, ".Skip") {
				return true
			}
		}
		if _, ok := in.(*ssa.Panic); ok {
			return true
		}
	}
	return false
}

// conditional reports whether a branch asserts something about the error.
func conditional(b *ssa.BasicBlock) bool {
	for _, x := range b.Parent().Blocks {
		if x == b || !b.Dominates(x) {
			continue
		}
		if fails(x) {
			return true
		}
	}
	for _, in := range b.Instrs {
		if call, ok := in.(ssa.CallInstruction); ok && strings.Contains(ir.CalleePkg(call.Common()), "testify") {
			return true
		}
	}
	return false
}

// asserts reports whether a branch of its own ends the test or asserts something.
func asserts(b, from *ssa.BasicBlock) bool {
	return fails(b)
}
