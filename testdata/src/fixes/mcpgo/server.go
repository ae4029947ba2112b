// Package main has defects whose repair is mechanical, and twins beside them for
// which there is none.
package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var db *sql.DB

func find(ctx context.Context, id string) (string, error) {
	var name string
	err := db.QueryRowContext(ctx, "SELECT name FROM books WHERE id = ?", id).Scan(&name)
	return name, err
}

// The author's own words are in front of the error.
func wrapped(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name, err := find(ctx, req.GetString("id", ""))
	if err != nil {
		return nil, fmt.Errorf("the book could not be looked up: %w", err)
	}
	return mcp.NewToolResultText(name), nil
}

// There are nothing but the author's words.
func refused(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	if id == "" {
		return nil, errors.New("argument \"id\" is missing; pass the number on the book's back")
	}
	return mcp.NewToolResultText(id), nil
}

// No words to answer with: no fix.
func bare(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	name, err := find(ctx, req.GetString("id", ""))
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(name), nil
}

// The type of an argument is taken for granted.
func asserted(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetArguments()["id"].(string)
	return mcp.NewToolResultText("book " + id), nil
}

// A refusal that does not say that it is one.
func unmarked(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id, err := req.RequireString("id")
	if err != nil {
		return mcp.NewToolResultText("error: argument \"id\" must be the number on the book's back"), nil
	}
	return mcp.NewToolResultText(id), nil
}

func main() {
	fmt.Println("starting the library")
	s := server.NewMCPServer("library", "1.0.0")
	s.AddTool(mcp.NewTool("wrapped"), wrapped)
	s.AddTool(mcp.NewTool("refused"), refused)
	s.AddTool(mcp.NewTool("bare"), bare)
	s.AddTool(mcp.NewTool("asserted"), asserted)
	s.AddTool(mcp.NewTool("unmarked"), unmarked)
	_ = server.ServeStdio(s)
}
