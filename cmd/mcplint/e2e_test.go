package main

// End-to-end tests: the test binary stands in for mcplint when the variable below
// is set, so that what is tested is the whole command with its exit status, also
// as go vet calls it, and against a real SDK.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/gomcplint/mcplint/cmd/mcplint/internal/report"
)

const runAsCommand = "MCPLINT_TEST_RUN_AS_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(runAsCommand) != "" {
		main()
		return
	}
	os.Exit(m.Run())
}

const serverSrc = `package main

import (
	"context"
	"database/sql"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var db *sql.DB

func getNote(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var body string
	err := db.QueryRowContext(ctx, "SELECT body FROM notes WHERE id = ?", req.GetString("id", "")).Scan(&body)
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText(body), nil
}

func main() {
	s := server.NewMCPServer("notes", "1.0.0")
	s.AddTool(mcp.NewTool("get_note"), getNote)
	_ = server.ServeStdio(s)
}
`

// tempDir is a folder by its real name, which is the one that reports have.
func tempDir(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if r, err := filepath.EvalSymlinks(dir); err == nil {
		return r
	}
	return dir
}

// module writes a module that uses the mcp-go SDK; files may be in sub-directories.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := tempDir(t)
	mod, err := os.ReadFile(filepath.Join("testdata", "mcpgo.mod"))
	if err != nil {
		t.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join("testdata", "mcpgo.sum"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{"go.mod": string(mod), "go.sum": string(sum)}
	for name, src := range files {
		all[name] = src
	}
	for name, src := range all {
		writeFile(t, filepath.Join(dir, name), src)
	}
	return dir
}

func writeFile(t *testing.T, name, src string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func command(dir, name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), runAsCommand+"=1", "GOFLAGS=-mod=mod", "GOWORK=off", "GITHUB_STEP_SUMMARY=")
	return cmd
}

