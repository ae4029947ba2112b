package outcome_test

import (
	"go/token"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/gomcplint/mcplint/internal/wanttest"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/outcome"
)

// each makes a question about a package of one about each outcome; an empty
// answer is not said, and the same of one place only once.
func each(f func(*outcome.Outcome) string) wanttest.Ask {
	return func(pass *analysis.Pass, say func(token.Pos, string)) {
		res := pass.ResultOf[outcome.Analyzer].(*outcome.Result)
		type answer struct {
			pos token.Pos
			s   string
		}
		seen := map[answer]bool{}
		for _, o := range res.Outcomes {
			a := answer{o.Site(), f(o)}
			if a.s != "" && !seen[a] {
				seen[a] = true
				say(a.pos, a.s)
			}
		}
		if c := res.PackageCoverage(); c != nil {
			for _, u := range c.Skipped {
				say(u.Pos, u.Reason)
			}
		}
	}
}

func TestOutcomes(t *testing.T) {
	wanttest.Probe(t, "./passes/outcome/ends/...", each((*outcome.Outcome).String), outcome.Analyzer)
}

// TestWhole has a converter in front of the handlers of another package.
func TestWhole(t *testing.T) {
	wanttest.ProbeWhole(t, "./passes/outcome/whole/...", each((*outcome.Outcome).String), outcome.Analyzer)
}

// TestEffects asks what was changed when the handler ends so.
func TestEffects(t *testing.T) {
	wanttest.Probe(t, "./passes/outcome/effects", each(func(o *outcome.Outcome) string {
		var out []string
		for _, ev := range o.Effects() {
			out = append(out, ev.String())
		}
		slices.Sort(out)
		return strings.Join(append([]string{o.Channel.String()}, out...), "; ")
	}), outcome.Analyzer)
}

// TestNil asks by what a result may be nil that the handler returns without an
// error.
func TestNil(t *testing.T) {
	wanttest.Probe(t, "./passes/outcome/nils", each(func(o *outcome.Outcome) (s string) {
		if o.ErrNil == ir.NotNil || o.Res == nil {
			return ""
		}
		o.Within(func() {
			if _, why, c, ok := o.NilSource(o.Res); ok {
				s = why + ", " + c.String()
			}
		})
		if s == "" && o.HasResult() {
			return "has a result"
		}
		return s
	}), outcome.Analyzer)
}

// TestWires asks for the JSON-RPC errors behind the error of an outcome.
func TestWires(t *testing.T) {
	wanttest.Probe(t, "./passes/outcome/wires", each(func(o *outcome.Outcome) (s string) {
		if o.Err == nil || o.ErrNil == ir.IsNil {
			return ""
		}
		var out []string
		o.Within(func() {
			for _, w := range outcome.Wires(o.Engine, o.Err, "") {
				out = append(out, w.String())
			}
		})
		slices.Sort(out)
		if len(out) == 0 {
			return ""
		}
		s = strings.Join(out, "; ")
		if o.UnknownTool() {
			s += ", for an unknown tool"
		}
		if o.OtherMethod() {
			s += ", for another method"
		}
		return s
	}), outcome.Analyzer)
}

// TestDiscarded asks what a result or a typed output beside an error holds.
func TestDiscarded(t *testing.T) {
	wanttest.Probe(t, "./passes/outcome/discarded", each(func(o *outcome.Outcome) (s string) {
		if o.ErrNil != ir.NotNil {
			return ""
		}
		o.Within(func() {
			if o.HasResult() {
				s = "result " + outcome.FlagOf(o).String() + ": " + outcome.ContentOf(o).String()
			}
			if o.Out != nil {
				s = strings.TrimPrefix(s+"; output "+outcome.Holds(o.Engine, o.Out).String(), "; ")
			}
		})
		return s
	}), outcome.Analyzer)
}
