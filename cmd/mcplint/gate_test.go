package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// repository makes a git repository of a module in a folder of it.
func repository(t *testing.T, files map[string]string) (root, mod string) {
	t.Helper()
	root = module(t, nil)
	mod = filepath.Join(root, "servers", "the notes")
	for _, f := range []string{"go.mod", "go.sum"} {
		writeFile(t, filepath.Join(mod, f), readFile(t, filepath.Join(root, f)))
		if err := os.Remove(filepath.Join(root, f)); err != nil {
			t.Fatal(err)
		}
	}
	for name, src := range files {
		writeFile(t, filepath.Join(mod, name), src)
	}
	gitIn(t, root, "init", "-q")
	gitIn(t, root, "add", "-A")
	commit(t, root)
	return root, mod
}

func commit(t *testing.T, root string) {
	t.Helper()
	gitIn(t, root, "-c", "user.name=t", "-c", "user.email=t@example.com", "commit", "-qam", "x")
}

func gitIn(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func TestSARIF(t *testing.T) {
	_, mod := repository(t, map[string]string{
		"main.go": serverSrc,
	})
	file := filepath.Join(mod, "out.sarif")
	out, errs, status := mcplint(t, mod, "-f", "sarif", "-o", file)
	if status != exitFindings || out != "" {
		t.Fatalf("status %d, stdout %q, stderr %q", status, out, errs)
	}
	r, err := sarif.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Validate(); err != nil {
		t.Fatal(err)
	}
	run := r.Runs[0]
	if len(run.Results) == 0 || len(run.Tool.Driver.Rules) == 0 {
		t.Fatalf("%d results, %d rules", len(run.Results), len(run.Tool.Driver.Rules))
	}
	res := run.Results[0]
	if got := *res.Locations[0].PhysicalLocation.ArtifactLocation.URI; got != "servers/the%20notes/main.go" {
		t.Errorf("uri %q", got)
	}
	if res.PartialFingerprints["primaryLocationLineHash"] == "" || len(res.CodeFlows) == 0 {
		t.Errorf("%+v", res)
	}
	if run.Tool.Driver.Rules[res.RuleIndex].ID == nil || *run.Tool.Driver.Rules[res.RuleIndex].ID != *res.RuleID {
		t.Errorf("rule index %d is not %s", res.RuleIndex, *res.RuleID)
	}
	if *run.Invocations[0].ExitCode != exitFindings {
		t.Errorf("exit code %d", *run.Invocations[0].ExitCode)
	}
}

func TestGitHub(t *testing.T) {
	_, mod := repository(t, map[string]string{"main.go": serverSrc})
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "summary.md")
	cmd := command(mod, exe, "-f", "github")
	cmd.Env = append(cmd.Env, "GITHUB_STEP_SUMMARY="+page)
	out, _ := cmd.Output() // it exits with 1, for there are findings
	contains(t, "commands", string(out), "::warning file=servers/the notes/main.go,line=17,col=", ",title=mcplint errleak::tool \"get_note\": ", "%0A1. main.go:")
	contains(t, "summary", readFile(t, page), "## mcplint", "| main.go:17 | warning | [errleak](", "1 handler analysed")
}

func TestGitLab(t *testing.T) {
	_, mod := repository(t, map[string]string{"main.go": serverSrc})
	out, _, status := mcplint(t, mod, "-f", "gitlab")
	if status != exitFindings {
		t.Errorf("status %d", status)
	}
	contains(t, "report", out, `"path": "servers/the notes/main.go"`, `"check_name": "errleak"`, `"severity": "major"`, `"begin": 17`)
}

