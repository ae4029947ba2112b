package argpanic

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/internal/reach"
	"github.com/gomcplint/mcplint/passes/ir"
)

// minLen is the least length that s is known to have: by its making, or by what
// the conditions say of it.
func (p *prover) minLen(s ssa.Value, f *ir.Frame, cs []ir.Cond) int64 {
	n := madeLen(s)
	for _, c := range cs {
		s := s
		if c.F != f && fieldOf(s) == nil {
			if s = p.outside(c, s, f); s == nil {
				continue
			}
		}
		n = max(n, lenBy(c, s, p, f))
	}
	if st, g := p.only(s, f); st != nil {
		n = max(n, p.minLen(st.Val, g, cs))
	}
	return n
}

// enough is the length of what nothing says how long it is.
const enough = int64(1) << 30

func madeLen(s ssa.Value) int64 {
	switch v := s.(type) {
	case *ssa.Const:
		if t, ok := ir.ConstString(v); ok {
			return int64(len(t))
		}
	case *ssa.Call:
		switch ir.CalleeName(&v.Call) {
		case "strings.Split", "bytes.Split", "strings.SplitAfter":
			return 1
		case "strings.SplitN", "bytes.SplitN":
			if k, ok := constInt(v.Call.Args[2]); ok && k != 0 {
				return 1
			}
		case "builtin.append":
			return 0
		}
	case *ssa.Slice:
		if a, ok := v.X.(*ssa.Alloc); ok && v.High == nil && v.Low == nil {
			if arr, ok := a.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array); ok {
				return arr.Len()
			}
		}
	case *ssa.Convert: // []rune(s), []byte(s)
		return min(1, madeLen(v.X))
	}
	return 0
}

// lenBy is the least length of s where the condition holds.
func lenBy(c ir.Cond, s ssa.Value, p *prover, f *ir.Frame) int64 {
	cond, taken := c.Not()
	if x, isNil, ok := ir.NilTest(cond, taken); ok && alike(x, s) && !isNil {
		return enough // a match of a regular expression, a decoded list
	}
	if call, ok := cond.(*ssa.Call); ok && taken {
		// HasPrefix(s, "ab"), Contains(s, ":") before Split(s, ":"), MatchString(s) …
		for _, a := range ir.Operands(&call.Call) {
			if alike(a, s) || sourceOf(s) != nil && alike(a, sourceOf(s)) {
				return enough
			}
		}
		return 0
	}
	if call, ok := cond.(*ssa.Call); ok && !taken {
		for _, a := range ir.Operands(&call.Call) {
			if (alike(a, s) || sourceOf(s) != nil && alike(a, sourceOf(s))) && !strings.HasPrefix(ir.CalleeName(&call.Call), "strings.") {
				return enough
			}
		}
		return 0
	}
	if p.validated(c, s, f, 0) {
		return enough
	}
	b, ok := cond.(*ssa.BinOp)
	if !ok {
		if ex, ok := cond.(*ssa.Extract); ok && taken {
			if call, ok := ex.Tuple.(*ssa.Call); ok && len(call.Call.Args) > 0 && sourceOf(s) != nil && alike(call.Call.Args[0], sourceOf(s)) {
				return enough
			}
		}
		return 0
	}
	// s == "", s != ""
	for _, xy := range [][2]ssa.Value{{b.X, b.Y}, {b.Y, b.X}} {
		if t, ok := ir.ConstString(xy[1]); ok && (alike(xy[0], s) || runes(s) != nil && alike(xy[0], runes(s))) {
			switch {
			case (b.Op == token.EQL) == taken:
				return int64(len(t))
			case t == "":
				return 1
			}
		}
	}
	for _, xy := range [][2]ssa.Value{{b.X, b.Y}, {b.Y, b.X}} {
		call, ok := strip(xy[0]).(*ssa.Call)
		if !ok || ir.CalleeName(&call.Call) != "builtin.len" && !strings.Contains(ir.CalleeName(&call.Call), "RuneCount") {
			continue
		}
		if !alike(call.Call.Args[0], s) && (runes(s) == nil || !alike(call.Call.Args[0], runes(s))) {
			continue
		}
		op, other, _ := relation(c, xy[0])
		k, isConst := constInt(other)
		switch op {
		case token.GTR:
			if isConst {
				return k + 1
			}
			return enough
		case token.GEQ, token.EQL:
			if isConst {
				return k
			}
			return enough
		case token.NEQ:
			if isConst && k == 0 {
				return 1
			}
		}
		return 0
	}
	// A count that says how many there are: strings.Count(s, "/") > 2.
	if call, ok := b.X.(*ssa.Call); ok && sourceOf(s) != nil {
		for _, a := range ir.Operands(&call.Call) {
			if alike(a, sourceOf(s)) {
				return enough
			}
		}
	}
	return 0
}

