// Package trpc holds a handler of the SDK that keeps a result beside an error.
package trpc

import (
	"context"
	"errors"

	mcp "trpc.group/trpc-go/trpc-mcp-go"
)

func partial(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, ok := req.Params.Arguments["pier"].(string); !ok {
		return mcp.NewErrorResult("pier is required"), errors.New("no pier")
	}
	return mcp.NewTextResult("two of three ferries"), errors.New("one has not answered")
}

func Register(s *mcp.Server) { s.RegisterTool(mcp.NewTool("partial"), partial) }
