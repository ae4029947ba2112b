// Package mcpgo has failures that are answered as successes.
package mcpgo

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type sky interface {
	Seeing(ctx context.Context, site string) (string, error)
}

type dome struct {
	s  sky
	db *sql.DB
}

func (d *dome) inverted(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := d.s.Seeing(ctx, "north"); err != nil {
		return mcp.NewToolResultText("clear"), nil // want "Seeing failed"
	}
	return mcp.NewToolResultText("clear"), nil
}

func (d *dome) sentinel(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var name string
	err := d.db.QueryRowContext(ctx, "SELECT name FROM stars WHERE id = 1").Scan(&name)
	if errors.Is(err, sql.ErrNoRows) {
		return mcp.NewToolResultText("no star has this number"), nil
	}
	if err != nil {
		return mcp.NewToolResultError("the catalogue cannot be read; tell the user"), nil
	}
	return mcp.NewToolResultText(name), nil
}

func (d *dome) batch(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var b strings.Builder
	for _, site := range req.GetStringSlice("sites", nil) {
		text, err := d.s.Seeing(ctx, site)
		if err != nil {
			slog.WarnContext(ctx, "seeing", "err", err)
			continue
		}
		b.WriteString(text)
	}
	return mcp.NewToolResultText(b.String()), nil // want "failed items are left out"
}

func (d *dome) marked(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var b strings.Builder
	for _, site := range req.GetStringSlice("sites", nil) {
		text, err := d.s.Seeing(ctx, site)
		if err != nil {
			fmt.Fprintf(&b, "%s: no reading\n", site)
			continue
		}
		b.WriteString(text)
	}
	return mcp.NewToolResultText(b.String()), nil
}

func (d *dome) status(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	resp, err := http.Get("http://dome.internal/state") // want "status of the answer is never read"
	if err != nil {
		return mcp.NewToolResultError("the dome does not answer; tell the user"), nil
	}
	defer resp.Body.Close()
	var st struct{ Open bool }
	if err := json.NewDecoder(resp.Body).Decode(&st); err != nil {
		return mcp.NewToolResultError("the dome speaks no JSON; tell the user"), nil
	}
	return mcp.NewToolResultText(fmt.Sprint(st.Open)), nil
}

func (d *dome) checked(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	resp, err := http.Get("http://dome.internal/state")
	if err != nil {
		return mcp.NewToolResultError("the dome does not answer; tell the user"), nil
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return mcp.NewToolResultErrorf("the dome answered %d; tell the user", resp.StatusCode), nil
	}
	var st struct{ Open bool }
	if err := json.NewDecoder(resp.Body).Decode(&st); err != nil {
		return mcp.NewToolResultError("the dome speaks no JSON; tell the user"), nil
	}
	return mcp.NewToolResultText(fmt.Sprint(st.Open)), nil
}

func Register(s *server.MCPServer, d *dome) {
	for name, h := range map[string]server.ToolHandlerFunc{
		"inverted": d.inverted, "sentinel": d.sentinel, "batch": d.batch, "marked": d.marked, "status": d.status, "checked": d.checked,
	} {
		s.AddTool(mcp.NewTool(name), h)
	}
}
