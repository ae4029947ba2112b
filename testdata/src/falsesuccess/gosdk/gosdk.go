// Package gosdk has handlers of a lending library. Each bad one stands beside its
// repaired twin.
package gosdk

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os/exec"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct {
	ID string `json:"id"`
}

type library struct {
	db    *sql.DB
	cache func(id string) (string, error)
}

func say(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

func sayError(text string) *mcp.CallToolResult {
	r := say(text)
	r.IsError = true
	return r
}

// A helper that logs the failure and answers nil.

func (l *library) lend(ctx context.Context, id string) error {
	if _, err := l.db.ExecContext(ctx, "UPDATE books SET lent = true WHERE id = $1", id); err != nil {
		slog.ErrorContext(ctx, "lend", "err", err)
		return nil
	}
	return nil
}

func (l *library) lendOrFail(ctx context.Context, id string) error {
	if _, err := l.db.ExecContext(ctx, "UPDATE books SET lent = true WHERE id = $1", id); err != nil {
		slog.ErrorContext(ctx, "lend", "err", err)
		return err
	}
	return nil
}

func (l *library) lent(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := l.lend(ctx, a.ID); err != nil {
		return sayError("the book cannot be lent; tell the user"), nil, nil
	}
	return say("lent"), nil, nil // want "is swallowed by lend"
}

func (l *library) lentGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := l.lendOrFail(ctx, a.ID); err != nil {
		return sayError("the book cannot be lent; tell the user"), nil, nil
	}
	return say("lent"), nil, nil
}

// A helper that answers with an empty text when it fails, two frames down.

func (l *library) title(ctx context.Context, id string) string {
	var t string
	if err := l.db.QueryRowContext(ctx, "SELECT title FROM books WHERE id = $1", id).Scan(&t); err != nil {
		return ""
	}
	return t
}

func (l *library) card(ctx context.Context, id string) string { return l.title(ctx, id) }

func (l *library) titled(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return say(l.card(ctx, a.ID)), nil, nil // want "is swallowed by title"
}

func (l *library) titledGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	t := l.card(ctx, a.ID)
	if t == "" {
		return sayError("the title cannot be read; tell the user"), nil, nil
	}
	return say(t), nil, nil
}

// A helper that answers with a nil list when it fails.

func (l *library) shelf(ctx context.Context, id string) []string {
	out, err := exec.CommandContext(ctx, "shelfctl", "ls", id).Output()
	if err != nil {
		slog.WarnContext(ctx, "shelf", "err", err)
		return nil
	}
	return strings.Fields(string(out))
}

func (l *library) shelfOrFail(ctx context.Context, id string) ([]string, error) {
	out, err := exec.CommandContext(ctx, "shelfctl", "ls", id).Output()
	if err != nil {
		slog.WarnContext(ctx, "shelf", "err", err)
		return nil, err
	}
	return strings.Fields(string(out)), nil
}

func (l *library) shelved(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, map[string]any{"books": l.shelf(ctx, a.ID)}, nil // want "is swallowed by shelf"
}

func (l *library) shelvedGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	books, err := l.shelfOrFail(ctx, a.ID)
	if err != nil {
		return nil, nil, errors.New("the shelf cannot be listed; tell the user")
	}
	return nil, map[string]any{"books": books}, nil
}

// A constructor of errors that forgets the flag.

func oops(err error) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "Error: " + err.Error()}}}
}

func (l *library) forgot(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := l.lendOrFail(ctx, a.ID); err != nil {
		return oops(err), nil, nil // want "lendOrFail failed"
	}
	return say("lent"), nil, nil
}

func (l *library) forgotGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	if err := l.lendOrFail(ctx, a.ID); err != nil {
		r := oops(err)
		r.IsError = true
		return r, nil, nil
	}
	return say("lent"), nil, nil
}

// A failure as JSON, in the typed output.

type answer struct {
	Title string `json:"title,omitempty"`
	Error string `json:"error,omitempty"`
}

func (l *library) envelope(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, answer, error) {
	t, err := l.cache(a.ID)
	if err != nil {
		return nil, answer{Error: err.Error()}, nil // want "failed"
	}
	return nil, answer{Title: t}, nil
}

func (l *library) envelopeGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, answer, error) {
	t, err := l.cache(a.ID)
	if err != nil {
		return nil, answer{}, err
	}
	return nil, answer{Title: t}, nil
}

// The same in a JSON text.

