// Package kit mounts the tools of a program in two ways.
package kit

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Tool is what the program writes.
type Tool interface {
	Name() string
	Execute(ctx context.Context, args map[string]any) (string, error)
}

// Mount serves tools as they are.
func Mount(s *server.MCPServer, tools ...Tool) {
	for _, t := range tools {
		s.AddTool(mcp.NewTool(t.Name()), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			text, err := t.Execute(ctx, req.GetArguments())
			if err != nil {
				return nil, err // want `leaves as JSON-RPC error`
			}
			return mcp.NewToolResultText(text), nil
		})
	}
}

// MountWell serves tools whose errors the model reads.
func MountWell(s *server.MCPServer, tools ...Tool) {
	for _, t := range tools {
		s.AddTool(mcp.NewTool(t.Name()), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			text, err := t.Execute(ctx, req.GetArguments())
			if err != nil {
				return mcp.NewToolResultError(err.Error()), nil
			}
			return mcp.NewToolResultText(text), nil
		})
	}
}
