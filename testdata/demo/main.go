// Command demo is a small MCP server with a handful of honest mistakes: run
// mcplint on it.
package main

import (
	"context"
	"database/sql"
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type library struct{ db *sql.DB }

func (l *library) title(ctx context.Context, id string) (string, error) {
	var title string
	err := l.db.QueryRowContext(ctx, "SELECT title FROM books WHERE id = $1", id).Scan(&title)
	if err != nil {
		return "", fmt.Errorf("look up book %s: %w", id, err)
	}
	return title, nil
}

// find hands a failure to the host, where the model never sees it.
func (l *library) find(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id, err := req.RequireString("id")
	if err != nil {
		return nil, err
	}
	title, err := l.title(ctx, id)
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(title), nil
}

// describe shows the database driver's text to the model.
func (l *library) describe(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	title, err := l.title(ctx, req.GetString("id", ""))
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText("a book called " + title), nil
}

// lend tells the model to try again although the loan may have been stored.
func (l *library) lend(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	if _, err := l.db.ExecContext(ctx, "INSERT INTO loans(book) VALUES($1)", id); err != nil {
		return mcp.NewToolResultErrorf("book %s could not be lent, please try again", id), nil
	}
	if _, err := l.title(ctx, id); err != nil {
		return mcp.NewToolResultErrorf("book %s has no title", id), nil
	}
	return mcp.NewToolResultText("lent"), nil
}

func main() {
	db, err := sql.Open("postgres", os.Getenv("LIBRARY_DSN"))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	l := &library{db}
	s := server.NewMCPServer("library", "1.0.0")
	s.AddTool(mcp.NewTool("find_book", mcp.WithString("id", mcp.Required())), l.find)
	s.AddTool(mcp.NewTool("describe_book", mcp.WithString("id", mcp.Required())), l.describe)
	s.AddTool(mcp.NewTool("lend_book", mcp.WithString("id", mcp.Required())), l.lend)
	if err := server.ServeStdio(s); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}
