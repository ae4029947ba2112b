// Package vagueerror reports tool errors that give the model nothing to act on
// although the cause was known.
package vagueerror

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/gomcplint/mcplint/analyzers/internal/query"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
	"github.com/gomcplint/mcplint/passes/text"
)

// Rule is the rule.
var Rule = &rule.Rule{
	Analyzer: &analysis.Analyzer{
		Name: "vagueerror", Doc: "a tool error gives the model nothing to act on",
		URL: rule.URL("vagueerror"), Requires: append([]*analysis.Analyzer{ir.Analyzer}, query.Outcomes...), Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Note, Default: false,
	Doc: &lint.RawDocumentation{
		Title: "A tool error gives the model nothing to act on",
		Text: `A tool error is an instruction to the model: what was asked, what stands in the way, what to do
next. "internal error" leaves it to guess, and it guesses that repeating the call helps. Over-masking
is as much of a defect as leaking: say in fixed words which of the known causes it was, and keep the
error's own text in the log.

A text that names one cause for every failure ("no such order" when the database is down) misleads
more than an empty one.`,
		Since: "0.1.0", Severity: lint.SeverityHint,
	},
	Silent: []string{
		"texts that name the subject, valid values, a next step or a stable code, unless they name a wrong cause",
		"answers to a recovered panic and to errors of which nothing is known",
		"errors that leave as JSON-RPC errors (protocolerror)",
	},
	Spec: "server/tools, Error Handling: tool execution errors contain actionable feedback",
}

func run(pass *analysis.Pass) (any, error) {
	var fs []rule.Finding
	first := map[token.Pos]int{}
	for _, o := range query.Of(pass).Outcomes {
		if o.Answered || o.Channel != model.ToolError || o.Text == nil || o.Cancelled {
			continue
		}
		var f *rule.Finding
		o.Within(func() { f = look(pass, o) })
		if f == nil {
			continue
		}
		if len(f.Related) > 0 {
			// A helper's fault is told once, at the handler that comes first by name
			// of its file: the order of positions is that of parsing.
			at := f.Related[0].Pos
			if i, ok := first[at]; ok {
				if before(pass, f.Pos, fs[i].Pos) {
					fs[i] = *f
				}
				continue
			}
			first[at] = len(fs)
		}
		fs = append(fs, *f)
	}
	fs = append(fs, same(pass)...)
	fs = append(fs, dropped(pass)...)
	return rule.Report(pass, query.Join(fs))
}

// before reports whether a comes before b by file name and line.
func before(pass *analysis.Pass, a, b token.Pos) bool {
	p, q := pass.Fset.Position(a), pass.Fset.Position(b)
	return p.Filename < q.Filename || p.Filename == q.Filename && p.Offset < q.Offset
}

// look asks one outcome for everything that makes its text useless.
func look(pass *analysis.Pass, o *outcome.Outcome) *rule.Finding {
	var pieces []*ir.Node
	for _, p := range o.Text.Pieces {
		pieces = append(pieces, p.Source)
	}
	pos, related := query.MadeAt(pass, o, pieces...)
	f := &rule.Finding{Pos: pos, End: query.End(pass, pos), Tool: o.Tool.Name, Confidence: query.Lower(model.High, o.Tool.Confidence), Related: related}
	say := func(c model.Confidence, format string, args ...any) *rule.Finding {
		f.Confidence = query.Lower(f.Confidence, c)
		f.Message = query.Subject(o) + fmt.Sprintf(format, args...)
		return f
	}
	if odd := oddity(o); odd != nil {
		related = nil
		if f := odd.Node.F; f != nil && f.Call != nil && odd.Dump == nil {
			f0 := analysis.RelatedInformation{Pos: ir.PosOf(f.Call), Message: "no error is passed here"}
			if f0.Pos.IsValid() {
				related = append(related, f0)
			}
		}
		if p := ir.PosOf(odd.Node.At); p.IsValid() {
			related = append(related, analysis.RelatedInformation{Pos: p, Message: "printed here"})
		}
		f.Related = related
		if odd.Dump != nil {
			return say(model.High, "the text prints a %s field by field, addresses included, which tells the model nothing; name what it is about", typeName(odd.Dump))
		}
		return say(model.High, "the error that the text prints is nil here, so the model reads %q and the cause is lost; print what was observed", "<nil>")
	}
	if o.Text.Cut || hasData(o) {
		return nil
	}
	words := o.Text.Constants()
	if !fixed(o.Text) {
		if one(o.Text) && absent(words) && o.Text.Only(model.Authored, model.Argument) {
			return wrongCause(o, words, say)
		}
		return nil
	}
	if silent(o) {
		return say(model.Medium, "the text may be empty, so the model reads that the call failed and not what; say what failed and what to do")
	}
	if words == "" {
		return nil
	}
	if o.Exit.Panic {
		return nil
	}
	if advice := masked(o, words); advice != "" {
		return say(model.High, "%q replaces every error, also the handler's own advice (%q); let that pass and mask the rest", words, advice)
	}
	if one(o.Text) && absent(words) {
		if w := wrongCause(o, words, say); w != nil {
			return w
		}
	}
	if !model.Vague(words) {
		return nil
	}
	cause, conf := known(o)
	if cause == "" {
		return nil
	}
	return say(conf, "%q tells the model nothing to act on, although the cause is known (%s); name it, or a valid next step", words, cause)
}

// fixed reports whether a text is made of constants only.
func fixed(t *text.Text) bool {
	for _, p := range t.Pieces {
		if p.Const == "" {
			return false
		}
	}
	return true
}

// one reports whether a text has one constant: several may be alternatives.
func one(t *text.Text) bool {
	n := 0
	for _, p := range t.Pieces {
		if p.Const != "" {
			n++
		}
	}
	return n == 1
}

func hasData(o *outcome.Outcome) bool {
	if o.Data != nil {
		for _, d := range o.Data.Pieces {
			// A constructor's text is not told from its structured content.
			if !slices.ContainsFunc(o.Text.Pieces, func(p text.Piece) bool { return p.Source.V == d.Source.V }) {
				return true
			}
		}
	}
	return o.ErrNil != ir.NotNil && o.Out != nil && outcome.Holds(o.Engine, o.Out) != outcome.Empty
}

func oddity(o *outcome.Outcome) *text.Oddity {
	n := o.Err
	if o.ErrNil != ir.NotNil {
		if o.Res == nil {
			return nil
		}
		m := *o.Res
		m.Path = m.Path.Concat("Content")
		n = &m
	}
	if odd := text.Oddities(o.Engine, o.Conds, n); len(odd) > 0 {
		return &odd[0]
	}
	return nil
}

func typeName(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string { return p.Name() })
}

