package hang

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/internal/reach"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// waits: WaitGroup.Wait, Cond.Wait, a command that no ctx ends.
func (c *checker) waits(in *ssa.Call, name string) {
	switch {
	case strings.HasPrefix(name, "(*os/exec.Cmd)"):
		c.command(in, name)
	case name == "(*sync.WaitGroup).Wait", strings.HasSuffix(name, "errgroup.Group).Wait"):
		for f := c.s.F; f != nil; f = f.Up {
			for _, g := range goroutines(c, f) {
				if c.stuck(g.Fn, 0, map[*ssa.Function]bool{}) {
					c.report(in, model.Medium, short(name)+" waits for a goroutine that itself may wait for ever", "let the handler's ctx end what the goroutine waits for")
					return
				}
			}
		}
	case name == "(*sync.Cond).Wait":
		c.report(in, model.High, "sync.Cond.Wait waits for a signal", "use a channel in a select with ctx.Done()")
	default:
		c.report(in, model.Medium, short(name)+" waits", selectFix)
	}
}

// command: a child process without a ctx. How long it runs is its own affair.
func (c *checker) command(in *ssa.Call, name string) {
	if name == "(*os/exec.Cmd).Wait" || c.deferred() {
		return // Start and Wait, often beside a goroutine that kills; cleaning up outlives the call
	}
	made, ended, unknown := false, false, false
	tr := &ir.Tracer{Engine: c.s.E, Budget: 600, Ext: func(n *ir.Node, call ssa.CallInstruction, _ int) ([]*ir.Node, bool) {
		switch ir.CalleeName(call.Common()) {
		case "os/exec.Command":
			made = true
			return nil, true
		case "os/exec.CommandContext":
			if c.endlessIn(call.Common().Args[0], n.F) {
				made = true
			} else {
				ended = true
			}
			return nil, true
		}
		return nil, false
	}}
	for _, l := range tr.Run(&ir.Node{V: in.Call.Args[0], F: c.s.F}) {
		if _, ok := l.V.(*ssa.Call); !ok {
			unknown = true
		}
	}
	if made && !ended && !unknown {
		c.report(in, model.Medium, "the command runs without the handler's ctx", "make it with exec.CommandContext(ctx, …)")
	}
}

// deferred reports whether the frame runs in a deferred call.
func (c *checker) deferred() bool {
	for f := c.s.F; f != nil; f = f.Up {
		if _, ok := f.Call.(*ssa.Defer); ok {
			return true
		}
	}
	return false
}

func (c *checker) endlessIn(ctx ssa.Value, f *ir.Frame) bool {
	d := *c.s
	d.F = f
	return (&checker{s: &d}).endless(ctx)
}

// longest is the sleep that a call may do without looking at its ctx.
const longest = 10 * time.Second

// sleep: in a loop without bound, for a time that an argument gives, or long.
func (c *checker) sleep(in ssa.Instruction, d ssa.Value) {
	if c.pollsForever(in) {
		c.report(in, model.High, "a loop without bound sleeps between its tries", "wait in a select with ctx.Done(), and bound the tries")
		return
	}
	if k, ok := d.(*ssa.Const); ok && k.Value != nil {
		if n, ok := constant.Int64Val(constant.ToInt(k.Value)); ok && time.Duration(n) > longest {
			c.report(in, model.Medium, "a sleep of "+time.Duration(n).String()+" goes on", selectFix)
		}
		return
	}
	if _, ok := c.s.Argument(d, c.s.F, reach.Computed); ok && !c.capped(in, d) {
		c.report(in, model.Medium, "a sleep lasts as long as an argument says", selectFix)
	}
}

// capped reports whether the duration was held against something that it must not
// exceed, on every way on which an argument decides it.
func (c *checker) capped(in ssa.Instruction, d ssa.Value) bool {
	return c.under(d, ir.Conds(in.Block(), nil), 0)
}

