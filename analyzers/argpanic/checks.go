package argpanic

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/internal/reach"
	"github.com/gomcplint/mcplint/analyzers/internal/repair"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/text"
)

const answer = "check it and answer with an isError result"

// assertion: x.(T) without comma-ok on what was decoded from the arguments.
func (c *checker) assertion(in *ssa.TypeAssert) {
	if in.CommaOk {
		return
	}
	if _, ok := c.s.Argument(in.X, c.s.F, reach.Part); !ok {
		return
	}
	for _, cond := range c.s.Conds(in) {
		if c.typeKnown(cond, in) {
			return
		}
	}
	if c.stored(in) {
		return
	}
	conf := model.High
	if c.schema() {
		conf = model.Low // the SDK refuses what the schema does not admit
	}
	what := "an argument"
	if lk, ok := in.X.(*ssa.Lookup); ok {
		if k, ok := ir.ConstString(lk.Index); ok {
			what = fmt.Sprintf("argument %q", k)
		}
	}
	c.report(in, conf, false, fmt.Sprintf("the assertion to %s panics when %s is missing or of another type", types.TypeString(in.AssertedType, func(p *types.Package) string { return p.Name() }), what),
		"use the comma-ok form and answer with an isError result")
	if n := len(c.out) - 1; n >= 0 && c.out[n].Pos == ir.PosOf(in) {
		pos := c.out[n].Pos
		c.out[n].Repair = func(pass *analysis.Pass) []analysis.SuggestedFix { return repair.Assertion(pass, pos, what) }
	}
}

// typeKnown reports whether a condition has settled the type of what is asserted:
// a comma-ok assertion of an equal value, or a look at its reflect.Type or kind.
func (c *checker) typeKnown(cond ir.Cond, in *ssa.TypeAssert) bool {
	v, taken := cond.Not()
	if ex, ok := v.(*ssa.Extract); ok {
		if ta, ok := ex.Tuple.(*ssa.TypeAssert); ok && ex.Index == 1 && taken && reach.Equal(ta.X, in.X) && types.Identical(ta.AssertedType, in.AssertedType) {
			return true
		}
		if call, ok := ex.Tuple.(*ssa.Call); ok && reach.Mentions(call, in.X) {
			return true
		}
	}
	if b, ok := v.(*ssa.BinOp); ok {
		for _, o := range []ssa.Value{b.X, b.Y} {
			if call, ok := o.(*ssa.Call); ok && reach.Mentions(call, in.X) {
				return true // reflect.TypeOf(x) == …
			}
		}
	}
	if x, _, ok := ir.NilTest(v, taken); ok {
		v = x
		if ex, ok := v.(*ssa.Extract); ok {
			v = ex.Tuple
		}
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	// A validator that was given the value, or the map that holds it.
	name := strings.ToLower(ir.CalleeName(&call.Call))
	held := container(in.X)
	for _, a := range ir.Operands(&call.Call) {
		if mi, ok := a.(*ssa.MakeInterface); ok {
			a = mi.X
		}
		if !reach.Equal(a, in.X) && (held == nil || !reach.Equal(a, held)) {
			continue
		}
		if strings.Contains(name, "valid") || strings.Contains(name, "schema") {
			return true
		}
		for _, t := range c.s.E.Callees(call, cond.F) {
			if asserts(t.Fn) {
				return true
			}
		}
	}
	return false
}

// container is the map or list that a value was taken out of.
func container(v ssa.Value) ssa.Value {
	switch v := v.(type) {
	case *ssa.Lookup:
		return v.X
	case *ssa.Extract:
		if lk, ok := v.Tuple.(*ssa.Lookup); ok {
			return lk.X
		}
	case *ssa.UnOp:
		if ia, ok := v.X.(*ssa.IndexAddr); ok {
			return ia.X
		}
	}
	return nil
}

func asserts(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if ta, ok := in.(*ssa.TypeAssert); ok && ta.CommaOk {
				return true
			}
		}
	}
	return false
}

// schema reports whether the SDK holds the arguments against a schema of the
// program's own before it calls the handler: a go-sdk typed handler with an
// InputSchema.
func (c *checker) schema() bool {
	t := c.s.Tool
	if t.Serving.SDK != model.GoSDK || t.Serving.Kind != "typed" || t.Meta == nil {
		return false
	}
	m := *t.Meta
	m.Path = "InputSchema"
	tr := &ir.Tracer{Engine: c.s.E, Open: true, Budget: 300}
	for _, l := range tr.Run(&m) {
		switch v := l.V.(type) {
		case *ssa.Const:
		case *ssa.Alloc:
			if l.Path == "" {
				return true
			}
		default:
			_ = v
			return true
		}
	}
	return false
}

