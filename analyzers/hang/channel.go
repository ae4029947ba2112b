package hang

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// channel is what is known of a channel.
type channel struct {
	made     []*ssa.MakeChan
	buffered bool // every making has room
	local    bool // every making is in the call itself
	timer    bool // time.After, a timer or a ticker
	ctx      bool // ctx.Done()
	closed   bool // something in view closes it
	open     bool // it may come from elsewhere
	call     *ssa.Call
}

func (c *checker) channel(v ssa.Value) channel {
	var ch channel
	ch.buffered, ch.local = true, true
	tr := &ir.Tracer{Engine: c.s.E, Open: true, Budget: 600, Ext: func(n *ir.Node, call ssa.CallInstruction, _ int) ([]*ir.Node, bool) {
		switch name := ir.CalleeName(call.Common()); name {
		case "(context.Context).Done":
			ch.ctx = true
			return nil, true
		case "time.After", "time.Tick", "(*time.Timer).C":
			ch.timer = true
			return nil, true
		}
		return nil, false
	}}
	tr.Visit = func(n *ir.Node) bool {
		if u, ok := n.V.(*ssa.UnOp); ok {
			if fa, ok := u.X.(*ssa.FieldAddr); ok {
				switch ir.TypeName(fa.X.Type()) {
				case "time.Timer", "time.Ticker":
					ch.timer = true
					return false
				}
			}
		}
		return true
	}
	for _, l := range tr.Run(&ir.Node{V: v, F: c.s.F}) {
		switch x := l.V.(type) {
		case *ssa.MakeChan:
			ch.made = append(ch.made, x)
			if k, ok := x.Size.(*ssa.Const); ok && k.Int64() == 0 {
				ch.buffered = false
			}
			if !c.within(x.Parent()) {
				ch.local = false
			}
		case *ssa.Call:
			switch ir.CalleeName(&x.Call) {
			case "(context.Context).Done", "time.After", "time.Tick":
			default:
				ch.open, ch.call = true, x
			}
		case *ssa.Const:
		default:
			ch.open = true
		}
	}
	if len(ch.made) == 0 {
		ch.buffered, ch.local = false, false
	}
	return ch
}

// within reports whether fn runs as part of this call: it is on the way from the
// handler, or a literal of one that is.
func (c *checker) within(fn *ssa.Function) bool {
	for f := c.s.F; f != nil; f = f.Up {
		for g := fn; g != nil; g = g.Parent() {
			if f.Fn == g && (f.Up != nil || g == c.s.Tool.Root.Fn || g == c.s.Tool.Handler()) {
				return true
			}
		}
	}
	// A helper that makes the channel and hands it back, called on the way.
	for f := c.s.F; f != nil; f = f.Up {
		for _, call := range c.s.E.View.Callers(fn) {
			if call.Parent() == f.Fn {
				return true
			}
		}
	}
	return false
}

func (c *checker) send(in *ssa.Send) {
	ch := c.channel(in.Chan)
	if ch.local && c.served(in.Chan, types.RecvOnly) {
		return
	}
	if ch.local && ch.buffered {
		return
	}
	if ch.buffered && !empty(in.Chan.Type()) && taken(in) {
		return // it gives back what it took: a pool
	}
	if ch.buffered && empty(in.Chan.Type()) && ordered(in, in.Chan, false) {
		return // it gives back the turn that a receive took
	}
	what := "a send waits for a receiver"
	conf := model.High
	if ch.buffered && len(ch.made) > 0 {
		what, conf = "a send waits for room in a channel that all calls share", model.Medium
	}
	if ch.open || len(ch.made) == 0 {
		conf = model.Medium
	}
	c.report(in, conf, what, selectFix)
}

// taken reports whether the function also receives from the channel it sends on.
func taken(in *ssa.Send) bool {
	fv := fieldOf(in.Chan)
	for _, b := range in.Parent().Blocks {
		for _, i := range b.Instrs {
			switch i := i.(type) {
			case *ssa.UnOp:
				if i.Op == token.ARROW && (i.X == in.Chan || fv != nil && fieldOf(i.X) == fv) {
					return true
				}
			case *ssa.Select:
				for _, s := range i.States {
					if s.Chan == in.Chan || fv != nil && fieldOf(s.Chan) == fv {
						return true
					}
				}
			}
		}
	}
	return false
}

func fieldOf(v ssa.Value) *types.Var {
	if u, ok := v.(*ssa.UnOp); ok {
		if fa, ok := u.X.(*ssa.FieldAddr); ok {
			return ir.FieldVar(fa.X.Type(), fa.Field)
		}
	}
	return nil
}

func (c *checker) receive(in *ssa.UnOp) {
	if in.Op != token.ARROW {
		return
	}
	ch := c.channel(in.X)
	switch {
	case ch.ctx:
		return
	case ch.timer:
		if call, ok := in.X.(*ssa.Call); ok && len(call.Call.Args) == 1 {
			c.sleep(in, call.Call.Args[0])
		}
		return
	case ch.local:
		// Goroutines of the handler's own answer, unless they wait themselves.
		if c.answered(in.X) {
			return
		}
		c.report(in, model.Medium, "a receive waits for a goroutine that itself may wait for ever", selectFix)
		return
	}
	if c.released(in, ch) {
		return
	}
	conf := model.High
	if ch.open || len(ch.made) == 0 {
		conf = model.Medium
	}
	c.report(in, conf, "a receive waits for a sender", selectFix)
}

