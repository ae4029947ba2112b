package secretleak

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/internal/query"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/text"
)

// inLogs reports credentials in records that the client receives.
func inLogs(pass *analysis.Pass) []rule.Finding {
	served := false
	for _, imp := range pass.Pkg.Imports() {
		served = served || model.IsSDKPackage(imp.Path())
	}
	if !served || model.IsSDKPackage(pass.Pkg.Path()) {
		return nil
	}
	v := pass.ResultOf[ir.Analyzer].(*ir.View)
	in := map[*token.File]bool{}
	for _, f := range pass.Files {
		in[pass.Fset.File(f.Pos())] = true
	}
	var fs []rule.Finding
	e := ir.NewEngine(v)
	for _, fn := range v.Funcs() {
		if !in[pass.Fset.File(fn.Pos())] || v.InTest(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				call, ok := i.(*ssa.Call)
				if !ok {
					continue
				}
				c, ok := model.ClientLogOf(ir.CalleeName(&call.Call))
				if !ok || !toClient(e, call) {
					continue
				}
				var nodes []*ir.Node
				for _, op := range c.Operands {
					a := ir.Operand(&call.Call, op)
					if a == nil {
						continue
					}
					p := ir.Path(c.Path)
					if op == len(call.Call.Args)-1 && call.Call.Signature().Variadic() {
						p = ir.Elem
					}
					nodes = append(nodes, &ir.Node{V: a, Path: p, At: call})
				}
				for _, s := range text.Secrets(e, true, nodes...) {
					pos := query.Anchor(pass, ir.PosOf(call))
					fs = append(fs, rule.Finding{
						Pos: pos, End: query.End(pass, pos), Confidence: s.Confidence,
						Message: fmt.Sprintf("the records of this logger are sent to the client, with %s; log it on standard error, or leave it out", describe(s)),
						Related: query.Flow(&s.Piece),
					})
					break
				}
			}
		}
	}
	return fs
}

// toClient reports whether a logging call reaches the client: for slog that
// depends on the handler of the logger.
func toClient(e *ir.Engine, call *ssa.Call) bool {
	callee := call.Call.StaticCallee()
	if callee == nil || callee.Pkg == nil || callee.Pkg.Pkg.Path() != "log/slog" {
		return true
	}
	if callee.Signature.Recv() != nil {
		return clientLogger(e, call.Call.Args[0], call)
	}
	for _, fn := range e.View.Funcs() {
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				if c, ok := i.(*ssa.Call); ok && ir.CalleeName(&c.Call) == "log/slog.SetDefault" && clientLogger(e, c.Call.Args[0], c) {
					return true
				}
			}
		}
	}
	return false
}

func clientLogger(e *ir.Engine, logger ssa.Value, at ssa.Instruction) bool {
	found := false
	tr := &ir.Tracer{Engine: e, Open: true, Budget: 600}
	tr.Ext = func(n *ir.Node, call ssa.CallInstruction, _ int) ([]*ir.Node, bool) {
		switch ir.CalleeName(call.Common()) {
		case model.ClientLogHandler:
			found = true
			return nil, true
		case "log/slog.New", "(*log/slog.Logger).With", "(*log/slog.Logger).WithGroup":
			return []*ir.Node{n.Next(ir.Operand(call.Common(), 0), "", n.F, ir.Arg, call)}, true
		}
		return nil, false
	}
	tr.Run(&ir.Node{V: logger, At: at})
	return found
}