// index: x[i] with an i, or an x, that the arguments decide.
func (c *checker) index(in ssa.Instruction, x, i ssa.Value) {
	if arrayOf(x.Type()) {
		if _, ok := constInt(i); ok {
			return
		}
	}
	p := c.prover()
	cs := c.s.Conds(in)
	if k, ok := constInt(i); ok {
		why, ok := p.lengthChosen(x, c.s.F, true)
		if ok && p.minLen(x, c.s.F, cs) <= k && !ranged(in, x) {
			conf := model.High
			if strings.HasPrefix(why, "what") && !strings.Contains(why, "argument") || strings.Contains(why, "for an argument") {
				conf = model.Medium
			}
			c.report(in, conf, false, fmt.Sprintf("index %d panics when %s is too short", k, why), "check the length and answer with an isError result")
		}
		return
	}
	if k, ok := fromEnd(i, x); ok {
		if why, ok := p.lengthChosen(x, c.s.F, false); ok && p.minLen(x, c.s.F, cs) < k {
			c.report(in, model.High, false, fmt.Sprintf("the index from the end panics when %s is empty", why), "check the length and answer with an isError result")
		}
		return
	}
	if side := c.unbounded(p, i, cs); side != "" {
		c.report(in, model.High, false, "an argument decides an index "+side+", which panics", answer)
	}
}

func arrayOf(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	_, ok := t.Underlying().(*types.Array)
	return ok
}

// ranged reports whether the place is in a loop over x: there is an element.
func ranged(in ssa.Instruction, x ssa.Value) bool {
	for b := in.Block(); b != nil; b = b.Idom() {
		iff, ok := ir.Last(b).(*ssa.If)
		if !ok {
			continue
		}
		if bo, ok := iff.Cond.(*ssa.BinOp); ok && bo.Op == token.LSS {
			if call, ok := bo.Y.(*ssa.Call); ok && ir.CalleeName(&call.Call) == "builtin.len" && reach.Equal(call.Call.Args[0], x) && b != in.Block() && b.Succs[0].Dominates(in.Block()) {
				return true
			}
		}
	}
	return false
}

// fromEnd recognises len(x)-k.
func fromEnd(i, x ssa.Value) (int64, bool) {
	b, ok := i.(*ssa.BinOp)
	if !ok || b.Op != token.SUB {
		return 0, false
	}
	call, ok := b.X.(*ssa.Call)
	if !ok || ir.CalleeName(&call.Call) != "builtin.len" || !reach.Equal(call.Call.Args[0], x) {
		return 0, false
	}
	return constInt(b.Y)
}

// unbounded says on which side an index that the arguments decide is open.
func (c *checker) unbounded(p *prover, i ssa.Value, cs []ir.Cond) string {
	if !c.decided(p, i, cs) {
		if p.searched(i, c.s.F, 0) {
			if k, ok := p.low(i, c.s.F, cs, 0); ok && k < 0 {
				return "that is -1 when nothing is found"
			}
		}
		return ""
	}
	k, ok := p.low(i, c.s.F, cs, 0)
	low := ok && k >= 0
	high := p.high(i, c.s.F, cs, 0)
	switch {
	case !low && !high:
		return "that nothing holds against the length"
	case !low:
		return "that may be negative"
	case !high:
		return "that may lie beyond the end"
	}
	return ""
}

// decided reports whether the arguments decide i: by value, or as the end of the
// loop that counts it.
func (c *checker) decided(p *prover, i ssa.Value, cs []ir.Cond) bool {
	if p.wild(i, c.s.F) {
		return true
	}
	for _, cond := range cs {
		if cond.F != c.s.F {
			continue
		}
		op, other, ok := relation(cond, i)
		if ok && (op == token.LSS || op == token.LEQ) {
			if call, ok := other.(*ssa.Call); ok && ir.CalleeName(&call.Call) == "builtin.len" {
				continue
			}
			if p.wild(other, c.s.F) {
				return true
			}
		}
	}
	return false
}

// slice: x[lo:hi] likewise.
func (c *checker) slice(in *ssa.Slice) {
	p := c.prover()
	cs := c.s.Conds(in)
	for _, b := range []ssa.Value{in.Low, in.High, in.Max} {
		if b == nil {
			continue
		}
		if k, ok := constInt(b); ok {
			if k == 0 || arrayOf(in.X.Type()) {
				continue
			}
			if why, ok := p.lengthChosen(in.X, c.s.F, false); ok && p.minLen(in.X, c.s.F, cs) < k {
				c.report(in, model.High, false, fmt.Sprintf("the bound %d panics when %s is shorter", k, why), "check the length and answer with an isError result")
				return
			}
			continue
		}
		if k, ok := fromEnd(b, in.X); ok {
			if why, ok := p.lengthChosen(in.X, c.s.F, false); ok && p.minLen(in.X, c.s.F, cs) < k {
				c.report(in, model.High, false, fmt.Sprintf("the bound from the end panics when %s is shorter than %d", why, k), "check the length and answer with an isError result")
				return
			}
			continue
		}
		if side := c.unbounded(p, b, cs); side != "" {
			c.report(in, model.High, false, "an argument decides a slice bound "+side+", which panics", answer)
			return
		}
	}
}

