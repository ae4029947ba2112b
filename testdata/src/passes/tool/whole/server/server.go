// Package server registers the handlers of package notes.
package server // want `2 registrations, 0 handlers`

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/mcplinttest/passes/tool/whole/notes"
)

func Serve(do func(ctx context.Context, args map[string]any) (string, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		s, err := do(ctx, req.GetArguments())
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText(s), nil
	}
}

func Main(s *server.MCPServer) {
	s.AddTool(notes.Definition())
	for _, t := range notes.Tools(&notes.Store{}) {
		s.AddTool(mcp.NewTool(t.Name), Serve(t.Do))
	}
}
