// Package mcpgo has texts that say nothing was changed.
package mcpgo

import (
	"context"
	"database/sql"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type files struct{ db *sql.DB }

func (f *files) loop(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for _, p := range req.GetStringSlice("paths", nil) {
		if err := os.WriteFile(p, []byte("x"), 0o600); err != nil {
			return mcp.NewToolResultError("no edits were applied"), nil // want "nothing was changed"
		}
	}
	return mcp.NewToolResultText("edited"), nil
}

func (f *files) once(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := os.ReadFile(req.GetString("path", "")); err != nil {
		return mcp.NewToolResultError("no edits were applied"), nil
	}
	return mcp.NewToolResultText("read"), nil
}

func (f *files) tx(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	tx, err := f.db.BeginTx(ctx, nil)
	if err != nil {
		return mcp.NewToolResultError("nothing was changed; the store is down"), nil
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO log(line) VALUES('x')"); err != nil {
		tx.Rollback()
		return mcp.NewToolResultError("nothing was changed"), nil
	}
	if err := tx.Commit(); err != nil {
		return mcp.NewToolResultError("nothing was changed"), nil // want "may have been applied"
	}
	return mcp.NewToolResultText("logged"), nil
}

func Register(s *server.MCPServer, f *files) {
	s.AddTool(mcp.NewTool("loop"), f.loop)
	s.AddTool(mcp.NewTool("once"), f.once)
	s.AddTool(mcp.NewTool("tx"), f.tx)
}
