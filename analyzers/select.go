package analyzers

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/analyzers/suggest"
)

// Directive is the name under which the standalone command reports directives that
// are malformed or silence nothing. Lists of rules can hold it like a rule.
const Directive = "directive"

// Selection is what a list of rules asks for.
type Selection struct {
	Rules      []*rule.Rule
	Directives bool
}

// Ran reports whether a rule is among those selected.
func (s Selection) Ran(name string) bool {
	return slices.ContainsFunc(s.Rules, func(r *rule.Rule) bool { return r.Analyzer.Name == name })
}

// Select understands the words "default" and "all", names of rules, and "-name" to
// take one out. A list that begins with taking one out means the default but that.
func Select(words []string) (Selection, error) {
	on := map[string]bool{}
	group := func(all bool) {
		on[Directive] = true
		for _, r := range rules {
			if all || r.Default {
				on[r.Analyzer.Name] = true
			}
		}
	}
	first := true
	for _, w := range words {
		if w = strings.TrimSpace(w); w == "" {
			continue
		}
		name, out := strings.CutPrefix(w, "-")
		if first && out {
			group(false)
		}
		first = false
		switch {
		case w == "default" || w == "all":
			group(w == "all")
		case name != Directive && ByName(name) == nil:
			return Selection{}, UnknownRule(name)
		default:
			on[name] = !out
		}
	}
	s := Selection{Directives: on[Directive]}
	for _, r := range rules {
		if on[r.Analyzer.Name] {
			s.Rules = append(s.Rules, r)
		}
	}
	if len(s.Rules) == 0 {
		return Selection{}, fmt.Errorf("%q selects no rule", strings.Join(words, ","))
	}
	return s, nil
}

// UnknownRule is the error for a name that no rule has. It says which one was
// probably meant.
type UnknownRule string

func (e UnknownRule) Error() string {
	var names []string
	for _, r := range rules {
		names = append(names, r.Analyzer.Name)
	}
	hint := suggest.Hint(string(e), names)
	if hint == "" {
		hint = ": there are " + strings.Join(names, ", ")
	}
	return fmt.Sprintf("unknown rule %q%s", string(e), hint)
}
