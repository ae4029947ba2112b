// Package beside holds helpers that return a bool beside the result.
package beside

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func weigh(g int) (*mcp.CallToolResult, bool) {
	if g > 2000 {
		return nil, false
	}
	return mcp.NewToolResultText("a letter"), true
}

// post asks whether there is a result.
func post(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, ok := weigh(req.GetInt("grams", 0))
	if !ok {
		return mcp.NewToolResultError("over 2000 g goes as a parcel"), nil
	}
	return res, nil
}

// postBlind does not.
func postBlind(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, _ := weigh(req.GetInt("grams", 0))
	return res, nil // want "neither a result nor an error"
}

// Register serves both.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("post"), post)
	s.AddTool(mcp.NewTool("post_blind"), postBlind)
}
