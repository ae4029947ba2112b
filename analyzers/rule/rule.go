// Package rule is what every rule of mcplint shares: its description, its
// findings and the way in which they are reported. It knows no rule.
package rule

import (
	"go/token"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"

	"github.com/gomcplint/mcplint/passes/model"
)

// Level is how much a finding weighs; it is the SARIF level as well.
type Level string

// The levels, as rules.md and SARIF name them.
const (
	Error   Level = "error"
	Warning Level = "warning"
	Note    Level = "note"
)

// Rule is one rule: an analyzer together with what people are told about it.
type Rule struct {
	Analyzer *analysis.Analyzer
	Level    Level
	// Default says that the rule runs without being asked for. A rule is on by
	// default when its precision on real servers is 0.90 or better.
	Default bool
	// Security puts the rule on security dashboards (the leak rules).
	Security bool
	Doc      *lint.RawDocumentation
	// Silent lists what the rule stays silent on, one sentence each.
	Silent []string
	// Spec names the section and revision of the specification behind the rule.
	Spec string
}

// Finding is one defect. It carries what analysis.Diagnostic cannot: the
// confidence, the level of this one finding and the tool it is about.
type Finding struct {
	Pos, End   token.Pos
	Message    string // one lower-case line: the wire, to whom, what to do
	Level      Level  // empty means the rule's own
	Confidence model.Confidence
	Tool       string // the tool's name, or ""
	Related    []analysis.RelatedInformation
	Fixes      []analysis.SuggestedFix
	// Repair makes Fixes when the finding is reported, for rules that look at a
	// whole view, where no pass with the syntax is at hand.
	Repair func(*analysis.Pass) []analysis.SuggestedFix
}

// Result is what a rule's analyzer returns, for drivers that want more than
// diagnostics (the standalone command).
type Result struct{ Findings []Finding }

// ResultType is the ResultType of every rule's analyzer.
var ResultType = reflect.TypeFor[*Result]()

// URL is the page of a rule.
func URL(name string) string {
	return "https://github.com/gomcplint/mcplint/blob/main/docs/rules/" + name + ".md"
}

// Report reports findings through the pass and returns them as the analyzer's
// result. Findings below the confidence that the settings ask for are dropped.
func Report(pass *analysis.Pass, findings []Finding) (any, error) {
	res := &Result{}
	seen := map[[2]any]bool{}
	for _, f := range findings {
		if f.Confidence < model.Config.Confidence {
			continue
		}
		key := [2]any{f.Pos, f.Message}
		if seen[key] {
			continue
		}
		seen[key] = true
		if f.Repair != nil {
			f.Fixes = f.Repair(pass)
		}
		res.Findings = append(res.Findings, f)
		pass.Report(analysis.Diagnostic{
			Pos: f.Pos, End: f.End, Category: pass.Analyzer.Name, Message: f.Message,
			URL: URL(pass.Analyzer.Name), Related: f.Related, SuggestedFixes: f.Fixes,
		})
	}
	return res, nil
}
