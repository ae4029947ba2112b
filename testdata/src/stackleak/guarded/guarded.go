// Package guarded holds a helper that recovers and hands the panic on as an error.
package guarded

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func try(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%s", debug.Stack())
		}
	}()
	f()
	return nil
}

func tried(f func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			slog.Error("recovered", "panic", r, "stack", string(debug.Stack()))
			err = fmt.Errorf("the table cannot be laid")
		}
	}()
	f()
	return nil
}

func lay(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := try(func() { seat(nil) }); err != nil {
		return mcp.NewToolResultError(err.Error()), nil // want "stack"
	}
	return mcp.NewToolResultText("laid"), nil
}

func layQuiet(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := tried(func() { seat(nil) }); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText("laid"), nil
}

func seat(m map[string]int) { m["a"]++ }

// Register serves both.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("lay"), lay)
	s.AddTool(mcp.NewTool("lay_quiet"), layQuiet)
}
