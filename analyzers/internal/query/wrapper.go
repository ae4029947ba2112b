package query

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/outcome"
	"github.com/gomcplint/mcplint/passes/tool"
)

// MadeAt is the return that makes what the nodes hold: the handler's, or that of a
// wrapper in the pass's package when none of it comes from the handler that it
// wraps. Then the handler's own return is in Related.
func MadeAt(pass *analysis.Pass, o *outcome.Outcome, nodes ...*ir.Node) (token.Pos, []analysis.RelatedInformation) {
	pos := o.Exit.Outer().Pos
	if o.Exit == o.Handler || !pos.IsValid() || !Inside(pass, pos) {
		return o.Site(), nil
	}
	for _, n := range nodes {
		if n == nil || handedOn(o, n.V) {
			return o.Site(), nil
		}
		for f := n.F; f != nil; f = f.Up {
			if f.Fn == o.Fn() {
				return o.Site(), nil
			}
		}
	}
	return pos, []analysis.RelatedInformation{{Pos: o.Site(), Message: "the handler " + FuncName(o.Fn()) + " ends here"}}
}

// handedOn reports whether a wrapper has a value from what it wraps, or may have.
func handedOn(o *outcome.Outcome, v ssa.Value) bool {
	switch x := v.(type) {
	case *ssa.Phi:
		return true
	case *ssa.Extract:
		return handedOn(o, x.Tuple)
	case *ssa.Call:
		return slices.ContainsFunc(o.Tool.Chain, func(l tool.Link) bool { return l.Call == ssa.CallInstruction(x) })
	}
	return false
}
