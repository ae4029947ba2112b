package model

import "testing"

func TestUpkeep(t *testing.T) {
	for _, c := range []struct {
		fn, tool string
		want     bool
	}{
		{"ensureInitialised", "search_code", true},
		{"initialise", "", true},
		{"PerformMaintenance", "process_document", true},
		{"ClearFileCache", "process_document", true},
		{"cleanupBranches", "search_code", true},
		{"cleanupBranches", "cleanup_branches", false},
		{"clearCache", "clear_cache", false},
		{"createNamespace", "create_namespace", false},
		{"EnsureLabel", "add_label", false},
		{"initial", "add_label", false},
	} {
		if got := Upkeep(c.fn, c.tool); got != c.want {
			t.Errorf("Upkeep(%q, %q) is %v", c.fn, c.tool, got)
		}
	}
}