// known says by what the branch knows the cause, in words: the failed call, or
// the check that refused.
func known(o *outcome.Outcome) (string, model.Confidence) {
	what, conf := knownBy(o, o.Conds)
	if what == "" && o.Exit != o.Handler {
		what, conf = knownBy(o, o.Handler.Conds) // the wrapper knows an error, the handler why
	}
	return what, conf
}

func knownBy(o *outcome.Outcome, conds []ir.Cond) (string, model.Confidence) {
	for _, c := range conds {
		cond, taken := c.Not()
		if call, ok := cond.(*ssa.Call); ok && taken {
			switch ir.CalleeName(&call.Call) {
			case "errors.Is", "errors.As":
				return "the error was told apart with " + ir.CalleeName(&call.Call), model.High
			}
		}
		v, isNil, ok := ir.NilTest(cond, taken)
		if !ok {
			if b, isBin := cond.(*ssa.BinOp); isBin {
				if _, k := b.Y.(*ssa.Const); k {
					return "a check refused", model.Medium
				}
			}
			continue
		}
		if isNil || !ir.IsError(v.Type()) {
			continue
		}
		t := text.Of(o.Engine, &ir.Node{V: v, F: c.F, At: c.If})
		what, conf := "", model.Medium
		for _, p := range t.Pieces {
			switch {
			case p.Const != "" && !model.Vague(p.Const):
				what, conf = fmt.Sprintf("%q", p.Const), model.High
			case strings.Contains(p.What, "Marshal"):
				// The answer itself cannot be encoded: nobody can act on that.
			case what == "" && p.What != "" && p.Origin != model.Opaque:
				what = p.What
			}
			if conf == model.High {
				break
			}
		}
		return what, conf
	}
	return "", 0
}