func (c *checker) under(d ssa.Value, conds []ir.Cond, depth int) bool {
	for _, k := range conds {
		v, taken := k.Not()
		b, ok := v.(*ssa.BinOp)
		if !ok {
			continue
		}
		if ir.Same(b.X, d) && upper(b.Op, taken) || ir.Same(b.Y, d) && upper(turned(b.Op), taken) {
			return true
		}
	}
	if depth > 6 {
		return false
	}
	switch v := d.(type) {
	case *ssa.BinOp:
		return c.under(v.X, conds, depth+1) || c.under(v.Y, conds, depth+1)
	case *ssa.Convert:
		return c.under(v.X, conds, depth+1)
	case *ssa.ChangeType:
		return c.under(v.X, conds, depth+1)
	case *ssa.Phi:
		for i, e := range v.Edges {
			if _, ok := c.s.Argument(e, c.s.F, reach.Computed); !ok || e == d {
				continue
			}
			if !c.under(e, append(ir.EdgeConds(v.Block().Preds[i], v.Block(), nil), conds...), depth+1) {
				return false
			}
		}
		return true
	case *ssa.Call:
		return ir.CalleeName(&v.Call) == "builtin.min"
	}
	return false
}

// upper reports whether a comparison whose left side is the value bounds it from
// above.
func upper(op token.Token, taken bool) bool {
	switch op {
	case token.LSS, token.LEQ, token.EQL:
		return taken
	case token.GTR, token.GEQ, token.NEQ:
		return !taken
	}
	return false
}

// turned is the comparison with its sides exchanged.
func turned(op token.Token) token.Token {
	switch op {
	case token.LSS:
		return token.GTR
	case token.LEQ:
		return token.GEQ
	case token.GTR:
		return token.LSS
	case token.GEQ:
		return token.LEQ
	}
	return op
}

// pollsForever reports whether in lies in a loop that neither a count nor a time
// nor a ctx ends.
func (c *checker) pollsForever(in ssa.Instruction) bool {
	b := in.Block()
	loop := map[*ssa.BasicBlock]bool{}
	for x := range ir.Reaches(b) {
		if ir.Reaches(x)[b] {
			loop[x] = true
		}
	}
	if len(loop) == 0 {
		return false
	}
	for _, x := range in.Parent().Blocks {
		if !loop[x] {
			continue
		}
		iff, ok := ir.Last(x).(*ssa.If)
		if ok && (!loop[x.Succs[0]] || !loop[x.Succs[1]]) && c.bounds(iff.Cond, loop) {
			return false
		}
		for _, i := range x.Instrs {
			switch i := i.(type) {
			case *ssa.Select:
				return false
			case *ssa.Next, *ssa.Range:
				return false
			case *ssa.Call:
				// A call that gets a ctx fails when it ends, and the loop with it.
				for _, a := range ir.Operands(&i.Call) {
					if ir.TypeName(a.Type()) == "context.Context" && !c.endless(a) {
						return false
					}
				}
			}
		}
	}
	return true
}

// bounds reports whether a condition that leaves the loop bounds it: a counter, a
// clock, an iterator or a ctx.
func (c *checker) bounds(cond ssa.Value, loop map[*ssa.BasicBlock]bool) bool {
	found := false
	seen := map[ssa.Value]bool{}
	var walk func(v ssa.Value, n int)
	walk = func(v ssa.Value, n int) {
		if v == nil || seen[v] || found || n > 8 {
			return
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.Phi:
			if loop[x.Block()] && number(x.Type()) {
				for _, e := range x.Edges {
					if b, ok := e.(*ssa.BinOp); ok && (b.Op == token.ADD || b.Op == token.SUB || b.Op == token.MUL) {
						found = true
					}
				}
			}
		case *ssa.Call:
			switch name := ir.CalleeName(&x.Call); {
			case strings.HasPrefix(name, "(time.Time)"), strings.HasPrefix(name, "time."), strings.HasPrefix(name, "(context.Context)"):
				found = true
			}
		case *ssa.Next:
			found = true
		}
		if i, ok := v.(ssa.Instruction); ok {
			for _, op := range i.Operands(nil) {
				walk(*op, n+1)
			}
		}
	}
	walk(cond, 0)
	return found
}

func number(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsNumeric != 0
}

