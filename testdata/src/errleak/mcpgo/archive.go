package mcpgo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"text/template"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// archive keeps the papers of the museum.
type archive struct {
	*museum
	dir string
}

// The SDK's own constructor puts the error behind the text.
func (a *archive) badPaper(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name, err := a.load(ctx, req.GetString("id", ""))
	if err != nil {
		return mcp.NewToolResultErrorFromErr("no paper", err), nil // want `\(\*sql.Row\).Scan`
	}
	return mcp.NewToolResultText(name), nil
}

func (a *archive) goodPaper(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id, err := req.RequireString("id")
	if err != nil {
		return mcp.NewToolResultErrorFromErr("id", err), nil
	}
	name, err := a.load(ctx, id)
	if err != nil {
		slog.ErrorContext(ctx, "paper", "id", id, "err", err)
		return mcp.NewToolResultErrorf("there is no paper %s; list_papers names them", id), nil
	}
	return mcp.NewToolResultText(name), nil
}

// The last error of a loop is told behind it.
func (a *archive) badCopies(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var last error
	for _, dir := range []string{"/srv/archive", "/mnt/copy"} {
		b, err := os.ReadFile(dir + "/index")
		if err == nil {
			return mcp.NewToolResultText(string(b)), nil
		}
		last = err
	}
	return mcp.NewToolResultError(fmt.Sprint("no copy can be read: ", last)), nil // want `os.ReadFile`
}

func (a *archive) goodCopies(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	tried := 0
	for _, dir := range []string{"/srv/archive", "/mnt/copy"} {
		b, err := os.ReadFile(dir + "/index")
		if err == nil {
			return mcp.NewToolResultText(string(b)), nil
		}
		tried++
		slog.ErrorContext(ctx, "copy", "dir", dir, "err", err)
	}
	return mcp.NewToolResultError(fmt.Sprint("no copy can be read; tried: ", tried)), nil
}

// An adapter around results of the program's own, with a field for the failure.
type finding struct {
	Text  string
	Error string
}

func adapted(find func(ctx context.Context, id string) finding) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		f := find(ctx, req.GetString("id", ""))
		if f.Error != "" {
			return mcp.NewToolResultError(f.Error), nil // want `tool "finding": the error text of http.Get`
		}
		return mcp.NewToolResultText(f.Text), nil
	}
}

func (a *archive) badFinding(ctx context.Context, id string) finding {
	resp, err := http.Get("http://archive.internal/papers/" + id)
	if err != nil {
		return finding{Error: "archive: " + err.Error()}
	}
	defer resp.Body.Close()
	return finding{Text: resp.Status}
}

func (a *archive) goodFinding(ctx context.Context, id string) finding {
	resp, err := http.Get("http://archive.internal/papers/" + id)
	if err != nil {
		slog.ErrorContext(ctx, "archive", "err", err)
		return finding{Error: "archive: no answer; tell the user"}
	}
	defer resp.Body.Close()
	return finding{Text: resp.Status}
}

// A command's standard error, through the error that carries it.
func (a *archive) badScan(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	out, err := exec.CommandContext(ctx, "scan", "--once").Output()
	var ee *exec.ExitError
	if errors.As(err, &ee) {
		return mcp.NewToolResultError("the scanner says " + string(bytes.TrimSpace(ee.Stderr))), nil // want `\(payload\)|\(infra\)`
	}
	if err != nil {
		return mcp.NewToolResultError("there is no scanner"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

func (a *archive) goodScan(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	out, err := exec.CommandContext(ctx, "scan", "--once").Output()
	var ee *exec.ExitError
	if errors.As(err, &ee) {
		return mcp.NewToolResultErrorf("the scanner ends with status %d", ee.ExitCode()), nil
	}
	if err != nil {
		return mcp.NewToolResultError("there is no scanner"), nil
	}
	return mcp.NewToolResultText(string(out)), nil
}

// A template that prints what it is given.
var page = template.Must(template.New("page").Parse("{{.Title}}: {{.Why}}\n"))

type view struct {
	Title string
	Why   any
}

func render(v view) string {
	var b strings.Builder
	if err := page.Execute(&b, v); err != nil {
		return v.Title
	}
	return b.String()
}

func (a *archive) badPage(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := a.load(ctx, "page"); err != nil {
		return mcp.NewToolResultError(render(view{"page", err})), nil // want `\(\*sql.Row\).Scan`
	}
	return mcp.NewToolResultText("here"), nil
}

func (a *archive) goodPage(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := a.load(ctx, "page"); err != nil {
		slog.ErrorContext(ctx, "page", "err", err)
		return mcp.NewToolResultError(render(view{"page", "not in the catalogue"})), nil
	}
	return mcp.NewToolResultText("here"), nil
}

// The SDK's structured adapter prints what the function returns.
type box struct {
	Shelf string `json:"shelf"`
}

func (a *archive) badBox(_ context.Context, _ mcp.CallToolRequest, in box) (box, error) {
	if _, err := os.Stat(a.dir + "/boxes.db"); err != nil {
		return box{}, err // want `os.Stat`
	}
	return in, nil
}

func (a *archive) goodBox(_ context.Context, _ mcp.CallToolRequest, in box) (box, error) {
	if in.Shelf == "" {
		return box{}, errors.New("shelf is required")
	}
	return in, nil
}

// RegisterArchive adds the tools.
func RegisterArchive(s *server.MCPServer, a *archive) {
	s.AddTool(mcp.NewTool("paper"), a.badPaper)
	s.AddTool(mcp.NewTool("paper_well"), a.goodPaper)
	s.AddTool(mcp.NewTool("copies"), a.badCopies)
	s.AddTool(mcp.NewTool("copies_well"), a.goodCopies)
	s.AddTool(mcp.NewTool("finding"), adapted(a.badFinding))
	s.AddTool(mcp.NewTool("finding_well"), adapted(a.goodFinding))
	s.AddTool(mcp.NewTool("scan"), a.badScan)
	s.AddTool(mcp.NewTool("scan_well"), a.goodScan)
	s.AddTool(mcp.NewTool("page"), a.badPage)
	s.AddTool(mcp.NewTool("page_well"), a.goodPage)
	s.AddTool(mcp.NewTool("box"), mcp.NewStructuredToolHandler(a.badBox))
	s.AddTool(mcp.NewTool("box_well"), mcp.NewStructuredToolHandler(a.goodBox))
}
