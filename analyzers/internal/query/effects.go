package query

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/effect"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
	"github.com/gomcplint/mcplint/passes/text"
)

// Words returns the constant words that an outcome shows, text and data.
func Words(o *outcome.Outcome) string {
	var parts []string
	for _, t := range []*text.Text{o.Text, o.Data} {
		if t != nil {
			parts = append(parts, t.Constants())
		}
	}
	return strings.Join(parts, " ")
}

// Worst returns the effect of an outcome that weighs most, of those that count. The
// server's own upkeep never does.
func Worst(o *outcome.Outcome, evs []effect.Event, counts func(effect.Event) bool) *effect.Event {
	var w *effect.Event
	for i := range evs {
		e := &evs[i]
		if e.Confidence < model.Medium || !counts(*e) || e.Upkeep(o.Tool.Name) {
			continue
		}
		if w == nil || e.Certainty > w.Certainty || e.Certainty == w.Certainty && e.Confidence > w.Confidence {
			w = e
		}
	}
	return w
}

// EffectFlow puts an effect into Related.
func EffectFlow(e *effect.Event) []analysis.RelatedInformation {
	if e == nil || e.Call == nil {
		return nil
	}
	pos := ir.PosOf(e.Call)
	if !pos.IsValid() {
		return nil
	}
	how := "may have been applied"
	if e.Certainty == effect.Applied {
		how = "is applied"
	}
	if e.Earlier {
		how = "is applied by an earlier iteration"
	}
	out := []analysis.RelatedInformation{{Pos: pos, Message: fmt.Sprintf("effect: %s (%s) %s", e.What, e.Kind, how)}}
	for f := e.F; f != nil && f.Call != nil; f = f.Up {
		if p := ir.PosOf(f.Call); p.IsValid() {
			out = append(out, analysis.RelatedInformation{Pos: p, Message: "called from " + FuncName(f.Call.Parent())})
		}
	}
	return out
}

// Hint looks for a machine-readable invitation to retry in what a tool error
// carries: a key or a field such as retryable with a value that is not false, 0
// or nil.
func Hint(o *outcome.Outcome) (name string, at *ir.Node) {
	o.Within(func() {
		for _, start := range hintRoots(o) {
			if name, at = hintIn(o, start); at != nil {
				return
			}
		}
	})
	return name, at
}

func hintRoots(o *outcome.Outcome) []*ir.Node {
	var out []*ir.Node
	if o.Res != nil && o.ResNil != ir.IsNil {
		for _, p := range []ir.Path{"StructuredContent", "Meta", "Result/Meta"} {
			m := *o.Res
			m.Path = m.Path.Concat(p)
			out = append(out, &m)
		}
	}
	if o.Out != nil {
		out = append(out, o.Out)
	}
	return out
}

// hintIn walks the objects behind a value and looks at the stores into them.
func hintIn(o *outcome.Outcome, start *ir.Node) (string, *ir.Node) {
	name := ""
	var found *ir.Node
	tr := &ir.Tracer{Engine: o.Engine, Numbers: true, Budget: 1500}
	tr.Visit = func(n *ir.Node) bool {
		if found != nil {
			return false
		}
		key := ""
		switch at := n.At.(type) {
		case *ssa.Store:
			if fa, ok := at.Addr.(*ssa.FieldAddr); ok && n.Hop == ir.Stored && at.Val == n.V {
				key = ir.FieldVar(fa.X.Type(), fa.Field).Name()
			}
		case *ssa.MapUpdate:
			if s, ok := ir.ConstString(at.Key); ok && n.Hop == ir.Stored && at.Value == n.V {
				key = s
			}
		}
		if key == "" || !model.HintKey(key) {
			return true
		}
		if inviting(o.Engine, n) {
			name, found = key, n
		}
		return false
	}
	tr.Ext = func(n *ir.Node, call ssa.CallInstruction, _ int) ([]*ir.Node, bool) {
		r, ok := model.ConstructorOf(ir.CalleeName(call.Common()))
		if !ok {
			return nil, false
		}
		var next []*ir.Node
		for _, i := range r.Text {
			if v := ir.Operand(call.Common(), i); v != nil {
				next = append(next, n.Next(v, "", n.F, ir.Arg, call))
			}
		}
		return next, true
	}
	tr.Run(start)
	return name, found
}

