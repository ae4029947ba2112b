// Package query holds what several rules ask of outcomes in the same words: how
// a value's way is told, how a tool and a source are named, how findings at one
// place are joined. It knows no rule.
package query

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
	"github.com/gomcplint/mcplint/passes/text"
)

// Outcomes is the requirement of every rule about handlers.
var Outcomes = []*analysis.Analyzer{outcome.Analyzer}

// Of returns the outcomes of the pass's package.
func Of(pass *analysis.Pass) *outcome.Result {
	return pass.ResultOf[outcome.Analyzer].(*outcome.Result)
}

// Subject starts a message: `tool "get_note": `, or the handler's name.
func Subject(o *outcome.Outcome) string {
	if o.Tool.Middleware {
		return "middleware " + FuncName(o.Fn()) + ": "
	}
	if n := o.Tool.Name; n != "" && !o.Own {
		return fmt.Sprintf("tool %q: ", n)
	}
	return "handler " + FuncName(o.Fn()) + ": "
}

// FuncName names a function as a person would: a literal by the function that
// holds it.
func FuncName(f *ssa.Function) string {
	f = ir.Outermost(f)
	if o := f.Origin(); o != nil {
		f = o
	}
	if n := ir.FullName(f); n != "" {
		return text.Short(n)
	}
	return f.Name()
}

// Flow tells the way of a piece from its source to the sink, in order.
func Flow(p *text.Piece) []analysis.RelatedInformation {
	var out []analysis.RelatedInformation
	if p == nil || p.Source == nil {
		return nil
	}
	what := p.What
	if what == "" {
		what = "the value"
	}
	src := ir.PosOf(p.Source.V)
	if !src.IsValid() && p.Source.At != nil {
		src = ir.PosOf(p.Source.At)
	}
	if src.IsValid() {
		out = append(out, analysis.RelatedInformation{Pos: src, Message: fmt.Sprintf("source: %s (%s)", what, p.Origin)})
	}
	for n := p.Source; n != nil && len(out) < 20; n = n.From {
		if n.At == nil {
			continue
		}
		pos := ir.PosOf(n.At)
		if !pos.IsValid() || out != nil && out[len(out)-1].Pos == pos {
			continue
		}
		msg := ""
		switch n.Hop {
		case ir.Result:
			msg = "returned by " + FuncName(n.At.Parent())
		case ir.Stored:
			msg = "stored"
		case ir.Format:
			msg = "formatted"
		case ir.Sent:
			msg = "sent over a channel"
		case ir.Arg:
			msg = "passed on"
		case ir.Through:
			msg = "handed through"
		default:
			continue
		}
		out = append(out, analysis.RelatedInformation{Pos: pos, Message: msg})
	}
	return out
}

// Sink is where a piece enters the text in the handler itself: the call or the
// field that takes it there, nearest to the answer; the outcome's return when
// that happens in a helper.
func Sink(pass *analysis.Pass, o *outcome.Outcome, p *text.Piece) token.Pos {
	var way []*ir.Node
	for n := p.Source; n != nil; n = n.From {
		way = append(way, n)
	}
	slices.Reverse(way)
	site, fn := place(o, way)
	return enters(pass, way, site, fn)
}

// SinkHere is Sink in the handler only: helpers that make the text are passed by.
func SinkHere(pass *analysis.Pass, o *outcome.Outcome, p *text.Piece) token.Pos {
	var way []*ir.Node
	for n := p.Source; n != nil; n = n.From {
		way = append(way, n)
	}
	slices.Reverse(way)
	return enters(pass, way, o.Site(), o.Fn())
}

// enters finds where, on its way from the sink, a piece enters the text in fn.
func enters(pass *analysis.Pass, way []*ir.Node, site token.Pos, fn *ssa.Function) token.Pos {
	for _, n := range way {
		if n.At == nil || n.At.Parent() != fn {
			continue
		}
		switch at := n.At.(type) {
		case *ssa.Store:
			fa, ok := at.Addr.(*ssa.FieldAddr)
			if !ok || n.Hop != ir.Stored {
				continue
			}
			switch ir.FieldVar(fa.X.Type(), fa.Field).Name() {
			case "Text", "StructuredContent", "Message":
			default:
				continue
			}
		case *ssa.Return:
			continue
		case ssa.CallInstruction:
			if n.Hop != ir.Arg && n.Hop != ir.Format && n.Hop != ir.Through {
				continue
			}
		default:
			continue
		}
		if pos := Anchor(pass, ir.PosOf(n.At)); pos.IsValid() {
			return pos
		}
	}
	return site
}

