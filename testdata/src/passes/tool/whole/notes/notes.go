// Package notes declares handlers that package server registers.
package notes // want `0 registrations, 3 handlers`

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func Get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `get: mark3labs/mcp-go plain`
	return mcp.NewToolResultText("get"), nil
}

func (s *Store) Put(ctx context.Context, args map[string]any) (string, error) { // want `put: mark3labs/mcp-go plain behind Serve$1`
	return "put", nil
}

func Unused(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `mark3labs/mcp-go plain by shape`
	return mcp.NewToolResultText("unused"), nil
}

type Store struct{}

// Tool is a row of the program's own, that package server serves.
type Tool struct {
	Name string
	Do   func(ctx context.Context, args map[string]any) (string, error)
}

func Tools(s *Store) []Tool { return []Tool{{Name: "put", Do: s.Put}} }

func Definition() (mcp.Tool, server.ToolHandlerFunc) { return mcp.NewTool("get"), Get }