// inviting reports whether a hint's value may invite: it is not just false, 0,
// nil or the empty string, and no comparison with a status by which the other
// side refuses.
func inviting(e *ir.Engine, n *ir.Node) bool {
	yes := false
	tr := &ir.Tracer{Engine: e, Numbers: true, Budget: 300}
	tr.Visit = func(n *ir.Node) bool {
		b, ok := n.V.(*ssa.BinOp)
		if !ok {
			return true
		}
		if !settledBy(e, b, n) {
			yes = true
		}
		return false
	}
	for _, l := range tr.Run(&ir.Node{V: n.V, F: n.F, At: n.At}) {
		k, ok := l.V.(*ssa.Const)
		if !ok {
			if _, zero := l.V.(*ssa.Alloc); !zero {
				yes = true
			}
			continue
		}
		if k.Value == nil {
			continue
		}
		switch k.Value.ExactString() {
		case "false", "0", `""`:
		default:
			yes = true
		}
	}
	return yes
}

// settledBy reports whether a comparison is no invitation after an effect: it
// holds only for a status that refuses the very request.
func settledBy(e *ir.Engine, b *ssa.BinOp, n *ir.Node) bool {
	k, ok := b.Y.(*ssa.Const)
	if !ok || k.Value == nil || b.Op != token.EQL {
		return false
	}
	switch k.Value.ExactString() {
	case "429", "503":
		return true
	}
	return false
}

// Place is the return at which an effect and the answer about it meet: the
// handler's, or that of a helper which makes the change and the answer by itself.
func Place(o *outcome.Outcome, e *effect.Event) token.Pos {
	pos := o.Site()
	for _, s := range o.Handler.Sites[1:] {
		if _, ok := s.F.Call.(*ssa.Call); !ok || !makesResult(s.F.Fn) || !s.Pos.IsValid() {
			break
		}
		inside := false
		for f := e.F; f != nil; f = f.Up {
			inside = inside || f == s.F
		}
		if !inside {
			break
		}
		pos = s.Pos
	}
	return pos
}

// Alongside returns the constant words that stand in one text with a piece.
// Pieces between which a function or a branch chooses do not stand together.
func Alongside(o *outcome.Outcome, p *text.Piece) string {
	var parts []string
	for _, t := range []*text.Text{o.Text, o.Data} {
		if t == nil {
			continue
		}
		for i := range t.Pieces {
			q := &t.Pieces[i]
			if q.Const != "" && (q == p || together(p, q)) {
				parts = append(parts, q.Const)
			}
		}
	}
	return strings.Join(parts, " ")
}

// together looks at the node at which the ways of two pieces meet.
func together(p, q *text.Piece) bool {
	on := map[*ir.Node]*ir.Node{} // node → the one before it on p's way
	var prev *ir.Node
	for n := p.Source; n != nil; n = n.From {
		on[n] = prev
		prev = n
	}
	prev = nil
	for n := q.Source; n != nil; n = n.From {
		a, ok := on[n]
		if !ok {
			prev = n
			continue
		}
		if a == nil || prev == nil {
			return true
		}
		if _, phi := n.V.(*ssa.Phi); phi {
			return false
		}
		if a.Hop == ir.Result && prev.Hop == ir.Result && a.At != prev.At {
			return false
		}
		return !(a.Hop == ir.Stored && prev.Hop == ir.Stored && sameCell(a, prev))
	}
	return true
}

// sameCell reports whether two stores write the same variable or field: the
// later one replaces the earlier.
func sameCell(a, b *ir.Node) bool {
	x, ok1 := a.At.(*ssa.Store)
	y, ok2 := b.At.(*ssa.Store)
	if !ok1 || !ok2 {
		return false
	}
	if x.Addr == y.Addr {
		return true
	}
	f, ok1 := x.Addr.(*ssa.FieldAddr)
	g, ok2 := y.Addr.(*ssa.FieldAddr)
	return ok1 && ok2 && ir.FieldVar(f.X.Type(), f.Field) == ir.FieldVar(g.X.Type(), g.Field)
}

// Making returns the conditions under which the instruction of a node runs.
func Making(n *ir.Node) []ir.Cond {
	if n == nil || n.At == nil || n.At.Block() == nil {
		return nil
	}
	return ir.Conds(n.At.Block(), n.F)
}

// Says finds the constant piece of an outcome's text for which ok holds.
func Says(o *outcome.Outcome, ok func(string) bool) *text.Piece {
	for _, t := range []*text.Text{o.Text, o.Data} {
		if t == nil {
			continue
		}
		for i := range t.Pieces {
			if c := t.Pieces[i].Const; c != "" && ok(c) {
				return &t.Pieces[i]
			}
		}
	}
	return nil
}
