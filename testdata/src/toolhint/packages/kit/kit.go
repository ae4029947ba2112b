// Package kit mounts the tools of a program.
package kit

import (
	"context"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Args are the arguments of every tool.
type Args struct {
	ID   string `json:"id"`
	Note string `json:"note"`
}

// Tool is what the program writes.
type Tool interface {
	Describe() *mcp.Tool
	Execute(ctx context.Context, in Args) (string, error)
}

// Mount serves the tools.
func Mount(s *mcp.Server, tools ...Tool) {
	for _, t := range tools {
		mcp.AddTool(s, t.Describe(), adapt(t))
	}
}

func adapt(t Tool) mcp.ToolHandlerFor[Args, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in Args) (*mcp.CallToolResult, any, error) {
		s, err := t.Execute(ctx, in)
		if err != nil {
			slog.ErrorContext(ctx, "tool", "err", err)
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "the outcome is unknown; look at the entry first"}}}, nil, nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}, nil, nil
	}
}

// Writes are the hints of a tool that changes an entry.
func Writes(destructive bool) *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{DestructiveHint: &destructive}
}

// Row is a tool in a table.
type Row struct {
	Annotations *mcp.ToolAnnotations
	Run         mcp.ToolHandlerFor[Args, any]
}

// MountAll serves a table.
func MountAll(s *mcp.Server, rows map[string]Row) {
	for name, r := range rows {
		mcp.AddTool(s, &mcp.Tool{Name: name, Annotations: r.Annotations}, r.Run)
	}
}
