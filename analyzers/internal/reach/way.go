package reach

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/internal/query"
	"github.com/gomcplint/mcplint/passes/ir"
)

// Subject starts a message: `tool "get_note": `, or the handler's name.
func (s *Step) Subject() string {
	if s.Tool.Middleware {
		return "middleware " + query.FuncName(s.Tool.Root.Fn) + ": "
	}
	if n := s.Tool.Name; n != "" {
		return fmt.Sprintf("tool %q: ", n)
	}
	return "handler " + query.FuncName(s.Tool.Handler()) + ": "
}

// Way tells the calls by which the handler reaches the step's function.
func (s *Step) Way() []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	for f := s.F; f != nil && f.Call != nil; f = f.Up {
		if pos := ir.PosOf(f.Call); pos.IsValid() {
			out = append(out, analysis.RelatedInformation{Pos: pos, Message: "calls " + query.FuncName(f.Fn)})
		}
	}
	slices.Reverse(out)
	return out
}

// Conds returns the branches taken on the way to an instruction of the step's
// function, its callers' included, innermost first.
func (s *Step) Conds(in ssa.Instruction) []ir.Cond {
	cs := ir.Conds(in.Block(), s.F)
	for f := s.F; f != nil && f.Call != nil; f = f.Up {
		cs = append(cs, ir.Conds(f.Call.Block(), f.Up)...)
	}
	return cs
}
