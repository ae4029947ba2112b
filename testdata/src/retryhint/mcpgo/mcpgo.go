// Package mcpgo has hints to retry before and after effects.
package mcpgo

import (
	"context"
	"database/sql"
	"net/http"
	"os/exec"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type garden struct{ db *sql.DB }

func (g *garden) plant(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := g.db.ExecContext(ctx, "INSERT INTO beds(seed) VALUES($1)", req.GetString("seed", "")); err != nil {
		return mcp.NewToolResultError("nothing grows, please try again"), nil // want "may have been applied"
	}
	return mcp.NewToolResultText("planted"), nil
}

func (g *garden) look(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var n int
	if err := g.db.QueryRowContext(ctx, "SELECT count(*) FROM beds").Scan(&n); err != nil {
		return mcp.NewToolResultError("the beds cannot be seen, please try again"), nil
	}
	return mcp.NewToolResultText("green"), nil
}

func (g *garden) careful(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := g.db.ExecContext(ctx, "INSERT INTO beds(seed) VALUES($1)", req.GetString("seed", "")); err != nil {
		return mcp.NewToolResultError("it is unknown whether the seed was planted; list the beds before planting again"), nil
	}
	return mcp.NewToolResultText("planted"), nil
}

func (g *garden) absolute(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := g.db.ExecContext(ctx, "UPDATE beds SET wet = true WHERE id = $1", req.GetString("id", "")); err != nil {
		return mcp.NewToolResultError("no water came, please try again"), nil
	}
	return mcp.NewToolResultText("wet"), nil
}

func (g *garden) later(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := g.db.ExecContext(ctx, "INSERT INTO beds(seed) VALUES('oak')"); err != nil {
		return mcp.NewToolResultError("it is unknown whether the oak was planted; list the beds"), nil
	}
	var n int
	if err := g.db.QueryRowContext(ctx, "SELECT count(*) FROM beds").Scan(&n); err != nil {
		return mcp.NewToolResultError("the beds cannot be counted, try again"), nil // want "was applied"
	}
	return mcp.NewToolResultText("planted"), nil
}

func order(ctx context.Context, key bool) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://seeds.internal/orders", strings.NewReader("{}"))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func orderOnce(ctx context.Context, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://seeds.internal/orders", strings.NewReader("{}"))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (g *garden) buy(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := order(ctx, false); err != nil {
		return mcp.NewToolResultError("the shop is slow, try again later"), nil // want "HTTP request"
	}
	return mcp.NewToolResultText("bought"), nil
}

func (g *garden) buyOnce(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := orderOnce(ctx, req.GetString("key", "")); err != nil {
		return mcp.NewToolResultError("the shop is slow, try again later"), nil
	}
	return mcp.NewToolResultText("bought"), nil
}

func (g *garden) commit(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := exec.CommandContext(ctx, "git", "commit", "--allow-empty", "-m", "grow").Run(); err != nil {
		return mcp.NewToolResultError("not written down, please try again"), nil // want "git commit"
	}
	return mcp.NewToolResultText("written"), nil
}

func failed(text string, retryable bool) *mcp.CallToolResult {
	res := mcp.NewToolResultStructured(map[string]any{"retryable": retryable}, text)
	res.IsError = true
	return res
}

func (g *garden) flagged(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := g.db.ExecContext(ctx, "INSERT INTO beds(seed) VALUES('elm')"); err != nil {
		return failed("the elm was not confirmed", true), nil // want `"retryable"`
	}
	return mcp.NewToolResultText("planted"), nil
}

func (g *garden) unflagged(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := g.db.ExecContext(ctx, "INSERT INTO beds(seed) VALUES('elm')"); err != nil {
		return failed("the elm was not confirmed; list the beds", false), nil
	}
	return mcp.NewToolResultText("planted"), nil
}

func Register(s *server.MCPServer, g *garden) {
	for name, h := range map[string]server.ToolHandlerFunc{
		"plant": g.plant, "look": g.look, "careful": g.careful, "absolute": g.absolute, "later": g.later, "buy": g.buy,
		"buy_once": g.buyOnce, "commit": g.commit, "flagged": g.flagged, "unflagged": g.unflagged,
	} {
		s.AddTool(mcp.NewTool(name), h)
	}
}
