// Package notes declares handlers that package server registers behind a
// converter.
package notes

import (
	"context"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
)

func Get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.Remove("a"); err != nil {
		return nil, err // want `protocol-error answered relayed: infra os.Remove if os.Remove("a") != nil`
	}
	return mcp.NewToolResultText("removed"), nil // want `success: "removed" if os.Remove("a") == nil`
}

// Put is served by a row of the server's own.
func Put(ctx context.Context, args map[string]any) (string, error) {
	if len(args) == 0 {
		return "", os.ErrInvalid // want `tool-error: benign os.ErrInvalid if do(ctx, req.GetArguments())#1 != nil where the handler has len(args) == 0`
	}
	return "put", nil // want `success: "put" if do(ctx, req.GetArguments())#1 == nil where the handler has len(args) != 0`
}