// sourceOf is the text that a list was split from.
func sourceOf(s ssa.Value) ssa.Value {
	if c, ok := s.(*ssa.Call); ok && len(c.Call.Args) > 0 && (strings.HasPrefix(ir.CalleeName(&c.Call), "strings.") || strings.HasPrefix(ir.CalleeName(&c.Call), "bytes.")) {
		return c.Call.Args[0]
	}
	if c, ok := s.(*ssa.Call); ok && strings.HasPrefix(ir.CalleeName(&c.Call), "(*regexp.Regexp).") && len(c.Call.Args) > 1 {
		return c.Call.Args[1]
	}
	return nil
}

func runes(s ssa.Value) ssa.Value {
	if c, ok := s.(*ssa.Convert); ok {
		return c.X
	}
	return nil
}

// lengthChosen reports whether the arguments decide how long s is, and why.
func (p *prover) lengthChosen(s ssa.Value, f *ir.Frame, own bool) (why string, ok bool) {
	switch v := s.(type) {
	case *ssa.Call:
		name := ir.CalleeName(&v.Call)
		ts := p.s.E.Callees(v, f)
		switch {
		case strings.HasPrefix(name, "strings.Split"), strings.HasPrefix(name, "strings.Fields"), strings.HasPrefix(name, "bytes.Split"), strings.HasPrefix(name, "(*regexp.Regexp).Find"):
			if len(v.Call.Args) == 0 {
				return "", false
			}
			if _, ok := p.s.Argument(v.Call.Args[min(1, len(v.Call.Args)-1)], f, reach.Computed); ok || p.computed(v.Call.Args[0], f) {
				return "what " + strings.TrimPrefix(name, "(*regexp.Regexp).") + " finds in an argument", true
			}
			return "", false
		case len(ts) == 0 && own && v.Call.IsInvoke():
			if _, ok := v.Type().Underlying().(*types.Slice); ok {
				if _, ok := p.s.Argument(v, f, reach.Asked); ok {
					return "what " + v.Call.Method.Name() + " finds for an argument", true
				}
			}
			return "", false
		case len(ts) > 0:
			return "", false
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok && own && call.Call.IsInvoke() && len(p.s.E.Callees(call, f)) == 0 {
			if _, ok := p.s.Argument(v, f, reach.Asked); ok {
				return "what " + call.Call.Method.Name() + " finds for an argument", true
			}
		}
		if _, ok := v.Tuple.(*ssa.Call); ok {
			return "", false
		}
	case *ssa.Phi:
		return "", false
	case *ssa.UnOp:
		if st, g := p.only(v, f); st != nil && g != nil {
			return p.lengthChosen(st.Val, g, own)
		}
	}
	kind := reach.Part
	if ir.IsString(s.Type()) || runes(s) != nil {
		kind = reach.Computed
	}
	n, ok := p.s.Argument(s, f, kind)
	if !ok {
		return "", false
	}
	// The list itself has to be the caller's, not one that holds what he sent.
	for ; n != nil; n = n.From {
		switch v := n.V.(type) {
		case *ssa.MakeSlice:
			return "", false
		case *ssa.Slice:
			if _, ok := v.X.(*ssa.Alloc); ok {
				return "", false
			}
		case *ssa.BinOp:
			return "", false
		case *ssa.Call:
			if b := ir.CalleeName(&v.Call); b == "builtin.append" || strings.HasPrefix(b, "fmt.") {
				return "", false
			}
		}
	}
	return "an argument", true
}

func (p *prover) computed(v ssa.Value, f *ir.Frame) bool {
	_, ok := p.s.Argument(v, f, reach.Computed)
	return ok
}
