package mcpgo

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Tools that are package variables, put into a map that a struct holds.

type utensil struct {
	definition mcp.Tool
	handler    server.ToolHandlerFunc
}

var bell = utensil{
	definition: mcp.NewTool("bell"),
	handler: func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.GetString("tone", "") == "" {
			return nil, errors.New("tone is required") // want "leaves as JSON-RPC error"
		}
		return mcp.NewToolResultText("rung"), nil
	},
}

var whisk = utensil{
	definition: mcp.NewTool("whisk"),
	handler: func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.GetString("bowl", "") == "" {
			return mcp.NewToolResultError("bowl is required"), nil
		}
		return mcp.NewToolResultText("whisked"), nil
	},
}

type drawer struct{ utensils map[string]utensil }

func newDrawer() *drawer {
	d := &drawer{utensils: map[string]utensil{}}
	for _, u := range []utensil{bell, whisk} {
		d.utensils[u.definition.Name] = u
	}
	return d
}

// RegisterDrawer serves what is in the drawer.
func RegisterDrawer(s *server.MCPServer) {
	for _, u := range newDrawer().utensils {
		s.AddTool(u.definition, u.handler)
	}
}
