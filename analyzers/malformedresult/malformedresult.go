// Package malformedresult reports results that the wire makes wrong: content
// blocks without a type, errors without a word, errors beside a zero output, and
// structured content that cannot be encoded.
package malformedresult

import (
	"fmt"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/gomcplint/mcplint/analyzers/internal/query"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
)

// Rule is the rule.
var Rule = &rule.Rule{
	Analyzer: &analysis.Analyzer{
		Name: "malformedresult", Doc: "a tool result is malformed on the wire",
		URL: rule.URL("malformedresult"), Requires: append([]*analysis.Analyzer{ir.Analyzer}, query.Outcomes...), Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Error, Default: true,
	Doc: &lint.RawDocumentation{
		Title: "A tool result is malformed on the wire",
		Text: `Four ways in which a result that compiles is not what the client gets:

A content block of mcp-go without its Type is sent with "type":"" and clients drop it.

A typed go-sdk handler that returns an isError result also returns its output: the SDK encodes the
zero output into structuredContent, over whatever the handler had put there, so the failed call reports
plausible zeros. When the zeros violate the output schema, the tool error becomes a JSON-RPC error. Return
the failure as the third result, and the SDK makes the isError result.

An isError result without content tells the model that it failed, and not what.

Structured content that encoding/json refuses (channels, functions, NaN, cycles) is found out when
the answer is written: the client never gets any.`,
		Since: "0.1.0", Severity: lint.SeverityError,
	},
	Silent: []string{
		"typed handlers whose output is any and nil, or an output that says what failed",
		"fields that an encoder leaves out (json:\"-\", unexported) or that have a marshaller",
		"blocks whose Type is set later",
	},
	Spec: "server/tools, Tool Result and Structured Content",
}

func run(pass *analysis.Pass) (any, error) {
	fs := untyped(pass)
	for _, o := range query.Of(pass).Outcomes {
		if o.Tool.Middleware || o.Answered {
			continue
		}
		o.Within(func() { fs = append(fs, unencodable(pass, o)...) })
		if o.ErrNil == ir.NotNil || !o.HasResult() || o.Flag != outcome.FlagSet {
			continue
		}
		zeros, mute := "", false
		o.Within(func() { zeros, mute = zeroOutput(o), empty(o) })
		pos, related := query.MadeAt(pass, o, o.Res)
		f := rule.Finding{Pos: pos, End: query.End(pass, pos), Confidence: query.Lower(model.High, o.Tool.Confidence), Tool: o.Tool.Name, Related: related}
		if w := o.Written(); w != pos && w.IsValid() && len(related) == 0 {
			f.Related = []analysis.RelatedInformation{{Pos: w, Message: "the result is made here"}}
		}
		switch {
		case zeros != "" && mute:
			f.Message = fmt.Sprintf("%sthe isError result has no content, so the model reads the JSON of %s as the failure; return the failure as an error instead", query.Subject(o), zeros)
		case zeros != "":
			f.Message = fmt.Sprintf("%sthe isError result is sent with %s as structuredContent, over anything put there, and as a JSON-RPC error where the output schema refuses it; return the failure as an error instead", query.Subject(o), zeros)
		case mute && (o.Out == nil || !o.Tool.Serving.Fills || nothing(o.Out.V)):
			f.Message = fmt.Sprintf("%sthe isError result has no content: the model reads that the call failed, and not what to do; add a text", query.Subject(o))
		default:
			continue
		}
		fs = append(fs, f)
	}
	return rule.Report(pass, query.Join(fs))
}

// zeroOutput names the zero output that a typed go-sdk handler sends beside an
// isError result, or "".
func zeroOutput(o *outcome.Outcome) string {
	s := o.Tool.Serving
	if s.SDK != model.GoSDK || s.Kind != "typed" || !s.Fills || o.Out == nil || o.Out.Path != "" {
		return ""
	}
	t := o.Out.V.Type()
	if mi, ok := o.Out.V.(*ssa.MakeInterface); ok {
		t = mi.X.Type()
	} else if types.IsInterface(t) {
		return ""
	}
	if outcome.Holds(o.Engine, o.Out) != outcome.Empty {
		return ""
	}
	name := types.TypeString(t, func(p *types.Package) string { return p.Name() })
	if len(name) > 40 {
		name = "the output type"
	}
	if p, ok := t.Underlying().(*types.Pointer); ok {
		if k, ok := o.Out.V.(*ssa.Const); ok && k.IsNil() && !types.IsInterface(o.Out.V.Type()) {
			return "a zero " + types.TypeString(p.Elem(), func(p *types.Package) string { return p.Name() })
		}
	}
	return "a zero " + name
}

// nothing reports whether a typed output is a nil interface, which the SDK leaves
// out; any other is the text of a result without content.
func nothing(out ssa.Value) bool {
	k, ok := out.(*ssa.Const)
	return ok && k.IsNil() && types.IsInterface(out.Type())
}

// empty reports whether the result certainly has neither content nor structured
// content.
func empty(o *outcome.Outcome) bool {
	for _, field := range []ir.Path{"Content", "StructuredContent"} {
		m := *o.Res
		m.Path = m.Path.Concat(field)
		sure := true
		tr := &ir.Tracer{Engine: o.Engine, Numbers: true, Budget: 1500}
		tr.Into = func(_ *ir.Node, call ssa.CallInstruction, _ int, _ ir.Path, f *ir.Frame) []*ir.Node {
			// What the program's own functions write is followed.
			sure = sure && len(o.Engine.Callees(call, f)) > 0
			return nil
		}
		for _, l := range tr.Run(&m) {
			switch v := l.V.(type) {
			case *ssa.Const:
				if v.IsNil() {
					continue
				}
			case *ssa.Alloc:
				// The result itself, whose field was never set, or an array of no blocks.
				if a, ok := v.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array); !ok || a.Len() == 0 {
					continue
				}
			case *ssa.MakeSlice:
				continue
			}
			return false
		}
		if !sure || tr.Exhausted {
			return false
		}
	}
	return true
}
