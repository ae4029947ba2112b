// Package hang reports waits in tool handlers that the end of the call does not
// end.
package hang

import (
	"fmt"
	"strings"

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
		Name: "hang", Doc: "a handler waits for something that the end of the call does not end",
		URL: rule.URL("hang"), Requires: reach.Requires, Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Warning, Default: false,
	Doc: &lint.RawDocumentation{
		Title: "A handler waits and no ctx ends the wait",
		Text: `A client that cancels a call, or whose deadline passes, cancels the handler's ctx and nothing else.
A handler that waits on a channel, a lock, a semaphore, a child process or a timer without looking at
its ctx goes on waiting: no response is ever sent, the goroutine stays, and whatever it holds stays
held. Enough such calls and the server answers nobody.

Put ctx.Done() into the select, pass the handler's ctx to what waits (context.Background() ends
nothing), and do slow work outside of locks.`,
		Since: "0.1.0", Severity: lint.SeverityWarning,
	},
	Silent: []string{
		"select with ctx.Done(), a timer or a default",
		"sends that a buffer of the call's own takes",
		"short critical sections",
		"waiting for goroutines of the handler's own that only compute, or that its ctx ends",
		"short sleeps and loops that a count, a deadline or a ctx bounds",
	},
	Spec: "basic/utilities/cancellation: receivers of a cancellation SHOULD stop processing and free resources",
}

func run(pass *analysis.Pass) (any, error) {
	return rule.Report(pass, reach.Findings(pass, func(s *reach.Step) []rule.Finding {
		if s.Go != nil {
			return nil // it holds up nobody by itself
		}
		c := &checker{s: s}
		for _, b := range s.F.Fn.Blocks {
			for _, in := range b.Instrs {
				c.instr(in)
			}
		}
		return c.out
	}))
}

type checker struct {
	s   *reach.Step
	out []rule.Finding
}

func (c *checker) report(at ssa.Instruction, conf model.Confidence, what, fix string) {
	pos := ir.PosOf(at)
	if !pos.IsValid() {
		return
	}
	c.out = append(c.out, rule.Finding{
		Pos: pos, Confidence: query.Lower(conf, c.s.Tool.Confidence), Tool: c.s.Tool.Name,
		Message: fmt.Sprintf("%s%s, and the end of the call does not end the wait: the client gets no answer; %s", c.s.Subject(), what, fix),
		Related: c.s.Way(),
	})
}

const selectFix = "wait in a select with ctx.Done()"

func (c *checker) instr(in ssa.Instruction) {
	switch in := in.(type) {
	case *ssa.Send:
		c.send(in)
	case *ssa.UnOp:
		c.receive(in)
	case *ssa.Select:
		c.selects(in)
	case *ssa.Call:
		c.call(in)
	}
}

func (c *checker) call(in *ssa.Call) {
	name := ir.CalleeName(&in.Call)
	if name == "" || len(c.s.E.Callees(in, c.s.F)) > 0 && !ir.HigherOrder(&in.Call) {
		return
	}
	b, ok := model.BlockingOf(name)
	switch {
	case ok && b.Lock:
		c.lock(in)
	case ok && b.Bounded:
		c.sleep(in, in.Call.Args[len(in.Call.Args)-1])
	case ok && b.Ctx < 0:
		c.waits(in, name)
	case ok:
		if c.endless(ir.Operand(&in.Call, b.Ctx)) {
			c.report(in, model.High, short(name)+" gets a ctx that nothing ends", "pass the handler's ctx")
		}
	default:
		// A wait by its name, in another module: a semaphore, a limiter, a queue.
		if waitName(name) && in.Call.StaticCallee() != nil {
			for _, a := range ir.Operands(&in.Call) {
				if ir.TypeName(a.Type()) == "context.Context" && c.endless(a) {
					c.report(in, model.High, short(name)+" gets a ctx that nothing ends", "pass the handler's ctx")
				}
			}
		}
	}
}

// waitName reports whether a function of another module waits, by its name.
func waitName(name string) bool {
	switch f := name[strings.LastIndexByte(name, '.')+1:]; {
	case f == "Acquire", f == "Lock", f == "Receive", f == "Recv", f == "BLPop", f == "BRPop", f == "FetchMessage", f == "ReadMessage":
		return true
	case strings.HasPrefix(f, "Wait"), strings.HasPrefix(f, "Poll"):
		return true
	}
	return false
}

// endless reports whether a ctx is the background one, without a deadline.
func (c *checker) endless(ctx ssa.Value) bool {
	if ctx == nil {
		return false
	}
	background, other := false, false
	tr := &ir.Tracer{Engine: c.s.E, Budget: 400, Ext: func(n *ir.Node, call ssa.CallInstruction, result int) ([]*ir.Node, bool) {
		switch ir.CalleeName(call.Common()) {
		case "context.Background", "context.TODO":
			background = true
			return nil, true
		case "context.WithValue", "context.WithoutCancel":
			if ir.CalleeName(call.Common()) == "context.WithoutCancel" {
				background = true
				return nil, true
			}
			return []*ir.Node{n.Next(call.Common().Args[0], "", n.F, ir.Through, call)}, true
		}
		if len(c.s.E.Callees(call, n.F)) > 0 {
			return nil, false
		}
		other = true
		return nil, true
	}}
	for _, l := range tr.Run(&ir.Node{V: ctx, F: c.s.F}) {
		switch l.V.(type) {
		case *ssa.Call, *ssa.Const, *ssa.Alloc: // of an object: the zero of a field that is set later
		default:
			other = true
		}
	}
	return background && !other
}

func short(name string) string {
	return strings.NewReplacer("(*", "", "(", "", ")", "").Replace(name[strings.LastIndexByte(name, '/')+1:])
}
