// Package store is what handlers in other packages call.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
)

type DB struct{ db *sql.DB }

func (d *DB) Title(ctx context.Context, id string) (string, error) { // want Title:"^result 1: \"an id is needed\", infra \\(\\*sql.Row\\).Scan$"
	var s string
	if id == "" {
		return "", errors.New("an id is needed")
	}
	err := d.db.QueryRowContext(ctx, "SELECT title FROM books WHERE id = ?", id).Scan(&s)
	return s, err
}

func (d *DB) Lend(ctx context.Context, id string) error { // want Lend:"infra .*; database write by \\(\\*sql.DB\\).ExecContext must$"
	_, err := d.db.ExecContext(ctx, "INSERT INTO loans(book) VALUES (?)", id)
	return err
}

// Plain maps every failure to the author's own words.
func Plain(err error) string { // want Plain:"^result 0: \"no such book\", \"the library is closed\"; quiet$"
	if errors.Is(err, sql.ErrNoRows) {
		return "no such book"
	}
	return "the library is closed"
}

func Wrap(op string, err error) error { // want Wrap:"^result 0: \"%s: %w\", operand 0, operand 1; quiet$"
	return fmt.Errorf("%s: %w", op, err)
}

func Fail(err error) *mcp.CallToolResult { // want Fail:"^result 0 isError set: \"failed: \", operand 0; quiet$"
	return mcp.NewToolResultError("failed: " + err.Error())
}

// Redact knows what to leave out.
//
//mcplint:sanitizes
func Redact(err error) string { // want Redact:"^//mcplint:sanitizes; result 0: operand 0; quiet$"
	return err.Error()
}

// Notify posts to whoever asked for it.
//
//mcplint:mutates idempotent
func Notify(url string) error { // want Notify:"^//mcplint:mutates idempotent; "
	resp, err := http.Post(url, "text/plain", strings.NewReader("ready"))
	if err == nil {
		resp.Body.Close()
	}
	return err
}

// Open has a function value for what it does: nothing is known of its effects.
func Open(f func() error) error { // want Open:"^result 0: opaque"
	return f()
}
