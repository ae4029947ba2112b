package outcome

import (
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/effect"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// Effects returns what may have been changed outside the process when the
// handler ends in this way. Computed when asked for.
func (o *Outcome) Effects() []effect.Event {
	var evs []effect.Event
	o.Within(func() {
		if o.effects != nil {
			evs = *o.effects
			return
		}
		evs = o.before(nil)
		o.effects = &evs
	})
	return evs
}

// EffectsUnder is Effects on the ways on which more conditions hold: those under
// which a part of the answer was made.
func (o *Outcome) EffectsUnder(conds []ir.Cond) []effect.Event {
	if len(conds) == 0 {
		return o.Effects()
	}
	var evs []effect.Event
	o.Within(func() { evs = o.before(conds) })
	return evs
}

func (o *Outcome) before(conds []ir.Cond) []effect.Event {
	x := o.Handler
	if o.Own || o.Tool.Middleware {
		x = o.Exit
	}
	s := x.Sites[0]
	all := append(append([]ir.Cond(nil), conds...), x.Conds...)
	evs := effect.Before(o.Engine, s.F, s.Ret, all, pins(x.Sites[1:]), o.Tool.Name, o.Err != nil && o.ErrNil == ir.NotNil && len(o.Tool.Chain) == 0)
	if o.Tool.Middleware {
		evs = append(evs, o.wrapped(s)...)
	}
	return evs
}

// pins says how the calls ended whose results an exit hands on.
func pins(sites []Site) effect.Pins {
	if len(sites) == 0 || sites[0].F == nil || sites[0].F.Call == nil || sites[0].Ret.Parent() != sites[0].F.Fn {
		return nil
	}
	return effect.Pins{sites[0].F.Call: {Frame: sites[0].F, Ret: sites[0].Ret, Pins: pins(sites[1:])}}
}

// wrapped is the effect of whatever a middleware wraps: once next has returned,
// the tool may have changed something.
func (o *Outcome) wrapped(s Site) []effect.Event {
	var out []effect.Event
	for _, b := range s.F.Fn.Blocks {
		if b != s.Ret.Block() && !ir.Reaches(b)[s.Ret.Block()] {
			continue
		}
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok || !o.Next(call) {
				continue
			}
			ev := effect.Event{Call: call, F: s.F, What: "the wrapped tool", Certainty: effect.Applied}
			ev.Kind, ev.Confidence = model.APICall, model.Medium
			for _, r := range *call.Referrers() {
				if x, ok := r.(*ssa.Extract); ok && ir.IsError(x.Type()) && o.Engine.NilAt(x, s.F, o.Conds) == ir.NotNil {
					ev.Certainty = effect.Unknown
				}
			}
			out = append(out, ev)
		}
	}
	return out
}
