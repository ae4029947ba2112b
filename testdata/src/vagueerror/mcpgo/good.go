package mcpgo

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// The causes by name.
func (l *library) goodTake(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	switch err := l.lend(req.GetString("card", ""), req.GetString("book", "")); {
	case errors.Is(err, errLocked):
		return mcp.NewToolResultError("the card is locked; the desk unlocks it"), nil
	case err != nil:
		return mcp.NewToolResultError("the book is lent; book_reserve reserves it"), nil
	}
	return mcp.NewToolResultText("lent"), nil
}

// A code.
func (l *library) goodCode(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := l.lend(req.GetString("card", ""), ""); err != nil {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{mcp.NewTextContent("request failed")},
			StructuredContent: map[string]string{"code": "card_locked"}}, nil
	}
	return mcp.NewToolResultText("given back"), nil
}

// Told apart.
func (l *library) goodShelf(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var shelf string
	err := l.db.QueryRowContext(ctx, "SELECT shelf FROM books WHERE id = ?", req.GetString("book", "")).Scan(&shelf)
	if errors.Is(err, sql.ErrNoRows) {
		return mcp.NewToolResultError("there is no such book; search_books finds one"), nil
	}
	if err != nil {
		return mcp.NewToolResultError("the catalogue cannot be read; tell the reader that the shelf is unknown"), nil
	}
	return mcp.NewToolResultText(shelf), nil
}

// A map that has no entry.
func (l *library) goodMap(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, ok := l.lent[req.GetString("book", "")]; !ok {
		return mcp.NewToolResultError("book not found"), nil
	}
	return mcp.NewToolResultText("lent"), nil
}

// Every status has a text.
func (l *library) goodStatus(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	resp, err := http.Get("https://library.example.com/status")
	if err != nil {
		return mcp.NewToolResultError("the library does not answer; tell the reader"), nil
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		msg := "the library refused; its office knows why"
		if resp.StatusCode == http.StatusNotFound {
			msg = "this branch is closed"
		}
		return mcp.NewToolResultError(msg), nil
	}
	return mcp.NewToolResultText("open"), nil
}

// A recovered panic: nothing is known.
func (l *library) goodPanic(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if r := recover(); r != nil {
			slog.Error("panic", "value", r)
			res = mcp.NewToolResultError("internal error")
		}
	}()
	return mcp.NewToolResultText(req.GetString("book", "")[3:]), nil
}

// The answer itself cannot be encoded: nobody can act on that.
func (l *library) goodMarshal(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	b, err := json.Marshal(l.lent)
	if err != nil {
		return mcp.NewToolResultError("internal error"), nil
	}
	return mcp.NewToolResultText(string(b)), nil
}

type counter struct{ Name string }

type hall struct {
	Name  string
	Doors []int
}

func (l *library) goodAsk(d *desk, c counter) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultErrorf("desk %v is not at counter %v", hall{Name: d.Name}, c), nil
	}
}

func (l *library) RegisterGood(s *server.MCPServer, d *desk) {
	s.AddTool(mcp.NewTool("take"), l.goodTake)
	s.AddTool(mcp.NewTool("code"), l.goodCode)
	s.AddTool(mcp.NewTool("shelf"), l.goodShelf)
	s.AddTool(mcp.NewTool("map"), l.goodMap)
	s.AddTool(mcp.NewTool("status"), l.goodStatus)
	s.AddTool(mcp.NewTool("panic"), l.goodPanic)
	s.AddTool(mcp.NewTool("marshal"), l.goodMarshal)
	s.AddTool(mcp.NewTool("ask"), l.goodAsk(d, counter{"a"}))
}
