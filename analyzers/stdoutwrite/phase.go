package stdoutwrite

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/internal/reach"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// mark looks at a function on the way to a serve call: what comes before the
// call or after it in the same process counts.
func (p *program) mark(fn *ssa.Function) {
	if p.marked[fn] {
		return
	}
	p.marked[fn] = true
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if !p.leads(in) {
				continue
			}
			p.around(fn, in)
			if call, ok := in.(ssa.CallInstruction); ok {
				for _, t := range p.callees(call) {
					if p.serves[t] {
						p.mark(t)
					}
				}
			}
		}
	}
}

// around looks at every instruction that runs in one process with the serve call.
func (p *program) around(fn *ssa.Function, serve ssa.Instruction) {
	after := ir.Reaches(serve.Block())
	cs := ir.Conds(serve.Block(), nil)
	for _, b := range fn.Blocks {
		leadsTo := ir.Reaches(b)[serve.Block()]
		idx := index(serve)
		for i, in := range b.Instrs {
			if in == serve {
				continue
			}
			ph := phase(0)
			same := b == serve.Block()
			if leadsTo || same && i < idx {
				ph |= before
			}
			if after[b] || same && i > idx {
				ph |= during
			}
			if _, ok := in.(*ssa.Defer); ok && ph != 0 {
				ph = during
			}
			if ph == 0 {
				continue
			}
			mine := ir.Conds(b, nil)
			if guarded(mine) || contradict(mine, cs) || p.unserved(mine, serve) {
				continue
			}
			if ph == before && len(p.otherServing(in)) > 0 {
				continue
			}
			p.instr(in, ph)
		}
	}
}

// otherServing returns the serving functions that an instruction runs: they are
// marked, not run.
func (p *program) otherServing(in ssa.Instruction) []*ssa.Function {
	var out []*ssa.Function
	if call, ok := in.(ssa.CallInstruction); ok {
		for _, t := range p.callees(call) {
			if p.serves[t] {
				out = append(out, t)
			}
		}
	}
	return out
}

func index(in ssa.Instruction) int {
	for i, x := range in.Block().Instrs {
		if x == in {
			return i
		}
	}
	return -1
}

// run looks at all of a function that runs in the process.
func (p *program) run(fn *ssa.Function, ph phase) {
	if fn == nil || fn.Blocks == nil || p.runs[fn]&ph == ph || p.view.InTest(fn) || p.elsewhere(fn) {
		return
	}
	p.runs[fn] |= ph
	for _, b := range fn.Blocks {
		if guarded(ir.Conds(b, nil)) {
			continue
		}
		if ph == before && !p.goesOn(b) {
			continue // it ends the process, or the way to the serve call
		}
		for _, in := range b.Instrs {
			p.instr(in, ph)
		}
	}
}

// goesOn reports whether a block can come to a return that does not report a
// failure: only then is the serve call reached behind it.
func (p *program) goesOn(b *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{b}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[x] {
			continue
		}
		seen[x] = true
		if r, ok := ir.Last(x).(*ssa.Return); ok {
			n := len(r.Results)
			if n == 0 || !ir.IsError(r.Results[n-1].Type()) || p.e.NilAt(r.Results[n-1], nil, ir.Conds(x, nil)) != ir.NotNil {
				return true
			}
		}
		work = append(work, x.Succs...)
	}
	return false
}

// instr looks at one instruction of the process: a write, or a call to go into.
func (p *program) instr(in ssa.Instruction, ph phase) {
	p.ran[in.Block()] = true
	p.write(in, ph)
	p.callbacks(in)
	call, ok := in.(ssa.CallInstruction)
	if !ok || p.leadsItself(call) {
		return
	}
	if _, ok := call.(*ssa.Go); ok {
		ph = during
	}
	for _, t := range p.callees(call) {
		if !p.serves[t] {
			p.run(t, ph)
		}
	}
}

