// Package gosdk has the tools of a workshop on the go-sdk, whose hints promise too
// much, each beside one whose hints hold.
package gosdk

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type workshop struct {
	db  *sql.DB
	dir string
	web *http.Client
}

type item struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

var errUnknown = errors.New("the outcome is unknown; look at the state before you repeat the call")

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func ptr[T any](v T) *T { return &v }

// A literal beside a raw handler that is made by a factory.
func (w *workshop) count(statement string) func(context.Context) (int, error) {
	return func(ctx context.Context) (n int, err error) {
		err = w.db.QueryRowContext(ctx, statement).Scan(&n)
		return n, err
	}
}

func (w *workshop) badParts() mcp.ToolHandler {
	next := w.count("DELETE FROM parts WHERE worn RETURNING count(*)")
	return func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		n, err := next(ctx)
		if err != nil {
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: errUnknown.Error()}}}, nil
		}
		return text(fmt.Sprint(n, " worn parts")), nil
	}
}

func (w *workshop) goodParts() mcp.ToolHandler {
	next := w.count("SELECT count(*) FROM parts WHERE worn")
	return func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		n, err := next(ctx)
		if err != nil {
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "the parts cannot be counted; tell the user"}}}, nil
		}
		return text(fmt.Sprint(n, " worn parts")), nil
	}
}

func registerParts(s *mcp.Server, w *workshop) {
	object := json.RawMessage(`{"type":"object"}`)
	s.AddTool(&mcp.Tool{
		Name:        "sort_out_worn_parts",
		InputSchema: object,
		Annotations: &mcp.ToolAnnotations{
			Title:           "Worn parts",
			DestructiveHint: ptr(false), // want `tool "sort_out_worn_parts": destructiveHint is false, but .+ deletes or overwrites`
		},
	}, w.badParts())
	s.AddTool(&mcp.Tool{
		Name:        "worn_parts",
		InputSchema: object,
		Annotations: &mcp.ToolAnnotations{
			Title:           "Worn parts",
			DestructiveHint: ptr(false),
		},
	}, w.goodParts())
}

// A description that is finished after it was made, and a handler in a decorator.
func timed[In, Out any](h mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		slog.DebugContext(ctx, "call", "tool", req.Params.Name)
		return h(ctx, req, in)
	}
}

func (w *workshop) badPlan(_ context.Context, _ *mcp.CallToolRequest, in item) (*mcp.CallToolResult, any, error) {
	name := filepath.Join(w.dir, filepath.Base(in.Name))
	b, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		if err := os.WriteFile(name, []byte("empty plan"), 0o644); err != nil {
			return nil, nil, errUnknown
		}
	}
	return text(string(b)), nil, nil
}

func (w *workshop) goodPlan(_ context.Context, _ *mcp.CallToolRequest, in item) (*mcp.CallToolResult, any, error) {
	b, err := os.ReadFile(filepath.Join(w.dir, filepath.Base(in.Name)))
	if errors.Is(err, os.ErrNotExist) {
		return text("empty plan"), nil, nil
	}
	return text(string(b)), nil, nil
}

func registerPlan(s *mcp.Server, w *workshop) {
	bad := &mcp.Tool{Name: "open_plan", Annotations: &mcp.ToolAnnotations{}}
	bad.Annotations.ReadOnlyHint = true // want `tool "open_plan": readOnlyHint is true, but os.WriteFile`
	mcp.AddTool(s, bad, timed(w.badPlan))
	good := &mcp.Tool{Name: "show_plan", Annotations: &mcp.ToolAnnotations{}}
	good.Annotations.ReadOnlyHint = true
	mcp.AddTool(s, good, timed(w.goodPlan))
}

// A table of the program's own rows.
type row struct {
	name     string
	readOnly bool
	run      mcp.ToolHandlerFor[item, any]
}

func (w *workshop) badBench(ctx context.Context, _ *mcp.CallToolRequest, in item) (*mcp.CallToolResult, any, error) {
	if err := w.send(ctx, http.MethodPut, in.Name); err != nil {
		return nil, nil, errUnknown
	}
	return text("yours"), nil, nil
}

func (w *workshop) goodBench(ctx context.Context, _ *mcp.CallToolRequest, in item) (*mcp.CallToolResult, any, error) {
	if err := w.send(ctx, http.MethodGet, in.Name); err != nil {
		return nil, nil, errors.New("the bench does not answer; tell the user")
	}
	return text("free"), nil, nil
}