// mcplint runs the command in dir and returns what it printed and its status.
func mcplint(t *testing.T, dir string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	cmd := command(dir, exe, args...)
	cmd.Stdout, cmd.Stderr = &out, &errs
	if err := cmd.Run(); err != nil {
		var ee *exec.ExitError
		if !errors.As(err, &ee) {
			t.Fatal(err)
		}
	}
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

func jsonReport(t *testing.T, dir string, wantStatus int, args ...string) (*report.Report, string) {
	t.Helper()
	out, errs, status := mcplint(t, dir, append([]string{"-f", "json"}, args...)...)
	if status != wantStatus {
		t.Fatalf("%v: exit status %d, want %d\n%s%s", args, status, wantStatus, out, errs)
	}
	return decode(t, out), errs
}

func decode(t *testing.T, out string) *report.Report {
	t.Helper()
	r := new(report.Report)
	if err := json.Unmarshal([]byte(out), r); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return r
}

func hasRule(r *report.Report, name string) *report.Finding {
	for i := range r.Findings {
		if r.Findings[i].Rule == name {
			return &r.Findings[i]
		}
	}
	return nil
}

func contains(t *testing.T, what, s string, subs ...string) {
	t.Helper()
	for _, sub := range subs {
		if !strings.Contains(s, sub) {
			t.Errorf("%s has no %q:\n%s", what, sub, s)
		}
	}
}

func TestReports(t *testing.T) {
	dir := module(t, map[string]string{"main.go": serverSrc, "sub/x.go": "package sub\n"})
	r, _ := jsonReport(t, dir, exitFindings)
	f := hasRule(r, "errleak")
	if f == nil {
		t.Fatalf("no errleak finding: %+v", r)
	}
	if f.File != "main.go" || f.Line != 17 || f.Tool != "get_note" || f.Fingerprint == "" || f.URL == "" || f.Text != "" {
		t.Errorf("finding %+v", f)
	}
	if r.Coverage.Packages != 2 || r.Coverage.Handlers != 1 || r.Coverage.Registrations != 1 {
		t.Errorf("coverage %+v", r.Coverage)
	}

	out, errs, status := mcplint(t, dir)
	if status != exitFindings {
		t.Errorf("text: status %d", status)
	}
	contains(t, "text", out, "main.go:17:", "errleak", "NewToolResultError(err.Error())", "^^^", " 1. main.go:")
	contains(t, "summary", errs, "1 handler analysed")
	if strings.Contains(out+errs, "\x1b") {
		t.Error("colours without a terminal")
	}

	// Narrowed to a package without findings, and run from within it.
	if r, _ := jsonReport(t, dir, exitClean, "./sub"); len(r.Findings) != 0 {
		t.Errorf("./sub: %+v", r.Findings)
	}
	if r, _ := jsonReport(t, filepath.Join(dir, "sub"), exitFindings, "../..."); len(r.Findings) == 0 || r.Findings[0].File != "../main.go" {
		t.Errorf("../...: %+v", r.Findings)
	}
	jsonReport(t, dir, exitClean, "-fail-on=none")
	jsonReport(t, dir, exitClean, "-rules=default,-errleak,-vagueerror")

	file := filepath.Join(dir, "out.json")
	if out, _, _ := mcplint(t, dir, "-f", "json", "-o", file); out != "" {
		t.Errorf("-o still prints %q", out)
	}
	contains(t, "-o", readFile(t, file), `"rule": "errleak"`)
}

func TestUsage(t *testing.T) {
	dir := module(t, map[string]string{"main.go": serverSrc, "docs/x.txt": ""})
	empty := t.TempDir()
	for _, c := range []struct {
		dir  string
		args []string
		want string
	}{
		{dir, []string{"-rules=erleak"}, `unknown rule "erleak": did you mean errleak?`},
		{dir, []string{"-f=xml"}, `unknown format "xml"`},
		{dir, []string{"-fail-on=fatal"}, `unknown level "fatal"`},
		{dir, []string{"-confidence=sure"}, `unknown confidence "sure"`},
		{dir, []string{"-explain=nothing"}, `unknown rule "nothing"`},
		{dir, []string{"./nowhere"}, "nowhere"},
		{dir, []string{"./docs/..."}, "no packages match ./docs/..."},
		{dir, []string{"-C=nowhere"}, "nowhere is no directory"},
		{empty, nil, "no go.mod"},
	} {
		out, errs, status := mcplint(t, c.dir, c.args...)
		if status != exitUsage || out != "" || !strings.Contains(errs, c.want) {
			t.Errorf("%v: status %d, stdout %q, stderr %q; want %q", c.args, status, out, errs, c.want)
		}
	}
	for _, a := range []string{"-list", "-version", "-explain=errleak", "-h"} {
		out, errs, status := mcplint(t, empty, a)
		if status != exitClean || len(out)+len(errs) == 0 {
			t.Errorf("%s: status %d, %q %q", a, status, out, errs)
		}
	}
}

func TestBrokenPackage(t *testing.T) {
	dir := module(t, map[string]string{"main.go": serverSrc, "bad/x.go": "package bad\n\nvar X int = \"s\"\n"})
	r, errs := jsonReport(t, dir, exitUsage)
	contains(t, "stderr", errs, "example.com/notes/bad does not build")
	if hasRule(r, "errleak") == nil {
		t.Error("the rest was not analysed")
	}
	if len(r.Coverage.Skipped) == 0 {
		t.Error("coverage does not list the package")
	}
}

func TestNoHandlers(t *testing.T) {
	dir := module(t, map[string]string{"x.go": "package x\n"})
	_, errs, status := mcplint(t, dir)
	if status != exitClean {
		t.Errorf("status %d", status)
	}
	contains(t, "stderr", errs, "no MCP tool handler was found")
}

// TestVet holds go vet's findings and the standalone ones together. The subset
// comes first, since that is what loses findings in the go command of Go 1.26
// where a package without tests is reached through an importer; see front-ends.md.
func TestVet(t *testing.T) {
	dir := module(t, map[string]string{"main.go": serverSrc, "sub/x.go": "package sub\n"})
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r, _ := jsonReport(t, dir, exitFindings)
	for _, pat := range []string{"./sub", "./..."} {
		cmd := command(dir, "go", "vet", "-vettool="+exe, pat)
		out, err := cmd.CombinedOutput()
		if pat == "./sub" {
			if err != nil {
				t.Errorf("go vet %s: %v\n%s", pat, err, out)
			}
			continue
		}
		if err == nil {
			t.Errorf("go vet %s: no failure", pat)
		}
		for _, f := range r.Findings {
			contains(t, "go vet", string(out), f.Message)
		}
		n := findings(string(out))
		if n != len(r.Findings) {
			t.Errorf("go vet has %d findings, mcplint %d:\n%s", n, len(r.Findings), out)
		}
	}
}

const storeSrc = `package store

import (
	"context"
	"database/sql"

	"github.com/mark3labs/mcp-go/mcp"
)

var DB *sql.DB

func Title(ctx context.Context, id string) (string, error) {
	var s string
	err := DB.QueryRowContext(ctx, "SELECT title FROM books WHERE id = ?", id).Scan(&s)
	return s, err
}

func Lend(ctx context.Context, id string) error {
	_, err := DB.ExecContext(ctx, "INSERT INTO loans(book) VALUES (?)", id)
	return err
}

// Clean leaves nothing of the store in the text.
//
//mcplint:sanitizes
func Clean(err error) string { return err.Error() }

func Plain(error) string { return "the book could not be found; check the id" }

func Fail(msg string) *mcp.CallToolResult { return mcp.NewToolResultError(msg) }
`

const importerSrc = `package main

import (
	"context"

	"example.com/notes/store"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func title(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s, err := store.Title(ctx, req.GetString("id", ""))
	if err != nil {
		return store.Fail("no title: " + err.Error()), nil // errleak
	}
	return mcp.NewToolResultText(s), nil
}

func clean(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s, err := store.Title(ctx, req.GetString("id", ""))
	if err != nil {
		return store.Fail(store.Clean(err)), nil
	}
	return mcp.NewToolResultText(s), nil
}

func plain(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s, err := store.Title(ctx, req.GetString("id", ""))
	if err != nil {
		return mcp.NewToolResultError(store.Plain(err)), nil
	}
	return mcp.NewToolResultText(s), nil
}

func lend(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := store.Lend(ctx, req.GetString("id", "")); err != nil {
		return mcp.NewToolResultError("the loan could not be booked, please try again"), nil // retryhint
	}
	return mcp.NewToolResultText("lent"), nil
}

func main() {
	s := server.NewMCPServer("library", "1.0.0")
	s.AddTool(mcp.NewTool("title"), title)
	s.AddTool(mcp.NewTool("clean"), clean)
	s.AddTool(mcp.NewTool("plain"), plain)
	s.AddTool(mcp.NewTool("lend"), lend)
	_ = server.ServeStdio(s)
}
`

// TestVetAcrossPackages: what a package says of its functions reaches go vet by
// facts, and its findings are those of the standalone command.
func TestVetAcrossPackages(t *testing.T) {
	dir := module(t, map[string]string{"main.go": importerSrc, "store/store.go": storeSrc})
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r, _ := jsonReport(t, dir, exitFindings)
	var rules []string
	for _, f := range r.Findings {
		rules = append(rules, f.Rule)
	}
	if strings.Join(rules, " ") != "errleak retryhint" {
		t.Errorf("standalone: %v", rules)
	}
	out, _ := command(dir, "go", "vet", "-vettool="+exe, "./...").CombinedOutput() // it fails, for there are findings
	for _, f := range r.Findings {
		contains(t, "go vet", string(out), fmt.Sprintf("%s:%d:%d: ", f.File, f.Line, f.Column))
	}
	if n := findings(string(out)); n != len(r.Findings) {
		t.Errorf("go vet has %d findings, mcplint %d:\n%s", n, len(r.Findings), out)
	}
}

// findings counts those of go vet; related places are indented after their
// position.
func findings(vet string) (n int) {
	for line := range strings.Lines(vet) {
		if strings.Contains(line, ".go:") && !strings.Contains(line, ": \t") {
			n++
		}
	}
	return n
}

// TestVetOlderGo: a go command that is newer than the one that built the tool.
func TestVetOlderGo(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for the go command is a shell script")
	}
	bin := t.TempDir()
	fake := filepath.Join(bin, "go")
	writeFile(t, fake, "#!/bin/sh\necho '{\"GOMOD\": \"\", \"GOWORK\": \"\", \"GOVERSION\": \"go1.99.0\"}'\n")
	if err := os.Chmod(fake, 0o755); err != nil {
		t.Fatal(err)
	}
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := command(t.TempDir(), exe, "-V=full")
	cmd.Env = append(cmd.Env, "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err == nil || cmd.ProcessState.ExitCode() != exitUsage {
		t.Errorf("%v: %s", err, out)
	}
	contains(t, "message", string(out), "cannot read what the newer go1.99.0 writes")
}