// callbacks looks at functions that an SDK is given beside tool handlers, hooks and
// the like: it runs them while it serves. Those for HTTP never run over stdio.
func (p *program) callbacks(in ssa.Instruction) {
	run := func(name string, v ssa.Value) {
		if fn := literal(v); fn != nil && !strings.Contains(name, "HTTP") && !strings.Contains(name, "SSE") {
			p.run(fn, during)
		}
	}
	switch in := in.(type) {
	case ssa.CallInstruction:
		if !registers(in) {
			return
		}
		for _, a := range ir.Operands(in.Common()) {
			vs := []ssa.Value{a}
			if els, ok := ir.Elements(a); ok {
				vs = els
			}
			for _, v := range vs {
				run(ir.CalleeName(in.Common()), v)
			}
		}
	case *ssa.Store:
		if fa, ok := in.Addr.(*ssa.FieldAddr); ok {
			if f := ir.FieldVar(fa.X.Type(), fa.Field); f != nil && f.Pkg() != nil && model.IsSDKPackage(f.Pkg().Path()) {
				run(ir.TypeName(fa.X.Type())+"."+f.Name(), in.Val)
			}
		}
	}
}

func (p *program) leadsItself(call ssa.CallInstruction) bool { return p.points[call] }

// contradict reports whether two places cannot be come to in one run: a condition
// holds at one and fails at the other, or one value equals two constants.
func contradict(a, b []ir.Cond) bool {
	for _, x := range a {
		xv, xt := x.Not()
		for _, y := range b {
			yv, yt := y.Not()
			if xv == yv {
				if xt != yt {
					return true
				}
				continue
			}
			bx, ok1 := xv.(*ssa.BinOp)
			by, ok2 := yv.(*ssa.BinOp)
			if !ok1 || !ok2 {
				if xt != yt && reach.Equal(xv, yv) {
					return true
				}
				continue
			}
			if !reach.Equal(bx.X, by.X) || bx.Op != token.EQL && bx.Op != token.NEQ || by.Op != token.EQL && by.Op != token.NEQ {
				continue
			}
			isX, isY := (bx.Op == token.EQL) == xt, (by.Op == token.EQL) == yt
			sameConst := reach.Equal(bx.Y, by.Y)
			if sameConst && isX != isY || !sameConst && isX && isY && isConst(bx.Y) && isConst(by.Y) {
				return true
			}
		}
	}
	return false
}

func isConst(v ssa.Value) bool { _, ok := v.(*ssa.Const); return ok }

// guarded reports whether a condition says that the transport is another one, or
// that a person is looking: the transport's name, a flag named for it, a test
// for a terminal.
func guarded(cs []ir.Cond) bool {
	for _, c := range cs {
		v, taken := c.Not()
		switch x := v.(type) {
		case *ssa.BinOp:
			if x.Op != token.EQL && x.Op != token.NEQ {
				continue
			}
			is := (x.Op == token.EQL) == taken
			for _, o := range [][2]ssa.Value{{x.X, x.Y}, {x.Y, x.X}} {
				s, ok := ir.ConstString(o[1])
				if !ok {
					continue
				}
				s = strings.ToLower(s)
				switch {
				case network(s) && is, s == "stdio" && !is, s == "" && !is && network(nameOf(o[0])):
					return true
				}
			}
		case *ssa.Call:
			n := strings.ToLower(ir.CalleeName(&x.Call))
			if taken && (strings.Contains(n, "isterminal") || strings.Contains(n, "isatty") || strings.HasSuffix(n, "ishttp")) || !taken && strings.Contains(n, "stdio") {
				return true
			}
		default:
			n := nameOf(v)
			if network(n) && taken || strings.Contains(n, "stdio") && !taken {
				return true
			}
		}
	}
	return false
}

func network(s string) bool {
	for _, w := range []string{"http", "sse", "websocket", "streamable", "tcp"} {
		if strings.Contains(s, w) {
			return true
		}
	}
	return false
}

// nameOf is the name of the variable, field or flag that v is read from.
func nameOf(v ssa.Value) string {
	switch x := v.(type) {
	case *ssa.UnOp:
		return nameOf(x.X)
	case *ssa.FieldAddr:
		if f := ir.FieldVar(x.X.Type(), x.Field); f != nil {
			return strings.ToLower(f.Name())
		}
	case *ssa.Field:
		if f := ir.FieldVar(x.X.Type(), x.Field); f != nil {
			return strings.ToLower(f.Name())
		}
	case *ssa.Global:
		return strings.ToLower(x.Name())
	case *ssa.Alloc:
		return strings.ToLower(x.Comment)
	case *ssa.Parameter:
		return strings.ToLower(x.Name())
	case *ssa.FreeVar:
		return strings.ToLower(x.Name())
	case *ssa.Call:
		for _, a := range ir.Operands(&x.Call) {
			if s, ok := ir.ConstString(a); ok {
				return strings.ToLower(s)
			}
		}
	case *ssa.Extract:
		return nameOf(x.Tuple)
	}
	return ""
}
