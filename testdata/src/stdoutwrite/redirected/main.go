// Redirected keeps standard output for itself and gives the rest standard error.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	out := os.Stdout
	os.Stdout = os.Stderr
	fmt.Println("serving")
	s := server.NewMCPServer("redirected", "1.0.0")
	s.AddTool(mcp.NewTool("ping"), func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		fmt.Println("pong")
		return mcp.NewToolResultText("pong"), nil
	})
	if err := server.NewStdioServer(s).Listen(context.Background(), os.Stdin, out); err != nil {
		os.Exit(1)
	}
}