// stuck reports whether a function on a goroutine of the handler's own may wait
// for ever for something beside the handler.
func (c *checker) stuck(fn *ssa.Function, depth int, seen map[*ssa.Function]bool) bool {
	if depth > 3 || seen[fn] || fn.Blocks == nil {
		return false
	}
	seen[fn] = true
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			name := ir.CalleeName(&call.Call)
			if strings.HasPrefix(name, "(*os/exec.Cmd)") && strings.HasSuffix(name, "n") {
				tr := &ir.Tracer{Engine: c.s.E, Budget: 300}
				for _, l := range tr.Run(&ir.Node{V: call.Call.Args[0]}) {
					if m, ok := l.V.(*ssa.Call); ok && ir.CalleeName(&m.Call) == "os/exec.Command" {
						return true
					}
				}
			}
			switch name {
			case "(net.Listener).Accept":
				return true
			case "time.Sleep":
				if c.pollsForever(in) {
					return true
				}
			}
			if t := call.Call.StaticCallee(); t != nil && c.stuck(t, depth+1, seen) {
				return true
			}
		}
	}
	return false
}

// lock: held while the function does I/O that may take for ever.
func (c *checker) lock(in *ssa.Call) {
	mu := in.Call.Args
	if len(mu) == 0 || localLock(mu[0]) {
		return
	}
	if io := c.heldAcross(in, mu[0]); io != nil {
		c.report(in, model.Medium, "a lock is held across "+short(ir.CalleeName(io.Common()))+", so other calls wait for it", "do the I/O outside of the critical section, or wait for the turn in a select with ctx.Done()")
	}
}

func localLock(v ssa.Value) bool {
	_, ok := v.(*ssa.Alloc)
	return ok
}

// heldAcross returns the first call that does network I/O or waits between the
// lock and its release.
func (c *checker) heldAcross(lock *ssa.Call, mu ssa.Value) ssa.CallInstruction {
	seen := map[*ssa.BasicBlock]bool{}
	var found ssa.CallInstruction
	var visit func(b *ssa.BasicBlock, from int)
	visit = func(b *ssa.BasicBlock, from int) {
		for _, in := range b.Instrs[from:] {
			call, ok := in.(*ssa.Call)
			if !ok || found != nil {
				continue
			}
			name := ir.CalleeName(&call.Call)
			if strings.HasSuffix(name, "Unlock") && len(call.Call.Args) > 0 && sameLock(call.Call.Args[0], mu) {
				return
			}
			if c.slow(call, c.s.F, 0) {
				found = call
				return
			}
		}
		for _, s := range b.Succs {
			if !seen[s] {
				seen[s] = true
				visit(s, 0)
			}
		}
	}
	for i, in := range lock.Block().Instrs {
		if in == ssa.Instruction(lock) {
			visit(lock.Block(), i+1)
		}
	}
	return found
}

func sameLock(a, b ssa.Value) bool {
	if a == b || ir.Same(a, b) {
		return true
	}
	x, ok1 := a.(*ssa.FieldAddr)
	y, ok2 := b.(*ssa.FieldAddr)
	return ok1 && ok2 && ir.FieldVar(x.X.Type(), x.Field) == ir.FieldVar(y.X.Type(), y.Field)
}

// slow reports whether a call does network I/O, runs a command or waits, itself
// or in a function in view that it calls.
func (c *checker) slow(call *ssa.Call, f *ir.Frame, depth int) bool {
	name := ir.CalleeName(&call.Call)
	switch pkg := ir.CalleePkg(&call.Call); {
	case strings.HasPrefix(name, "(*net/http.Client)."), name == "net/http.Get", name == "net/http.Post", name == "net/http.PostForm", name == "net/http.Head", name == "time.Sleep",
		strings.HasPrefix(name, "net.Dial"), pkg == "os/exec" && strings.HasPrefix(name, "(*os/exec.Cmd)") && !strings.HasSuffix(name, "Start"):
		return !strings.HasSuffix(name, "CloseIdleConnections") && !strings.HasSuffix(name, "String") && !strings.HasSuffix(name, "Pipe") && !strings.HasSuffix(name, "Environ")
	}
	if depth > 3 {
		return false
	}
	for _, t := range c.s.E.Callees(call, f) {
		if ir.HigherOrder(&call.Call) && startsGoroutine(name) {
			return false
		}
		nf := c.s.E.Enter(call, f, t)
		if nf == nil {
			continue
		}
		for _, b := range t.Fn.Blocks {
			for _, in := range b.Instrs {
				if inner, ok := in.(*ssa.Call); ok && c.slow(inner, nf, depth+1) {
					return true
				}
			}
		}
	}
	return false
}
