// Package summary carries what is known of a package's functions to its
// importers, as facts: go vet and golangci-lint show one package at a time, and
// the helpers that a handler calls are often in another.
//
// For every function and method with a body it sums up what the error, text and
// tool-result results may say (their origins, and the operands whose text they
// hold), what a call may change outside the process, and the function's
// directives. A summary is made without a caller: what depends on one (a method
// given as an argument, an interface that the caller fills) is left out, so it
// under-approximates effects and names such errors opaque. Summaries of the
// packages below are used in making it, so they are transitive, which vet needs:
// it hands facts of functions to direct importers only. It terminates because the
// walks of text and effect do, and lists are cut at a fixed length.
//
// A view of the whole module needs no summaries, and makes none. Nor do the
// standard library, the SDKs and other modules, which are in the tables, save for
// the few of other modules that use an SDK themselves. The pass reports nothing.
package summary

import (
	"cmp"
	"go/types"
	"reflect"
	"slices"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/effect"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/text"
)

// Analyzer makes the summaries of a package and gives its view those of its
// imports. Passes that look at code require it.
var Analyzer = &analysis.Analyzer{
	Name:       "mcplintsummary",
	Doc:        "sum up functions for the packages that import them",
	Requires:   []*analysis.Analyzer{ir.Analyzer},
	FactTypes:  []analysis.Fact{new(ir.Summary)},
	Run:        run,
	ResultType: reflect.TypeFor[*Result](),
}

// Result says that the view of the pass is complete.
type Result struct{ View *ir.View }

// maxParts bounds the pieces of a result and the effects of a function.
const maxParts = 12

func run(pass *analysis.Pass) (any, error) {
	v := pass.ResultOf[ir.Analyzer].(*ir.View)
	res := &Result{View: v}
	if v.Whole {
		return res, nil
	}
	imported := map[types.Object]*ir.Summary{}
	for _, f := range pass.AllObjectFacts() {
		if s, ok := f.Fact.(*ir.Summary); ok && f.Object.Pkg() != pass.Pkg {
			imported[f.Object] = s
		}
	}
	v.Import(imported)
	if !wanted(pass) {
		return res, nil
	}
	e := ir.NewEngine(v)
	for _, fn := range v.Funcs() {
		obj, ok := fn.Object().(*types.Func)
		if !ok || obj.Pkg() != pass.Pkg || fn.Parent() != nil || fn.Synthetic != "" || fn.Blocks == nil || v.InTest(fn) {
			continue
		}
		// Others cannot name it, but a method of an unexported type can be called
		// through a value.
		if !obj.Exported() && fn.Signature.Recv() == nil {
			continue
		}
		if s := of(e, fn); len(s.Directives)+len(s.Results)+len(s.Effects) > 0 || s.Quiet {
			pass.ExportObjectFact(obj, s)
		}
	}
	return res, nil
}

// wanted reports whether the package's functions are worth a summary: it belongs
// to the main module, or to another one and uses an SDK.
func wanted(pass *analysis.Pass) bool {
	if model.IsSDKPackage(pass.Pkg.Path()) {
		return false
	}
	// Main is false under vet up to Go 1.26, and the standard library has no module.
	if m := pass.Module; m != nil && m.Path != "" && (m.Main || m.Version == "") {
		return true
	}
	for _, imp := range pass.Pkg.Imports() {
		if model.IsSDKPackage(imp.Path()) {
			return true
		}
	}
	return false
}

// of sums up one function.
func of(e *ir.Engine, fn *ssa.Function) *ir.Summary {
	s := &ir.Summary{Directives: e.View.DirectivesOf(fn)}
	f := e.Root(ir.Target{Fn: fn})
	rets := ir.Results(fn)
	if len(rets) == 0 {
		return s
	}
	for i := range fn.Signature.Results().Len() {
		if r, ok := said(e, fn, f, rets, i); ok {
			s.Results = append(s.Results, r)
		}
	}
	s.Effects, s.Quiet = changes(e, fn, f, rets)
	return s
}

