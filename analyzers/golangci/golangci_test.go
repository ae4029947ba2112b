package golangci

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
	"go.yaml.in/yaml/v3"
	"golang.org/x/tools/go/analysis"

	"github.com/gomcplint/mcplint/analyzers"
	"github.com/gomcplint/mcplint/passes/model"
)

// load makes the plugin as golangci-lint does: by name, with what it has read from
// YAML. The settings that were in force come back when the test ends.
func load(t *testing.T, settings string) ([]string, error) {
	t.Helper()
	before := model.Config
	t.Cleanup(func() { model.Config = before })
	var conf any
	if err := yaml.Unmarshal([]byte(settings), &conf); err != nil {
		t.Fatal(err)
	}
	newPlugin, err := register.GetPlugin("mcplint")
	if err != nil {
		t.Fatal(err)
	}
	p, err := newPlugin(conf)
	if err != nil {
		return nil, err
	}
	if p.GetLoadMode() != register.LoadModeTypesInfo {
		t.Errorf("load mode %q", p.GetLoadMode())
	}
	as, err := p.BuildAnalyzers()
	if err != nil {
		t.Fatal(err)
	}
	if err := analysis.Validate(as); err != nil {
		t.Error(err)
	}
	var names []string
	for _, a := range as {
		names = append(names, a.Name)
	}
	return names, nil
}

func TestDefaults(t *testing.T) {
	var want []string
	for _, r := range analyzers.All() {
		if r.Default {
			want = append(want, r.Analyzer.Name)
		}
	}
	want = append(want, analyzers.Directive)
	for _, s := range []string{"", "{}", "rules: []", "rules: [default]"} {
		got, err := load(t, s)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q: %v, %v; want %v", s, got, err, want)
		}
		if !reflect.DeepEqual(model.Config, model.Settings{Confidence: model.Medium}) {
			t.Errorf("%q: %+v", s, model.Config)
		}
	}
}

func TestSettings(t *testing.T) {
	const settings = `
rules: [errleak, vagueerror, -vagueerror]
confidence: low
sanitizers: [example.com/a.Clean]
mutators: ["(*example.com/a.C).Send", +example.com/a.Put]
readonly: [example.com/a.Get]
converters: [example.com/a.Recover]
handlers: [example.com/a.Serve]
registrations: ["(*example.com/kit.Server).Add:2:tool-error"]
`
	want := model.Settings{
		Confidence:    model.Low,
		Sanitizers:    []string{"example.com/a.Clean"},
		Mutators:      []string{"(*example.com/a.C).Send", "+example.com/a.Put"},
		Readonly:      []string{"example.com/a.Get"},
		Converters:    []string{"example.com/a.Recover"},
		Handlers:      []string{"example.com/a.Serve"},
		Registrations: []string{"(*example.com/kit.Server).Add:2:tool-error"},
	}
	for range 2 { // the second does not add to the first
		got, err := load(t, settings)
		if err != nil || !slices.Equal(got, []string{"errleak"}) {
			t.Errorf("%v, %v", got, err)
		}
		if !reflect.DeepEqual(model.Config, want) {
			t.Errorf("got  %+v\nwant %+v", model.Config, want)
		}
	}
}

// TestComplete holds the settings against the flags that all rules share.
func TestComplete(t *testing.T) {
	var have, want []string
	for f := range reflect.TypeFor[Settings]().Fields() {
		have = append(have, f.Tag.Get("json"))
	}
	want = append(want, "rules")
	analyzers.Config.Flags.VisitAll(func(f *flag.Flag) { want = append(want, f.Name) })
	slices.Sort(have)
	slices.Sort(want)
	if !slices.Equal(have, want) {
		t.Errorf("settings %v, flags %v", have, want)
	}
}

func TestRefused(t *testing.T) {
	for _, c := range []struct{ settings, want string }{
		{"sanitisers: [a.B]", `unknown field "sanitisers"`},
		{"rules: [default, erleak]", `rules: unknown rule "erleak": did you mean errleak?`},
		{"rules: [errleak, -errleak]", "selects no rule"},
		{"rules: default", "rules"},
		{"confidence: sure", `confidence: unknown confidence "sure"`},
		{"sanitizers: [Clean]", `sanitizers: "Clean" names no function`},
		{"mutators: [Send]", `mutators: "Send" names no function`},
		{"readonly: [Get]", `readonly: "Get" names no function`},
		{"converters: [Recover]", `converters: "Recover" names no function`},
		{"handlers: [Serve]", `handlers: "Serve" names no function`},
		{"registrations: [a.B]", "it has not three parts"},
		{"[errleak]", "cannot unmarshal"},
	} {
		before := model.Config
		_, err := load(t, c.settings)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.settings, err, c.want)
		}
		if !reflect.DeepEqual(model.Config, before) {
			t.Errorf("%s: refused, but in force: %+v", c.settings, model.Config)
		}
	}
}

