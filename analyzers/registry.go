// Package analyzers is the registry of mcplint's rules.
package analyzers

import (
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/gomcplint/mcplint/analyzers/argpanic"
	"github.com/gomcplint/mcplint/analyzers/discardedresult"
	"github.com/gomcplint/mcplint/analyzers/errleak"
	"github.com/gomcplint/mcplint/analyzers/errorcode"
	"github.com/gomcplint/mcplint/analyzers/falseclaim"
	"github.com/gomcplint/mcplint/analyzers/falsesuccess"
	"github.com/gomcplint/mcplint/analyzers/hang"
	"github.com/gomcplint/mcplint/analyzers/hiddeneffect"
	"github.com/gomcplint/mcplint/analyzers/lateguard"
	"github.com/gomcplint/mcplint/analyzers/malformedresult"
	"github.com/gomcplint/mcplint/analyzers/nilresult"
	"github.com/gomcplint/mcplint/analyzers/protocolerror"
	"github.com/gomcplint/mcplint/analyzers/retryhint"
	"github.com/gomcplint/mcplint/analyzers/retryloop"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/analyzers/secretleak"
	"github.com/gomcplint/mcplint/analyzers/stackleak"
	"github.com/gomcplint/mcplint/analyzers/stdoutwrite"
	"github.com/gomcplint/mcplint/analyzers/toolhint"
	"github.com/gomcplint/mcplint/analyzers/uncheckediserror"
	"github.com/gomcplint/mcplint/analyzers/vagueerror"
)

// docs/rules is written from the rules; TestDocs fails when a page is stale.
//go:generate go test . -run ^TestDocs$ -update

// rules lists every rule, by name. A new rule is one line here.
var rules = []*rule.Rule{
	argpanic.Rule,
	discardedresult.Rule,
	errleak.Rule,
	errorcode.Rule,
	falseclaim.Rule,
	falsesuccess.Rule,
	hang.Rule,
	hiddeneffect.Rule,
	lateguard.Rule,
	malformedresult.Rule,
	nilresult.Rule,
	protocolerror.Rule,
	retryhint.Rule,
	retryloop.Rule,
	secretleak.Rule,
	stackleak.Rule,
	stdoutwrite.Rule,
	toolhint.Rule,
	uncheckediserror.Rule,
	vagueerror.Rule,
}

// All returns every rule, sorted by name.
func All() []*rule.Rule { return slices.Clone(rules) }

// ByName returns the rule of that name, or nil.
func ByName(name string) *rule.Rule {
	for _, r := range rules {
		if r.Analyzer.Name == name {
			return r
		}
	}
	return nil
}

// Analyzers returns the analyzers of the rules.
func Analyzers(rs []*rule.Rule) []*analysis.Analyzer {
	var as []*analysis.Analyzer
	for _, r := range rs {
		as = append(as, r.Analyzer)
	}
	return as
}
