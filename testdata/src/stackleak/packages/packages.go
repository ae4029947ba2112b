// Package packages puts the guards of another package around its tools.
package packages

import (
	"context"

	"example.com/mcplinttest/stackleak/packages/guard"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	Rows []int `json:"rows"`
}

func badFirst(_ context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return nil, in.Rows[0], nil
}

func goodFirst(_ context.Context, _ *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return nil, in.Rows[0], nil
}

// Register adds the tools.
func Register(s *mcp.Server, debug bool) {
	mcp.AddTool(s, &mcp.Tool{Name: "first"}, guard.Loud(guard.Options{Name: "first", Debug: debug}, badFirst))
	mcp.AddTool(s, &mcp.Tool{Name: "first_well"}, guard.Quiet(guard.Options{Name: "first", Debug: debug}, goodFirst))
}
