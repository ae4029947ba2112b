package analyzers

import (
	"slices"
	"strings"
	"testing"
)

func TestSelect(t *testing.T) {
	names := func(s Selection) (out []string) {
		for _, r := range s.Rules {
			out = append(out, r.Analyzer.Name)
		}
		return out
	}
	var all, byDefault []string
	for _, r := range All() {
		all = append(all, r.Analyzer.Name)
		if r.Default {
			byDefault = append(byDefault, r.Analyzer.Name)
		}
	}
	without := func(list []string, name string) []string {
		return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return s == name })
	}
	for _, c := range []struct {
		words      string
		want       []string
		directives bool
	}{
		{"default", byDefault, true},
		{"all", all, true},
		{"all,-errleak", without(all, "errleak"), true},
		{"default, -errleak", without(byDefault, "errleak"), true},
		{"-errleak", without(byDefault, "errleak"), true},
		{"", nil, false},
		{",-errleak", without(byDefault, "errleak"), true},
		{"vagueerror,errleak", []string{"errleak", "vagueerror"}, false},
		{"errleak,directive", []string{"errleak"}, true},
		{"default,-directive", byDefault, false},
		{"errleak,-errleak,errleak", []string{"errleak"}, false},
		{"directive", nil, false},
		{"errleak,-errleak", nil, false},
	} {
		s, err := Select(strings.Split(c.words, ","))
		if c.want == nil {
			if err == nil || !strings.Contains(err.Error(), "selects no rule") {
				t.Errorf("%q: %v, %v", c.words, names(s), err)
			}
			continue
		}
		if err != nil || !slices.Equal(names(s), c.want) || s.Directives != c.directives {
			t.Errorf("%q: %v, directives %v, %v; want %v, %v", c.words, names(s), s.Directives, err, c.want, c.directives)
		}
	}
}

func TestUnknownRule(t *testing.T) {
	for _, c := range []struct{ words, want string }{
		{"erleak", `unknown rule "erleak": did you mean errleak?`},
		{"default,-retyrhint", `unknown rule "retyrhint": did you mean retryhint?`},
		{"errleak,nothing", `unknown rule "nothing": there are argpanic, discardedresult, errleak, `},
		{"-all", `unknown rule "all": there are `},
		{"errleak,-", `unknown rule "": there are `},
	} {
		_, err := Select(strings.Split(c.words, ","))
		if err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: %v, want %s", c.words, err, c.want)
		}
	}
}
