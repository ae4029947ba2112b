package main

import (
	"fmt"
	"io"
	"strings"

	"github.com/gomcplint/mcplint/analyzers"
)

// directiveRule is the name under which wrong and unused directives are reported.
const directiveRule = analyzers.Directive

// selectRules reads the value of -rules.
func selectRules(spec string) (analyzers.Selection, error) {
	return analyzers.Select(strings.Split(spec, ","))
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
