// Package mcpgo holds the ways in which handlers of mcp-go end.
package mcpgo

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
)

type store struct{ db *sql.DB }

var errNone = errors.New("there is no such note")

func (s *store) title(ctx context.Context, id string) (string, error) {
	var t string
	err := s.db.QueryRowContext(ctx, "SELECT title FROM notes WHERE id = ?", id).Scan(&t)
	if errors.Is(err, sql.ErrNoRows) {
		return "", errNone
	}
	if err != nil {
		return "", fmt.Errorf("title: %w", err)
	}
	return t, nil
}

// Straight: one outcome for each return.
func straight(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	path, err := req.RequireString("path")
	if err != nil {
		return mcp.NewToolResultError("a path is needed"), nil // want `tool-error: "a path is needed" if req.RequireString("path")#1 != nil`
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err // want `protocol-error: infra os.ReadFile (medium) if os.ReadFile(req.RequireString("path")#0)#1 != nil and req.RequireString("path")#1 == nil`
	}
	if len(data) == 0 {
		return nil, nil // want `broken if len(os.ReadFile(req.RequireString("path")#0)#0) == 0 and os.ReadFile(req.RequireString("path")#0)#1 == nil and req.RequireString("path")#1 == nil`
	}
	return mcp.NewToolResultText("read"), nil // want `success: "read" if len(os.ReadFile(req.RequireString("path")#0)#0) != 0 and os.ReadFile(req.RequireString("path")#0)#1 == nil and req.RequireString("path")#1 == nil`
}

// Both ways of an error that is not looked at.
func unseen(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText("removed"), os.Remove("a") // want `protocol-error maybe: infra os.Remove` `success maybe: "removed"`
}

// A helper is split into the ways in which it ends.
func look(id string) (*mcp.CallToolResult, error) {
	if id == "" {
		return mcp.NewToolResultError("an id is needed"), nil
	}
	if err := os.Remove(id); err != nil {
		return nil, fmt.Errorf("look: %w", err)
	}
	return mcp.NewToolResultText("done"), nil
}

func helped(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return look(req.GetString("id", "")) // want `tool-error: "an id is needed" if id == ""` `protocol-error: "look: %w", infra os.Remove (medium) if os.Remove(id) != nil and id != ""` `success: "done" if os.Remove(id) == nil and id != ""`
}

// A sentinel is told apart from the other failures.
func (s *store) mapped(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := s.title(ctx, "a")
	if errors.Is(err, errNone) {
		return mcp.NewToolResultError("look again"), nil // want `tool-error: "look again" if errors.Is(s.title(ctx, "a")#1, errNone)`
	}
	if err != nil {
		return mcp.NewToolResultError("cannot look"), nil // want `tool-error: "cannot look" if s.title(ctx, "a")#1 != nil and !errors.Is(s.title(ctx, "a")#1, errNone)`
	}
	return mcp.NewToolResultText("a title"), nil // want `success: "a title" if s.title(ctx, "a")#1 == nil and !errors.Is(s.title(ctx, "a")#1, errNone)`
}

// One fail closure for all failures.
func closure(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	fail := func(step string, err error) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultErrorFromErr(step, err), nil
	}
	if err := os.Remove("a"); err != nil {
		return fail("remove", err) // want `tool-error: "remove", infra os.Remove if os.Remove("a") != nil`
	}
	if err := os.Chdir("b"); err != nil {
		return fail("change", errNone) // want `tool-error: "change", "there is no such note" if os.Chdir("b") != nil and os.Remove("a") == nil`
	}
	return mcp.NewToolResultText("done"), nil // want `success: "done" if os.Chdir("b") == nil and os.Remove("a") == nil`
}

// Ways that meet in one return.
func merged(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var res *mcp.CallToolResult
	if err := os.Remove("a"); err != nil {
		res = mcp.NewToolResultError("cannot remove a")
	} else {
		res = mcp.NewToolResultText("removed a")
	}
	return res, nil // want `tool-error: "cannot remove a" if os.Remove("a") != nil` `success: "removed a" if os.Remove("a") == nil`
}

// Named results: bare returns, and what a deferred literal makes of them.
func named(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	if err = os.Remove("a"); err != nil {
		return // want `protocol-error: infra os.Remove if os.Remove("a") != nil`
	}
	res = mcp.NewToolResultText("removed")
	return // want `success: "removed" if os.Remove("a") == nil`
}

func deferred(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if err != nil {
			res, err = mcp.NewToolResultErrorFromErr("failed", err), nil // want `tool-error: "failed", infra os.Remove if err != nil and os.Remove("a") != nil`
		}
	}()
	if err := os.Remove("a"); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("removed"), nil // want `success: "removed" if err == nil and os.Remove("a") == nil`
}

func recovering(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r) // want `protocol-error after a panic: "panic: %v", panic the recovered panic value if recover() != nil`
		}
	}()
	return mcp.NewToolResultText("done"), nil // want `success: "done" if recover() == nil`
}

// Early exits of a loop, and a result that the loop builds.
func loop(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for _, p := range []string{"a", "b"} {
		if p == "" {
			break
		}
		if err := os.Remove(p); err != nil {
			return nil, fmt.Errorf("%s: %w", p, err) // want `protocol-error: "%s: %w", "a", "b", infra os.Remove if os.Remove(slicelit[:][rangeindex + 1]) != nil and slicelit[:][rangeindex + 1] != "" and rangeindex + 1 < len(slicelit[:])`
		}
	}
	return mcp.NewToolResultText("removed"), nil // want `success: "removed" if rangeindex + 1 >= len(slicelit[:])` `success: "removed" if slicelit[:][rangeindex + 1] == "" and rangeindex + 1 < len(slicelit[:])`
}

// The request's own cancellation.
func cancelled(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	select {
	case <-ctx.Done():
		return nil, fmt.Errorf("stopped: %w", ctx.Err()) // want `protocol-error cancelled: "stopped: %w", cancel (context.Context).Err if Select#0 == 0`
	default:
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("stopped: %w", err) // want `protocol-error cancelled: "stopped: %w", cancel (context.Context).Err if ctx.Err() != nil and Select#0 != 0`
	}
	return mcp.NewToolResultText("done"), nil // want `success: "done" if ctx.Err() == nil and Select#0 != 0`
}

// A flag that is computed, and one that is set later.
func flagged(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res := mcp.NewToolResultText("an answer")
	if err := os.Remove("a"); err != nil {
		res.IsError = true
		return res, nil // want `tool-error: "an answer" if os.Remove("a") != nil`
	}
	_, err := os.Stat("a")
	res.IsError = err == nil
	return res, nil // want `tool-error maybe: "an answer" if os.Remove("a") == nil`
}

// Structured content is data.
func structured(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.Remove("a"); err != nil {
		return &mcp.CallToolResult{ // want `tool-error: "see the structure" with data "error", infra os.Remove if os.Remove("a") != nil`
			IsError:           true,
			Content:           []mcp.Content{mcp.TextContent{Type: "text", Text: "see the structure"}},
			StructuredContent: map[string]any{"error": err.Error()},
		}, nil
	}
	return mcp.NewToolResultStructuredOnly(map[string]any{"ok": true}), nil // want `success: "ok" if os.Remove("a") == nil`
}
