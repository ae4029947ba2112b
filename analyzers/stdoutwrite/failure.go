package stdoutwrite

import (
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// A program prints the error of what serves and exits. That write matters only when
// the error can come out of, or from behind, the serve call: what a flag parser or
// the branch for HTTP reports, a process that served stdio never comes to.

// unserved reports whether conditions say that a serving call has failed in a way
// that no stdio serve call came before.
func (p *program) unserved(cs []ir.Cond, serve ssa.Instruction) bool {
	for _, c := range cs {
		cond, taken := c.Not()
		x, isNil, ok := ir.NilTest(cond, taken)
		if !ok || isNil || !ir.IsError(x.Type()) {
			continue
		}
		if call := ir.CallOf(x); call != nil && ssa.Instruction(call) == serve && !p.failsBehind(call) {
			return true
		}
	}
	return false
}

// failsBehind reports whether a call that leads to a serve call may return an error
// after it has come there.
func (p *program) failsBehind(call ssa.CallInstruction) bool {
	if p.points[call] {
		return true
	}
	served := false
	for _, t := range p.callees(call) {
		if p.serves[t] {
			served = true
			if p.failing(t) {
				return true
			}
		}
	}
	if served || !commandLibrary(call) {
		return !served
	}
	for _, fn := range p.held {
		if p.serves[fn] && p.failing(fn) {
			return true
		}
	}
	return false
}

// failing reports whether a function may return an error behind a serve call that
// it comes to. It ends since a function that is being looked at counts as one that
// does not: only what another way returns decides.
func (p *program) failing(fn *ssa.Function) bool {
	if is, ok := p.fails[fn]; ok {
		return is
	}
	p.fails[fn] = false
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			if p.leads(in) && p.failsFrom(fn, in) {
				p.fails[fn] = true
				return true
			}
		}
	}
	return false
}

// failsFrom reports whether a return behind one leading instruction may give an error.
func (p *program) failsFrom(fn *ssa.Function, serve ssa.Instruction) bool {
	after := ir.Reaches(serve.Block())
	for _, r := range ir.Results(fn) {
		n := len(r.Results)
		if r.Block() != serve.Block() && !after[r.Block()] || n == 0 || !ir.IsError(r.Results[n-1].Type()) {
			continue
		}
		cs := ir.Conds(r.Block(), nil)
		if p.unserved(cs, serve) {
			continue
		}
		v := r.Results[n-1]
		phi, ok := v.(*ssa.Phi)
		if !ok {
			if p.given(v, cs, serve) {
				return true
			}
			continue
		}
		for i, e := range phi.Edges {
			pred := phi.Block().Preds[i]
			if (pred == serve.Block() || after[pred]) && p.given(e, ir.EdgeConds(pred, phi.Block(), nil), serve) {
				return true
			}
		}
	}
	return false
}

// given reports whether a value may be an error, under conditions.
func (p *program) given(v ssa.Value, cs []ir.Cond, serve ssa.Instruction) bool {
	if p.e.NilAt(v, nil, cs) == ir.IsNil {
		return false
	}
	if call := ir.CallOf(v); call != nil && ssa.Instruction(call) == serve {
		return p.failsBehind(call)
	}
	return true
}