// makes: make([]T, n) with a negative n.
func (c *checker) makes(in *ssa.MakeSlice) {
	p := c.prover()
	cs := c.s.Conds(in)
	for _, n := range []ssa.Value{in.Len, in.Cap} {
		if _, ok := constInt(n); ok || !p.wild(n, c.s.F) {
			continue
		}
		if k, ok := p.low(n, c.s.F, cs, 0); !ok || k < 0 {
			c.report(in, model.High, false, "an argument decides the size of a slice and may be negative, which panics", answer)
			return
		}
	}
}

// division by an argument that may be zero.
func (c *checker) division(in *ssa.BinOp) {
	if in.Op != token.QUO && in.Op != token.REM {
		return
	}
	if b, ok := in.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
		return
	}
	if _, ok := constInt(in.Y); ok {
		return
	}
	p := c.prover()
	if !p.wild(in.Y, c.s.F) {
		return
	}
	cs := c.s.Conds(in)
	if k, ok := p.low(in.Y, c.s.F, cs, 0); ok && k > 0 {
		return
	}
	for _, cond := range cs {
		if op, other, ok := relation(cond, in.Y); ok {
			if k, isConst := constInt(other); op != token.EQL && isConst && k == 0 || op == token.GTR {
				return
			}
		}
	}
	if p.clampedAny(in.Y, c.s.F) {
		return
	}
	c.report(in, model.Medium, false, "an integer division by an argument that may be 0 panics", answer)
}

// clampedAny reports whether a value is replaced on some branch that looks at it.
func (p *prover) clampedAny(v ssa.Value, f *ir.Frame) bool {
	switch v := strip(v).(type) {
	case *ssa.Phi:
		return true
	case *ssa.UnOp:
		if a, shared := cell(v.X); a != nil && shared && p.anyClamp(storesTo(p.s, a), v, 0, true) {
			return true
		}
		return p.clampedIn(f, v, 0, true)
	}
	return false
}

// call: Must…(argument), the end of the process, and helpers that panic.
func (c *checker) call(in ssa.CallInstruction) {
	com := in.Common()
	name := ir.CalleeName(com)
	if name == "" || len(c.s.E.Callees(in, c.s.F)) > 0 {
		return
	}
	if x, ok := model.ExitOf(name); ok {
		c.exits(in, !x.Panics, text.Short(name))
		return
	}
	if m, ok := model.MustOf(name); ok {
		c.must(in, name, ir.Operand(com, m.Operand))
		return
	}
	fn := com.StaticCallee()
	if fn == nil || !strings.HasPrefix(fn.Name(), "Must") || fn.Signature.Results().Len() == 0 || ir.IsError(fn.Signature.Results().At(fn.Signature.Results().Len()-1).Type()) {
		return
	}
	for _, a := range ir.Operands(com) {
		if ir.IsString(a.Type()) || ir.IsError(a.Type()) {
			c.must(in, name, a)
			return
		}
	}
}

func (c *checker) must(in ssa.CallInstruction, name string, op ssa.Value) {
	if op == nil {
		return
	}
	p := c.prover()
	if number(op.Type()) {
		if _, ok := constInt(op); ok || !p.wild(op, c.s.F) {
			return
		}
		if k, ok := p.low(op, c.s.F, c.s.Conds(in), 0); ok && (k > 0 || k == 0 && !strings.Contains(name, "rand") && !strings.HasPrefix(name, "time.")) {
			return
		}
		c.report(in, model.High, false, text.Short(name)+" panics for a number that an argument decides and nothing bounds below", answer)
		return
	}
	if strings.HasPrefix(name, "regexp.") && quoted(op, 0) {
		return
	}
	kind := reach.Computed
	if _, ok := c.s.Argument(op, c.s.F, kind); !ok {
		if !ir.IsError(op.Type()) {
			return
		}
		if _, ok := c.s.Argument(op, c.s.F, reach.Asked); !ok {
			return
		}
	}
	for _, cond := range c.s.Conds(in) {
		v, _ := cond.Not()
		if reach.Mentions(v, op) {
			if _, ok := v.(*ssa.BinOp); ok {
				if x, _, isNil := ir.NilTest(v, true); !isNil || !ir.IsError(x.Type()) {
					continue // compared with a constant
				}
			}
			return
		}
	}
	c.report(in, model.High, false, text.Short(name)+" panics for an argument that is malformed", "parse it with the function that returns an error and answer with an isError result")
}

// quoted reports whether a pattern is made of constants and of texts that
// regexp.QuoteMeta has gone over: it compiles, whatever they hold.
func quoted(v ssa.Value, depth int) bool {
	if depth > 8 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Const:
		return true
	case *ssa.MakeInterface:
		return quoted(x.X, depth+1)
	case *ssa.BinOp:
		return quoted(x.X, depth+1) && quoted(x.Y, depth+1)
	case *ssa.Phi:
		for _, e := range x.Edges {
			if !quoted(e, depth+1) {
				return false
			}
		}
		return true
	case *ssa.Call:
		switch ir.CalleeName(&x.Call) {
		case "regexp.QuoteMeta":
			return true
		case "fmt.Sprintf":
			els, _ := ir.VarArgs(&x.Call)
			for _, e := range els {
				if e == nil || !quoted(e, depth+1) {
					return false
				}
			}
			return len(els) > 0
		}
	}
	return false
}
