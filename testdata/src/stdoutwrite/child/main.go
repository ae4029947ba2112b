// Child runs commands.
package main

import (
	"context"
	"io"
	"os"
	"os/exec"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func run(ctx context.Context, out io.Writer, name string) error {
	cmd := exec.CommandContext(ctx, name)
	cmd.Stdout = out
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

func loud(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := run(ctx, os.Stdout, "uptime"); err != nil { // want `a child process inherits standard output`
		return mcp.NewToolResultError("uptime failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func quiet(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := run(ctx, os.Stderr, "uptime"); err != nil {
		return mcp.NewToolResultError("uptime failed"), nil
	}
	return mcp.NewToolResultText("done"), nil
}

func main() {
	s := server.NewMCPServer("child", "1.0.0")
	s.AddTool(mcp.NewTool("loud"), loud)
	s.AddTool(mcp.NewTool("quiet"), quiet)
	st := server.NewStdioServer(s)
	if err := st.Listen(context.Background(), os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
}
