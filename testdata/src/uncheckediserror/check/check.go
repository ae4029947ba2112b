// Package check has a tool whose tests are the subject.
package check

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
)

// Double answers with twice the number.
func Double(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetString("n", "") == "" {
		return mcp.NewToolResultError("n must be given"), nil
	}
	return mcp.NewToolResultText("24"), nil
}
