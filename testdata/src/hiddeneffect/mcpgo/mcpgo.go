// Package mcpgo has the tools of a nursery on mcp-go that fail behind a change,
// each beside one that says so.
package mcpgo

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type nursery struct {
	db   *sql.DB
	web  *http.Client
	dir  string
	bell func(ctx context.Context, what string) error
}

// The answer of a request that was accepted cannot be read.
type seedling struct {
	ID string `json:"id"`
}

func (n *nursery) badSow(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	resp, err := n.web.Post("https://greenhouse.example.com/create", "text/plain", strings.NewReader(req.GetString("seed", "")))
	if err != nil {
		return mcp.NewToolResultError("it is not known whether the seed was sown; look at list_seedlings"), nil
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return mcp.NewToolResultErrorf("the greenhouse answers with status %d", resp.StatusCode), nil
	}
	var s seedling
	if err := json.NewDecoder(resp.Body).Decode(&s); err != nil {
		return mcp.NewToolResultError("the greenhouse talks nonsense; tell the user"), nil // want `the HTTP request|Post`
	}
	return mcp.NewToolResultText(s.ID), nil
}

func (n *nursery) goodSow(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	resp, err := n.web.Post("https://greenhouse.example.com/create", "text/plain", strings.NewReader(req.GetString("seed", "")))
	if err != nil {
		return mcp.NewToolResultError("it is not known whether the seed was sown; look at list_seedlings"), nil
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return mcp.NewToolResultErrorf("the greenhouse answers with status %d", resp.StatusCode), nil
	}
	var s seedling
	if err := json.NewDecoder(resp.Body).Decode(&s); err != nil {
		return mcp.NewToolResultError("the seedling was created, but its id is lost; list_seedlings shows it"), nil
	}
	return mcp.NewToolResultText(s.ID), nil
}

// A committed transaction, and a bell in a field that is rung after it.
func (n *nursery) repot(ctx context.Context, plant string) error {
	tx, err := n.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE plants SET pot = pot + 1 WHERE name = $1", plant); err != nil {
		return err
	}
	return tx.Commit()
}

func (n *nursery) badRepot(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	plant := req.GetString("plant", "")
	if err := n.repot(ctx, plant); err != nil {
		return mcp.NewToolResultError("it is not known whether the pot was changed; look at show_plant"), nil
	}
	if err := n.bell(ctx, plant); err != nil {
		return mcp.NewToolResultError("nobody hears the bell; tell the gardener"), nil // want `was applied before this failure`
	}
	return mcp.NewToolResultText("repotted"), nil
}

func (n *nursery) goodRepot(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	plant := req.GetString("plant", "")
	if err := n.repot(ctx, plant); err != nil {
		return mcp.NewToolResultError("it is not known whether the pot was changed; look at show_plant"), nil
	}
	if err := n.bell(ctx, plant); err != nil {
		return mcp.NewToolResultErrorf("%s was moved to a bigger pot, but nobody hears the bell; tell the gardener", plant), nil
	}
	return mcp.NewToolResultText("repotted"), nil
}

// Two commands through one runner.
func (n *nursery) git(ctx context.Context, args ...string) error {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = n.dir
	return cmd.Run()
}

func (n *nursery) badRevert(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := n.git(ctx, "revert", "--no-edit", req.GetString("entry", "")); err != nil {
		return mcp.NewToolResultError("it is not known whether the entry was taken back; look at diary_log"), nil
	}
	if err := n.git(ctx, "push"); err != nil {
		return mcp.NewToolResultError("the remote is not there; tell the user"), nil // want `the command git revert`
	}
	return mcp.NewToolResultText("done"), nil
}

