package gallery

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type loans struct {
	db   *sql.DB
	http *http.Client
}

// A deferred function that adds the claim to whatever error there is.

func (l *loans) badLend(ctx context.Context, _ *mcp.CallToolRequest, in pictures) (_ *mcp.CallToolResult, _ any, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%w; no changes were made", err) // want `says that nothing was changed`
		}
	}()
	if _, err := l.db.ExecContext(ctx, "INSERT INTO loans(wall) VALUES($1)", in.Wall); err != nil {
		return nil, nil, errors.New("the list of loans is locked")
	}
	return nil, "lent", nil
}

func (l *loans) goodLend(ctx context.Context, _ *mcp.CallToolRequest, in pictures) (_ *mcp.CallToolResult, _ any, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("%w; no changes were made", err)
		}
	}()
	var n int
	if err := l.db.QueryRowContext(ctx, "SELECT count(*) FROM loans WHERE wall = $1", in.Wall).Scan(&n); err != nil {
		return nil, nil, errors.New("the list of loans is locked")
	}
	return nil, n, nil
}

// A generic wrapper around functions that change something.

func badChange[In any](f func(context.Context, In) error) mcp.ToolHandlerFor[In, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		if err := f(ctx, in); err != nil {
			return nil, nil, errors.Join(err, errors.New("nothing was changed")) // want `says that nothing was changed`
		}
		return nil, "changed", nil
	}
}

func goodChange[In any](f func(context.Context, In) error) mcp.ToolHandlerFor[In, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		if err := f(ctx, in); err != nil {
			return nil, nil, errors.Join(err, errors.New("it is unknown whether anything was changed"))
		}
		return nil, "changed", nil
	}
}

func (l *loans) extend(ctx context.Context, in pictures) error {
	for _, n := range in.Names {
		if _, err := l.db.ExecContext(ctx, "UPDATE loans SET days = days + 7 WHERE name = $1", n); err != nil {
			return fmt.Errorf("%s cannot be lent longer", n)
		}
	}
	return nil
}

// A goroutine that goes on after the answer.

func (l *loans) send(ctx context.Context, name string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://lender.example.com/send", strings.NewReader(name))
	if err != nil {
		return err
	}
	resp, err := l.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (l *loans) badTell(ctx context.Context, _ *mcp.CallToolRequest, in pictures) (*mcp.CallToolResult, any, error) {
	done := make(chan error, 1)
	go func() { done <- l.send(context.WithoutCancel(ctx), in.Wall) }()
	select {
	case err := <-done:
		if err != nil {
			return nil, nil, errors.New("it is unknown whether the message was sent")
		}
		return nil, "told", nil
	case <-time.After(5 * time.Second):
		return nil, nil, errors.New("the lender is slow; the message was not sent") // want `says that nothing was changed`
	}
}

func (l *loans) goodTell(ctx context.Context, _ *mcp.CallToolRequest, in pictures) (*mcp.CallToolResult, any, error) {
	done := make(chan error, 1)
	go func() { done <- l.send(context.WithoutCancel(ctx), in.Wall) }()
	select {
	case err := <-done:
		if err != nil {
			return nil, nil, errors.New("it is unknown whether the message was sent")
		}
		return nil, "told", nil
	case <-time.After(5 * time.Second):
		return nil, nil, errors.New("the lender is slow; the message may be sent still")
	}
}

// A loop of tries, none of which has an answer.

func (l *loans) badBook(ctx context.Context, _ *mcp.CallToolRequest, in pictures) (*mcp.CallToolResult, any, error) {
	for range 3 {
		if err := l.send(ctx, in.Wall); err == nil {
			return nil, "booked", nil
		}
	}
	return nil, nil, errors.New("three tries have failed, the hall was not booked") // want `says that nothing was changed`
}

func (l *loans) goodBook(ctx context.Context, _ *mcp.CallToolRequest, in pictures) (*mcp.CallToolResult, any, error) {
	for range 3 {
		if err := l.send(ctx, in.Wall); err == nil {
			return nil, "booked", nil
		}
	}
	return nil, nil, errors.New("three tries have failed, each may have booked the hall; ask the lender")
}

// An error type of the program's own, whose text makes the claim.

type refusedError struct{ name string }

func (e *refusedError) Error() string { return e.name + " was not removed" }

func (l *loans) badRemove(ctx context.Context, _ *mcp.CallToolRequest, in pictures) (*mcp.CallToolResult, any, error) {
	if _, err := l.db.ExecContext(ctx, "DELETE FROM loans WHERE wall = $1", in.Wall); err != nil {
		return nil, nil, &refusedError{in.Wall} // want `says that nothing was changed`
	}
	return nil, "removed", nil
}

func (l *loans) goodRemove(ctx context.Context, _ *mcp.CallToolRequest, in pictures) (*mcp.CallToolResult, any, error) {
	if in.Wall == "" {
		return nil, nil, &refusedError{"the picture without a name"}
	}
	if _, err := l.db.ExecContext(ctx, "DELETE FROM loans WHERE wall = $1", in.Wall); err != nil {
		return nil, nil, fmt.Errorf("it is unknown whether %s was removed", in.Wall)
	}
	return nil, "removed", nil
}

// Register adds the tools for loans.
func Register(s *mcp.Server, db *sql.DB) {
	l := &loans{db, http.DefaultClient}
	mcp.AddTool(s, &mcp.Tool{Name: "bad_lend"}, l.badLend)
	mcp.AddTool(s, &mcp.Tool{Name: "good_lend"}, l.goodLend)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_extend"}, badChange(l.extend))
	mcp.AddTool(s, &mcp.Tool{Name: "good_extend"}, goodChange(l.extend))
	mcp.AddTool(s, &mcp.Tool{Name: "bad_tell"}, l.badTell)
	mcp.AddTool(s, &mcp.Tool{Name: "good_tell"}, l.goodTell)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_book"}, l.badBook)
	mcp.AddTool(s, &mcp.Tool{Name: "good_book"}, l.goodBook)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_remove"}, l.badRemove)
	mcp.AddTool(s, &mcp.Tool{Name: "good_remove"}, l.goodRemove)
}
