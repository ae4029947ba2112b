// Package trpc holds the ways in which handlers of trpc-mcp-go end.
package trpc

import (
	"context"
	"os"

	mcp "trpc.group/trpc-go/trpc-mcp-go"
)

// Plain: an error is a tool error, and a result beside it is kept.
func plain(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.Remove("a"); err != nil {
		return nil, err // want `tool-error: infra os.Remove if os.Remove("a") != nil`
	}
	if err := os.Remove("b"); err != nil {
		return mcp.NewTextResult("a is removed, b is not"), err // want `tool-error: "a is removed, b is not" because of infra os.Remove if os.Remove("b") != nil and os.Remove("a") == nil`
	}
	if err := ctx.Err(); err != nil {
		return nil, err // want `protocol-error cancelled: cancel (context.Context).Err if ctx.Err() != nil and os.Remove("b") == nil and os.Remove("a") == nil`
	}
	return mcp.NewTextResult("removed"), nil // want `success: "removed" if ctx.Err() == nil and os.Remove("b") == nil and os.Remove("a") == nil`
}

func register(s *mcp.Server) { s.RegisterTool(mcp.NewTool("plain"), plain) }
