package load

import "testing"

func TestTooOld(t *testing.T) {
	for _, c := range []struct {
		built, inUse string
		old          bool
	}{
		{"go1.26.1", "go1.27.0", true},
		{"go1.26.1", "go1.26.8", false},
		{"go1.27.0", "go1.26.8", false},
		{"devel go1.28-abc", "go1.27.0", false},
		{"go1.26.1", "", false},
	} {
		if got := tooOld(c.built, c.inUse) != ""; got != c.old {
			t.Errorf("built with %s, run by %s: too old is %v", c.built, c.inUse, got)
		}
	}
}
