// Package recovered has panics that a recovery meets: the SDK's option leaves the
// call without an answer for the model, a wrapper of the program's own gives one,
// and nothing stops log.Fatal.
package recovered

import (
	"context"
	"log"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func title(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(req.GetArguments()["title"].(string)), nil // want `the call ends as JSON-RPC error -32603, which the model never sees`
}

func cover(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(req.GetArguments()["cover"].(string)), nil
}

func answering(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		defer func() {
			if recover() != nil {
				res, err = mcp.NewToolResultError("an argument is missing or of the wrong type"), nil
			}
		}()
		return h(ctx, req)
	}
}

func token() string {
	t := os.Getenv("SHELF_TOKEN")
	if t == "" {
		log.Fatal("SHELF_TOKEN is not set") // want `a fault of the configuration, met by the call, leads to log.Fatal, which ends the process`
	}
	return t
}

func remote(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if token() == req.GetString("t", "") {
		return mcp.NewToolResultText("same"), nil
	}
	return mcp.NewToolResultText("other"), nil
}

// New makes the server.
func New() *server.MCPServer {
	s := server.NewMCPServer("shelf", "1.0.0", server.WithRecovery())
	s.AddTool(mcp.NewTool("title"), title)
	s.AddTool(mcp.NewTool("cover"), answering(cover))
	s.AddTool(mcp.NewTool("remote"), remote)
	return s
}