func TestJUnit(t *testing.T) {
	_, mod := repository(t, map[string]string{"main.go": serverSrc})
	file := filepath.Join(mod, "junit.xml")
	for _, c := range []struct {
		args   []string
		status int
		want   []string
	}{
		{nil, exitFindings, []string{`failures="1"`, `<testcase name="servers/the notes/main.go getNote" classname="mcplint.errleak"`, `<failure message="tool &#34;get_note&#34;: `, "servers/the notes/main.go:17:", `<property name="handlers" value="1">`}},
		{[]string{"-fail-on=error"}, exitClean, []string{`skipped="1"`, `<skipped message="tool &#34;get_note&#34;: `}},
		{[]string{"-rules=hang"}, exitClean, []string{`<testcase name="no finding" classname="mcplint.hang"`}},
	} {
		out, errs, status := mcplint(t, mod, append(c.args, "-f", "junit", "-o", file)...)
		if status != c.status || out != "" {
			t.Errorf("%v: status %d, stdout %q, stderr %q", c.args, status, out, errs)
		}
		contains(t, fmt.Sprint(c.args), readFile(t, file), c.want...)
	}
}

// TestStatus: the exit status does not depend on the format.
func TestStatus(t *testing.T) {
	dir := module(t, map[string]string{"main.go": serverSrc, "sub/x.go": "package sub\n", "bad/x.go": "package bad\n\nvar X int = \"s\"\n"})
	sound := module(t, map[string]string{"main.go": serverSrc, "sub/x.go": "package sub\n"})
	for _, f := range formats {
		for _, c := range []struct {
			dir    string
			args   []string
			status int
		}{
			{sound, nil, exitFindings},
			{sound, []string{"-fail-on=error"}, exitClean},
			{sound, []string{"./sub"}, exitClean},
			{dir, nil, exitUsage},
		} {
			if out, errs, status := mcplint(t, c.dir, append([]string{"-f", f}, c.args...)...); status != c.status {
				t.Errorf("-f %s %v: status %d, want %d\n%s%s", f, c.args, status, c.status, out, errs)
			}
		}
	}
}

func TestDirectives(t *testing.T) {
	with := func(at, directive string) string {
		if !strings.Contains(serverSrc, at) {
			t.Fatalf("no %q", at)
		}
		return strings.Replace(serverSrc, at, directive, 1)
	}
	leak := "		return mcp.NewToolResultError(err.Error()), nil\n"
	for _, c := range []struct {
		name, src string
		status    int
		finds     []string
		says      string
	}{
		{"line", with(leak, strings.TrimSuffix(leak, "\n")+" //mcplint:ignore errleak,hiddeneffect the store is local\n"), exitFindings, []string{"directive"}, ""},
		{"above", with(leak, "		//mcplint:ignore errleak the store is local\n"+leak), exitClean, nil, ""},
		{"nolint", with(leak, strings.TrimSuffix(leak, "\n")+" //nolint:mcplint // the store is local\n"), exitClean, nil, ""},
		{"nolint of others", with(leak, strings.TrimSuffix(leak, "\n")+" //nolint:errcheck\n"), exitFindings, []string{"errleak"}, ""},
		{"function", with("func getNote", "// getNote reads.\n//\n//mcplint:ignore errleak the store is local\nfunc getNote"), exitClean, nil, ""},
		{"file", "//mcplint:ignore errleak the store is local\n\n" + serverSrc, exitClean, nil, ""},
		{"source", with("	err := db.Query", "	//mcplint:ignore errleak the store is local\n	err := db.Query"), exitClean, nil, ""},
		{"no reason", with(leak, "		//mcplint:ignore errleak\n"+leak), exitFindings, []string{"directive", "errleak"}, "gives no reason"},
		{"unknown rule", with(leak, "		//mcplint:ignore erleak local\n"+leak), exitFindings, []string{"directive", "errleak"}, `unknown rule "erleak": did you mean errleak?`},
		{"unused", with("func main() {", "//mcplint:ignore errleak nothing here\nfunc main() {"), exitFindings, []string{"errleak", "directive"}, "silences no finding of errleak"},
		{"space", with(leak, "		// mcplint:ignore errleak local\n"+leak), exitFindings, []string{"directive", "errleak"}, "no space after the slashes"},
		{"misplaced", with(leak, "		//mcplint:sanitizes\n"+leak), exitFindings, []string{"directive", "errleak"}, "doc comment of a function"},
		{"unknown", with(leak, "		//mcplint:sanitises\n"+leak), exitFindings, []string{"directive", "errleak"}, "unknown directive"},
	} {
		t.Run(c.name, func(t *testing.T) {
			args := []string{}
			if c.name == "line" { // a rule that did not run is not judged; this one runs
				args = append(args, "-rules=default,hiddeneffect")
			}
			r, errs := jsonReport(t, module(t, map[string]string{"main.go": c.src}), c.status, args...)
			var got []string
			text := errs
			for _, f := range r.Findings {
				if f.Suppressed == nil {
					got = append(got, f.Rule)
					text += f.Message + "\n"
				} else if f.Rule != "errleak" || f.Suppressed.Kind != "inSource" {
					t.Errorf("suppressed: %+v", f)
				}
			}
			if strings.Join(got, " ") != strings.Join(c.finds, " ") {
				t.Errorf("findings %v, want %v\n%s", got, c.finds, text)
			}
			contains(t, "messages", text, c.says)
		})
	}
}

