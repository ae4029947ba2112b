// Package stdoutwrite reports what a program that serves MCP over standard input
// and output writes to standard output beside the SDK.
package stdoutwrite

import (
	"fmt"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/gomcplint/mcplint/analyzers/internal/reach"
	"github.com/gomcplint/mcplint/analyzers/internal/repair"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/tool"
)

// Rule is the rule.
var Rule = &rule.Rule{
	Analyzer: &analysis.Analyzer{
		Name: "stdoutwrite", Doc: "a stdio server writes to standard output, which is its transport",
		URL: rule.URL("stdoutwrite"), Requires: reach.Requires, Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Error, Default: true,
	Doc: &lint.RawDocumentation{
		Title: "A stdio server writes to standard output",
		Text: `Over stdio every line of standard output is a JSON-RPC message. A banner, a log line or the output of
a child process that lands there is a message that does not parse: strict clients close the connection,
others log an error and go on, and a line that ends up within a message costs the answer.

A program serves stdio when its main reaches the SDK's stdio serve call. What runs before that call,
while it serves (handlers, middleware, goroutines) and after it is looked at; commands and branches that
never come there are not. Log to standard error, which is what the protocol leaves for it.`,
		Since: "0.1.0", Severity: lint.SeverityError,
	},
	Silent: []string{
		"commands and branches that print and then exit, return or serve HTTP",
		"print and println, which write to standard error",
		"loggers whose default is standard error",
		"os.Stdout that is handed to the SDK as its transport, or only asked whether it is a terminal",
	},
	Spec: "basic/transports, stdio: the server MUST NOT write anything to its stdout that is not a valid MCP message",
}

func run(pass *analysis.Pass) (any, error) {
	v := pass.ResultOf[ir.Analyzer].(*ir.View)
	tools := pass.ResultOf[tool.Analyzer].(*tool.Result)
	type key struct{}
	fs := v.Memo(key{}, func() any { return find(v, tools) }).([]rule.Finding)
	return rule.Report(pass, reach.In(pass, fs))
}

// report adds a finding; one line is reported once.
func (p *program) report(at ssa.Instruction, conf model.Confidence, what string) {
	pos := ir.PosOf(at)
	if !pos.IsValid() {
		return
	}
	w := p.view.Fset.Position(pos)
	k := fmt.Sprint(w.Filename, ":", w.Line)
	if p.reported[k] {
		return
	}
	p.reported[k] = true
	p.out = append(p.out, rule.Finding{
		Pos: pos, Confidence: min(conf, p.confidence),
		Message: what + ", which is the JSON-RPC stream of this stdio server: the client reads a message that does not parse; write to os.Stderr instead",
		Repair:  func(pass *analysis.Pass) []analysis.SuggestedFix { return repair.Stderr(pass, pos) },
	})
}
