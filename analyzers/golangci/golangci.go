// Package golangci is mcplint as a module plugin of golangci-lint v2:
//
//	linters:
//	  enable: [mcplint]
//	  settings:
//	    custom:
//	      mcplint:
//	        type: module
//	        settings:
//	          rules: [default, -hang]
//
// golangci-lint shows one package at a time, as go vet does. It turns each related
// position into an issue of its own and applies all fixes of a finding, also the
// ones that exclude each other; so the plugin reports the message alone, with one
// fix at most.
package golangci

import (
	"fmt"
	"go/token"
	"slices"

	"github.com/golangci/plugin-module-register/register"
	"golang.org/x/tools/go/analysis"

	"github.com/gomcplint/mcplint/analyzers"
	"github.com/gomcplint/mcplint/analyzers/ignore"
	"github.com/gomcplint/mcplint/passes/model"
)

func init() { register.Plugin("mcplint", New) }

// Settings are those of .golangci.yml. They have the names and meanings of the
// flags, with lists where those are separated by commas.
type Settings struct {
	Rules         []string `json:"rules"`
	Confidence    string   `json:"confidence"`
	Sanitizers    []string `json:"sanitizers"`
	Mutators      []string `json:"mutators"`
	Readonly      []string `json:"readonly"`
	Converters    []string `json:"converters"`
	Handlers      []string `json:"handlers"`
	Registrations []string `json:"registrations"`
}

type plugin struct{ analyzers []*analysis.Analyzer }

// New reads the settings and puts them in force. What it does not understand is an
// error: a setting that is silently ignored is worse than none.
func New(conf any) (register.LinterPlugin, error) {
	s, err := register.DecodeSettings[Settings](conf)
	if err != nil {
		return nil, fmt.Errorf("%w (the settings are rules, confidence, sanitizers, mutators, readonly, converters, handlers and registrations)", err)
	}
	if len(s.Rules) == 0 {
		s.Rules = []string{"default"}
	}
	sel, err := analyzers.Select(s.Rules)
	if err != nil {
		return nil, fmt.Errorf("rules: %w", err)
	}
	c, err := s.config()
	if err != nil {
		return nil, err
	}
	model.Config = c
	p := &plugin{}
	for _, r := range sel.Rules {
		p.analyzers = append(p.analyzers, adapt(r.Analyzer))
	}
	if sel.Directives {
		p.analyzers = append(p.analyzers, directives)
	}
	return p, nil
}

// directives reports directives that are malformed or misplaced. One that silences
// nothing does not show here: what it silences may be in another package.
var directives = &analysis.Analyzer{
	Name: analyzers.Directive, Doc: "a directive of mcplint is malformed or misplaced",
	Run: func(pass *analysis.Pass) (any, error) {
		unknown := func(rule string) string {
			if analyzers.ByName(rule) == nil {
				return analyzers.UnknownRule(rule).Error()
			}
			return ""
		}
		for _, p := range ignore.Read(pass.Fset, pass.Files).Problems(unknown) {
			pass.Report(analysis.Diagnostic{Pos: p.Pos, End: p.End, Message: p.Message})
		}
		return nil, nil
	},
}

// config is what the settings come to. It begins afresh, so that a second plugin
// does not inherit the lists of the first.
func (s Settings) config() (model.Settings, error) {
	c := model.Settings{Confidence: model.Medium}
	if s.Confidence != "" {
		if err := c.Confidence.Set(s.Confidence); err != nil {
			return c, fmt.Errorf("confidence: %w", err)
		}
	}
	for _, l := range []struct {
		name   string
		values []string
	}{
		{"sanitizers", s.Sanitizers},
		{"mutators", s.Mutators},
		{"readonly", s.Readonly},
		{"converters", s.Converters},
		{"handlers", s.Handlers},
		{"registrations", s.Registrations},
	} {
		if err := c.Set(l.name, l.values); err != nil {
			return c, fmt.Errorf("%s: %w", l.name, err)
		}
	}
	return c, nil
}

func (p *plugin) BuildAnalyzers() ([]*analysis.Analyzer, error) { return p.analyzers, nil }

func (p *plugin) GetLoadMode() string { return register.LoadModeTypesInfo }

// adapt returns a copy of the analyzer that reports what golangci-lint can carry,
// and keeps to itself what an //mcplint:ignore covers.
func adapt(a *analysis.Analyzer) *analysis.Analyzer {
	c := *a
	c.Run = func(pass *analysis.Pass) (any, error) {
		var set *ignore.Set // read when there is something to silence
		report := pass.Report
		plain := *pass
		plain.Report = func(d analysis.Diagnostic) {
			if set == nil {
				set = ignore.Read(pass.Fset, pass.Files)
			}
			if ignored(set, pass.Fset, a.Name, d) {
				return
			}
			d.Related = nil
			d.SuggestedFixes = fixes(pass.Fset, d)
			report(d)
		}
		return a.Run(&plain)
	}
	return &c
}

// ignored is what ignore.Silence does, save for //nolint:mcplint (a directive that
// names no rules). That one is left to golangci-lint: its nolintlint takes a comment
// for unused, and -fix takes it out, when no issue came to meet it.
func ignored(set *ignore.Set, fset *token.FileSet, rule string, d analysis.Diagnostic) bool {
	return slices.ContainsFunc(ignore.Places(fset, d), func(p token.Position) bool {
		m := set.Match(rule, p)
		return m != nil && m.Rules != nil
	})
}

// fixes is the first fix, when all of it is in the file of the finding: golangci-lint
// leaves out edits of other files and applies the rest.
func fixes(fset *token.FileSet, d analysis.Diagnostic) []analysis.SuggestedFix {
	if len(d.SuggestedFixes) == 0 {
		return nil
	}
	file := fset.File(d.Pos)
	for _, e := range d.SuggestedFixes[0].TextEdits {
		if fset.File(e.Pos) != file || e.End.IsValid() && fset.File(e.End) != file {
			return nil
		}
	}
	return d.SuggestedFixes[:1]
}
