// Package masked holds handlers whose deferred literal gives a failure its words.
package masked

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type station struct{ db *sql.DB }

type in struct {
	Month string `json:"month"`
}

// month keeps what the database said in the log.
func (s *station) month(ctx context.Context, _ *mcp.CallToolRequest, a in) (_ *mcp.CallToolResult, n int, err error) {
	defer func() {
		if err != nil {
			slog.ErrorContext(ctx, "month", "err", err)
			err = errors.New("the readings cannot be read now; tell the user")
		}
	}()
	rows, err := s.db.QueryContext(ctx, "SELECT level FROM readings WHERE month = $1", a.Month)
	if err != nil {
		return nil, 0, err
	}
	defer rows.Close()
	for rows.Next() {
		n++
	}
	return nil, n, rows.Err()
}

// monthLogged only logs.
func (s *station) monthLogged(ctx context.Context, _ *mcp.CallToolRequest, a in) (_ *mcp.CallToolResult, n int, err error) {
	defer func() {
		if err != nil {
			slog.ErrorContext(ctx, "month", "err", err)
		}
	}()
	rows, err := s.db.QueryContext(ctx, "SELECT level FROM readings WHERE month = $1", a.Month)
	if err != nil {
		return nil, 0, err // want "error text of .*QueryContext"
	}
	defer rows.Close()
	for rows.Next() {
		n++
	}
	return nil, n, nil
}

// Register serves both.
func Register(srv *mcp.Server, s *station) {
	mcp.AddTool(srv, &mcp.Tool{Name: "month"}, s.month)
	mcp.AddTool(srv, &mcp.Tool{Name: "month_logged"}, s.monthLogged)
}
