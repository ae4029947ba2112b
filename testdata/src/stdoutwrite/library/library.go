// Package library has tools; who serves them is not in view.
package library

import (
	"context"
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func bad(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	fmt.Println("called") // want `fmt.Println writes to standard output`
	return mcp.NewToolResultText("done"), nil
}

func good(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	fmt.Fprintln(os.Stderr, "called")
	return mcp.NewToolResultText("done"), nil
}

// Describe is for people at a terminal.
func Describe() { fmt.Println("two tools") }

// Register adds them.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("bad"), bad)
	s.AddTool(mcp.NewTool("good"), good)
}
