// Package server serves the handlers of package notes.
package server

import (
	"context"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/mcplinttest/passes/outcome/whole/notes"
)

func convert(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil // want `tool-error: opaque a function value (medium) if next(ctx, req)#1 != nil`
		}
		return res, nil // want `unknown: argument (medium) if next(ctx, req)#1 == nil`
	}
}

type row struct {
	name string
	do   func(ctx context.Context, args map[string]any) (string, error)
}

var rows = []row{{"put", notes.Put}}

func serve(do func(ctx context.Context, args map[string]any) (string, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		s, err := do(ctx, req.GetArguments())
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText(s), nil
	}
}

func Main() {
	s := server.NewMCPServer("notes", "1", server.WithToolHandlerMiddleware(convert))
	s.AddTool(mcp.NewTool("get"), notes.Get)
	for _, r := range rows {
		s.AddTool(mcp.NewTool(r.name), serve(r.do))
	}
}
