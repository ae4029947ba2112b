// Package wrapped holds handlers behind wrappers, which are looked at once for
// each way in which the handler ends.
package wrapped

import (
	"context"
	"errors"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// adapt makes a tool error of every error.
func adapt(h func(ctx context.Context, args map[string]any) (string, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		s, err := h(ctx, req.GetArguments())
		if err != nil {
			return mcp.NewToolResultError("failed: " + err.Error()), nil
		}
		return mcp.NewToolResultText(s), nil
	}
}

func adapted(ctx context.Context, args map[string]any) (string, error) {
	if args == nil {
		return "", errors.New("arguments are needed") // want `tool-error: "arguments are needed", "failed: " if h(ctx, req.GetArguments())#1 != nil where the handler has args == nil`
	}
	return "adapted", nil // want `success: "adapted" if h(ctx, req.GetArguments())#1 == nil where the handler has args != nil`
}

// check refuses by itself before it calls what it wraps.
func check(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if os.Getenv("READ_ONLY") != "" {
			return nil, errors.New("read only") // want `protocol-error own: "read only" if os.Getenv("READ_ONLY") != ""`
		}
		return h(ctx, req)
	}
}

func checked(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.Remove("a"); err != nil {
		return nil, err // want `protocol-error: infra os.Remove if os.Getenv("READ_ONLY") == "" where the handler has os.Remove("a") != nil`
	}
	return mcp.NewToolResultText("removed"), nil // want `success: "removed" if os.Getenv("READ_ONLY") == "" where the handler has os.Remove("a") == nil`
}

// generic is a wrapper for any types.
func generic[In any](h func(ctx context.Context, in In) (string, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in In
		if err := req.BindArguments(&in); err != nil {
			return mcp.NewToolResultError("bad arguments"), nil // want `tool-error own: "bad arguments" if req.BindArguments(in) != nil`
		}
		s, err := h(ctx, in)
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultText(s), nil
	}
}

type in struct{ ID string }

func handled(ctx context.Context, in in) (string, error) {
	if in.ID == "" {
		return "", errors.New("an id is needed") // want `protocol-error: "an id is needed" if h(ctx, in)#1 != nil and req.BindArguments(in) == nil where the handler has in.ID == ""`
	}
	return in.ID, nil // want `success: nothing if h(ctx, in)#1 == nil and req.BindArguments(in) == nil where the handler has in.ID != ""`
}

func register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("adapted"), adapt(adapted))
	s.AddTool(mcp.NewTool("checked"), check(checked))
	s.AddTool(mcp.NewTool("handled"), generic(handled))
}
