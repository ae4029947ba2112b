package tool_test

import (
	"go/token"
	"testing"

	"golang.org/x/tools/go/analysis"

	"github.com/gomcplint/mcplint/internal/wanttest"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/tool"
)

// ask says at every handler how it is served, at the package clause what was
// covered, and at a registration why it was not resolved.
func ask(pass *analysis.Pass, say func(token.Pos, string)) {
	res := pass.ResultOf[tool.Analyzer].(*tool.Result)
	in := func(pos token.Pos) bool {
		for _, f := range pass.Files {
			if f.FileStart <= pos && pos < f.FileEnd {
				return true
			}
		}
		return false
	}
	for _, t := range res.Tools {
		if in(t.Handler().Pos()) {
			say(t.Handler().Pos(), t.String())
		}
	}
	for _, o := range tool.Others(pass.ResultOf[ir.Analyzer].(*ir.View)) {
		if in(o.Fn.Pos()) {
			say(o.Fn.Pos(), o.String())
		}
	}
	c := res.CoverageOf(pass.Pkg)
	say(pass.Files[0].Name.Pos(), c.String())
	for _, u := range append(c.Unresolved, c.Skipped...) {
		say(u.Pos, u.Reason)
	}
}

func TestTools(t *testing.T) { wanttest.Probe(t, "./passes/tool/one/...", ask, tool.Analyzer) }

// TestToolsWhole has the registration and the handlers in two packages.
func TestToolsWhole(t *testing.T) {
	wanttest.ProbeWhole(t, "./passes/tool/whole/...", ask, tool.Analyzer)
}
