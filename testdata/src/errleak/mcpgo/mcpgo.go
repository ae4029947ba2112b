// Package mcpgo has texts with internal error text in them, beside clean ones.
package mcpgo

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type museum struct{ db *sql.DB }

func (m *museum) load(ctx context.Context, id string) (string, error) {
	var name string
	if err := m.db.QueryRowContext(ctx, "SELECT name FROM exhibits WHERE id = $1", id).Scan(&name); err != nil {
		return "", fmt.Errorf("exhibit %s: %w", id, err)
	}
	return name, nil
}

func (m *museum) wrapped(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name, err := m.load(ctx, req.GetString("id", ""))
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil // want `\(\*sql.Row\).Scan \(infra\)`
	}
	return mcp.NewToolResultText(name), nil
}

func (m *museum) mapped(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name, err := m.load(ctx, req.GetString("id", ""))
	if err != nil {
		return mcp.NewToolResultError(public(err)), nil
	}
	return mcp.NewToolResultText(name), nil
}

func public(err error) string {
	if errors.Is(err, sql.ErrNoRows) {
		return "there is no such exhibit; list_exhibits names them"
	}
	slog.Error("museum", "err", err)
	return "the catalogue cannot be read; tell the user"
}

func (m *museum) built(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var b strings.Builder
	if _, err := os.ReadDir("/srv/halls"); err != nil {
		fmt.Fprintf(&b, "halls: %v", err)
	}
	return mcp.NewToolResultError(b.String()), nil // want "os.ReadDir"
}

func (m *museum) numbers(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := strconv.Atoi(req.GetString("room", "")); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText("a room"), nil
}

func (m *museum) body(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	resp, err := http.Get("http://archive.internal/index")
	if err != nil {
		return mcp.NewToolResultError("the archive does not answer; tell the user"), nil
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		return mcp.NewToolResultError("the archive says " + string(text)), nil // want "payload"
	}
	return mcp.NewToolResultText("read"), nil
}

func (m *museum) status(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	resp, err := http.Get("http://archive.internal/index")
	if err != nil {
		return mcp.NewToolResultError("the archive does not answer; tell the user"), nil
	}
	defer resp.Body.Close()
	return mcp.NewToolResultErrorf("the archive answered %d", resp.StatusCode), nil
}

type fault struct {
	cause error
	Say   string
}

func (f *fault) Error() string { return "fault: " + f.cause.Error() }

func (m *museum) open(name string) error {
	if _, err := os.Open(name); err != nil {
		return &fault{err, "the guide has gone home"}
	}
	return nil
}

func (m *museum) ownType(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := m.open("guide.txt"); err != nil {
		return mcp.NewToolResultErrorf("no guide: %v", err), nil // want "os.Open"
	}
	return mcp.NewToolResultText("here"), nil
}

func (m *museum) field(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var f *fault
	if err := m.open("guide.txt"); errors.As(err, &f) {
		return mcp.NewToolResultError(f.Say), nil
	}
	return mcp.NewToolResultText("here"), nil
}

type report struct {
	Text  string `json:"text"`
	Cause string `json:"cause"`
}

func (m *museum) marshalled(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r := report{Text: "no plan"}
	if _, err := os.ReadFile("plan.svg"); err != nil {
		r.Cause = err.Error()
	}
	b, _ := json.Marshal(r)
	return mcp.NewToolResultError(string(b)), nil // want "os.ReadFile"
}

func (m *museum) command(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var out bytes.Buffer
	cmd := exec.CommandContext(ctx, "convert", "plan.svg")
	cmd.Stderr = &out
	if err := cmd.Run(); err != nil {
		return mcp.NewToolResultError("no picture: " + out.String()), nil // want "payload"
	}
	return mcp.NewToolResultText("drawn"), nil
}

type result struct{ err error }

func (m *museum) channel(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ch := make(chan result, 1)
	go func() {
		_, err := m.load(ctx, "1")
		ch <- result{err}
	}()
	if r := <-ch; r.err != nil {
		return mcp.NewToolResultErrorf("no answer: %s", r.err), nil // want `\(\*sql.Row\).Scan`
	}
	return mcp.NewToolResultText("ok"), nil
}

func Register(s *server.MCPServer, m *museum) {
	for name, h := range map[string]server.ToolHandlerFunc{
		"wrapped": m.wrapped, "mapped": m.mapped, "built": m.built, "numbers": m.numbers, "body": m.body, "status": m.status,
		"own": m.ownType, "field": m.field, "marshalled": m.marshalled, "command": m.command, "channel": m.channel,
	} {
		s.AddTool(mcp.NewTool(name), h)
	}
}
