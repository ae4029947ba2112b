// Package errorcode reports JSON-RPC error codes that are used against the
// protocol: invalid params for what failed later, codes that an SDK loses, and
// codes that a server must not make up.
package errorcode

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
	"honnef.co/go/tools/analysis/lint"

	"github.com/gomcplint/mcplint/analyzers/internal/query"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
	"github.com/gomcplint/mcplint/passes/tool"
)

// Rule is the rule.
var Rule = &rule.Rule{
	Analyzer: &analysis.Analyzer{
		Name: "errorcode", Doc: "a JSON-RPC error code is used against the protocol",
		URL: rule.URL("errorcode"), Requires: append([]*analysis.Analyzer{ir.Analyzer}, query.Outcomes...), Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Warning, Default: true,
	Doc: &lint.RawDocumentation{
		Title: "A JSON-RPC error code is used against the protocol",
		Text: `-32602 says that the request does not parse or names no tool: a client may retry with other
parameters or blame its own encoder. A missing file, a refused permission or an argument that the tool
itself rejects is a tool error, which the model reads.

The go-sdk recognises a coded error of a typed handler only when it is returned as it is: wrapped with %w
or joined it becomes a tool error without code and data. Everywhere else the code is found in the chain,
but the data is dropped, and with it the URI or the URLs that the code is about.

Codes from -32768 to -32000 are reserved; -32020 to -32099 belong to the specification, and since
2026-07-28 neither -32002 nor -32042 may be sent. A server's own codes lie outside of that range.`,
		Since: "0.1.0", Severity: lint.SeverityWarning,
	},
	Silent: []string{
		"-32602 for an unknown tool, a malformed request, a missing prompt argument or, since 2026-07-28, a missing resource",
		"the five standard codes for what they are for",
		"-32002 and -32042 from servers that announce an older revision only",
		"a wrap that loses no data",
	},
	Spec: "basic, Error Codes (2026-07-28); server/resources, Error Handling",
}

func run(pass *analysis.Pass) (any, error) {
	if model.IsSDKPackage(pass.Pkg.Path()) {
		return rule.Report(pass, nil) // an SDK defines the codes
	}
	v := pass.ResultOf[ir.Analyzer].(*ir.View)
	c := &checker{pass: pass, view: v, in: map[*token.File]bool{}}
	for _, f := range pass.Files {
		c.in[pass.Fset.File(f.Pos())] = true
	}
	for _, o := range query.Of(pass).Outcomes {
		if o.Err != nil && o.ErrNil == ir.NotNil && !o.Cancelled && o.Tool.Serving.SDK == model.GoSDK {
			o.Within(func() { c.outcome(o) })
		}
	}
	for _, h := range tool.Others(v) {
		if h.SDK == model.GoSDK && c.in[pass.Fset.File(h.Fn.Pos())] {
			c.other(h)
		}
	}
	c.minted()
	return rule.Report(pass, query.Join(c.fs))
}

type checker struct {
	pass *analysis.Pass
	view *ir.View
	in   map[*token.File]bool
	fs   []rule.Finding
}

// version is that of the SDK whose types a function mentions.
func (c *checker) version(fn *ssa.Function) string {
	for i := range fn.Signature.Params().Len() {
		t := fn.Signature.Params().At(i).Type()
		if v := c.view.VersionOf(query.TypePos(t)); v != "" {
			return v
		}
	}
	return ""
}

// outcome looks at a coded error that leaves a tool handler or a middleware.
func (c *checker) outcome(o *outcome.Outcome) {
	version := c.version(o.Tool.Root.Fn)
	for _, w := range outcome.Wires(o.Engine, o.Err, version) {
		if w.Wrapped {
			c.wrapped(o, w)
			continue
		}
		if o.UnknownTool() || o.Tool.Middleware && o.OtherMethod() {
			continue
		}
		pos, related := query.MadeAt(c.pass, o, w.Node)
		f := rule.Finding{Pos: pos, End: query.End(c.pass, pos), Tool: o.Tool.Name, Confidence: query.Lower(model.High, o.Tool.Confidence)}
		switch {
		case w.Is(model.CodeInvalidParams):
			f.Message = fmt.Sprintf("%s-32602 says that the request itself is malformed, but it was accepted: the client gets a protocol error for what the model could mend; return an isError result instead", query.Subject(o))
		case w.Is(model.CodeMethodNotFound) && !o.Tool.Middleware && o.Tool.Serving.Kind == "raw" && (version == "" || !model.Before(version, "v1.7.0")):
			f.Message = fmt.Sprintf("%sthe SDK takes -32601 for an unknown method: it replaces the message and drops the data; return an isError result instead", query.Subject(o))
		default:
			continue
		}
		f.Related = append(made(w), related...)
		c.fs = append(c.fs, f)
	}
}

// wrapped reports a coded error of a tool handler or middleware that is wrapped.
func (c *checker) wrapped(o *outcome.Outcome, w outcome.Wire) {
	s := o.Tool.Serving
	switch {
	case s.Coded:
		c.wrap(w, o.Site(), query.Subject(o), "the SDK recognises a coded error of a typed handler only as it is: wrapped it leaves as a tool error without code and data", o.Tool.Name, o.Tool.Confidence)
	case s.CodedChain && w.Data:
		c.wrap(w, o.Site(), query.Subject(o), "the client gets the code of the wrapped error without its data", o.Tool.Name, o.Tool.Confidence)
	}
}

// other looks at the errors of a resource or prompt handler.
func (c *checker) other(h tool.Other) {
	e := ir.NewEngine(c.view)
	f := e.Root(h.Target)
	for _, r := range ir.Results(h.Fn) {
		if len(r.Results) == 0 {
			continue
		}
		last := r.Results[len(r.Results)-1]
		for _, w := range outcome.Wires(e, &ir.Node{V: last, F: f, At: r}, h.Version) {
			if w.Wrapped && w.Data {
				c.wrap(w, ir.PosOf(r), "handler "+query.FuncName(h.Fn)+": ", "the client gets the code of the wrapped error without its data", "", model.High)
			}
		}
	}
}

func (c *checker) wrap(w outcome.Wire, site token.Pos, subject, what, name string, conf model.Confidence) {
	pos := site
	if w.Wrap != nil {
		if p := query.Anchor(c.pass, ir.PosOf(w.Wrap)); p.IsValid() && c.in[c.pass.Fset.File(p)] {
			pos = p
		}
	}
	c.fs = append(c.fs, rule.Finding{
		Pos: pos, End: query.End(c.pass, pos), Tool: name, Confidence: query.Lower(model.High, conf),
		Message: subject + what + "; return the coded error itself and log the rest",
		Related: made(w),
	})
}

func made(w outcome.Wire) []analysis.RelatedInformation {
	pos := ir.PosOf(w.Node.V)
	if !pos.IsValid() {
		return nil
	}
	return []analysis.RelatedInformation{{Pos: pos, Message: "the coded error is made here"}}
}
