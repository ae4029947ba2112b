// Package mcpgo holds handlers of a town library.
package mcpgo

import (
	"context"
	"database/sql"
	"errors"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

var (
	errLent   = errors.New("the book is lent until Friday")
	errLocked = errors.New("the reader's card is locked")
)

type library struct {
	db    *sql.DB
	lent  map[string]bool
	locks map[string]bool
}

func (l *library) lend(card, book string) error {
	if l.locks[card] {
		return errLocked
	}
	if l.lent[book] {
		return errLent
	}
	l.lent[book] = true
	return nil
}

// Known sentinels, one empty phrase.
func (l *library) take(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := l.lend(req.GetString("card", ""), req.GetString("book", "")); err != nil {
		return mcp.NewToolResultError("operation failed"), nil // want `"operation failed" tells the model nothing to act on, although the cause is known`
	}
	return mcp.NewToolResultText("lent"), nil
}

// Told apart, and then the same phrase.
func (l *library) renew(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	const msg = "something went wrong"
	err := l.lend(req.GetString("card", ""), req.GetString("book", ""))
	if errors.Is(err, errLocked) {
		return mcp.NewToolResultError(msg), nil // want `"something went wrong" tells the model nothing`
	}
	if err != nil {
		return mcp.NewToolResultError(msg), nil // want `"something went wrong" tells the model nothing`
	}
	return mcp.NewToolResultText("renewed"), nil
}

// Told apart, and then one sentence for both.
func (l *library) reserve(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	err := l.lend(req.GetString("card", ""), req.GetString("book", ""))
	switch {
	case errors.Is(err, errLocked):
		return mcp.NewToolResultError("this book cannot be reserved"), nil // want `is said here and of other failures, although errors.Is has told them apart`
	case errors.Is(err, errLent):
		return mcp.NewToolResultError("this book cannot be reserved"), nil // want `is said here and of other failures`
	}
	return mcp.NewToolResultText("reserved"), nil
}

// A helper that says the same of everything.
func failed() *mcp.CallToolResult { return mcp.NewToolResultError("internal server error") }

func (l *library) give(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := l.lend(req.GetString("card", ""), ""); err != nil {
		return failed(), nil // want `"internal server error" tells the model nothing`
	}
	return mcp.NewToolResultText("given back"), nil
}

// One cause for every failure.
func (l *library) shelf(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var shelf string
	err := l.db.QueryRowContext(ctx, "SELECT shelf FROM books WHERE id = ?", req.GetString("book", "")).Scan(&shelf)
	if err != nil {
		return mcp.NewToolResultError("there is no such book; search_books finds one"), nil // want `is said of every failure of \(\*sql.Row\).Scan`
	}
	return mcp.NewToolResultText(shelf), nil
}

// A text that may be empty.
func (l *library) status(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	resp, err := http.Get("https://library.example.com/status")
	if err != nil {
		return mcp.NewToolResultError("the library does not answer; tell the reader"), nil
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		msg := ""
		switch resp.StatusCode {
		case http.StatusNotFound:
			msg = "this branch is closed"
		case http.StatusTooManyRequests:
			msg = "the library answers once a minute"
		}
		return mcp.NewToolResultError(msg), nil // want `the text may be empty`
	}
	return mcp.NewToolResultText("open"), nil
}

// The error of a call that succeeded.
func (l *library) count(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	resp, err := http.Get("https://library.example.com/count")
	if err != nil {
		return mcp.NewToolResultError("the library does not answer; tell the reader"), nil
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return mcp.NewToolResultErrorf("books cannot be counted: %v", err), nil // want `the error that the text prints is nil here`
	}
	return mcp.NewToolResultText("12"), nil
}

// A struct dump.
type desk struct {
	Client *http.Client
	Name   string
}

func (l *library) ask(d *desk) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.GetString("question", "") == "" {
			return mcp.NewToolResultErrorf("nothing to ask of %v", d), nil // want `the text prints a \*mcpgo.desk field by field`
		}
		return mcp.NewToolResultText("later"), nil
	}
}

func (l *library) RegisterBad(s *server.MCPServer, d *desk) {
	s.AddTool(mcp.NewTool("take"), l.take)
	s.AddTool(mcp.NewTool("renew"), l.renew)
	s.AddTool(mcp.NewTool("give"), l.give)
	s.AddTool(mcp.NewTool("reserve"), l.reserve)
	s.AddTool(mcp.NewTool("shelf"), l.shelf)
	s.AddTool(mcp.NewTool("status"), l.status)
	s.AddTool(mcp.NewTool("count"), l.count)
	s.AddTool(mcp.NewTool("ask"), l.ask(d))
}
