// Package gosdk has failures behind changes.
package gosdk

import (
	"context"
	"database/sql"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Name string `json:"name"`
}

type hall struct {
	db   *sql.DB
	ring func() error
}

func (h *hall) add(ctx context.Context, name string) error {
	_, err := h.db.ExecContext(ctx, "INSERT INTO guests(name) VALUES($1)", name)
	return err
}

func (h *hall) silent(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := h.add(ctx, a.Name); err != nil {
		return nil, nil, errors.New("it is unknown whether the guest was added; list the guests")
	}
	if err := h.ring(); err != nil {
		return nil, nil, errors.New("the bell is broken") // want "was applied before this failure"
	}
	return nil, "added", nil
}

func (h *hall) told(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := h.add(ctx, a.Name); err != nil {
		return nil, nil, errors.New("it is unknown whether the guest was added; list the guests")
	}
	if err := h.ring(); err != nil {
		return nil, nil, errors.New("the guest was added, but the bell is broken")
	}
	return nil, "added", nil
}

func Register(s *mcp.Server, h *hall) {
	mcp.AddTool(s, &mcp.Tool{Name: "silent"}, h.silent)
	mcp.AddTool(s, &mcp.Tool{Name: "told"}, h.told)
}