func (l *library) object(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	t, err := l.cache(a.ID)
	if err != nil {
		b, _ := json.Marshal(map[string]any{"success": false, "error": err.Error()})
		return say(string(b)), nil, nil // want "failed"
	}
	return say(t), nil, nil
}

func (l *library) objectGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	t, err := l.cache(a.ID)
	if err != nil {
		b, _ := json.Marshal(map[string]any{"success": false, "error": err.Error()})
		return sayError(string(b)), nil, nil
	}
	return say(t), nil, nil
}

// Ways that merge before the return.

func (l *library) merged(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var res *mcp.CallToolResult
	if err := l.lendOrFail(ctx, a.ID); err != nil {
		res = say(fmt.Sprintf("book %s was not lent", a.ID))
	} else {
		res = say("lent")
	}
	return res, nil, nil // want "lendOrFail failed"
}

func (l *library) mergedGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var res *mcp.CallToolResult
	if err := l.lendOrFail(ctx, a.ID); err != nil {
		res = sayError(fmt.Sprintf("book %s was not lent", a.ID))
	} else {
		res = say("lent")
	}
	return res, nil, nil
}

// The text of the ways merges, the result is made once.

func (l *library) message(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	msg := "lent"
	if err := l.lendOrFail(ctx, a.ID); err != nil {
		msg = "book " + a.ID + " was not lent: " + err.Error()
	}
	return say(msg), nil, nil // want "lendOrFail failed"
}

func (l *library) messageGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	msg := "lent"
	failed := false
	if err := l.lendOrFail(ctx, a.ID); err != nil {
		msg, failed = "book "+a.ID+" was not lent", true
	}
	res := say(msg)
	res.IsError = failed
	return res, nil, nil
}

// A local closure that answers failures.

func (l *library) closure(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	fail := func(err error) (*mcp.CallToolResult, any, error) {
		return say("no luck: " + err.Error()), nil, nil
	}
	t, err := l.cache(a.ID)
	if err != nil {
		return fail(err) // want "failed"
	}
	return say(t), nil, nil
}

func (l *library) closureGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	fail := func(err error) (*mcp.CallToolResult, any, error) {
		return sayError("no luck: " + err.Error()), nil, nil
	}
	t, err := l.cache(a.ID)
	if err != nil {
		return fail(err)
	}
	return say(t), nil, nil
}

// A deferred function that takes the error away.

func (l *library) deferred(ctx context.Context, _ *mcp.CallToolRequest, a in) (res *mcp.CallToolResult, _ any, err error) {
	defer func() {
		if err != nil {
			res, err = say("sorry: "+err.Error()), nil // want "failed"
		}
	}()
	if err = l.lendOrFail(ctx, a.ID); err != nil {
		return nil, nil, err
	}
	return say("lent"), nil, nil
}

func (l *library) deferredGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (res *mcp.CallToolResult, _ any, err error) {
	defer func() {
		if err != nil {
			res, err = sayError("sorry: "+err.Error()), nil
		}
	}()
	if err = l.lendOrFail(ctx, a.ID); err != nil {
		return nil, nil, err
	}
	return say("lent"), nil, nil
}

// Every failure is the same benign answer.

func (l *library) find(ctx context.Context, id string) (string, error) {
	var t string
	err := l.db.QueryRowContext(ctx, "SELECT title FROM books WHERE id = $1", id).Scan(&t)
	return t, err
}

func (l *library) benign(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	t, err := l.find(ctx, a.ID)
	if err != nil {
		return say("no book has the number " + a.ID), nil, nil // want "find failed"
	}
	return say(t), nil, nil
}

func (l *library) benignGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	t, err := l.find(ctx, a.ID)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return say("no book has the number " + a.ID), nil, nil
	case err != nil:
		return sayError("the catalogue cannot be read; tell the user"), nil, nil
	}
	return say(t), nil, nil
}

// The wrong way round.

func (l *library) inverted(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	t, err := l.find(ctx, a.ID)
	if err == nil {
		return sayError("the catalogue cannot be read; tell the user"), nil, nil
	}
	return say(t), nil, nil // want "find failed"
}

func (l *library) invertedGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	t, err := l.find(ctx, a.ID)
	if err == nil {
		return say(t), nil, nil
	}
	return sayError("the catalogue cannot be read; tell the user"), nil, nil
}

// An iteration whose end is taken for the end of the rows.

