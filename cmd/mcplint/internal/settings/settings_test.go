package settings

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var rules = []string{"errleak", "hang", "vagueerror"}

func TestParse(t *testing.T) {
	const src = `# what we want
rules: [default, vagueerror, -hang]
levels: {errleak: error, hang: note}

confidence: high
tests: false
tags: integration
baseline: base.json
sanitizers:
  - example.com/notes.Redact
  - (*example.com/notes.C).Clean
mutators: ["+(*example.com/c.C).Put"]
exclude: [internal/legacy, "**/*_gen.go"]
readonly:
`
	f, err := Parse([]byte(src), rules)
	if err != nil {
		t.Fatal(err)
	}
	want := []Setting{
		{"rules", "default,vagueerror,-hang", 2},
		{"confidence", "high", 5},
		{"tests", "false", 6},
		{"tags", "integration", 7},
		{"baseline", "base.json", 8},
		{"sanitizers", "example.com/notes.Redact,(*example.com/notes.C).Clean", 9},
		{"mutators", "+(*example.com/c.C).Put", 12},
	}
	if !slices.Equal(f.Flags, want) {
		t.Errorf("flags %v\nwant  %v", f.Flags, want)
	}
	if !maps.Equal(f.Levels, map[string]string{"errleak": "error", "hang": "note"}) {
		t.Errorf("levels %v", f.Levels)
	}
	if !slices.Equal(f.Exclude, []string{"internal/legacy", "**/*_gen.go"}) {
		t.Errorf("exclude %v", f.Exclude)
	}
	for _, empty := range []string{"", "\n", "# nothing\n"} {
		if f, err := Parse([]byte(empty), rules); err != nil || len(f.Flags)+len(f.Levels)+len(f.Exclude) > 0 {
			t.Errorf("%q: %+v, %v", empty, f, err)
		}
	}
	// An anchor stands for its value.
	f, err = Parse([]byte("sanitizers: &own [a.B, c.D]\nconverters: *own\n"), rules)
	if err != nil || len(f.Flags) != 2 || f.Flags[1].Value != "a.B,c.D" {
		t.Errorf("%+v, %v", f, err)
	}
}

// TestRefused: what is not understood is an error that begins with its line.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"rule: [errleak]", `1: unknown key "rule": did you mean rules?`},
		{"rules: [errleak]\n\nsanitisers: [a.B]", `3: unknown key "sanitisers": did you mean sanitizers?`},
		{"failon: error", `1: unknown key "failon": did you mean fail-on?`},
		{"Exclude: [a]", `1: unknown key "Exclude": did you mean exclude?`},
		{"color: red", `1: unknown key "color": there are rules, levels, confidence, fail-on, tests, tags, baseline, sanitizers, mutators, readonly, converters, handlers, registrations, exclude`},
		{"new-from: HEAD", `1: unknown key "new-from": there are`}, // a flag, but none for a file
		{"rules: [hang]\nlevels:\n  erleak: error", `3: levels: unknown rule "erleak": did you mean errleak?`},
		{"levels: {errleak: fatal}", `1: levels: unknown level "fatal" for errleak: use error, warning or note`},
		{"levels: {errleak: }", `1: levels: unknown level "" for errleak`},
		{"levels: {errleak: [error]}", `1: levels: unknown level "" for errleak`},
		{"levels: {errleak: note, errleak: error}", `1: levels: "errleak" is set twice`},
		{"levels: [errleak]", `1: levels are rules with a level each`},
		{"levels: errleak", `1: levels are rules with a level each`},
		{"tests: true\nconfidence: low\ntests: false", `3: "tests" is set twice`},
		{"confidence: [high, low]", `1: confidence is one word`},
		{"confidence:\n  high: low", `2: confidence is one word`},
		{"rules: {errleak: error}", `1: rules is a word or a list of words`},
		{"rules: [[errleak]]", `1: rules is a list of words`},
		{"exclude: ['a/[b']", `1: exclude: bad pattern "a/[b"`},
		{"exclude: ['[a/b]']", `1: exclude: bad pattern "[a/b]"`}, // elements are matched one by one
		{"exclude: [../other]", `1: exclude: bad pattern "../other"`},
		{"exclude: [.]", `1: exclude: bad pattern "."`},
		{"exclude: ['']", `1: exclude: bad pattern ""`},
		{"- rules", `1: settings are keys with values, as in "confidence: high"`},
		{"rules", `1: settings are keys with values`},
		{"rules: [hang]\nlevels: {", `2: no YAML: `},
		{"rules: [hang]\n\ttests: true", `2: no YAML: `},
		{"tests: true\n---\ntests: false", `2: a second document begins here`},
		{"tests: true\n---\n{", `no YAML: `},
	} {
		f, err := Parse([]byte(c.src), rules)
		if err == nil || !strings.HasPrefix(err.Error(), c.want) && !(c.want[0] == 'n' && strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q: %+v, %v; want %s", c.src, f, err, c.want)
		}
	}
}

func TestRead(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, Name)
	if _, err := Read(name, rules); err == nil || !strings.Contains(err.Error(), "cannot read settings: ") {
		t.Errorf("a file that is not there: %v", err)
	}
	write(t, name, "tests: true\nrule: [hang]\n")
	if _, err := Read(name, rules); err == nil || !strings.HasPrefix(err.Error(), name+`:2: unknown key "rule"`) {
		t.Errorf("%v", err)
	}
	write(t, name, "tests: true\n")
	if f, err := Read(name, rules); err != nil || f.Path != name || len(f.Flags) != 1 {
		t.Errorf("%+v, %v", f, err)
	}
}