func (n *nursery) goodRevert(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := n.git(ctx, "revert", "--no-edit", req.GetString("entry", "")); err != nil {
		return mcp.NewToolResultError("it is not known whether the entry was taken back; look at diary_log"), nil
	}
	if err := n.git(ctx, "push"); err != nil {
		return mcp.NewToolResultError("the entry was reverted here, the remote still has it; tell the user"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// A protocol error tells the host as little.
func (n *nursery) badPrune(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := n.mark(ctx, req.GetString("plant", "")); err != nil {
		return nil, errors.New("it is not known whether the plant was marked")
	}
	var left int
	if err := n.db.QueryRowContext(ctx, "SELECT count(*) FROM plants WHERE NOT pruned").Scan(&left); err != nil {
		return nil, fmt.Errorf("count: %w", err) // want `was applied before this failure`
	}
	return mcp.NewToolResultStructuredOnly(map[string]int{"left": left}), nil
}

func (n *nursery) goodPrune(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := n.mark(ctx, req.GetString("plant", "")); err != nil {
		return nil, errors.New("it is not known whether the plant was marked")
	}
	var left int
	if err := n.db.QueryRowContext(ctx, "SELECT count(*) FROM plants WHERE NOT pruned").Scan(&left); err != nil {
		return nil, fmt.Errorf("the plant was marked as pruned; count: %w", err)
	}
	return mcp.NewToolResultStructuredOnly(map[string]int{"left": left}), nil
}

func (n *nursery) mark(ctx context.Context, plant string) error {
	_, err := n.db.ExecContext(ctx, "UPDATE plants SET pruned = true WHERE name = $1", plant)
	return err
}

// What is undone has not been done.
func (n *nursery) badTicket(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := filepath.Join(n.dir, filepath.Base(req.GetString("plant", "")))
	if err := os.WriteFile(name+".new", []byte("for sale"), 0o644); err != nil {
		return mcp.NewToolResultError("it is not known whether the ticket was written; look at list_tickets"), nil
	}
	if err := os.Rename(name+".new", name); err != nil {
		return mcp.NewToolResultError("it is not known whether the ticket was written; look at list_tickets"), nil
	}
	if err := n.bell(ctx, "a ticket"); err != nil {
		return mcp.NewToolResultError("nobody hears the bell; tell the gardener"), nil // want `os.WriteFile|os.Rename`
	}
	return mcp.NewToolResultText("done"), nil
}

func (n *nursery) goodTicket(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name := filepath.Join(n.dir, filepath.Base(req.GetString("plant", "")))
	if err := os.WriteFile(name, []byte("for sale"), 0o644); err != nil {
		return mcp.NewToolResultError("it is not known whether the ticket was written; look at list_tickets"), nil
	}
	if err := n.bell(ctx, "a ticket"); err != nil {
		if err := os.Remove(name); err != nil {
			return mcp.NewToolResultErrorf("the ticket %s was written and nobody hears the bell", name), nil
		}
		return mcp.NewToolResultError("nobody hears the bell; tell the gardener"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

// Preparation is no change that anybody asked for.
func (n *nursery) badBed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.Rename(filepath.Join(n.dir, "bed"), filepath.Join(n.dir, "old")); err != nil {
		return mcp.NewToolResultError("it is not known whether the bed was moved; look at list_beds"), nil
	}
	return n.plan(req, "there is no plan for this bed; name another one") // want `os.Rename`
}

func (n *nursery) goodBed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.MkdirAll(filepath.Join(n.dir, "bed"), 0o755); err != nil {
		return mcp.NewToolResultError("it is not known whether the bed was made; look at list_beds"), nil
	}
	return n.plan(req, "there is no plan for that bed; name another one")
}

func (n *nursery) plan(req mcp.CallToolRequest, text string) (*mcp.CallToolResult, error) {
	b, err := os.ReadFile(filepath.Join(n.dir, filepath.Base(req.GetString("plan", ""))))
	if err != nil {
		slog.Error("plan", "err", err)
		return mcp.NewToolResultError(text), nil
	}
	return mcp.NewToolResultText(string(b)), nil
}

// A helper that makes the answer: encoding a plain value does not fail, reading
// a page for it does.
type tag struct {
	Plant string `json:"plant"`
	Price int    `json:"price"`
}

func encoded(v tag) (*mcp.CallToolResult, error) {
	b, err := json.Marshal(v)
	if err != nil {
		slog.Error("encode", "err", err)
		return mcp.NewToolResultError("the answer has no form"), nil
	}
	return mcp.NewToolResultText(string(b)), nil
}

func (n *nursery) rendered(v tag) (*mcp.CallToolResult, error) {
	b, err := os.ReadFile(filepath.Join(n.dir, "tag.txt"))
	if err != nil {
		slog.Error("render", "err", err)
		return mcp.NewToolResultError("the answer has no form"), nil
	}
	return mcp.NewToolResultText(string(b) + v.Plant), nil
}

func (n *nursery) badTag(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	v := tag{req.GetString("plant", ""), req.GetInt("price", 1)}
	if _, err := n.db.ExecContext(ctx, "UPDATE plants SET price = $2 WHERE name = $1", v.Plant, v.Price); err != nil {
		return mcp.NewToolResultError("it is not known whether the price was set; look at show_plant"), nil
	}
	return n.rendered(v) // want `was applied before this failure`
}

func (n *nursery) goodTag(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	v := tag{req.GetString("plant", ""), req.GetInt("price", 1)}
	if _, err := n.db.ExecContext(ctx, "UPDATE plants SET price = $2 WHERE name = $1", v.Plant, v.Price); err != nil {
		return mcp.NewToolResultError("it is not known whether the price was set; look at show_plant"), nil
	}
	return encoded(v)
}

// A generic wrapper that answers with the error's text.
func answered[T any](do func(context.Context, string) (T, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		v, err := do(ctx, req.GetString("plant", ""))
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil // want `tool "raise_price": .+ was applied before this failure`
		}
		return mcp.NewToolResultStructuredOnly(v), nil
	}
}

func (n *nursery) badPrice(ctx context.Context, plant string) (int, error) {
	if _, err := n.db.ExecContext(ctx, "UPDATE plants SET price = price + 1 WHERE name = $1", plant); err != nil {
		return 0, errors.New("it is not known whether the price was raised; look at show_plant")
	}
	if err := n.bell(ctx, plant); err != nil {
		return 0, errors.New("nobody hears the bell; tell the gardener")
	}
	return 1, nil
}

func (n *nursery) goodPrice(ctx context.Context, plant string) (int, error) {
	if err := n.bell(ctx, plant); err != nil {
		return 0, errors.New("nobody hears the bell; tell the gardener")
	}
	if _, err := n.db.ExecContext(ctx, "UPDATE plants SET price = price + 1 WHERE name = $1", plant); err != nil {
		return 0, errors.New("it is not known whether the price was raised; look at show_plant")
	}
	return 1, nil
}

// Register adds the tools.
func Register(s *server.MCPServer, n *nursery) {
	for name, h := range map[string]server.ToolHandlerFunc{
		"tag": n.badTag, "tag_well": n.goodTag, "sow": n.badSow, "sow_well": n.goodSow, "repot": n.badRepot, "repot_well": n.goodRepot, "revert_entry": n.badRevert, "revert_entry_well": n.goodRevert,
		"prune": n.badPrune, "prune_well": n.goodPrune, "ticket": n.badTicket, "ticket_well": n.goodTicket, "bed": n.badBed, "bed_well": n.goodBed,
	} {
		s.AddTool(mcp.NewTool(name), h)
	}
	s.AddTool(mcp.NewTool("raise_price"), answered(n.badPrice))
	s.AddTool(mcp.NewTool("raise_price_well"), answered(n.goodPrice))
}
