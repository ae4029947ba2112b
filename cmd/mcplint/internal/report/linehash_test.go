package report

import (
	"slices"
	"strings"
	"testing"
)

// The expected values are those of the upload action's own algorithm on the same
// texts.
func TestLineHashes(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", []string{"c129715d7a2bc9a3:1"}},
		{" a\nb\n  \t\tc\n d", []string{"271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"}},
	} {
		if got := lineHashes(c.text); !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.text, got, c.want)
		}
	}
	// White space and the kind of line ends do not count.
	if a, b := lineHashes("x := 1\n\ty()\n"), lineHashes("x:=1\r\n  y()\r\n"); !slices.Equal(a, b) {
		t.Errorf("%v differs from %v", a, b)
	}
	// Equal lines in equal surroundings are numbered.
	hs := lineHashes(strings.Repeat("same\n", 60))
	if len(hs) != 61 || hs[0] == hs[1] || hs[0][:strings.IndexByte(hs[0], ':')] != hs[1][:strings.IndexByte(hs[1], ':')] {
		t.Errorf("%v", hs[:3])
	}
}