// place is the return at which a leak is reported: the handler's, or that of a
// helper which takes the dangerous source by itself. What a caller passes to a
// helper is the caller's.
func place(o *outcome.Outcome, way []*ir.Node) (token.Pos, *ssa.Function) {
	pos, fn := o.Site(), o.Fn()
	if succeeded(o) && !slices.ContainsFunc(way, func(n *ir.Node) bool { return within(n, fn) }) {
		// The handler did its part; what wraps it failed afterwards.
		if outer := o.Exit.Outer(); outer.Pos.IsValid() {
			return outer.Pos, outer.Ret.Parent()
		}
	}
	sites := o.Handler.Sites
	for i := 1; i < len(sites); i++ {
		s := sites[i]
		if _, ok := s.F.Call.(*ssa.Call); !ok || s.Ret.Parent() != s.F.Fn || !makesResult(s.F.Fn) {
			break
		}
		for _, n := range way {
			if n.Hop == ir.Arg && n.At == s.F.Call.(ssa.Instruction) {
				return pos, fn
			}
		}
		if !s.Pos.IsValid() {
			break
		}
		pos, fn = s.Pos, s.Ret.Parent()
	}
	return pos, fn
}

// succeeded reports whether a wrapped handler ends without an error.
func succeeded(o *outcome.Outcome) bool {
	if o.Handler == o.Exit || len(o.Handler.Vals) == 0 {
		return false
	}
	last := o.Handler.Vals[len(o.Handler.Vals)-1].V
	k, ok := last.(*ssa.Const)
	return ok && k.IsNil() && ir.IsError(last.Type())
}

// within reports whether a step of a value's way lies in a function or in what it
// calls.
func within(n *ir.Node, fn *ssa.Function) bool {
	if n.At != nil && n.At.Parent() == fn {
		return true
	}
	for f := n.F; f != nil; f = f.Up {
		if f.Fn == fn {
			return true
		}
	}
	return false
}

// makesResult reports whether a function returns a tool result.
func makesResult(f *ssa.Function) bool {
	r := f.Signature.Results()
	if r.Len() == 0 {
		return false
	}
	_, ok := model.ResultType(ir.TypeName(r.At(0).Type()))
	return ok
}

// Anchor turns the position of a call's parenthesis into that of the call.
func Anchor(pass *analysis.Pass, pos token.Pos) token.Pos {
	if !pos.IsValid() {
		return pos
	}
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			out := pos
			ast.Inspect(f, func(n ast.Node) bool {
				if n == nil || pos < n.Pos() || pos >= n.End() {
					return false
				}
				if c, ok := n.(*ast.CallExpr); ok && c.Lparen == pos {
					// A chain over several lines starts lines above: stay on this one.
					if pass.Fset.Position(c.Pos()).Line == pass.Fset.Position(pos).Line {
						out = c.Pos()
					}
				}
				return true
			})
			return out
		}
	}
	return pos
}

// End returns the end of the statement or expression that starts at pos in the
// pass's files, so that a finding has a range.
func End(pass *analysis.Pass, pos token.Pos) token.Pos {
	for _, f := range pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			end := token.NoPos
			ast.Inspect(f, func(n ast.Node) bool {
				if n == nil || pos < n.Pos() || pos >= n.End() {
					return false
				}
				if n.Pos() == pos {
					if _, ok := n.(*ast.BlockStmt); !ok && !end.IsValid() {
						end = n.End()
					}
				}
				return true
			})
			return end
		}
	}
	return token.NoPos
}

// Inside reports whether a position is in a file of the pass's package.
func Inside(pass *analysis.Pass, pos token.Pos) bool {
	return slices.ContainsFunc(pass.Files, func(f *ast.File) bool { return f.FileStart <= pos && pos < f.FileEnd })
}

// maxNamed bounds the tools that a shared finding names.
const maxNamed = 6

// Join merges findings at one position: the one with the most confidence stays,
// and names the tools of the others in its last related step.
func Join(fs []rule.Finding) []rule.Finding {
	at := map[token.Pos]int{}
	tools := map[token.Pos][]string{}
	var out []rule.Finding
	for _, f := range fs {
		if f.Tool != "" && !slices.Contains(tools[f.Pos], f.Tool) {
			tools[f.Pos] = append(tools[f.Pos], f.Tool)
		}
		i, ok := at[f.Pos]
		if !ok {
			at[f.Pos] = len(out)
			out = append(out, f)
		} else if f.Confidence > out[i].Confidence {
			out[i] = f
		}
	}
	for i, f := range out {
		others := slices.DeleteFunc(tools[f.Pos], func(t string) bool { return t == f.Tool })
		if len(others) == 0 {
			continue
		}
		more := ""
		if n := len(others) - maxNamed; n > 0 {
			others, more = others[:maxNamed], fmt.Sprintf(" and %d more", n)
		}
		out[i].Related = append(slices.Clone(f.Related), analysis.RelatedInformation{Pos: f.Pos, Message: "as in tool " + strings.Join(others, ", ") + more})
	}
	return out
}

// Origins names the harmful origins of a text, for messages.
func Origins(t *text.Text) string {
	var names []string
	for _, p := range t.Pieces {
		if p.Origin.Leaks() && !slices.Contains(names, p.Origin.String()) {
			names = append(names, p.Origin.String())
		}
	}
	return strings.Join(names, ", ")
}

// Lower returns the lower of two grades.
func Lower(a, b model.Confidence) model.Confidence { return min(a, b) }