// The directives of functions change what is found.
func TestFunctionDirectives(t *testing.T) {
	src := strings.Replace(serverSrc, "err.Error()", "plain(err)", 1) + "\nfunc plain(err error) string { return err.Error() }\n"
	dir := module(t, map[string]string{"main.go": src})
	if r, _ := jsonReport(t, dir, exitFindings); hasRule(r, "errleak") == nil {
		t.Fatal("no finding without the directive")
	}
	writeFile(t, filepath.Join(dir, "main.go"), strings.Replace(src, "\nfunc plain", "\n// plain hides what is inside.\n//\n//mcplint:sanitizes\nfunc plain", 1))
	jsonReport(t, dir, exitClean)
}

func TestSettings(t *testing.T) {
	dir := module(t, map[string]string{"main.go": serverSrc, "sub/x.go": "package sub\n"})
	set := func(s string) { writeFile(t, filepath.Join(dir, ".mcplint.yml"), s) }

	set("rules: [default, -errleak]\n")
	jsonReport(t, dir, exitClean)
	jsonReport(t, filepath.Join(dir, "sub"), exitClean, "../...") // found from a folder below
	jsonReport(t, dir, exitFindings, "-rules=errleak")            // flags win

	set("levels: {errleak: note}\n")
	if r, _ := jsonReport(t, dir, exitClean); r.Findings[0].Level != "note" {
		t.Errorf("%+v", r.Findings[0])
	}
	set("exclude: [main.go]\n")
	jsonReport(t, dir, exitClean)
	set("fail-on: error\nconfidence: high\n")
	jsonReport(t, dir, exitClean)
	out, _, status := mcplint(t, dir, "config", "-rules=errleak")
	if status != exitClean {
		t.Errorf("config: status %d", status)
	}
	contains(t, "config", out, "rules:\n  - errleak\n", "fail-on: error\n", "confidence: high\n", ".mcplint.yml")
	// What config prints is a settings file again.
	set(out)
	again, _, _ := mcplint(t, dir, "config")
	if again != out {
		t.Errorf("config of its own output:\n%s\nwas\n%s", again, out)
	}

	for _, c := range []struct{ yml, want string }{
		{"rule: [x]\n", `.mcplint.yml:1: unknown key "rule": did you mean rules?`},
		{"fail-on: error\nrules: [erleak]\n", `.mcplint.yml:2: rules: unknown rule "erleak": did you mean errleak?`},
		{"levels: {errleak: fatal}\n", `unknown level "fatal" for errleak`},
		{"confidence: sure\n", `unknown confidence "sure"`},
		{"a: [\n", "no YAML"},
		{"- rules\n", "settings are keys with values"},
		{"registrations: ['x']\n", `registration "x"`},
		{"sanitizers: [clean]\n", `"clean" names no function`},
		{"baseline: none.json\n", "cannot read the baseline"},
	} {
		set(c.yml)
		out, errs, status := mcplint(t, dir)
		if status != exitUsage || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%q: status %d, %q; want %q", c.yml, status, errs, c.want)
		}
	}
	set("")
	if _, errs, status := mcplint(t, dir, "-config", "nothing.yml"); status != exitUsage || !strings.Contains(errs, "nothing.yml") {
		t.Errorf("-config of nothing: %d %q", status, errs)
	}
}

