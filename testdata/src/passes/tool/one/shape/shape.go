// Package shape holds handlers that nothing in view registers.
package shape // want `0 registrations, 4 handlers`

import (
	"context"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func Plain(ctx context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) { // want `mark3labs/mcp-go plain by shape`
	return mcpgo.NewToolResultText("plain"), nil
}

func Raw(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `modelcontextprotocol/go-sdk raw by shape (medium)`
	return &mcp.CallToolResult{}, nil
}

func Typed(ctx context.Context, req *mcp.CallToolRequest, id string) (*mcp.CallToolResult, any, error) { // want `modelcontextprotocol/go-sdk typed by shape (medium)`
	return nil, nil, nil
}

type Store struct{}

func (s *Store) Get(ctx context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) { // want `mark3labs/mcp-go plain by shape`
	return helper(ctx, req)
}

// What another function calls is a helper, whatever its shape.
func helper(ctx context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
	return mcpgo.NewToolResultText("helper"), nil
}

// Not of the shape: no result, no request, no error.
func NoResult(ctx context.Context, req mcpgo.CallToolRequest) (string, error)      { return "", nil }
func NoRequest(ctx context.Context, id string) (*mcpgo.CallToolResult, error)      { return nil, nil }
func NoError(ctx context.Context, req mcpgo.CallToolRequest) *mcpgo.CallToolResult { return nil }

// A middleware that nothing installs wraps no handler in view.
func Middleware(next func(ctx context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error)) func(ctx context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
	return func(ctx context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
		return next(ctx, req)
	}
}

// The directive makes a handler of a function of any shape.
//
//mcplint:handler
func Marked(id string) (string, error) { return id, nil } // want `mark3labs/mcp-go plain by shape (medium)`
