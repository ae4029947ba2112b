// Package effects holds what handlers have changed when they end.
package effects

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const insert = "INSERT INTO notes(id) VALUES (?)"

type store struct{ db *sql.DB }

func (s *store) add(id string) error {
	_, err := s.db.Exec(insert, id)
	return err
}

func (s *store) handler(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	fail := func(step string, err error) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultErrorFromErr(step, err), nil
	}
	id := req.GetString("id", "")
	if id == "" {
		return fail("check", errors.New("an id is needed")) // want `tool-error`
	}
	if err := s.add(id); err != nil {
		return fail("add", err) // want `tool-error; unknown database write by (*sql.DB).Exec must`
	}
	if err := os.WriteFile(id, nil, 0o600); err != nil {
		return fail("write", err) // want `tool-error; applied database write by (*sql.DB).Exec must; unknown file write by os.WriteFile idempotent destructive must`
	}
	return mcp.NewToolResultText("added"), nil // want `success; applied database write by (*sql.DB).Exec must; applied file write by os.WriteFile idempotent destructive must`
}

// save is split into its ways, each with what was changed on it.
func (s *store) save(id string) (*mcp.CallToolResult, error) {
	if id == "" {
		return mcp.NewToolResultError("an id is needed"), nil
	}
	if _, err := s.db.Exec(insert, id); err != nil {
		return nil, fmt.Errorf("save: %w", err)
	}
	return mcp.NewToolResultText("saved"), nil
}

func (s *store) split(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return s.save(req.GetString("id", "")) // want `tool-error` `protocol-error; unknown database write by (*sql.DB).Exec must` `success; applied database write by (*sql.DB).Exec must`
}

// Behind an adapter the effects are those of the handler.
func (s *store) wrapped(ctx context.Context, args map[string]any) (string, error) {
	if err := s.add("a"); err != nil {
		return "", err // want `tool-error; unknown database write by (*sql.DB).Exec must`
	}
	return "added", nil // want `success; applied database write by (*sql.DB).Exec must`
}

func adapt(h func(ctx context.Context, args map[string]any) (string, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		s, err := h(ctx, req.GetArguments())
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText(s), nil
	}
}

// A middleware comes after whatever it wraps.
func refuse(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if os.Getenv("READ_ONLY") != "" {
			return mcp.NewToolResultError("read only"), nil // want `tool-error`
		}
		res, err := next(ctx, req)
		if err != nil {
			return mcp.NewToolResultError("failed"), nil // want `tool-error; unknown API call by the wrapped tool (medium)`
		}
		_ = res
		return mcp.NewToolResultText("done"), nil // want `success; applied API call by the wrapped tool (medium)`
	}
}

func register(s *store) *server.MCPServer {
	m := server.NewMCPServer("notes", "1", server.WithToolHandlerMiddleware(refuse))
	m.AddTool(mcp.NewTool("handler"), s.handler)
	m.AddTool(mcp.NewTool("split"), s.split)
	m.AddTool(mcp.NewTool("wrapped"), adapt(s.wrapped))
	return m
}