// masked returns advice of the handler's own that a deferred function replaces
// by one text.
func masked(o *outcome.Outcome, words string) string {
	for _, c := range o.Conds {
		if c.F == nil || c.F.Call == nil {
			continue
		}
		if _, ok := c.F.Call.(*ssa.Defer); !ok {
			continue
		}
		cond, taken := c.Not()
		if _, ok := cond.(*ssa.Call); ok {
			return "" // the error was told apart
		}
		v, isNil, ok := ir.NilTest(cond, taken)
		if !ok || isNil || !ir.IsError(v.Type()) {
			continue
		}
		for _, p := range text.Of(o.Engine, &ir.Node{V: v, F: c.F, At: c.If}).Pieces {
			if p.Const != "" && p.Const != words && !model.Vague(p.Const) && len(strings.Fields(p.Const)) > 3 {
				return p.Const
			}
		}
	}
	return ""
}

// silent reports whether the text is the empty string on some way.
func silent(o *outcome.Outcome) bool {
	if o.ErrNil == ir.NotNil || !o.HasResult() || slices.ContainsFunc(o.Conds, asksEmpty) {
		return false
	}
	m := *o.Res
	m.Path = m.Path.Concat("Content")
	empty, other := false, false
	tr := &ir.Tracer{Engine: o.Engine, Numbers: true, Budget: 800}
	tr.Ext = func(n *ir.Node, call ssa.CallInstruction, _ int) ([]*ir.Node, bool) {
		c, ok := model.ConstructorOf(ir.CalleeName(call.Common()))
		if !ok {
			return nil, false
		}
		var next []*ir.Node
		for _, i := range c.Text {
			if v := ir.Operand(call.Common(), i); v != nil {
				next = append(next, n.Next(v, "", n.F, ir.Arg, call))
			}
		}
		return next, true
	}
	for _, l := range tr.Run(&m) {
		if s, ok := ir.ConstString(l.V); ok {
			if st, isField := l.At.(*ssa.Store); isField {
				if fa, ok := st.Addr.(*ssa.FieldAddr); ok && ir.FieldVar(fa.X.Type(), fa.Field).Name() != "Text" {
					continue
				}
			}
			empty = empty || s == "" && bare(l)
			other = other || s != "" && !bare(l)
			continue
		}
		switch l.V.(type) {
		case *ssa.Alloc, *ssa.Const:
		default:
			other = true
		}
	}
	return empty && !other
}

// asksEmpty reports whether a condition compares a text with the empty string.
func asksEmpty(c ir.Cond) bool {
	b, ok := c.If.Cond.(*ssa.BinOp)
	if !ok {
		return false
	}
	x, okX := ir.ConstString(b.X)
	y, okY := ir.ConstString(b.Y)
	return okX && x == "" || okY && y == ""
}

// bare reports whether a constant is the whole text on some way: it got there by
// a choice, of a branch or of a helper's return, and not as a part of something
// longer.
func bare(l *ir.Node) bool {
	choice := l.Hop == ir.Arg
	for n := l; n != nil && n.From != nil; n = n.From {
		choice = choice || n.Hop == ir.Result
		switch n.From.V.(type) {
		case *ssa.Phi:
			choice = true
		case *ssa.BinOp, *ssa.FieldAddr, *ssa.Field:
			return false
		}
		if n.Hop == ir.Format || n.Hop == ir.Through {
			return false
		}
	}
	return choice
}