// said sums up one result.
func said(e *ir.Engine, fn *ssa.Function, f *ir.Frame, rets []*ssa.Return, i int) (ir.Said, bool) {
	typ := fn.Signature.Results().At(i).Type()
	_, tool := model.ResultType(ir.TypeName(typ))
	if !tool && !ir.IsError(typ) && !ir.IsString(typ) {
		return ir.Said{}, false
	}
	var nodes []*ir.Node
	for _, r := range rets {
		if i < len(r.Results) {
			nodes = append(nodes, &ir.Node{V: r.Results[i], F: f, At: r})
		}
	}
	out := ir.Said{Index: i}
	var t *text.Text
	if tool {
		t = &text.Text{}
		var flags []text.Flag
		for _, n := range nodes {
			if k, ok := n.V.(*ssa.Const); ok && k.IsNil() {
				continue
			}
			flags = append(flags, text.FlagOf(e, n))
			u := text.Result(e, n, "Content")
			t.Pieces, t.Cut = append(t.Pieces, u.Pieces...), t.Cut || u.Cut
		}
		if out.Flag = joined(flags); out.Flag == "" {
			return out, false
		}
	} else {
		t = text.Of(e, nodes...)
	}
	if t.Cut {
		return out, false
	}
	for _, p := range t.Pieces {
		out.Pieces = append(out.Pieces, part(fn, p))
	}
	slices.SortFunc(out.Pieces, compare)
	out.Pieces = slices.Compact(out.Pieces)
	if len(out.Pieces) > maxParts {
		// The harmful ones come last; words that are cut off cost a hint at most.
		out.Pieces = out.Pieces[len(out.Pieces)-maxParts:]
	}
	return out, len(out.Pieces) > 0
}

// part turns a piece into one that means something outside the function.
func part(fn *ssa.Function, p text.Piece) ir.Part {
	out := ir.Part{Const: p.Const, Operand: -1, Origin: p.Origin, Confidence: p.Confidence, What: p.What}
	if p.Source == nil {
		return out
	}
	if par, ok := p.Source.V.(*ssa.Parameter); ok && par.Parent() == fn && p.Const == "" {
		out = ir.Part{Operand: slices.Index(fn.Params, par)}
	}
	return out
}

func compare(a, b ir.Part) int {
	return cmp.Or(cmp.Compare(a.Origin, b.Origin), cmp.Compare(a.Operand, b.Operand), cmp.Compare(a.What, b.What), cmp.Compare(a.Const, b.Const), cmp.Compare(a.Confidence, b.Confidence))
}

// joined is the flag of a result over all returns, "" when one is not known.
func joined(flags []text.Flag) string {
	out := ""
	for _, f := range flags {
		switch {
		case f == text.FlagUnknown:
			return ""
		case out == "":
			out = f.String()
		case out != f.String():
			out = text.FlagEither.String()
		}
	}
	return out
}

// changes sums up the effects of a call over all returns. quiet says that there
// are none, and that nothing was left open: no function value and no interface
// method that may have one.
func changes(e *ir.Engine, fn *ssa.Function, f *ir.Frame, rets []*ssa.Return) (out []ir.Change, quiet bool) {
	for _, r := range rets {
		for _, ev := range effect.Before(e, f, r, ir.Conds(r.Block(), f), nil, "", false) {
			c := ir.Change{Effect: ev.Effect, What: ev.What, Must: ev.Must}
			c.Func, c.Decide, c.Operand = "", model.Always, 0 // of the row, not of the change
			i := slices.IndexFunc(out, func(o ir.Change) bool { return o.Effect == c.Effect && o.What == c.What })
			if i < 0 {
				out = append(out, c)
			} else {
				out[i].Must = out[i].Must && c.Must
			}
		}
	}
	slices.SortFunc(out, func(a, b ir.Change) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(a.What, b.What), cmp.Compare(a.Kind, b.Kind))
	})
	if len(out) > maxParts {
		out = out[:maxParts]
	}
	return out, len(out) == 0 && !effect.Noisy(e.View, fn)
}
