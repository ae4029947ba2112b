// Package argpanic reports places at which the caller's arguments, or a failure
// that they meet, end the call by a panic or the whole process.
package argpanic

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/gomcplint/mcplint/analyzers/internal/query"
	"github.com/gomcplint/mcplint/analyzers/internal/reach"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// Rule is the rule.
var Rule = &rule.Rule{
	Analyzer: &analysis.Analyzer{
		Name: "argpanic", Doc: "the model's arguments can end the call, or the process, by a panic",
		URL: rule.URL("argpanic"), Requires: reach.Requires, Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Error, Default: true,
	Doc: &lint.RawDocumentation{
		Title: "The model's input can end the process or the call",
		Text: `A model writes its arguments itself: it leaves fields out, sends a number for a text, asks for page
-1 or for an id that is not there. Where the code takes them at their word (an unchecked type
assertion, an index or a slice bound, Must…, a pointer that may be nil, a panic for what "cannot
happen"), the runtime panics. The go-sdk recovers from nothing, so the process ends with all its
sessions. mcp-go answers JSON-RPC error -32603 with the panic value on stdio and drops the
connection over HTTP; server.WithRecovery makes -32603 of it everywhere, but not on goroutines that a
handler starts itself, and log.Fatal and os.Exit pass every recovery.

Check the argument where it enters and answer with an isError result that says what would be right.`,
		Since: "0.1.0", Severity: lint.SeverityError,
	},
	Silent: []string{
		"comma-ok assertions, type switches and the SDK's accessors",
		"bounds that are held against a least and a greatest value, or clamped, wherever on the way",
		"values that no argument decides",
		"panics that a recovery of the program's own turns into an answer",
	},
	Spec: "server/tools, Security Considerations: servers MUST validate all tool inputs",
}

func run(pass *analysis.Pass) (any, error) {
	return rule.Report(pass, reach.Findings(pass, func(s *reach.Step) []rule.Finding {
		c := &checker{s: s}
		c.fn(s.F.Fn)
		return c.out
	}))
}

// checker looks at one step.
type checker struct {
	s   *reach.Step
	out []rule.Finding
}

func (c *checker) fn(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.TypeAssert:
				c.assertion(in)
			case *ssa.IndexAddr:
				c.index(in, in.X, in.Index)
			case *ssa.Index:
				c.index(in, in.X, in.Index)
			case *ssa.Lookup:
				if ir.IsString(in.X.Type()) {
					c.index(in, in.X, in.Index)
				}
			case *ssa.Slice:
				c.slice(in)
			case *ssa.MakeSlice:
				c.makes(in)
			case *ssa.BinOp:
				c.division(in)
			case *ssa.FieldAddr:
				c.deref(in, in.X)
			case *ssa.UnOp:
				if in.Op == token.MUL {
					c.deref(in, in.X)
				}
			case *ssa.MapUpdate:
				c.mapWrite(in)
			case *ssa.Panic:
				c.panics(in)
			case ssa.CallInstruction:
				c.call(in)
			}
		}
	}
}

// report adds a finding at an instruction. what says what happens there.
func (c *checker) report(at ssa.Instruction, conf model.Confidence, exits bool, what, fix string) {
	pos := ir.PosOf(at)
	if !pos.IsValid() {
		return
	}
	level := rule.Error
	wire := ""
	serving := c.s.Tool.Serving
	switch {
	case exits:
		wire = "which ends the process, whatever recovers"
	case c.s.Cover == reach.Answered:
		return
	case c.s.Cover == reach.Protocol:
		level = rule.Warning
		wire = "and the call ends as JSON-RPC error -32603, which the model never sees"
	case c.s.Go != nil:
		wire = "on a goroutine of its own, which no recovery covers: the process ends"
	case serving.Panics != "":
		wire = "and the panic " + serving.Panics
	default:
		wire = "and the process may end"
	}
	c.out = append(c.out, rule.Finding{
		Pos: pos, Level: level, Confidence: query.Lower(conf, c.s.Tool.Confidence), Tool: c.s.Tool.Name,
		Message: fmt.Sprintf("%s%s, %s; %s", c.s.Subject(), what, wire, fix),
		Related: c.s.Way(),
	})
}

func (c *checker) prover() *prover { return newProver(c.s) }
