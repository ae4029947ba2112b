package mcpgo

import (
	"context"
	"database/sql"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// A server that takes the caller's store from the context for each statement.

type tenantKey struct{}

type tenant struct{ db *sql.DB }

func storeOf(ctx context.Context) (*sql.DB, error) {
	t, ok := ctx.Value(tenantKey{}).(*tenant)
	if !ok {
		return nil, errors.New("no tenant in the context")
	}
	return t.db, nil
}

// The second look can only fail where the first did.
func lendTwice(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	db, err := storeOf(ctx)
	if err != nil {
		return mcp.NewToolResultError("sign in first"), nil
	}
	if _, err := db.ExecContext(ctx, "INSERT INTO loans(book) VALUES($1)", req.GetString("book", "")); err != nil {
		return mcp.NewToolResultError("the loan may exist; list the loans"), nil
	}
	again, err := storeOf(ctx)
	if err != nil {
		return mcp.NewToolResultError("sign in first"), nil
	}
	var n int
	if err := again.QueryRowContext(ctx, "SELECT count(*) FROM loans").Scan(&n); err != nil {
		return mcp.NewToolResultText("lent"), nil
	}
	return mcp.NewToolResultText("lent"), nil
}

// Here the change is made with the server's own store, and only then the caller
// is asked for.
func (a *archive) lendLate(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := a.db.ExecContext(ctx, "INSERT INTO loans(book) VALUES($1)", req.GetString("book", "")); err != nil {
		return mcp.NewToolResultError("the loan may exist; list the loans"), nil
	}
	if _, err := storeOf(ctx); err != nil { // want "the caller's permission after"
		return mcp.NewToolResultError("sign in first"), nil
	}
	return mcp.NewToolResultText("lent"), nil
}

// RegisterTenant serves both.
func (a *archive) RegisterTenant(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("lend_twice"), lendTwice)
	s.AddTool(mcp.NewTool("lend_late"), a.lendLate)
}