func (w *workshop) send(ctx context.Context, method, name string) error {
	req, err := http.NewRequestWithContext(ctx, method, "http://benches.local/"+name, nil)
	if err != nil {
		return err
	}
	resp, err := w.web.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

func registerTable(s *mcp.Server, w *workshop) {
	for _, r := range []row{
		{"reserve_bench", true, w.badBench}, // want `tool "reserve_bench": readOnlyHint is true, but the HTTP request`
		{"bench", true, w.goodBench},
		{"take_bench", false, w.takeBench},
	} {
		mcp.AddTool(s, &mcp.Tool{Name: r.name, Annotations: &mcp.ToolAnnotations{ReadOnlyHint: r.readOnly}}, r.run)
	}
}

func (w *workshop) takeBench(ctx context.Context, _ *mcp.CallToolRequest, in item) (*mcp.CallToolResult, any, error) {
	if err := w.send(ctx, http.MethodPut, in.Name); err != nil {
		return nil, nil, errUnknown
	}
	return text("yours"), nil, nil
}

// A generic helper with options in the way of the program.
type option func(*mcp.Tool)

func repeatable(t *mcp.Tool) { t.Annotations = &mcp.ToolAnnotations{IdempotentHint: true} }

func titled(s string) option { return func(t *mcp.Tool) { t.Title = s } }

func add[In any](s *mcp.Server, name string, h mcp.ToolHandlerFor[In, any], opts ...option) {
	t := &mcp.Tool{Name: name}
	for _, o := range opts {
		o(t)
	}
	mcp.AddTool(s, t, h)
}

func (w *workshop) badJournal(_ context.Context, _ *mcp.CallToolRequest, in item) (*mcp.CallToolResult, any, error) {
	return w.write(in, os.O_APPEND|os.O_CREATE|os.O_WRONLY)
}

func (w *workshop) goodJournal(_ context.Context, _ *mcp.CallToolRequest, in item) (*mcp.CallToolResult, any, error) {
	return w.replace(in)
}

func (w *workshop) write(in item, flags int) (*mcp.CallToolResult, any, error) {
	f, err := os.OpenFile(filepath.Join(w.dir, "journal"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, nil, errors.New("the journal is not there; tell the user")
	}
	defer f.Close()
	if _, err := f.WriteString(in.Text + "\n"); err != nil {
		return nil, nil, errUnknown
	}
	return text("written"), nil, nil
}

func (w *workshop) replace(in item) (*mcp.CallToolResult, any, error) {
	if err := os.WriteFile(filepath.Join(w.dir, "notice"), []byte(in.Text), 0o644); err != nil {
		return nil, nil, errUnknown
	}
	return text("written"), nil, nil
}

func registerJournal(s *mcp.Server, w *workshop) {
	add(s, "journal", w.badJournal, repeatable, titled("Journal")) // want `tool "journal": idempotentHint is true`
	add(s, "notice", w.goodJournal, repeatable, titled("Notice"))
}

// Hints that follow from the name.
var readers = []string{"tool_list", "tool_search", "tool_borrow"}

func hints(name string) *mcp.ToolAnnotations {
	if slices.Contains(readers, name) {
		return &mcp.ToolAnnotations{ReadOnlyHint: true}
	}
	return &mcp.ToolAnnotations{DestructiveHint: new(bool)}
}

func describe(name string) *mcp.Tool { return &mcp.Tool{Name: name, Annotations: hints(name)} }

func (w *workshop) badLoan(ctx context.Context, _ *mcp.CallToolRequest, in item) (*mcp.CallToolResult, any, error) {
	_, err := w.db.ExecContext(ctx, "UPDATE tools SET borrower = $2 WHERE name = $1", in.Name, in.Text)
	if err != nil {
		return nil, nil, errUnknown
	}
	return text("borrowed"), nil, nil
}

func (w *workshop) goodLoan(ctx context.Context, _ *mcp.CallToolRequest, in item) (*mcp.CallToolResult, any, error) {
	var n int
	if err := w.db.QueryRowContext(ctx, "SELECT count(*) FROM tools WHERE name LIKE $1", in.Name+"%").Scan(&n); err != nil {
		return nil, nil, errors.New("the tools cannot be searched; tell the user")
	}
	return text(fmt.Sprint(n)), nil, nil
}

func (w *workshop) goodReturn(ctx context.Context, _ *mcp.CallToolRequest, in item) (*mcp.CallToolResult, any, error) {
	_, err := w.db.ExecContext(ctx, "UPDATE tools SET borrower = NULL WHERE name = $1", in.Name)
	if err != nil {
		return nil, nil, errUnknown
	}
	return text("returned"), nil, nil
}

func registerLoans(s *mcp.Server, w *workshop) {
	mcp.AddTool(s, describe("tool_borrow"), w.badLoan) // want `tool "tool_borrow": readOnlyHint is true`
	mcp.AddTool(s, describe("tool_search"), w.goodLoan)
	mcp.AddTool(s, describe("tool_return"), w.goodReturn)
}

// A branch among several, in one handler for many actions.
type drawer struct {
	Action string `json:"action"`
	Name   string `json:"name"`
}

func (w *workshop) badDrawer(_ context.Context, _ *mcp.CallToolRequest, in drawer) (*mcp.CallToolResult, any, error) {
	actions := map[string]func(string) error{
		"make":  func(name string) error { return os.Mkdir(filepath.Join(w.dir, name), 0o755) },
		"check": func(name string) error { _, err := os.Stat(filepath.Join(w.dir, name)); return err },
		"empty": func(name string) error { return os.RemoveAll(filepath.Join(w.dir, name)) },
	}
	return w.act(actions, in)
}

func (w *workshop) goodDrawer(_ context.Context, _ *mcp.CallToolRequest, in drawer) (*mcp.CallToolResult, any, error) {
	actions := map[string]func(string) error{
		"make":  func(name string) error { return os.Mkdir(filepath.Join(w.dir, name), 0o755) },
		"check": func(name string) error { _, err := os.Stat(filepath.Join(w.dir, name)); return err },
	}
	return w.act(actions, in)
}

func (w *workshop) act(actions map[string]func(string) error, in drawer) (*mcp.CallToolResult, any, error) {
	do, ok := actions[in.Action]
	if !ok {
		return nil, nil, fmt.Errorf("there is no action %q", in.Action)
	}
	if err := do(filepath.Base(in.Name)); err != nil {
		return nil, nil, errUnknown
	}
	return text("done"), nil, nil
}

func registerDrawers(s *mcp.Server, w *workshop) {
	add(s, "drawer", w.badDrawer, tidy) // want `tool "drawer": destructiveHint is false, but os.RemoveAll`
	add(s, "new_drawer", w.goodDrawer, tidy)
}

func tidy(t *mcp.Tool) {
	t.Annotations = &mcp.ToolAnnotations{DestructiveHint: ptr(false)}
}

// A loop over descriptions that were made before.
func registerNotices(s *mcp.Server, w *workshop) {
	stick := &mcp.Tool{Name: "stick_notice"}
	read := &mcp.Tool{Name: "read_notices"}
	for _, t := range []*mcp.Tool{stick, read} {
		t.Annotations = &mcp.ToolAnnotations{ReadOnlyHint: strings.HasSuffix(t.Name, "notices")} // want `tool "read_notices": readOnlyHint is true, but os.Remove`
	}
	mcp.AddTool(s, stick, w.stick)
	mcp.AddTool(s, read, w.badNotices)
	list := &mcp.Tool{Name: "list_notices"}
	for _, t := range []*mcp.Tool{list} {
		t.Annotations = &mcp.ToolAnnotations{ReadOnlyHint: strings.HasSuffix(t.Name, "notices")}
	}
	mcp.AddTool(s, list, w.goodNotices)
}

func (w *workshop) stick(_ context.Context, _ *mcp.CallToolRequest, in item) (*mcp.CallToolResult, any, error) {
	return w.replace(in)
}

func (w *workshop) badNotices(_ context.Context, _ *mcp.CallToolRequest, _ item) (*mcp.CallToolResult, any, error) {
	var all []string
	names, _ := filepath.Glob(filepath.Join(w.dir, "notice*"))
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil || len(b) == 0 {
			_ = os.Remove(name)
			continue
		}
		all = append(all, string(b))
	}
	return text(strings.Join(all, "\n")), nil, nil
}

func (w *workshop) goodNotices(_ context.Context, _ *mcp.CallToolRequest, _ item) (*mcp.CallToolResult, any, error) {
	var all []string
	names, _ := filepath.Glob(filepath.Join(w.dir, "notice*"))
	for _, name := range names {
		b, err := os.ReadFile(name)
		if err != nil || len(b) == 0 {
			continue
		}
		all = append(all, string(b))
	}
	return text(strings.Join(all, "\n")), nil, nil
}

// Register adds them all.
func Register(s *mcp.Server, w *workshop) {
	registerParts(s, w)
	registerPlan(s, w)
	registerTable(s, w)
	registerJournal(s, w)
	registerLoans(s, w)
	registerDrawers(s, w)
	registerNotices(s, w)
}
