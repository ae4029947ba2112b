// Package main is served through the go-sdk's raw call.
package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var db *sql.DB

func title(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in struct{ ID string }
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return nil, fmt.Errorf("arguments must be an object with the text field \"ID\": %w", err)
	}
	var name string
	if err := db.QueryRowContext(ctx, "SELECT name FROM books WHERE id = ?", in.ID).Scan(&name); err != nil {
		return nil, fmt.Errorf("the book could not be looked up: %v", err)
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: name}}}, nil
}

func main() {
	fmt.Fprintln(os.Stdout, "starting the library")
	s := mcp.NewServer(&mcp.Implementation{Name: "library"}, nil)
	s.AddTool(&mcp.Tool{Name: "title", InputSchema: map[string]any{"type": "object"}}, title)
	_ = s.Run(context.Background(), &mcp.StdioTransport{})
}
