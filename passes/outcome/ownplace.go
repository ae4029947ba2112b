package outcome

import (
	"go/token"
	"go/types"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/text"
	"github.com/gomcplint/mcplint/passes/tool"
)

// The places of own answers. A helper that is handed its text (fail(id, code,
// msg)) is no place of its own: its callers are, as far up as the text is handed
// through. A helper that makes the text (respondErr(w, id, err) with err.Error())
// is one, once for each caller, since the conditions are the callers'.

const (
	maxHanded = 3   // helpers that hand a text through
	maxWays   = 600 // callers of one place
)

// owner finds the places; all its outcomes share an engine.
type owner struct {
	*Program
	engine *ir.Engine
	lock   sync.Mutex
	errs   map[*types.Struct]bool
}

// places adds an outcome for each way in which a place is reached.
func (o *owner) places(m part) {
	fn := m.at.Parent()
	ways := o.callers(fn, m.val, 0)
	if len(ways) > maxWays {
		ways = ways[:maxWays]
	}
	made := false
	for _, w := range ways {
		root := w[0].Parent()
		f := o.engine.Root(ir.Target{Fn: root})
		for i, call := range w {
			to := fn
			if i+1 < len(w) {
				to = w[i+1].Parent()
			}
			t := ir.Target{Fn: to}
			if mc, ok := call.Common().Value.(*ssa.MakeClosure); ok {
				t.Closure, t.Env = mc, f
			}
			if f = o.engine.Enter(call, f, t); f == nil {
				break
			}
		}
		if f != nil {
			o.place(m, f)
			made = true
		}
	}
	if !made {
		o.place(m, o.engine.Root(ir.Target{Fn: fn}))
	}
}

// callers lists the ways to a function, outermost call first: one call, and more
// where the text is a parameter that is handed through.
func (o *owner) callers(fn *ssa.Function, val ssa.Value, n int) (ways [][]ssa.CallInstruction) {
	if n > maxHanded {
		return nil
	}
	for _, c := range o.View.Callers(fn) {
		if c.Parent() == fn || o.foreign(c.Parent()) {
			continue
		}
		up := [][]ssa.CallInstruction{nil}
		if a := handed(c, fn, val); a != nil {
			if _, ok := a.(*ssa.Parameter); ok {
				if more := o.callers(c.Parent(), a, n+1); len(more) > 0 {
					up = more
				}
			}
		}
		for _, w := range up {
			ways = append(ways, append(append([]ssa.CallInstruction(nil), w...), c))
		}
		if len(ways) > maxWays {
			break
		}
	}
	return ways
}

// handed is the argument of a call that a parameter of its callee stands for; nil
// when the value is none.
func handed(c ssa.CallInstruction, fn *ssa.Function, val ssa.Value) ssa.Value {
	p, ok := whole(val).(*ssa.Parameter)
	if !ok {
		return nil
	}
	for i, q := range fn.Params {
		if q == p && i < len(c.Common().Args) && !ir.IsError(p.Type()) {
			return whole(c.Common().Args[i])
		}
	}
	return nil
}

// whole looks through the blocks of a content to the one text that it holds.
func whole(v ssa.Value) ssa.Value {
	for range 8 {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Slice:
			els, ok := ir.Elements(x)
			if !ok || len(els) != 1 || els[0] == nil {
				t := blockText(x.X)
				if t == nil {
					return v
				}
				v = t
				continue
			}
			v = els[0]
		case *ssa.MakeMap:
			t := member(x, "text")
			if t == nil {
				return v
			}
			v = t
		case *ssa.UnOp:
			if t := member(x.X, "text"); x.Op == token.MUL && t != nil {
				v = t
				continue
			}
			return v
		default:
			return v
		}
	}
	return v
}

// blockText is the text of the only element of an array of content blocks.
func blockText(array ssa.Value) ssa.Value {
	refs := array.Referrers()
	if refs == nil {
		return nil
	}
	var found ssa.Value
	for _, r := range *refs {
		if ia, ok := r.(*ssa.IndexAddr); ok {
			if found != nil {
				return nil
			}
			found = member(ia, "text")
		}
	}
	return found
}

// place adds the outcome of one place in one frame.
func (o *owner) place(m part, f *ir.Frame) {
	at, pos, sf := m.at, ir.PosOf(m.at), f
	conds := ir.Conds(at.Block(), f)
	for val := m.val; sf.Call != nil; sf = sf.Up {
		conds = append(conds, ir.Conds(sf.Call.Block(), sf.Up)...)
		arg := handed(sf.Call, sf.Fn, val)
		if arg == nil {
			for up := sf.Up; up.Call != nil; up = up.Up {
				conds = append(conds, ir.Conds(up.Call.Block(), up.Up)...)
			}
			break
		}
		at, pos, val = sf.Call, ir.PosOf(sf.Call), arg
	}
	ret := leaves(at)
	if ret == nil {
		return
	}
	x := &Exit{Sites: []Site{{ret, sf, pos}}, Conds: conds}
	out := &Outcome{
		Tool: &tool.Tool{Root: ir.Target{Fn: at.Parent()}, Serving: model.Own(), Shape: true, Confidence: model.Medium},
		Exit: x, Handler: x, Channel: m.ch, Conds: conds, Engine: o.engine, lock: &o.lock,
		ErrNil: ir.IsNil, Cancelled: cancelledBy(conds),
	}
	t := text.Of(o.engine, &ir.Node{V: m.val, F: f, At: m.at})
	if m.ch == model.Protocol {
		out.Text = t
		if d := member(m.obj, "data"); d != nil {
			out.Data = text.JSON(o.engine, &ir.Node{V: d, F: f, At: m.at})
		}
		if c := member(m.obj, "code"); c != nil {
			out.OwnCodes = codes(o.engine, &ir.Node{V: unboxed(c), F: f, At: m.at})
		}
		o.Outcomes = append(o.Outcomes, out)
		return
	}
	switch out.Flag = o.flag(m, f); out.Flag {
	case FlagSet:
		out.Text = t
	case FlagEither:
		out.Text, out.Maybe = t, true
	case FlagClear:
		out.Channel, out.shown = model.Success, t
	default:
		return
	}
	o.Outcomes = append(o.Outcomes, out)
}

// flag finds what the isError of an own result is: in the helper that makes it
// and, where its caller gets it back and may mark it, there as well.
func (o *owner) flag(m part, f *ir.Frame) Flag {
	if _, isMap := m.obj.(*ssa.MakeMap); isMap {
		return text.FlagAt(o.engine, &ir.Node{V: unboxed(member(m.obj, "isError")), F: f, At: m.at})
	}
	s := structOf(m.obj.Type())
	path := ir.Path("")
	for i := range s.NumFields() {
		if ir.JSONName(s, i) == "isError" {
			path = ir.Path(s.Field(i).Name())
		}
	}
	if call, ok := f.Call.(*ssa.Call); ok && structOf(call.Type()) == s {
		if ret := leaves(call); ret != nil {
			return text.FlagAt(o.engine, &ir.Node{V: call, Path: path, F: f.Up, At: ret})
		}
	}
	ret := leaves(m.at)
	if ret == nil {
		return FlagUnknown
	}
	return text.FlagAt(o.engine, &ir.Node{V: m.obj, Path: path, F: f, At: ret})
}

// leaves is a return that an instruction reaches.
func leaves(at ssa.Instruction) *ssa.Return {
	reached := ir.Reaches(at.Block())
	for _, r := range ir.Results(at.Parent()) {
		if r.Block() == at.Block() || reached[r.Block()] {
			return r
		}
	}
	return nil
}
