package main

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomcplint/mcplint/cmd/mcplint/internal/report"
)

var update = flag.Bool("update", false, "write the golden files")

// TestFixes applies the fixes of every rule to servers that have such defects:
// the patch is the golden one, what comes out builds, no finding that had a fix
// is left, and none is there that was not there before.
func TestFixes(t *testing.T) {
	src := filepath.Join("..", "..", "testdata", "src")
	dir := tempDir(t)
	for _, f := range []string{"go.mod", "go.sum"} {
		writeFile(t, filepath.Join(dir, f), readFile(t, filepath.Join(src, f)))
	}
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(src, "fixes"))); err != nil {
		t.Fatal(err)
	}
	const rules = "-rules=all"
	before, _ := jsonReport(t, dir, exitFindings, rules)

	patch, errs, status := mcplint(t, dir, rules, "-diff")
	if status != exitClean {
		t.Fatalf("-diff: status %d: %s", status, errs)
	}
	golden := filepath.Join("testdata", "fixes.diff")
	if *update {
		writeFile(t, golden, patch)
	} else if want := readFile(t, golden); patch != want {
		t.Errorf("the patch is not that of %s; look at it and run go test ./cmd/mcplint -update:\n%s", golden, patch)
	}

	if _, errs, status := mcplint(t, dir, rules, "-fix"); status != exitClean || strings.Contains(errs, "not applied") {
		t.Fatalf("-fix: status %d: %s", status, errs)
	}
	cmd := command(dir, "go", "vet", "./...")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("after -fix: %v\n%s", err, out)
	}
	out, errs, status := mcplint(t, dir, rules, "-f", "json")
	if status == exitUsage {
		t.Fatalf("after -fix: %s", errs)
	}
	key := func(f report.Finding) string { return f.Rule + " " + f.File + ": " + f.Message }
	left := map[string]int{}
	for _, f := range before.Findings {
		if len(f.Fixes) == 0 {
			left[key(f)]++
		}
	}
	for _, f := range decode(t, out).Findings {
		if left[key(f)]--; left[key(f)] < 0 {
			t.Errorf("after -fix: %s:%d: %s: %s", f.File, f.Line, f.Rule, f.Message)
		}
	}
}
