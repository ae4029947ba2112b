package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/gomcplint/mcplint/analyzers"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/suggest"
)

// directiveRule is the name under which wrong and unused directives are reported.
const directiveRule = "directive"

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

// selectRules understands "default", "all", names, and "-name" to take one out.
func selectRules(spec string) (selection, error) {
	on := map[string]bool{}
	for i, w := range strings.Split(spec, ",") {
		w = strings.TrimSpace(w)
		name, out := strings.CutPrefix(w, "-")
		if i == 0 && out { // "-rules=-a" means all but a
			w, name = "default", strings.TrimPrefix(w, "-")
		}
		switch {
		case w == "":
			continue
		case name != directiveRule && name != "all" && name != "default" && analyzers.ByName(name) == nil:
			return selection{}, errors.New(unknownRule(name))
		case w == "all" || w == "default":
			on[directiveRule] = true
			for _, r := range analyzers.All() {
				if w == "all" || r.Default {
					on[r.Analyzer.Name] = true
				}
			}
			if i == 0 && out {
				on[name] = false
			}
		default:
			on[name] = !out
		}
	}
	s := selection{directives: on[directiveRule]}
	for _, r := range analyzers.All() {
		if on[r.Analyzer.Name] {
			s.rules = append(s.rules, r)
		}
	}
	if len(s.rules) == 0 {
		return selection{}, fmt.Errorf("-rules=%s selects no rule", spec)
	}
	return s, nil
}

func unknownRule(name string) string {
	var names []string
	for _, r := range analyzers.All() {
		names = append(names, r.Analyzer.Name)
	}
	hint := suggest.Hint(name, names)
	if hint == "" {
		hint = ": mcplint -list names them"
	}
	return fmt.Sprintf("unknown rule %q%s", name, hint)
}

func list(w io.Writer) {
	for _, r := range analyzers.All() {
		on := "default"
		if !r.Default {
			on = "opt-in"
		}
		fmt.Fprintf(w, "%-17s %-8s %-8s %s\n", r.Analyzer.Name, r.Level, on, r.Analyzer.Doc)
	}
}
