package suggest

import "testing"

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"abc", "abc", 0}, {"abc", "acb", 1}, {"abc", "abd", 1}, {"abc", "ab", 1}, {"kitten", "sitting", 3}} {
		if got := distance(c.a, c.b); got != c.want {
			t.Errorf("%s to %s: %d edits, want %d", c.a, c.b, got, c.want)
		}
		if got := distance(c.b, c.a); got != c.want {
			t.Errorf("%s to %s: %d edits, want %d", c.b, c.a, got, c.want)
		}
	}
}

func TestWord(t *testing.T) {
	words := []string{"rules", "tests", "tags", "errleak", "protocolerror", "hang"}
	for _, c := range []struct{ word, want string }{
		{"rules", "rules"},
		{"rule", "rules"},
		{"ruels", "rules"}, // two neighbours that changed places are one edit
		{"test", "tests"},
		{"tacs", "tags"},
		{"hnag", "hang"},
		{"protcolerorr", "protocolerror"}, // long words may have more edits
		{"erleak", "errleak"},
		{"tset", ""}, // tests is two edits off, too many for a short word
		{"confidence", ""},
		{"x", ""},
		{"", ""},
	} {
		if got := Word(c.word, words); got != c.want {
			t.Errorf("%q: %q, want %q", c.word, got, c.want)
		}
	}
	if got := Word("bat", []string{"bar", "bad"}); got != "bar" {
		t.Errorf("of two that are as near: %q, want the first one", got)
	}
	if got := Word("rules", []string{"ruler", "rules"}); got != "rules" {
		t.Errorf("a nearer one later: %q", got)
	}
	if got := Word("rules", nil); got != "" {
		t.Errorf("of nothing: %q", got)
	}
}

func TestHint(t *testing.T) {
	if got := Hint("rule", []string{"rules"}); got != ": did you mean rules?" {
		t.Errorf("%q", got)
	}
	if got := Hint("confidence", []string{"rules"}); got != "" {
		t.Errorf("%q", got)
	}
}
