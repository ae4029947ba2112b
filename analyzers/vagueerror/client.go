package vagueerror

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/internal/query"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// dropped reports client wrappers that see an isError result and make an error
// without what the result says.
func dropped(pass *analysis.Pass) []rule.Finding {
	v := pass.ResultOf[ir.Analyzer].(*ir.View)
	in := map[*token.File]bool{}
	served := false
	for _, imp := range pass.Pkg.Imports() {
		served = served || model.IsSDKPackage(imp.Path())
	}
	if !served {
		return nil
	}
	for _, f := range pass.Files {
		in[pass.Fset.File(f.Pos())] = true
	}
	var fs []rule.Finding
	for _, fn := range v.Funcs() {
		if !in[pass.Fset.File(fn.Pos())] || v.InTest(fn) {
			continue
		}
		for _, p := range fn.Params {
			if _, ok := model.ResultType(ir.TypeName(p.Type())); !ok || fn.Signature.Results().Len() > 2 {
				continue
			}
			for _, ret := range silentBranches(p) {
				fs = append(fs, finding(pass, fn, ret, p))
			}
		}
		for _, b := range fn.Blocks {
			for _, i := range b.Instrs {
				call, ok := i.(*ssa.Call)
				if !ok || !strings.HasSuffix(ir.CalleeName(&call.Call), ".CallTool") {
					continue
				}
				if r := call.Call.Signature().Results(); r.Len() != 2 {
					continue
				} else if _, ok := model.ResultType(ir.TypeName(r.At(0).Type())); !ok {
					continue
				}
				for _, ret := range withoutContent(call) {
					fs = append(fs, finding(pass, fn, ret, call))
				}
			}
		}
	}
	return fs
}

func finding(pass *analysis.Pass, fn *ssa.Function, ret *ssa.Return, from ssa.Value) rule.Finding {
	pos := ir.PosOf(ret)
	return rule.Finding{
		Pos: pos, End: query.End(pass, pos), Confidence: model.High,
		Message: fmt.Sprintf("%s drops what the isError result says: its content holds the reason, and the caller reads a fixed text; pass the content on", query.FuncName(fn)),
		Related: []analysis.RelatedInformation{{Pos: ir.PosOf(from), Message: "the result comes from here"}},
	}
}

// withoutContent returns the returns of an error on the branch where the result
// of a call is an error, when nothing on that branch looks at its content.
func withoutContent(call *ssa.Call) (out []*ssa.Return) {
	for _, r := range *call.Referrers() {
		if res, ok := r.(*ssa.Extract); ok && res.Index == 0 {
			out = append(out, silentBranches(res)...)
		}
	}
	return out
}

// silentBranches is withoutContent for a result, wherever it comes from.
func silentBranches(res ssa.Value) (out []*ssa.Return) {
	looked, fields := map[*ssa.BasicBlock]bool{}, []*ssa.UnOp{}
	for _, u := range *res.Referrers() {
		fa, ok := u.(*ssa.FieldAddr)
		if !ok {
			if b, isBin := u.(*ssa.BinOp); !isBin || b.Op != token.EQL && b.Op != token.NEQ {
				looked[u.Block()] = true // handed on as a whole
			}
			continue
		}
		if ir.FieldVar(fa.X.Type(), fa.Field).Name() != "IsError" {
			looked[fa.Block()] = true
			continue
		}
		for _, l := range *fa.Referrers() {
			if l, ok := l.(*ssa.UnOp); ok {
				fields = append(fields, l)
			}
		}
	}
	for _, l := range fields {
		for _, u := range *l.Referrers() {
			if iff, ok := u.(*ssa.If); ok {
				out = append(out, silentReturns(iff.Block().Succs[0], iff.Block(), looked)...)
			}
		}
	}
	return out
}

func silentReturns(branch, from *ssa.BasicBlock, looked map[*ssa.BasicBlock]bool) (out []*ssa.Return) {
	if len(branch.Preds) != 1 || looked[from] {
		return nil
	}
	for b := range looked {
		if branch.Dominates(b) || b.Dominates(branch) {
			return nil
		}
	}
	for _, b := range branch.Parent().Blocks {
		if !branch.Dominates(b) {
			continue
		}
		if r, ok := ir.Last(b).(*ssa.Return); ok && len(r.Results) > 0 {
			last := r.Results[len(r.Results)-1]
			if k, ok := last.(*ssa.Const); ir.IsError(last.Type()) && (!ok || !k.IsNil()) {
				out = append(out, r)
			}
		}
	}
	return out
}
