// Package items has loops over iterators whose items before this one were stored.
package items

import (
	"context"
	"database/sql"
	"log/slog"
	"maps"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type ledger struct {
	db   *sql.DB
	open map[string]int
}

func (l ledger) badBook(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for account := range maps.Keys(l.open) {
		if account == "" {
			return mcp.NewToolResultError("one account has no name; please try again"), nil // want `invites to try again although \(\*sql.DB\).ExecContext \(database write\) was applied`
		}
		if _, err := l.db.ExecContext(ctx, "INSERT INTO bookings(account) VALUES(?)", account); err != nil {
			slog.ErrorContext(ctx, "book", "err", err)
			return mcp.NewToolResultError("the store does not answer; please try again"), nil // want `invites to try again although \(\*sql.DB\).ExecContext`
		}
	}
	return mcp.NewToolResultText("booked"), nil
}

func (l ledger) goodBook(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for account := range maps.Keys(l.open) {
		if account == "" {
			return mcp.NewToolResultError("one account has no name; name it and try again"), nil
		}
	}
	for account := range maps.Keys(l.open) {
		if _, err := l.db.ExecContext(ctx, "INSERT INTO bookings(account) VALUES(?)", account); err != nil {
			slog.ErrorContext(ctx, "book", "err", err)
			return mcp.NewToolResultError("the booking of " + account + " is in doubt, those before it are made; look at list_bookings"), nil
		}
	}
	return mcp.NewToolResultText("booked"), nil
}

func Register(s *server.MCPServer, l ledger) {
	s.AddTool(mcp.NewTool("bad_book"), l.badBook)
	s.AddTool(mcp.NewTool("good_book"), l.goodBook)
}
