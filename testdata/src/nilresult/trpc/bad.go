// Package trpc holds a handler that forgets its answer.
package trpc

import (
	"context"

	mcp "trpc.group/trpc-go/trpc-mcp-go"
)

func note(_ context.Context, req *mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	if text, ok := req.Params.Arguments["text"].(string); ok {
		res = mcp.NewTextResult(text)
	}
	return // want `neither a result nor an error is returned, so the client gets a null result`
}

func Register(s *mcp.Server) { s.RegisterTool(mcp.NewTool("note"), note) }
