// Package converted has a server whose middleware answers every error itself.
package converted

import (
	"context"
	"errors"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Converted has a server whose middleware answers every error itself.
func Converted() *server.MCPServer {
	s := server.NewMCPServer("bakery", "1", server.WithToolHandlerMiddleware(func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			res, err := next(ctx, req)
			if err != nil {
				slog.ErrorContext(ctx, "tool", "err", err)
				return mcp.NewToolResultError("the bakery is closed; ask again tomorrow"), nil
			}
			return res, nil
		}
	}))
	s.AddTool(mcp.NewTool("closed"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, errors.New("closed")
	})
	return s
}
