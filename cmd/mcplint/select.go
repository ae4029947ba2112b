package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/gomcplint/mcplint/analyzers"
	"github.com/gomcplint/mcplint/analyzers/rule"
)

// directiveRule is the name under which wrong and unused directives are reported.
const directiveRule = analyzers.Directive

// selection is what -rules asks for.
type selection struct {
	rules      []*rule.Rule
	directives bool
}

func (s selection) ran(name string) bool {
	for _, r := range s.rules {
		if r.Analyzer.Name == name {
			return true
		}
	}
	return false
}

func selectRules(spec string) (selection, error) {
	s, err := analyzers.Select(strings.Split(spec, ","))
	return selection{s.Rules, s.Directives}, err
}

func unknownRule(name string) string { return analyzers.UnknownRule(name).Error() }

func list(w io.Writer) {
	for _, r := range analyzers.All() {
		on := "default"
		if !r.Default {
			on = "opt-in"
		}
		fmt.Fprintf(w, "%-17s %-8s %-8s %s\n", r.Analyzer.Name, r.Level, on, r.Analyzer.Doc)
	}
}
