package hiddeneffect

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/effect"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
	"github.com/gomcplint/mcplint/passes/text"
)

// way is one return of a helper whose error an outcome shows. Where the handler
// shows whatever error it gets, each return has words and effects of its own.
type way struct {
	frame *ir.Frame
	ret   *ssa.Return
	words string
}

// ways tells the returns of a helper apart that bring the text of an outcome.
// There are none when no helper, or only one return of it, does.
func ways(o *outcome.Outcome) []*way {
	var out []*way
	shared := ""
	for _, t := range []*text.Text{o.Text, o.Data} {
		if t == nil {
			continue
		}
		for _, p := range t.Pieces {
			n := entry(p.Source)
			if n == nil {
				shared += " " + p.Const
				continue
			}
			var w *way
			for _, x := range out {
				if x.frame != n.F {
					return nil // two helpers: each is a story of its own
				}
				if x.ret == n.At {
					w = x
				}
			}
			if w == nil {
				w = &way{frame: n.F, ret: n.At.(*ssa.Return)}
				out = append(out, w)
			}
			w.words += " " + p.Const
		}
	}
	if len(out) < 2 {
		return nil
	}
	for _, w := range out {
		w.words += shared
	}
	return out
}

// entry is the return by which a text reached the handler, nearest to the answer.
func entry(n *ir.Node) (at *ir.Node) {
	for ; n != nil; n = n.From {
		if _, ok := n.At.(*ssa.Return); ok && n.Hop == ir.Result && n.F != nil && n.F.Call != nil {
			at = n
		}
	}
	return at
}

// effects returns what the helper may have changed when it ends in this way.
func (w *way) effects(o *outcome.Outcome) (evs []effect.Event) {
	o.Within(func() {
		evs = effect.Before(o.Engine, w.frame, w.ret, ir.Conds(w.ret.Block(), w.frame), nil, o.Tool.Name, true)
	})
	return evs
}

// undone reports whether a later effect takes an effect back for certain, or
// whether the effect is itself what takes another one back.
func undone(e effect.Event, evs []effect.Event) bool {
	for _, u := range evs {
		if undoes(u, e) || undoes(e, u) {
			return true
		}
	}
	return false
}

// undoes reports whether u deletes what e was given or has made.
func undoes(u, e effect.Event) bool {
	if !u.Destructive || !u.Must || u.Certainty != effect.Applied || e.Certainty != effect.Applied {
		return false
	}
	if u.Kind == model.FileWrite && !strings.Contains(u.What, ".Remove") {
		return false // a file that is renamed or written over is another change
	}
	a, b := meeting(e, u)
	return a != nil && a != b && follows(b, a) && about(b, a)
}

// seen reports whether what an effect has made was looked at afterwards: a text
// about it speaks of something that is there.
func seen(e effect.Event) bool {
	if !e.Checked {
		return false
	}
	for _, b := range e.Call.Parent().Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok || ssa.CallInstruction(call) == e.Call || !follows(call, e.Call) {
				continue
			}
			for _, v := range arguments(call) {
				if made(v, e.Call, 0) && !ir.IsError(v.Type()) {
					return true
				}
			}
		}
	}
	return false
}

// meeting returns the calls by which one function causes both effects.
func meeting(e, u effect.Event) (a, b ssa.CallInstruction) {
	a = e.Call
	for f := e.F; f != nil && a != nil; f = f.Up {
		b = u.Call
		for g := u.F; g != nil && b != nil; g = g.Up {
			if f == g {
				return a, b
			}
			b = g.Call
		}
		a = f.Call
	}
	return nil, nil
}

func follows(b, a ssa.CallInstruction) bool {
	if a.Block() != b.Block() {
		return ir.Reaches(a.Block())[b.Block()]
	}
	return a.Pos() < b.Pos()
}

// about reports whether two calls are about one thing: an argument of the second
// is one of the first, or what the first has returned.
func about(b, a ssa.CallInstruction) bool {
	given := arguments(a)
	for _, v := range arguments(b) {
		if made(v, a, 0) {
			return true
		}
		for _, w := range given {
			if ir.Same(v, w) {
				return true
			}
		}
	}
	return false
}

// arguments returns what a call is given, save the receiver, contexts and
// constants.
func arguments(call ssa.CallInstruction) []ssa.Value {
	c := call.Common()
	args := c.Args
	if !c.IsInvoke() && c.Signature().Recv() != nil && len(args) > 0 {
		args = args[1:]
	}
	var out []ssa.Value
	add := func(v ssa.Value) {
		if mi, ok := v.(*ssa.MakeInterface); ok {
			v = mi.X
		}
		if _, constant := v.(*ssa.Const); v != nil && !constant && ir.TypeName(v.Type()) != "context.Context" {
			out = append(out, v)
		}
	}
	for _, v := range args {
		if els, ok := ir.Elements(v); ok {
			for _, e := range els {
				if e != nil {
					add(e)
				}
			}
			continue
		}
		add(v)
	}
	return out
}

// made reports whether a value is what a call returned, or a part of it.
func made(v ssa.Value, call ssa.CallInstruction, depth int) bool {
	if depth > 6 {
		return false
	}
	switch x := v.(type) {
	case *ssa.Call:
		return ssa.CallInstruction(x) == call
	case *ssa.Phi:
		for _, e := range x.Edges {
			if made(e, call, depth+1) {
				return true
			}
		}
	case *ssa.Extract:
		return made(x.Tuple, call, depth+1)
	case *ssa.UnOp:
		return made(x.X, call, depth+1)
	case *ssa.FieldAddr:
		return made(x.X, call, depth+1)
	case *ssa.Field:
		return made(x.X, call, depth+1)
	}
	return false
}