// released reports whether a receive gives back a place that a send took: the
// channel is a semaphore, its values are empty, and nobody looks at them.
func (c *checker) released(in *ssa.UnOp, ch channel) bool {
	if len(*in.Referrers()) > 0 || !empty(in.X.Type()) || ordered(in, in.X, true) {
		return false
	}
	if ch.buffered && len(ch.made) > 0 {
		return true
	}
	t := in.X.Type()
	for fn := in.Parent(); fn != nil; fn = fn.Parent() {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				switch i := i.(type) {
				case *ssa.Send:
					if elem(i.Chan.Type(), t) {
						return true
					}
				case *ssa.Select:
					for _, s := range i.States {
						if s.Dir == types.SendOnly && elem(s.Chan.Type(), t) {
							return true
						}
					}
				}
			}
		}
	}
	return false
}

// ordered reports whether the other end of a channel is worked after the
// instruction (before it, for after false): in the same function, where one
// dominates the other, or in a literal of the function that comes first, such as a
// deferred one. What comes first takes a turn, what comes later gives it back.
func ordered(in ssa.Instruction, ch ssa.Value, after bool) bool {
	_, sends := in.(*ssa.Send)
	same := func(v ssa.Value) bool {
		if fv := fieldOf(ch); fv != nil {
			return fieldOf(v) == fv
		}
		return v == ch
	}
	otherEnd := func(i ssa.Instruction) bool {
		switch i := i.(type) {
		case *ssa.Send:
			return !sends && same(i.Chan)
		case *ssa.UnOp:
			return sends && i.Op == token.ARROW && same(i.X)
		case *ssa.Select:
			for _, s := range i.States {
				if s.Dir == types.SendOnly == !sends && same(s.Chan) {
					return true
				}
			}
		}
		return false
	}
	var within func(fn *ssa.Function, literals bool) bool
	within = func(fn *ssa.Function, literals bool) bool {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				if !otherEnd(i) {
					continue
				}
				if fn != in.Parent() {
					return true
				}
				first, second := in, i
				if !after {
					first, second = i, in
				}
				if ir.Precedes(first, second) {
					return true
				}
			}
		}
		for _, a := range fn.AnonFuncs {
			if literals && within(a, true) {
				return true
			}
		}
		return false
	}
	if after {
		return within(in.Parent(), true)
	}
	for fn := in.Parent(); fn != nil; fn = fn.Parent() {
		if within(fn, false) {
			return true
		}
	}
	return false
}

func elem(a, b types.Type) bool {
	x, ok1 := a.Underlying().(*types.Chan)
	y, ok2 := b.Underlying().(*types.Chan)
	return ok1 && ok2 && types.Identical(x.Elem(), y.Elem())
}

func (c *checker) selects(in *ssa.Select) {
	if !in.Blocking {
		return
	}
	for _, st := range in.States {
		ch := c.channel(st.Chan)
		if ch.ctx || ch.timer {
			return
		}
		// A channel of another's making may well be a Done.
		if ch.open && st.Dir == types.RecvOnly && empty(st.Chan.Type()) {
			return
		}
		if ch.local && (st.Dir == types.RecvOnly && c.answered(st.Chan) || st.Dir == types.SendOnly && (ch.buffered || c.served(st.Chan, types.RecvOnly))) {
			return
		}
	}
	c.report(in, model.High, "a select waits and none of its cases is ctx.Done()", "add a case for ctx.Done()")
}

func empty(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	st, ok := ch.Elem().Underlying().(*types.Struct)
	return ok && st.NumFields() == 0
}

// served reports whether a goroutine started on the way works the other end of a
// channel of the call's own.
func (c *checker) served(v ssa.Value, dir types.ChanDir) bool {
	for f := c.s.F; f != nil; f = f.Up {
		for _, g := range goroutines(c, f) {
			if works(g, dir, 0) {
				return true
			}
		}
	}
	return false
}

// answered reports whether goroutines started on the way send on a channel of
// the call's own, or close it, without a wait that nothing ends.
func (c *checker) answered(v ssa.Value) bool {
	any := false
	for f := c.s.F; f != nil; f = f.Up {
		for _, g := range goroutines(c, f) {
			any = true
			if c.stuck(g.Fn, 0, map[*ssa.Function]bool{}) {
				return false
			}
		}
	}
	// Without a goroutine in sight something else was given the channel.
	return any
}

// goroutines lists what the frame's function starts on goroutines.
func goroutines(c *checker, f *ir.Frame) []ir.Target {
	var ts []ir.Target
	for _, b := range f.Fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(ssa.CallInstruction)
			if !ok {
				continue
			}
			_, isGo := call.(*ssa.Go)
			if isGo || startsGoroutine(ir.CalleeName(call.Common())) {
				ts = append(ts, c.s.E.Callees(call, f)...)
				continue
			}
			// A helper that starts them.
			for _, t := range c.s.E.Callees(call, f) {
				for _, b := range t.Fn.Blocks {
					for _, i := range b.Instrs {
						if g, ok := i.(*ssa.Go); ok {
							ts = append(ts, c.s.E.Callees(g, c.s.E.Enter(call, f, t))...)
						}
					}
				}
			}
		}
	}
	return ts
}

func startsGoroutine(name string) bool {
	switch name {
	case "(*golang.org/x/sync/errgroup.Group).Go", "(*sync.WaitGroup).Go", "time.AfterFunc", "context.AfterFunc":
		return true
	}
	return false
}

// works reports whether a goroutine receives (or sends) on some channel.
func works(t ir.Target, dir types.ChanDir, depth int) bool {
	for _, b := range t.Fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.UnOp:
				if in.Op == token.ARROW && dir == types.RecvOnly {
					return true
				}
			case *ssa.Send:
				if dir == types.SendOnly {
					return true
				}
			case *ssa.Select:
				return true
			}
		}
	}
	return false
}
