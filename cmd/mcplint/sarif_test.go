package main

import (
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// sarifRun runs the command in a module of a repository and returns the run of
// its report, which is held against the schema and against what GitHub code
// scanning refuses.
func sarifRun(t *testing.T, root, mod string, wantStatus int, args ...string) *sarif.Run {
	t.Helper()
	file := filepath.Join(t.TempDir(), "out.sarif")
	out, errs, status := mcplint(t, mod, append([]string{"-f", "sarif", "-o", file}, args...)...)
	if status != wantStatus || out != "" {
		t.Fatalf("%v: status %d, want %d; stdout %q, stderr %q", args, status, wantStatus, out, errs)
	}
	r, err := sarif.Open(file)
	if err == nil {
		err = r.Validate()
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Runs) != 1 || *r.Runs[0].Invocations[0].ExitCode != wantStatus {
		t.Fatalf("%d runs, exit code %d", len(r.Runs), *r.Runs[0].Invocations[0].ExitCode)
	}
	run := r.Runs[0]
	for _, res := range run.Results {
		rule := run.Tool.Driver.Rules[res.RuleIndex]
		if *rule.ID != *res.RuleID {
			t.Errorf("rule index %d is %s, not %s", res.RuleIndex, *rule.ID, *res.RuleID)
		}
		if res.PartialFingerprints["primaryLocationLineHash"] == "" {
			t.Errorf("%s has no line hash", *res.Message.Text)
		}
		places := slices.Concat(res.Locations, res.RelatedLocations)
		if len(res.Locations) != 1 {
			t.Errorf("%d locations", len(res.Locations))
		}
		for _, l := range places {
			name, n := place(t, l)
			b, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
			if err != nil || n < 1 || n > strings.Count(string(b), "\n") {
				t.Errorf("%s:%d: no such line below the repository: %v", name, n, err)
			}
		}
	}
	return run
}

// place is the path of a location below the root of the repository, and the line.
func place(t *testing.T, l *sarif.Location) (name string, line int) {
	t.Helper()
	p := l.PhysicalLocation
	uri := *p.ArtifactLocation.URI
	u, err := url.Parse(uri)
	if err != nil || u.IsAbs() || u.Path == "" || u.String() != uri || p.ArtifactLocation.URIBaseID == nil || *p.ArtifactLocation.URIBaseID != "%SRCROOT%" {
		t.Fatalf("uri %q: %v", uri, err)
	}
	return u.Path, *p.Region.StartLine
}

// found lists the results as rule and file.
func found(t *testing.T, run *sarif.Run) string {
	t.Helper()
	var out []string
	for _, res := range run.Results {
		name, _ := place(t, res.Locations[0])
		out = append(out, *res.RuleID+" "+name)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

const cleanSrc = `package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func hello(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("hello"), nil
}

func main() {
	s := server.NewMCPServer("hello", "1.0.0")
	s.AddTool(mcp.NewTool("hello"), hello)
	_ = server.ServeStdio(s)
}
`

func TestSARIFClean(t *testing.T) {
	root, mod := repository(t, map[string]string{"main.go": cleanSrc})
	run := sarifRun(t, root, mod, exitClean)
	if run.Results == nil || len(run.Results) != 0 || len(run.Tool.Driver.Rules) == 0 || !*run.Invocations[0].ExecutionSuccessful {
		t.Errorf("%d results, %d rules", len(run.Results), len(run.Tool.Driver.Rules))
	}
}

// named is the server with another name of its handler, variable and tool, in a
// package of that name and without a main function.
func named(pkg, name string) string {
	src, _, _ := strings.Cut(serverSrc, "func main")
	src = strings.NewReplacer("package main", "package "+pkg, "getNote", "get"+name, "var db ", "var db"+name+" ", " db.", " db"+name+".").Replace(src)
	return src + "func register" + name + "(s *server.MCPServer) { s.AddTool(mcp.NewTool(\"" + strings.ToLower(name) + "\"), get" + name + ") }\n"
}

const noteTestSrc = `package PACKAGE

import (
	"testing"

	"github.com/mark3labs/mcp-go/mcp"
)

func TestNAME(t *testing.T) {
	res, err := CALL(t.Context(), mcp.CallToolRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if len(res.Content) != 1 {
		t.Fatal("no answer")
	}
}

var x = 1 //mcplint:ignore errleak
`

// Findings in tests, those inside a package and those outside it, each once.
func TestSARIFTests(t *testing.T) {
	src := strings.ReplaceAll(named("notes", "Note"), "getNote", "GetNote")
	test := func(pkg, name, call string) string {
		s := strings.NewReplacer("PACKAGE", pkg, "NAME", name, "CALL", call).Replace(noteTestSrc)
		if pkg == "notes_test" {
			s = strings.Replace(s, "\n)", "\n\n\t\"example.com/notes/notes\"\n)", 1)
		}
		return s
	}
	root, mod := repository(t, map[string]string{
		"notes/notes.go":    src,
		"notes/in_test.go":  test("notes", "In", "GetNote"),
		"notes/out_test.go": test("notes_test", "Out", "notes.GetNote"),
	})
	const dir = "servers/the notes/notes/"
	want := "directive " + dir + "in_test.go, directive " + dir + "out_test.go, errleak " + dir + "notes.go, uncheckediserror " + dir + "in_test.go, uncheckediserror " + dir + "out_test.go"
	if got := found(t, sarifRun(t, root, mod, exitFindings, "-rules=default,uncheckediserror")); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	if got := found(t, sarifRun(t, root, mod, exitFindings, "-rules=default,uncheckediserror", "-tests=false")); got != "errleak "+dir+"notes.go" {
		t.Errorf("without tests: %s", got)
	}
}

// Code that other programs write: its findings are reported where a person finds
// them, and nothing is fixed there.
func TestSARIFGenerated(t *testing.T) {
	body := `

import (
	"context"
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

%func NAME() {
	fmt.Fprintln(os.Stdout, "starting")
	s := server.NewMCPServer("hello", "1.0.0")
	s.AddTool(mcp.NewTool("NAME"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText("hello"), nil
	})
	_ = server.ServeStdio(s)
}
`
	server := func(head, line, name string) string {
		return head + "package main" + strings.NewReplacer("NAME", name, "%", line).Replace(body)
	}
	gen := server("// Code generated by a program. DO NOT EDIT.\n\n", "", "register")
	lined := server("", "//line server.tmpl:3\n", "template")
	template := "a template\n\n" + strings.Repeat("what becomes of it\n", 20)
	root, mod := repository(t, map[string]string{
		"main.go": "package main\n\nfunc main() { register(); template() }\n", "gen.go": gen, "lined.go": lined, "server.tmpl": template,
	})
	run := sarifRun(t, root, mod, exitFindings)
	if got, want := found(t, run), "stdoutwrite servers/the notes/gen.go, stdoutwrite servers/the notes/server.tmpl"; got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	for _, res := range run.Results {
		name, line := place(t, res.Locations[0])
		want := strings.Count(gen[:strings.Index(gen, "fmt.Fprintln")], "\n") + 1
		if strings.HasSuffix(name, ".tmpl") {
			want = 4
		}
		if line != want || len(res.Fixes) > 0 {
			t.Errorf("%s:%d, want line %d; fixes %+v", name, line, want, res.Fixes)
		}
	}
	_, errs, status := mcplint(t, mod, "-fix")
	if status != exitClean {
		t.Errorf("-fix: status %d: %s", status, errs)
	}
	contains(t, "stderr", errs, "applied 0 fixes in 0 files; 2 findings have no fix")
	for name, src := range map[string]string{"gen.go": gen, "lined.go": lined, "server.tmpl": template} {
		if got := readFile(t, filepath.Join(mod, name)); got != src {
			t.Errorf("-fix changed %s:\n%s", name, got)
		}
	}
}

// Of a file that cgo rewrites, positions and directives are those of the file on disk.
func TestSARIFCgo(t *testing.T) {
	if _, err := exec.LookPath("gcc"); err != nil {
		t.Skip("no C compiler")
	}
	src := strings.Replace(serverSrc, "package main\n", "package main\n\n// static int answer(void) { return 42; }\nimport \"C\"\n", 1)
	src = strings.Replace(src, "	var body string\n", "	var body string\n	_ = C.answer()\n", 1)
	src = strings.Replace(src, "func main() {\n", "func main() {\n	_ = C.answer() //mcplint:ignore errleak\n", 1)
	root, mod := repository(t, map[string]string{"main.go": src})
	line := func(s string) int { return strings.Count(src[:strings.Index(src, s)], "\n") + 1 }
	run := sarifRun(t, root, mod, exitFindings)
	got := map[string]int{}
	for _, res := range run.Results {
		name, n := place(t, res.Locations[0])
		if name != "servers/the notes/main.go" {
			t.Errorf("%s is in %s", *res.RuleID, name)
		}
		got[*res.RuleID] = n
	}
	if len(run.Results) != 2 || got["errleak"] != line("err.Error()") || got["directive"] != line("//mcplint:ignore") {
		t.Errorf("%v", got)
	}
	// A directive silences there as elsewhere, and so do settings that leave the file out.
	excused := strings.Replace(strings.Replace(src, " //mcplint:ignore errleak\n", "\n", 1), "err.Error()), nil\n", "err.Error()), nil //mcplint:ignore errleak it is meant so\n", 1)
	writeFile(t, filepath.Join(mod, "main.go"), excused)
	if got := found(t, sarifRun(t, root, mod, exitClean)); got != "" {
		t.Errorf("in spite of a directive: %s", got)
	}
	writeFile(t, filepath.Join(mod, "main.go"), src)
	writeFile(t, filepath.Join(mod, ".mcplint.yml"), "exclude: [main.go]\n")
	if got := found(t, sarifRun(t, root, mod, exitClean)); got != "" {
		t.Errorf("in spite of the settings: %s", got)
	}
}

// Paths with blanks and letters of any kind, in a module deep in its repository.
func TestSARIFPaths(t *testing.T) {
	root := tempDir(t)
	src := module(t, nil)
	mod := filepath.Join(root, "sérver 100%", "日本語 #1")
	for _, f := range []string{"go.mod", "go.sum"} {
		writeFile(t, filepath.Join(mod, f), readFile(t, filepath.Join(src, f)))
	}
	writeFile(t, filepath.Join(mod, "hä ndler's+x.go"), serverSrc)
	writeFile(t, filepath.Join(mod, "sub.d", "ß.go"), named("sub", "Sub"))
	gitIn(t, root, "init", "-q")
	const dir = "sérver 100%/日本語 #1/"
	want := "errleak " + dir + "hä ndler's+x.go, errleak " + dir + "sub.d/ß.go"
	if got := found(t, sarifRun(t, root, mod, exitFindings)); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	// From another folder the paths are the same.
	if got := found(t, sarifRun(t, root, filepath.Join(mod, "sub.d"), exitFindings, "../...")); got != want {
		t.Errorf("from below: %s\nwant %s", got, want)
	}
	if got := found(t, sarifRun(t, root, root, exitFindings, "-C", mod)); got != want {
		t.Errorf("with -C: %s\nwant %s", got, want)
	}
}
