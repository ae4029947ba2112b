package effect_test

import (
	"go/token"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/internal/wanttest"
	"github.com/gomcplint/mcplint/passes/effect"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/summary"
)

// exported calls f with the declared, exported functions of a package, which are
// the cases; the others are their helpers.
func exported(pass *analysis.Pass, f func(*ir.Engine, *ssa.Function)) {
	v := pass.ResultOf[ir.Analyzer].(*ir.View)
	e := ir.NewEngine(v)
	for _, fn := range v.Funcs() {
		if fn.Synthetic == "" && fn.Parent() == nil && fn.Pkg.Pkg == pass.Pkg && token.IsExported(fn.Name()) {
			f(e, fn)
		}
	}
}

func list(evs []effect.Event) string {
	var out []string
	for _, ev := range evs {
		out = append(out, ev.String())
	}
	slices.Sort(out)
	return strings.Join(out, "; ")
}

// TestBefore asks at every return of a case what has been changed by then. A
// return before which nothing was changed expects nothing.
func TestBefore(t *testing.T) {
	wanttest.Probe(t, "./passes/effect/before/...", before, summary.Analyzer)
}

// TestWhole has the code of the other package in view, and no summaries.
func TestWhole(t *testing.T) {
	wanttest.ProbeWhole(t, "./passes/effect/before/through/...", before, summary.Analyzer)
}

func before(pass *analysis.Pass, say func(token.Pos, string)) {
	exported(pass, func(e *ir.Engine, fn *ssa.Function) {
		f := e.Root(ir.Target{Fn: fn})
		for _, r := range ir.Results(fn) {
			conds := ir.Conds(r.Block(), f)
			failing := false
			if n := len(r.Results); n > 0 && ir.IsError(r.Results[n-1].Type()) {
				failing = e.NilAt(r.Results[n-1], f, conds) == ir.NotNil
			}
			if s := list(effect.Before(e, f, r, conds, nil, "", failing)); s != "" {
				say(ir.PosOf(r), s)
			}
		}
	})
}

// TestReachable asks at every case what it may change at all, and whether it is
// noisy: a case that may change something is, and must be entered.
func TestReachable(t *testing.T) {
	wanttest.Probe(t, "./passes/effect/reach", func(pass *analysis.Pass, say func(token.Pos, string)) {
		exported(pass, func(e *ir.Engine, fn *ssa.Function) {
			evs := effect.Reachable(e, e.Root(ir.Target{Fn: fn}), "")
			if len(evs) > 0 {
				say(fn.Pos(), list(evs))
			}
			switch noisy := effect.Noisy(e.View, fn); {
			case noisy && len(evs) == 0:
				say(fn.Pos(), "noisy")
			case !noisy && len(evs) > 0:
				say(fn.Pos(), "changes something and is not noisy")
			}
		})
	}, summary.Analyzer)
}
