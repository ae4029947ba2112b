// Package secretleak reports credentials in what leaves the process.
package secretleak

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
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
		Name: "secretleak", Doc: "a credential leaves the process",
		URL: rule.URL("secretleak"), Requires: append([]*analysis.Analyzer{ir.Analyzer}, query.Outcomes...), Run: run, ResultType: rule.ResultType,
	},
	Level: rule.Error, Default: true, Security: true,
	Doc: &lint.RawDocumentation{
		Title: "A credential leaves the process",
		Text: `What a tool answers is read by the model, kept in transcripts and shown to whoever the model
talks to. A password or token in it has to be replaced everywhere. Few programs print one on purpose; it
comes along in a configuration printed by %+v, in the headers of a request, in a URL with a key in its
query (net/http prints the URL of a failed request; Redacted hides the password of the userinfo and
nothing else), in the error of a parser that quotes what it refused, or in a log whose records the SDK
sends to the client.

A String method that redacts counts only if it is in the method set of what is printed: a method of the
pointer is not asked when the value is printed, and %#v asks none.`,
		Since: "0.1.0", Severity: lint.SeverityError,
	},
	Silent: []string{
		"lengths, hashes, and the last characters of a credential",
		"fields that were replaced by a constant before printing, Header.Clone followed by Del",
		"types whose String, Format or MarshalJSON method is asked and does not show the field",
		"names that may be an id, such as a lone Token or Key (low confidence)",
	},
	Spec: "server/tools, Security Considerations: sanitize tool outputs",
}

func run(pass *analysis.Pass) (any, error) {
	var fs []rule.Finding
	for _, o := range query.Of(pass).Outcomes {
		if o.Answered && !o.Relayed {
			continue
		}
		o.Within(func() { fs = append(fs, inOutcome(pass, o)...) })
	}
	fs = append(fs, inLogs(pass)...)
	return rule.Report(pass, query.Join(fs))
}

func inOutcome(pass *analysis.Pass, o *outcome.Outcome) []rule.Finding {
	var found []text.Secret
	who := "the model"
	switch {
	case o.Err != nil && o.ErrNil == ir.NotNil:
		found = text.Secrets(o.Engine, false, o.Err)
		if o.Channel == model.Protocol && !o.Answered {
			who = "the host"
		}
	case o.Res != nil && o.ResNil != ir.IsNil:
		found = text.Secrets(o.Engine, false, part(o.Res, "Content"))
		found = append(found, text.JSONSecrets(o.Engine, false, part(o.Res, "StructuredContent"))...)
	}
	if o.Out != nil && o.ErrNil != ir.NotNil {
		found = append(found, text.JSONSecrets(o.Engine, false, o.Out)...)
	}
	success := o.Channel != model.ToolError && o.Channel != model.Protocol
	var fs []rule.Finding
	seen := map[token.Pos]bool{}
	for _, s := range found {
		conf := s.Confidence
		if success {
			// What a successful tool shows may be what it is for: a tool that makes
			// keys shows them. The server's own credentials are never.
			if (s.Kind == text.FieldSecret || s.Kind == text.DumpSecret) && !own(s) {
				continue
			}
			conf = query.Lower(conf, model.Medium)
		}
		pos := query.Sink(pass, o, &s.Piece)
		if seen[pos] {
			continue
		}
		seen[pos] = true
		fs = append(fs, rule.Finding{
			Pos: pos, End: query.End(pass, pos), Tool: o.Tool.Name, Confidence: query.Lower(conf, o.Tool.Confidence),
			Message: fmt.Sprintf("%s%s is in the text that %s reads; leave it out or print what it is for", query.Subject(o), describe(s), who),
			Related: query.Flow(&s.Piece),
		})
	}
	return fs
}

// describe names a credential.
func describe(s text.Secret) string {
	what := strings.TrimSuffix(s.What, ",")
	if s.Kind == text.DumpSecret {
		return what
	}
	return "the credential in " + what
}

func part(n *ir.Node, p ir.Path) *ir.Node {
	m := *n
	m.Path = m.Path.Concat(p)
	return &m
}

// own reports whether a field belongs to the server's own set-up, by the name of
// its type.
func own(s text.Secret) bool {
	typ, _, _ := strings.Cut(strings.ToLower(s.What), " ")
	for _, w := range []string{"config", "setting", "credential", "option", "environment"} {
		if strings.Contains(typ, w) {
			return true
		}
	}
	return s.Kind == text.DumpSecret && s.Confidence == model.High && s.Source.Note != text.Encoded
}
