package main

// End-to-end test of the golangci-lint plugin: a real golangci-lint with the plugin
// in it, against the standalone command.

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	// Not used here: it makes go test notice when the plugin changes.
	_ "github.com/gomcplint/mcplint/analyzers/golangci"
)

// buildGolangci builds golangci-lint with the plugin, from modules. The build cache
// of the go command makes all but the first time cheap.
func buildGolangci(t *testing.T) string {
	t.Helper()
	dir := filepath.Join("..", "..", "testdata", "golangci")
	for _, name := range []string{"main.go", "go.mod", "go.sum"} { // go test notices changes of these, too
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	exe := filepath.Join(t.TempDir(), "golangci-lint")
	if runtime.GOOS == "windows" {
		exe += ".exe"
	}
	cmd := command(dir, "go", "build", "-buildvcs=false", "-o", exe, ".")
	cmd.Env = append(cmd.Env, "GOFLAGS=-mod=readonly")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build in testdata/golangci (after a change of mcplint's requirements, run go mod tidy there): %v\n%s", err, out)
	}
	return exe
}

// demo is a copy of the demo server with more files.
func demo(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := tempDir(t)
	src := filepath.Join("..", "..", "testdata", "demo")
	for _, name := range []string{"go.mod", "go.sum", "main.go"} {
		writeFile(t, filepath.Join(dir, name), readFile(t, filepath.Join(src, name)))
	}
	for name, src := range files {
		writeFile(t, filepath.Join(dir, name), src)
	}
	return dir
}

// golangci is golangci-lint with a cache of its own.
type golangci struct{ exe, cache string }

// run returns the findings, as file:line:column: linter: text, and what was said
// about the run.
func (g golangci) run(t *testing.T, dir string, wantStatus int, args ...string) (issues []string, stderr string) {
	t.Helper()
	cmd := command(dir, g.exe, append([]string{"run", "--output.json.path=stdout", "--show-stats=false", "--allow-parallel-runners"}, args...)...)
	cmd.Env = append(cmd.Env, "GOLANGCI_LINT_CACHE="+g.cache)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err := cmd.Run()
	if cmd.ProcessState == nil {
		t.Fatal(err)
	}
	if status := cmd.ProcessState.ExitCode(); status != wantStatus {
		t.Fatalf("golangci-lint %v: exit status %d, want %d\n%s%s", args, status, wantStatus, out.String(), errs.String())
	}
	if wantStatus > exitFindings {
		return nil, errs.String()
	}
	var r struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename     string
				Line, Column int
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatalf("%v\n%s%s", err, out.String(), errs.String())
	}
	for _, i := range r.Issues {
		issues = append(issues, fmt.Sprintf("%s:%d:%d: %s: %s", filepath.ToSlash(i.Pos.Filename), i.Pos.Line, i.Pos.Column, i.FromLinter, i.Text))
	}
	slices.Sort(issues)
	return issues, errs.String()
}

// standalone returns what the command by itself shows, in the form of golangci-lint,
// and the rules of the findings that directives silence.
func standalone(t *testing.T, dir string, args ...string) (shown, silenced []string) {
	t.Helper()
	r, _ := jsonReport(t, dir, exitFindings, append(args, "-show-suppressed")...)
	for _, f := range r.Findings {
		if f.Suppressed != nil {
			silenced = append(silenced, f.Rule)
			continue
		}
		shown = append(shown, fmt.Sprintf("%s:%d:%d: mcplint: %s: %s", f.File, f.Line, f.Column, f.Rule, f.Message))
	}
	slices.Sort(shown)
	slices.Sort(silenced)
	return shown, silenced
}

func rulesOf(shown []string) string {
	var rules []string
	for _, s := range shown {
		rules = append(rules, strings.Split(s, ": ")[2])
	}
	slices.Sort(rules)
	return strings.Join(rules, " ")
}

func sameFindings(t *testing.T, golangci, standalone []string) {
	t.Helper()
	if g, s := strings.Join(golangci, "\n"), strings.Join(standalone, "\n"); g != s {
		t.Errorf("golangci-lint has\n%s\nand mcplint\n%s", g, s)
	}
}

