// Package mcpgo has tools on mcp-go whose failures take the wrong channel, beside
// ones that do not.
package mcpgo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type store interface {
	Find(ctx context.Context, id string) (string, error)
}

type bakery struct{ s store }

func (b *bakery) plain(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id, err := req.RequireString("id")
	if err != nil {
		return nil, err // want "RequireString leaves as JSON-RPC error -32603"
	}
	name, err := b.s.Find(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("loaf %s: %w", id, err) // want "Find leaves as JSON-RPC error"
	}
	return mcp.NewToolResultText(name), nil
}

func (b *bakery) fine(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id, err := req.RequireString("id")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	name, err := b.s.Find(ctx, id)
	if err != nil {
		slog.ErrorContext(ctx, "find", "err", err)
		return mcp.NewToolResultErrorf("no loaf is called %s; list_loaves names them", id), nil
	}
	return mcp.NewToolResultText(name), nil
}

// A shared exit that builds the pair.
func fail(what string) (*mcp.CallToolResult, error) {
	return nil, errors.New(what) // want "leaves as JSON-RPC error"
}

func (b *bakery) shared(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return fail("the oven is cold")
}

// A deferred literal writes the named error.
func (b *bakery) named(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if _, ferr := b.s.Find(ctx, "yeast"); ferr != nil {
			res, err = nil, ferr // want "leaves as JSON-RPC error"
		}
	}()
	return mcp.NewToolResultText("rising"), nil
}

type order struct{ Loaf string }

// NewTypedToolHandler hands errors to the host as well.
func (b *bakery) typed(_ context.Context, _ mcp.CallToolRequest, in order) (*mcp.CallToolResult, error) {
	if in.Loaf == "" {
		return nil, errors.New("loaf is required") // want "leaves as JSON-RPC error"
	}
	return mcp.NewToolResultText("ordered"), nil
}

// NewStructuredToolHandler does not.
func (b *bakery) structured(_ context.Context, _ mcp.CallToolRequest, in order) (order, error) {
	if in.Loaf == "" {
		return order{}, errors.New("loaf is required")
	}
	return in, nil
}

// A wrapper around a table of own tools.
type tool struct {
	name string
	run  func(ctx context.Context, args map[string]any) (string, error)
}

func adapt(t tool) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text, err := t.run(ctx, req.GetArguments())
		if err != nil {
			return nil, err // want "leaves as JSON-RPC error"
		}
		return mcp.NewToolResultText(text), nil
	}
}

func convert(t tool) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text, err := t.run(ctx, req.GetArguments())
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText(text), nil
	}
}

func rye(context.Context, map[string]any) (string, error) { return "", errors.New("no rye today") }

func Register(s *server.MCPServer, st store) {
	b := &bakery{st}
	s.AddTool(mcp.NewTool("plain"), b.plain)
	s.AddTool(mcp.NewTool("fine"), b.fine)
	s.AddTool(mcp.NewTool("shared"), b.shared)
	s.AddTool(mcp.NewTool("named"), b.named)
	s.AddTool(mcp.NewTool("typed"), mcp.NewTypedToolHandler(b.typed))
	s.AddTool(mcp.NewTool("structured"), mcp.NewStructuredToolHandler(b.structured))
	for _, t := range []tool{{"rye", rye}} {
		s.AddTool(mcp.NewTool(t.name), adapt(t))
		s.AddTool(mcp.NewTool(t.name+"_quiet"), convert(t))
	}
}