func write(t *testing.T, name, s string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(s), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestFind: the nearest file upward, but none above the root.
func TestFind(t *testing.T) {
	top := t.TempDir()
	root := filepath.Join(top, "root")
	deep := filepath.Join(root, "a", "b")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(top, Name), "")
	if got := Find(deep, root); got != "" {
		t.Errorf("found %s above the root", got)
	}
	atRoot := filepath.Join(root, Name)
	write(t, atRoot, "")
	for _, dir := range []string{deep, filepath.Dir(deep), root} {
		if got := Find(dir, root); got != atRoot {
			t.Errorf("from %s: %q", dir, got)
		}
	}
	near := filepath.Join(root, "a", Name)
	write(t, near, "")
	if got := Find(deep, root); got != near {
		t.Errorf("%q, want the nearest one", got)
	}
	if got := Find(root, root); got != atRoot {
		t.Errorf("%q, want that of the folder itself", got)
	}
}

func TestGlob(t *testing.T) {
	for _, c := range []struct {
		pattern, name string
		want          bool
	}{
		{"internal/legacy", "internal/legacy/a/b.go", true},
		{"internal/legacy/", "internal/legacy/b.go", true},
		{"./internal/legacy", "internal/legacy/b.go", true},
		{"/internal", "internal/b.go", true},
		{"internal/legacy", "internal/legacyx/b.go", false},
		{"internal/legacy", "x/internal/legacy/b.go", false},
		{"internal/legacy/b.go", "internal/legacy", false},
		{"main.go", "main.go", true},
		{"main.go", "cmd/main.go", false},
		{"*.go", "main.go", true},
		{"*.go", "cmd/main.go", false}, // * stays within one element
		{"cmd/*/main.go", "cmd/x/main.go", true},
		{"cmd/*/main.go", "cmd/x/y/main.go", false},
		{"?.go", "a.go", true},
		{"?.go", "ab.go", false},
		{"[ab].go", "b.go", true},
		{"**/*_gen.go", "x_gen.go", true}, // no element at all
		{"**/*_gen.go", "a/b/x_gen.go", true},
		{"**/*_gen.go", "a/b/x.go", false},
		{"a/**/z", "a/z/x.go", true},
		{"a/**/z", "a/b/c/z/x.go", true},
		{"a/**/z", "a/b/c/x.go", false},
		{"a/**", "a/b/c.go", true},
		{"**", "a/b/c.go", true},
	} {
		if got := Glob(c.pattern, c.name); got != c.want {
			t.Errorf("%s on %s: %v", c.pattern, c.name, got)
		}
	}
}

// TestExcluded: patterns are about paths below the folder of the file.
func TestExcluded(t *testing.T) {
	dir := t.TempDir()
	f := &File{Path: filepath.Join(dir, Name), Exclude: []string{"legacy", "**/*_gen.go"}}
	for name, want := range map[string]bool{
		"legacy/a.go": true, "a_gen.go": true, "x/y/a_gen.go": true, "a.go": false, "x/legacy/a.go": false,
		"../legacy/a.go": false,
	} {
		if got := f.Excluded(filepath.Join(dir, filepath.FromSlash(name))); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if new(File).Excluded(filepath.Join(dir, "a.go")) {
		t.Error("excluded by nothing")
	}
	// A name of the file that is relative to the working directory.
	t.Chdir(dir)
	f.Path = Name
	if !f.Excluded(filepath.Join(dir, "legacy", "a.go")) {
		t.Error("not excluded by a file that is named from the working directory")
	}
}

// TestWrite: what is written reads as it was, whatever YAML thinks of the words.
func TestWrite(t *testing.T) {
	values := map[string]string{"rules": "default,-hang", "tests": "true", "tags": "a,b", "baseline": "a b: c.json", "mutators": "+(*a.B).C,*x", "confidence": "~"}
	levels := map[string]string{"hang": "note", "errleak": "error"}
	var b strings.Builder
	for _, key := range Flags() {
		Write(&b, key, values[key])
	}
	(&File{Levels: levels, Exclude: []string{"**/x", "[ab]/c"}}).WriteRest(&b)
	f, err := Parse([]byte(b.String()), rules)
	if err != nil {
		t.Fatalf("%v\n%s", err, &b)
	}
	got := map[string]string{}
	for _, s := range f.Flags {
		got[s.Flag] = s.Value
	}
	if !maps.Equal(got, values) || !maps.Equal(f.Levels, levels) || !slices.Equal(f.Exclude, []string{"**/x", "[ab]/c"}) {
		t.Errorf("%+v from\n%s", f, &b)
	}
	var none strings.Builder
	if Write(&none, "rules", ""); none.Len() > 0 {
		t.Errorf("a key without a value: %q", none.String())
	}
	if new(File).WriteRest(&none); none.Len() > 0 {
		t.Errorf("of nothing: %q", none.String())
	}
	for range 5 { // and it is the same each time
		var again strings.Builder
		(&File{Levels: levels}).WriteRest(&again)
		if want := "levels:\n  errleak: error\n  hang: note\n"; again.String() != want {
			t.Errorf("%q", again.String())
		}
	}
}

// TestFlags: every key of the file is a flag or one of the two that are not.
func TestFlags(t *testing.T) {
	for _, key := range append(Flags(), "levels", "exclude") {
		value := "x"
		if key == "levels" {
			value = "{hang: note}"
		}
		if _, err := Parse(fmt.Appendf(nil, "%s: %s\n", key, value), rules); err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
	if slices.Contains(Flags(), "levels") || slices.Contains(Flags(), "exclude") {
		t.Errorf("%v", Flags())
	}
}