// A kit that mcplint does not know is a row of the settings.
func TestOwnRegistration(t *testing.T) {
	kit := `package kit

import "context"

type Server struct{}

func (s *Server) Handle(name string, h func(ctx context.Context, arg string) (string, error)) {}
`
	src := `package main

import (
	"context"
	"os"

	"example.com/notes/kit"
)

func read(ctx context.Context, name string) (string, error) {
	b, err := os.ReadFile("/srv/notes/" + name)
	return string(b), err
}

func main() { new(kit.Server).Handle("read", read) }
`
	dir := module(t, map[string]string{"main.go": src, "kit/kit.go": kit})
	jsonReport(t, dir, exitClean)
	row := "-registrations=(*example.com/notes/kit.Server).Handle:2:"
	if r, _ := jsonReport(t, dir, exitFindings, row+"protocol-error"); hasRule(r, "protocolerror") == nil {
		t.Errorf("%+v", r.Findings)
	}
	if r, _ := jsonReport(t, dir, exitFindings, row+"tool-error", "-confidence=medium"); hasRule(r, "errleak") == nil {
		t.Errorf("%+v", r.Findings)
	}
}

func TestBaseline(t *testing.T) {
	dir := module(t, map[string]string{"main.go": serverSrc})
	base := filepath.Join(dir, "base.json")
	_, errs, status := mcplint(t, dir, "-write-baseline", base)
	if status != exitClean {
		t.Fatalf("status %d: %s", status, errs)
	}
	contains(t, "stderr", errs, "wrote 1 findings to")
	r, _ := jsonReport(t, dir, exitClean, "-baseline", base)
	if len(r.Findings) != 1 || r.Findings[0].Suppressed == nil || r.Findings[0].Suppressed.Kind != "baseline" {
		t.Fatalf("%+v", r.Findings)
	}

	// The code moves and its neighbours get other names: still known. A second
	// leak is new, though it reads the same.
	moved := strings.Replace(serverSrc, "var db", "// a\n// b\n\nvar database = 1\n\nvar db", 1)
	writeFile(t, filepath.Join(dir, "main.go"), moved)
	jsonReport(t, dir, exitClean, "-baseline", base)
	renamed := strings.ReplaceAll(moved, "getNote", "fetchNote")
	writeFile(t, filepath.Join(dir, "main.go"), renamed)
	jsonReport(t, dir, exitClean, "-baseline", base)
	second := renamed[strings.Index(renamed, "func fetchNote"):strings.Index(renamed, "func main")]
	second = strings.ReplaceAll(second, "fetchNote", "fetchMore")
	writeFile(t, filepath.Join(dir, "main.go"), strings.Replace(renamed, "	s.AddTool(mcp.NewTool", "	s.AddTool(mcp.NewTool(\"more\"), fetchMore)\n	s.AddTool(mcp.NewTool", 1)+second)
	r, _ = jsonReport(t, dir, exitFindings, "-baseline", base)
	n := 0
	for _, f := range r.Findings {
		if f.Suppressed == nil {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d new findings, want 1: %+v", n, r.Findings)
	}

	// What is gone is said.
	writeFile(t, filepath.Join(dir, "main.go"), strings.Replace(serverSrc, "err.Error()", `"no such note"`, 1))
	_, errs = jsonReport(t, dir, exitClean, "-baseline", base)
	contains(t, "stderr", errs, "holds a finding that is gone")

	for content, want := range map[string]string{"{": "is no baseline", `{"version": 9, "findings": []}`: "has version 9", `{"version": 1, "finding": []}`: "is no baseline"} {
		writeFile(t, base, content)
		if _, errs, status := mcplint(t, dir, "-baseline", base); status != exitUsage || !strings.Contains(errs, want) {
			t.Errorf("baseline %q: status %d, %q", content, status, errs)
		}
	}
}

func TestNewFrom(t *testing.T) {
	root, mod := repository(t, map[string]string{"main.go": serverSrc})
	if r, _ := jsonReport(t, mod, exitClean, "-new-from=HEAD"); len(r.Findings) != 0 {
		t.Errorf("unchanged: %+v", r.Findings)
	}
	writeFile(t, filepath.Join(mod, "main.go"), strings.Replace(serverSrc, "if err != nil {", "if err != nil { // changed, and nothing else", 1))
	if r, _ := jsonReport(t, mod, exitClean, "-new-from=HEAD"); len(r.Findings) != 0 {
		t.Errorf("a line beside it changed: %+v", r.Findings)
	}
	writeFile(t, filepath.Join(mod, "main.go"), strings.Replace(serverSrc, "err.Error()", "\"x: \" + err.Error()", 1))
	jsonReport(t, mod, exitFindings, "-new-from=HEAD")
	commit(t, root)
	jsonReport(t, mod, exitClean, "-new-from=HEAD")
	jsonReport(t, mod, exitFindings, "-new-from=HEAD~1")
	writeFile(t, filepath.Join(mod, "more", "m.go"), strings.Replace(serverSrc, "get_note", "get_more", 1))
	if r, _ := jsonReport(t, mod, exitFindings, "-new-from=HEAD"); len(r.Findings) != 1 || r.Findings[0].File != "more/m.go" {
		t.Errorf("a new file: %+v", r.Findings)
	}
	if _, errs, status := mcplint(t, mod, "-new-from=nothing"); status != exitUsage || !strings.Contains(errs, `"nothing" is no revision`) {
		t.Errorf("no revision: %d %q", status, errs)
	}
	if _, errs, status := mcplint(t, module(t, map[string]string{"main.go": serverSrc}), "-new-from=HEAD"); status != exitUsage || !strings.Contains(errs, "needs a git repository") {
		t.Errorf("no repository: %d %q", status, errs)
	}
}

const fixableSrc = `package main

import (
	"context"
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func hello(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("hello"), nil
}

func main() {
	fmt.Fprintln(os.Stdout, "starting")
	s := server.NewMCPServer("hello", "1.0.0")
	s.AddTool(mcp.NewTool("hello"), hello)
	_ = server.ServeStdio(s)
}
`

func TestFix(t *testing.T) {
	dir := module(t, map[string]string{"main.go": fixableSrc})
	main := filepath.Join(dir, "main.go")
	jsonReport(t, dir, exitFindings)
	out, errs, status := mcplint(t, dir, "-diff")
	if status != exitClean || readFile(t, main) != fixableSrc {
		t.Fatalf("-diff: status %d, changed: %v\n%s", status, readFile(t, main) != fixableSrc, errs)
	}
	contains(t, "patch", out, "--- a/main.go\n+++ b/main.go\n@@ -", "-	fmt.Fprintln(os.Stdout", "+	fmt.Fprintln(os.Stderr")
	contains(t, "stderr", errs, "printed 1 fixes in 1 files")

	// The patch applies with git.
	writeFile(t, filepath.Join(dir, "p.patch"), out)
	gitIn(t, dir, "apply", "--check", "p.patch")

	_, errs, status = mcplint(t, dir, "-fix")
	if status != exitClean {
		t.Fatalf("-fix: status %d: %s", status, errs)
	}
	contains(t, "file", readFile(t, main), "os.Stderr")
	jsonReport(t, dir, exitClean)
	if _, errs, status := mcplint(t, dir, "-fix", "-diff"); status != exitUsage {
		t.Errorf("both: %d %q", status, errs)
	}
}
