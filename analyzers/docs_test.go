package analyzers_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomcplint/mcplint/analyzers"
	"github.com/gomcplint/mcplint/analyzers/rule"
)

var update = flag.Bool("update", false, "write the pages of docs/rules")

// TestDocs holds docs/rules against the rules: every page is what the rule's own
// package says. "go test ./analyzers -update" writes them.
func TestDocs(t *testing.T) {
	dir := filepath.Join("..", "docs", "rules")
	var index strings.Builder
	index.WriteString("# Rules\n\n| rule | level | default | |\n|---|---|---|---|\n")
	want := map[string]string{}
	for _, r := range analyzers.All() {
		on := "on"
		if !r.Default {
			on = "opt-in"
		}
		name := r.Analyzer.Name
		fmt.Fprintf(&index, "| [%s](%s.md) | %s | %s | %s |\n", name, name, r.Level, on, r.Analyzer.Doc)
		want[name+".md"] = rule.Page(r)
	}
	want["README.md"] = index.String()
	for name, page := range want {
		file := filepath.Join(dir, name)
		if *update {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(file)
		if err != nil || string(got) != page {
			t.Errorf("%s is stale: run go test ./analyzers -update", file)
		}
	}
	files, _ := os.ReadDir(dir)
	for _, f := range files {
		if _, ok := want[f.Name()]; !ok {
			t.Errorf("%s belongs to no rule", filepath.Join(dir, f.Name()))
		}
	}
}

// TestRegistry: names are sorted, and each is the name of its folder.
func TestRegistry(t *testing.T) {
	last := ""
	for _, r := range analyzers.All() {
		name := r.Analyzer.Name
		if name <= last {
			t.Errorf("%s stands behind %s", name, last)
		}
		last = name
		if st, err := os.Stat(name); err != nil || !st.IsDir() {
			t.Errorf("rule %s has no folder of its name", name)
		}
		if analyzers.ByName(name) != r {
			t.Errorf("ByName does not find %s", name)
		}
	}
}
