// Package trpc holds the ways in which handlers reach a server of trpc-mcp-go.
package trpc // want `2 registrations, 2 handlers`

import (
	"context"

	mcp "trpc.group/trpc-go/trpc-mcp-go"
)

type in struct{ ID string }

func plain(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `plain: trpc-group/trpc-mcp-go plain`
	return mcp.NewTextResult("plain"), nil
}

func typed(ctx context.Context, req *mcp.CallToolRequest, in in) (string, error) { // want `typed: trpc-group/trpc-mcp-go typed`
	return in.ID, nil
}

func register(s *mcp.Server) {
	s.RegisterTool(mcp.NewTool("plain"), plain)
	s.RegisterTool(mcp.NewTool("typed"), mcp.NewTypedToolHandler(typed))
}