// Directives are judged as the standalone command does it: with the groups of rules,
// or when they are named, and not when they are taken out.
func TestDirectivesSelected(t *testing.T) {
	for settings, want := range map[string]bool{
		"": true, "rules: [all]": true, "rules: [-hang]": true, "rules: [errleak, directive]": true,
		"rules: [errleak]": false, "rules: [default, -directive]": false, "rules: [-directive]": false,
	} {
		got, err := load(t, settings)
		if err != nil || slices.Contains(got, analyzers.Directive) != want {
			t.Errorf("%q: %v, %v; want directives judged: %v", settings, got, err, want)
		}
	}
}

func TestDirectives(t *testing.T) {
	src := `package p

func f() {
	print(0) //mcplint:ignore errleak it is meant so
	print(1) //mcplint:ignore errleak
	print(2) //mcplint:ignore erleak it is meant so
	print(3) //mcplint:sanitizes
	print(4) //nolint:mcplint
	print(5) // mcplint:ignore errleak it is meant so
}
`
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	got := map[int]string{}
	if _, err := directives.Run(&analysis.Pass{Analyzer: directives, Fset: fset, Files: []*ast.File{f}, Report: func(d analysis.Diagnostic) {
		p, end := fset.Position(d.Pos), fset.Position(d.End)
		got[p.Line] = src[p.Offset:end.Offset] + ": " + d.Message
	}}); err != nil {
		t.Fatal(err)
	}
	want := map[int]string{
		5: "//mcplint:ignore errleak: the directive gives no reason",
		6: `//mcplint:ignore: unknown rule "erleak": did you mean errleak?`,
		7: "//mcplint:sanitizes: //mcplint:sanitizes has no effect here",
		9: "// mcplint:ignore errleak it is meant so: a directive has no space after the slashes",
	}
	for line, w := range want {
		if !strings.HasPrefix(got[line], w) {
			t.Errorf("line %d: %q, want %q", line, got[line], w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("%v", got)
	}
}

const source = `package p

func f() {
	print(0)
	print(1) //mcplint:ignore fake for the test
	print(2) //nolint:mcplint // golangci-lint sees to it
	print(3) //mcplint:ignore other for the test
	print(4)
}
`

// TestAdapt: each call is a finding, and the last one is on the way to those that
// have a related position.
func TestAdapt(t *testing.T) {
	for _, c := range []struct {
		name    string
		related int // the call that every finding is related to
		want    string
	}{
		{"plain", 4, "0 2 3 4"},
		{"cause excused", 1, ""},
		{"cause excused for golangci-lint", 2, "0 2 3 4"},
	} {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, "p.go", source, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		var calls []*ast.CallExpr
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok {
				calls = append(calls, call)
			}
			return true
		})
		a := &analysis.Analyzer{Name: "fake", Run: func(pass *analysis.Pass) (any, error) {
			for _, call := range calls {
				pass.Report(analysis.Diagnostic{
					Pos: call.Pos(), End: call.End(), Message: call.Args[0].(*ast.BasicLit).Value,
					Related: []analysis.RelatedInformation{{Pos: calls[c.related].Pos(), Message: "the cause"}},
				})
			}
			return len(calls), nil
		}}
		var got []string
		res, err := adapt(a).Run(&analysis.Pass{Analyzer: a, Fset: fset, Files: []*ast.File{f}, Report: func(d analysis.Diagnostic) {
			got = append(got, d.Message)
			if len(d.Related) > 0 || !d.End.IsValid() {
				t.Errorf("%s: %+v", c.name, d)
			}
		}})
		if err != nil || res != len(calls) {
			t.Errorf("%s: %v, %v", c.name, res, err)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: reported %q, want %q", c.name, s, c.want)
		}
	}
}

func TestFixes(t *testing.T) {
	fset := token.NewFileSet()
	here, there := fset.AddFile("here.go", -1, 10), fset.AddFile("there.go", -1, 10)
	edit := func(f, g *token.File) analysis.TextEdit { return analysis.TextEdit{Pos: f.Pos(1), End: g.Pos(2)} }
	fix := func(message string, edits ...analysis.TextEdit) analysis.SuggestedFix {
		return analysis.SuggestedFix{Message: message, TextEdits: edits}
	}
	insertion := analysis.TextEdit{Pos: here.Pos(3)}
	for _, c := range []struct {
		name  string
		fixes []analysis.SuggestedFix
		want  string
	}{
		{"none", nil, ""},
		{"one", []analysis.SuggestedFix{fix("a", edit(here, here), insertion)}, "a"},
		{"alternatives", []analysis.SuggestedFix{fix("a", edit(here, here)), fix("b", edit(here, here))}, "a"},
		{"two files", []analysis.SuggestedFix{fix("a", insertion, edit(there, there))}, ""},
		{"another file", []analysis.SuggestedFix{fix("a", edit(there, there)), fix("b", edit(here, here))}, ""},
	} {
		var got []string
		for _, f := range fixes(fset, analysis.Diagnostic{Pos: here.Pos(0), SuggestedFixes: c.fixes}) {
			got = append(got, f.Message)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q, want %q", c.name, s, c.want)
		}
	}
}