func (l *library) rows(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	rows, err := l.db.QueryContext(ctx, "SELECT title FROM books")
	if err != nil {
		return sayError("the catalogue cannot be read; tell the user"), nil, nil
	}
	defer rows.Close()
	var b strings.Builder
	for rows.Next() { // want "error of the rows is never read"
		var t string
		if err := rows.Scan(&t); err != nil {
			return sayError("the catalogue cannot be read; tell the user"), nil, nil
		}
		b.WriteString(t)
	}
	return say(b.String()), nil, nil
}

func (l *library) rowsGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	rows, err := l.db.QueryContext(ctx, "SELECT title FROM books")
	if err != nil {
		return sayError("the catalogue cannot be read; tell the user"), nil, nil
	}
	defer rows.Close()
	var b strings.Builder
	for rows.Next() {
		var t string
		if err := rows.Scan(&t); err != nil {
			return sayError("the catalogue cannot be read; tell the user"), nil, nil
		}
		b.WriteString(t)
	}
	if err := rows.Err(); err != nil {
		return sayError("the catalogue broke off; tell the user"), nil, nil
	}
	return say(b.String()), nil, nil
}

// A command whose exit status is thrown away.

func (l *library) exit(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	out, _ := exec.CommandContext(ctx, "shelfctl", "show", a.ID).CombinedOutput() // want "exit status is never read"
	return say(string(out)), nil, nil
}

func (l *library) exitGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	out, err := exec.CommandContext(ctx, "shelfctl", "show", a.ID).CombinedOutput()
	if err != nil {
		return sayError("the shelf does not show the book; list the shelf first"), nil, nil
	}
	return say(string(out)), nil, nil
}

// Register serves them.
func Register(s *mcp.Server, l *library) {
	mcp.AddTool(s, &mcp.Tool{Name: "lend"}, l.lent)
	mcp.AddTool(s, &mcp.Tool{Name: "lend_good"}, l.lentGood)
	mcp.AddTool(s, &mcp.Tool{Name: "title"}, l.titled)
	mcp.AddTool(s, &mcp.Tool{Name: "title_good"}, l.titledGood)
	mcp.AddTool(s, &mcp.Tool{Name: "shelf"}, l.shelved)
	mcp.AddTool(s, &mcp.Tool{Name: "shelf_good"}, l.shelvedGood)
	mcp.AddTool(s, &mcp.Tool{Name: "forgot"}, l.forgot)
	mcp.AddTool(s, &mcp.Tool{Name: "forgot_good"}, l.forgotGood)
	mcp.AddTool(s, &mcp.Tool{Name: "envelope"}, l.envelope)
	mcp.AddTool(s, &mcp.Tool{Name: "envelope_good"}, l.envelopeGood)
	mcp.AddTool(s, &mcp.Tool{Name: "object"}, l.object)
	mcp.AddTool(s, &mcp.Tool{Name: "object_good"}, l.objectGood)
	mcp.AddTool(s, &mcp.Tool{Name: "merged"}, l.merged)
	mcp.AddTool(s, &mcp.Tool{Name: "merged_good"}, l.mergedGood)
	mcp.AddTool(s, &mcp.Tool{Name: "message"}, l.message)
	mcp.AddTool(s, &mcp.Tool{Name: "message_good"}, l.messageGood)
	mcp.AddTool(s, &mcp.Tool{Name: "closure"}, l.closure)
	mcp.AddTool(s, &mcp.Tool{Name: "closure_good"}, l.closureGood)
	mcp.AddTool(s, &mcp.Tool{Name: "deferred"}, l.deferred)
	mcp.AddTool(s, &mcp.Tool{Name: "deferred_good"}, l.deferredGood)
	mcp.AddTool(s, &mcp.Tool{Name: "benign"}, l.benign)
	mcp.AddTool(s, &mcp.Tool{Name: "benign_good"}, l.benignGood)
	mcp.AddTool(s, &mcp.Tool{Name: "inverted"}, l.inverted)
	mcp.AddTool(s, &mcp.Tool{Name: "inverted_good"}, l.invertedGood)
	mcp.AddTool(s, &mcp.Tool{Name: "rows"}, l.rows)
	mcp.AddTool(s, &mcp.Tool{Name: "rows_good"}, l.rowsGood)
	mcp.AddTool(s, &mcp.Tool{Name: "exit"}, l.exit)
	mcp.AddTool(s, &mcp.Tool{Name: "exit_good"}, l.exitGood)
}