const shelfSrc = `// Package shelf is below the handlers: golangci-lint knows it by its facts.
package shelf

import (
	"context"
	"database/sql"
)

var DB *sql.DB

func Place(ctx context.Context, id string) (string, error) {
	var s string
	err := DB.QueryRowContext(ctx, "SELECT place FROM shelf WHERE book = ?", id).Scan(&s)
	return s, err
}

func Put(ctx context.Context, id string) error {
	_, err := DB.ExecContext(ctx, "INSERT INTO shelf(book) VALUES (?)", id)
	return err
}

// Public leaves nothing of the store in the text.
//
//mcplint:sanitizes
func Public(err error) string { return err.Error() }
`

const roomSrc = `// Package room has handlers over another package.
package room

import (
	"context"

	"example.com/demo/shelf"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func where(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s, err := shelf.Place(ctx, req.GetString("id", ""))
	if err != nil {
		return mcp.NewToolResultError("no place: " + err.Error()), nil
	}
	return mcp.NewToolResultText(s), nil
}

func public(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s, err := shelf.Place(ctx, req.GetString("id", ""))
	if err != nil {
		return mcp.NewToolResultError("no place: " + shelf.Public(err)), nil
	}
	return mcp.NewToolResultText(s), nil
}

func put(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := shelf.Put(ctx, req.GetString("id", "")); err != nil {
		return mcp.NewToolResultError("the book could not be put there, please try again"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func Tools(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("where"), where)
	s.AddTool(mcp.NewTool("public"), public)
	s.AddTool(mcp.NewTool("put"), put)
}
`

const excusedSrc = `package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
)

func (l *library) excused(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	title, err := l.title(ctx, req.GetString("id", ""))
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil //nolint:mcplint // the readers run the database
	}
	return mcp.NewToolResultText(title), nil
}

func (l *library) accepted(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	title, err := l.title(ctx, req.GetString("id", ""))
	if err != nil {
		//mcplint:ignore protocolerror the host of this server shows it to people
		return nil, err
	}
	return mcp.NewToolResultText(title), nil
}
`

const unmarkedSrc = `package main

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
)

func (l *library) unmarked(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	title, err := l.title(ctx, req.GetString("id", ""))
	if err != nil {
		return &mcp.CallToolResult{Content: []mcp.Content{mcp.NewTextContent("the title could not be read; call list_books for the ids that exist")}}, nil
	}
	return mcp.NewToolResultText(title), nil
}
`

const directivesSrc = `package main

//mcplint:ignored errleak no such directive
var ä = 1 //mcplint:ignore errleak

//mcplint:readonly
var readonly = 2

//mcplint:ignore erleak no such rule
func misspelt() {}

// mcplint:ignore errleak there is a blank
func blank() {}
`

const directivesTestSrc = `package main

//mcplint:ignore
var inTest = 3
`

// settingsFile is a .golangci.yml with settings of mcplint.
func settingsFile(settings string) string {
	return `version: "2"
linters:
  default: none
  enable: [mcplint, nolintlint]
  settings:
    nolintlint: {allow-unused: false}
    custom:
      mcplint:
        type: module
        settings: {` + settings + `}
issues: {max-issues-per-linter: 0, max-same-issues: 0, uniq-by-line: false}
`
}

