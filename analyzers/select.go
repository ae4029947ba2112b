package analyzers

import (
	"fmt"
	"strings"

	"github.com/gomcplint/mcplint/analyzers/rule"
)

// Directive is the name under which the standalone command reports directives that
// are malformed or silence nothing. Lists of rules can hold it like a rule.
const Directive = "directive"

// Selection is what a list of rules asks for.
type Selection struct {
	Rules      []*rule.Rule
	Directives bool
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
	if n := nearest(string(e), names); n != "" {
		return fmt.Sprintf("unknown rule %q: did you mean %s?", string(e), n)
	}
	return fmt.Sprintf("unknown rule %q: there are %s", string(e), strings.Join(names, ", "))
}

// nearest is the candidate with the fewest edits to s, or "" when even that is
// another word.
func nearest(s string, candidates []string) string {
	best, least := "", 1+max(1, len(s)/3)
	for _, c := range candidates {
		if d := edits(s, c); d < least {
			best, least = c, d
		}
	}
	return best
}

// edits counts insertions, deletions, changes and swaps of neighbours.
func edits(a, b string) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		d[i][0] = i
	}
	for j := range d[0] {
		d[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			change := d[i-1][j-1]
			if a[i-1] != b[j-1] {
				change++
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, change)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(a)][len(b)]
}
