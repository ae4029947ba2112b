// Package items has returns out of the bodies of loops over iterators.
package items

import (
	"context"
	"slices"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func badFind(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for name := range slices.Values(req.GetStringSlice("names", nil)) {
		if name == "" {
			return nil, nil // want `neither a result nor an error is returned`
		}
	}
	return mcp.NewToolResultText("all have names"), nil
}

func goodFind(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	for i, name := range slices.All(req.GetStringSlice("names", nil)) {
		switch {
		case name == "":
			return mcp.NewToolResultErrorf("name %d is empty", i), nil
		case name == "last":
			res = mcp.NewToolResultText("found")
			return
		}
	}
	return mcp.NewToolResultText("all have names"), nil
}

func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("bad_find"), badFind)
	s.AddTool(mcp.NewTool("good_find"), goodFind)
}