func TestGolangci(t *testing.T) {
	if testing.Short() {
		t.Skip("builds golangci-lint, which takes minutes the first time")
	}
	g := golangci{buildGolangci(t), t.TempDir()}

	t.Run("example", func(t *testing.T) {
		dir := demo(t, map[string]string{
			".golangci.yml":  readFile(t, filepath.Join("..", "..", ".golangci.example.yml")),
			"excused.go":     excusedSrc,
			"shelf/shelf.go": shelfSrc,
			"room/room.go":   roomSrc,
		})
		want, silenced := standalone(t, dir)
		if r := rulesOf(want); r != "errleak errleak protocolerror protocolerror retryhint retryhint" {
			t.Errorf("mcplint has %s", r)
		}
		if s := strings.Join(silenced, " "); s != "errleak protocolerror" {
			t.Errorf("mcplint silences %s", s)
		}
		got, _ := g.run(t, dir, exitFindings, "--enable-only=mcplint")
		sameFindings(t, got, want)

		// One package, what it imports known from the cache.
		got, _ = g.run(t, dir, exitFindings, "--enable-only=mcplint", "./room")
		sameFindings(t, got, slices.DeleteFunc(want, func(s string) bool { return !strings.HasPrefix(s, "room/") }))
	})

	t.Run("settings", func(t *testing.T) {
		dir := demo(t, map[string]string{
			".golangci.yml":  settingsFile(`rules: [all, -retryhint], confidence: low, sanitizers: [example.com/demo/room.hide]`),
			"excused.go":     excusedSrc,
			"shelf/shelf.go": shelfSrc,
			"room/room.go":   strings.ReplaceAll(roomSrc, `"no place: " + err.Error()`, `hide(err)`) + "\nfunc hide(err error) string { return err.Error() }\n",
		})
		// nolintlint would have its say if the comment in excused.go met no issue.
		want, _ := standalone(t, dir, "-rules=all,-retryhint", "-confidence=low", "-sanitizers=example.com/demo/room.hide")
		if r := rulesOf(want); !strings.Contains(r, "hiddeneffect") || strings.Contains(r, "retryhint") {
			t.Errorf("mcplint has %s", r)
		}
		if slices.ContainsFunc(want, func(s string) bool { return strings.HasPrefix(s, "room/") && strings.Contains(s, ": errleak: ") }) {
			t.Errorf("the sanitizer is not known: %q", want)
		}
		got, _ := g.run(t, dir, exitFindings)
		sameFindings(t, got, want)
	})

	t.Run("directives", func(t *testing.T) {
		files := map[string]string{".golangci.yml": settingsFile(""), "directives.go": directivesSrc, "directives_test.go": directivesTestSrc}
		dir := demo(t, files)
		want, _ := standalone(t, dir)
		if n := strings.Count(rulesOf(want), "directive"); n != 6 {
			t.Errorf("mcplint has %d problems with directives:\n%s", n, strings.Join(want, "\n"))
		}
		got, _ := g.run(t, dir, exitFindings)
		sameFindings(t, got, want)

		files[".golangci.yml"] = settingsFile("rules: [default, -directive]")
		dir = demo(t, files)
		want, _ = standalone(t, dir, "-rules=default,-directive")
		got, _ = g.run(t, dir, exitFindings)
		sameFindings(t, got, want)
	})

	t.Run("refused", func(t *testing.T) {
		for _, c := range []struct{ settings, want string }{
			{`sanitisers: [example.com/demo.Clean]`, `unknown field "sanitisers"`},
			{`rules: [default, -protocolerorr]`, `unknown rule "protocolerorr": did you mean protocolerror?`},
			{`confidence: sure`, `unknown confidence "sure"`},
			{`handlers: [Serve]`, `"Serve" names no function`},
		} {
			dir := demo(t, map[string]string{".golangci.yml": settingsFile(c.settings)})
			const failure = 3 // of golangci-lint
			_, errs := g.run(t, dir, failure)
			contains(t, c.settings, errs, c.want)
		}
	})

	t.Run("fix", func(t *testing.T) {
		files := map[string]string{".golangci.yml": settingsFile("rules: [falsesuccess]"), "unmarked.go": unmarkedSrc}
		ours, theirs := demo(t, files), demo(t, files)
		mcplint(t, ours, "-rules=falsesuccess", "-fix")
		fixed := readFile(t, filepath.Join(ours, "unmarked.go"))
		contains(t, "what mcplint -fix wrote", fixed, "IsError: true")
		g.run(t, theirs, exitClean, "--fix")
		if got := readFile(t, filepath.Join(theirs, "unmarked.go")); got != fixed {
			t.Errorf("golangci-lint run --fix wrote\n%s\nand mcplint -fix\n%s", got, fixed)
		}
	})
}
