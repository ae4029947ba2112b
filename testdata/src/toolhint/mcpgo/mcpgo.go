// Package mcpgo has the tools of a lending library on mcp-go, whose hints promise
// too much, each beside one whose hints hold.
package mcpgo

import (
	"bytes"
	"context"
	"database/sql"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type library struct {
	db    *sql.DB
	http  *http.Client
	folio string
}

func unavailable(ctx context.Context, err error) (*mcp.CallToolResult, error) {
	slog.ErrorContext(ctx, "library", "err", err)
	return mcp.NewToolResultError("the catalogue does not answer; look at the state before you repeat the call"), nil
}

// Options beside the name; the view is counted in a deferred call.
func (l *library) badView(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	defer func() {
		if _, err := l.db.ExecContext(ctx, "INSERT INTO last_viewed(book) VALUES($1)", id); err != nil {
			slog.WarnContext(ctx, "last viewed", "err", err)
		}
	}()
	return l.title(ctx, id)
}

func (l *library) goodView(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	defer slog.InfoContext(ctx, "viewed", "book", id)
	return l.title(ctx, id)
}

func (l *library) title(ctx context.Context, id string) (*mcp.CallToolResult, error) {
	var title string
	if err := l.db.QueryRowContext(ctx, "SELECT title FROM books WHERE id = $1", id).Scan(&title); err != nil {
		return unavailable(ctx, err)
	}
	return mcp.NewToolResultText(title), nil
}

func registerView(s *server.MCPServer, l *library) {
	s.AddTool(mcp.NewTool("view_book",
		mcp.WithString("id", mcp.Required()),
		mcp.WithReadOnlyHintAnnotation(true), // want `tool "view_book": readOnlyHint is true, but \(\*sql.DB\).ExecContext \(.+\) changes something`
		mcp.WithDestructiveHintAnnotation(false),
	), l.badView)
	s.AddTool(mcp.NewTool("show_book",
		mcp.WithString("id", mcp.Required()),
		mcp.WithReadOnlyHintAnnotation(true),
		mcp.WithDestructiveHintAnnotation(false),
	), l.goodView)
}

// A list of options shared by the tools of a group.
var lookups = []mcp.ToolOption{
	mcp.WithReadOnlyHintAnnotation(true),
	mcp.WithDestructiveHintAnnotation(false),
	mcp.WithString("branch", mcp.Required()),
}

func lookup(name string, more ...mcp.ToolOption) mcp.Tool {
	return mcp.NewTool(name, append(lookups, more...)...)
}

func (l *library) overdue(statement string) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var n int
		if err := l.db.QueryRowContext(ctx, statement, req.GetString("branch", "")).Scan(&n); err != nil {
			return unavailable(ctx, err)
		}
		return mcp.NewToolResultStructuredOnly(map[string]int{"overdue": n}), nil
	}
}

func registerOverdue(s *server.MCPServer, l *library) {
	s.AddTool(lookup("take_overdue"), l.overdue("UPDATE loans SET reminded = reminded + 1 WHERE branch = $1 AND due < now() RETURNING count(*)")) // want `tool "take_overdue": readOnlyHint is true`
	s.AddTool(lookup("count_overdue"), l.overdue("SELECT count(*) FROM loans WHERE branch = $1 AND due < now()"))
}

// A table of server.ServerTool.
func (l *library) call(ctx context.Context, method, path string) error {
	req, err := http.NewRequestWithContext(ctx, method, "https://holds.example.org"+path, nil)
	if err != nil {
		return err
	}
	resp, err := l.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (l *library) badHold(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := l.call(ctx, http.MethodDelete, "/holds/"+req.GetString("id", "")); err != nil {
		return unavailable(ctx, err)
	}
	return mcp.NewToolResultText("no longer on hold"), nil
}

func (l *library) goodHold(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := l.call(ctx, http.MethodPut, "/holds/"+req.GetString("id", "")); err != nil {
		return unavailable(ctx, err)
	}
	return mcp.NewToolResultText("on hold"), nil
}

func holds(l *library) []server.ServerTool {
	return []server.ServerTool{
		{
			Tool:    mcp.NewTool("lift_hold", mcp.WithString("id"), mcp.WithDestructiveHintAnnotation(false)), // want `tool "lift_hold": destructiveHint is false, but the HTTP request deletes`
			Handler: l.badHold,
		},
		{
			Tool:    mcp.NewTool("put_hold", mcp.WithString("id"), mcp.WithDestructiveHintAnnotation(false)),
			Handler: l.goodHold,
		},
	}
}

// A constant argument decides whether the helper writes.
func (l *library) shelf(ctx context.Context, id string, repair bool) (string, error) {
	var shelf string
	if err := l.db.QueryRowContext(ctx, "SELECT shelf FROM books WHERE id = $1", id).Scan(&shelf); err != nil {
		return "", err
	}
	if fixed := strings.ToUpper(shelf); repair && fixed != shelf {
		if _, err := l.db.ExecContext(ctx, "UPDATE books SET shelf = $2 WHERE id = $1", id, fixed); err != nil {
			return "", err
		}
	}
	return shelf, nil
}

func (l *library) badShelf(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	shelf, err := l.shelf(ctx, req.GetString("id", ""), true)
	if err != nil {
		return unavailable(ctx, err)
	}
	return mcp.NewToolResultText(shelf), nil
}

func (l *library) goodShelf(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	shelf, err := l.shelf(ctx, req.GetString("id", ""), false)
	if err != nil {
		return unavailable(ctx, err)
	}
	return mcp.NewToolResultText(shelf), nil
}

// An option of the program's own, which fills in a whole set of hints.
func safe(readOnly, repeatable bool) mcp.ToolOption {
	return mcp.WithToolAnnotation(mcp.ToolAnnotation{
		ReadOnlyHint:    mcp.ToBoolPtr(readOnly),
		DestructiveHint: mcp.ToBoolPtr(false),
		IdempotentHint:  mcp.ToBoolPtr(repeatable),
	})
}

func registerShelf(s *server.MCPServer, l *library) {
	s.AddTool(mcp.NewTool("find_and_tidy_shelf", safe(true, true)), l.badShelf) // want `tool "find_and_tidy_shelf": readOnlyHint is true`
	s.AddTool(mcp.NewTool("find_shelf", safe(true, true)), l.goodShelf)
}

// idempotentHint and what the statement does when it is repeated.
func (l *library) join(ctx context.Context, req mcp.CallToolRequest, statement string) (*mcp.CallToolResult, error) {
	if _, err := l.db.ExecContext(ctx, statement, req.GetString("reader", "")); err != nil {
		return unavailable(ctx, err)
	}
	return mcp.NewToolResultText("joined"), nil
}

func (l *library) badJoin(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return l.join(ctx, req, "INSERT INTO waiting(reader) VALUES($1)")
}

func (l *library) goodJoin(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return l.join(ctx, req, "INSERT INTO waiting(reader) VALUES($1) ON CONFLICT DO NOTHING")
}

func registerJoin(s *server.MCPServer, l *library) {
	s.AddTool(mcp.NewTool("queue_up", safe(false, true)), l.badJoin) // want `tool "queue_up": idempotentHint is true, but .+ does more each time`
	s.AddTool(mcp.NewTool("join_queue", safe(false, true)), l.goodJoin)
}

// A POST of which nothing is known but that it is one, and one with a key.
func (l *library) post(ctx context.Context, body, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://desk.example.org/notes", strings.NewReader(body))
	if err != nil {
		return err
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	resp, err := l.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (l *library) plainPost(ctx context.Context, body string) error {
	resp, err := l.http.Post("https://desk.example.org/notes", "text/plain", strings.NewReader(body))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

type note struct {
	Text string `json:"text"`
	Key  string `json:"key"`
}

func (l *library) badNote(ctx context.Context, _ mcp.CallToolRequest, in note) (*mcp.CallToolResult, error) {
	if err := l.plainPost(ctx, in.Text); err != nil {
		return unavailable(ctx, err)
	}
	return mcp.NewToolResultText("noted"), nil
}

func (l *library) goodNote(ctx context.Context, _ mcp.CallToolRequest, in note) (*mcp.CallToolResult, error) {
	if err := l.post(ctx, in.Text, in.Key); err != nil {
		return unavailable(ctx, err)
	}
	return mcp.NewToolResultText("noted"), nil
}

// A generic helper that registers typed handlers.
func typed[In any](s *server.MCPServer, name string, repeatable bool, h mcp.TypedToolHandlerFunc[In]) {
	s.AddTool(mcp.NewTool(name, mcp.WithIdempotentHintAnnotation(repeatable)), mcp.NewTypedToolHandler(h))
}

func registerNote(s *server.MCPServer, l *library) {
	typed(s, "note_for_desk", true, l.badNote) // want `tool "note_for_desk": idempotentHint is true, but \(\*http.Client\).Post`
	typed(s, "note_with_key", true, l.goodNote)
}

// A PATCH sets or adds; the name of what sends it tells which.
func (l *library) patch(ctx context.Context, path, body string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPatch, "https://desk.example.org"+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := l.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (l *library) badRemark(ctx context.Context, _ mcp.CallToolRequest, in note) (*mcp.CallToolResult, error) {
	if err := l.patch(ctx, "/books/remarks", in.Text); err != nil {
		return unavailable(ctx, err)
	}
	return mcp.NewToolResultText("added"), nil
}

func (l *library) goodRename(ctx context.Context, _ mcp.CallToolRequest, in note) (*mcp.CallToolResult, error) {
	if err := l.patch(ctx, "/books/title", in.Text); err != nil {
		return unavailable(ctx, err)
	}
	return mcp.NewToolResultText("set"), nil
}

// A rack is made where the look-up found none: the second call makes nothing.
func (l *library) rack(ctx context.Context, name string) (id int, err error) {
	err = l.db.QueryRowContext(ctx, "SELECT id FROM racks WHERE name = $1", name).Scan(&id)
	return id, err
}

func (l *library) addRack(ctx context.Context, name string) error {
	_, err := l.db.ExecContext(ctx, "INSERT INTO racks(name) VALUES($1)", name)
	return err
}

func (l *library) badRack(ctx context.Context, _ mcp.CallToolRequest, in note) (*mcp.CallToolResult, error) {
	if _, err := l.rack(ctx, in.Key); err == nil {
		slog.InfoContext(ctx, "one more rack of that name")
	}
	if err := l.addRack(ctx, in.Text); err != nil {
		return unavailable(ctx, err)
	}
	return mcp.NewToolResultText("there"), nil
}

func (l *library) goodRack(ctx context.Context, _ mcp.CallToolRequest, in note) (*mcp.CallToolResult, error) {
	if _, err := l.rack(ctx, in.Text); err == nil {
		return mcp.NewToolResultText("there"), nil
	}
	if err := l.addRack(ctx, in.Text); err != nil {
		return unavailable(ctx, err)
	}
	return mcp.NewToolResultText("there"), nil
}

func registerRack(s *server.MCPServer, l *library) {
	typed(s, "append_remark", true, l.badRemark) // want `tool "append_remark": idempotentHint is true, but the HTTP request does more each time`
	typed(s, "update_title", true, l.goodRename)
	typed(s, "one_more_rack", true, l.badRack) // want `tool "one_more_rack": idempotentHint is true, but \(\*sql.DB\).ExecContext`
	typed(s, "ensure_rack", true, l.goodRack)
}

// Commands, through a runner in a field of a struct.
type shell struct {
	dir string
	run func(ctx context.Context, dir string, args ...string) (string, error)
}

func git(ctx context.Context, dir string, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	var out bytes.Buffer
	cmd.Stdout = &out
	err := cmd.Run()
	return out.String(), err
}

func (sh shell) badHistory(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := sh.run(ctx, sh.dir, "tag", "seen"); err != nil {
		return unavailable(ctx, err)
	}
	return sh.goodHistory(ctx, req)
}

func (sh shell) goodHistory(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	out, err := sh.run(ctx, sh.dir, "log", "--oneline", "-n", "20")
	if err != nil {
		return unavailable(ctx, err)
	}
	return mcp.NewToolResultText(out), nil
}

func registerHistory(s *server.MCPServer, dir string) {
	sh := shell{dir: dir, run: git}
	for name, h := range map[string]server.ToolHandlerFunc{
		"history_since": sh.badHistory,
	} {
		s.AddTool(mcp.NewTool(name, safe(true, true)), h) // want `tool "history_since": readOnlyHint is true, but the command git tag`
	}
	for name, h := range map[string]server.ToolHandlerFunc{
		"history": sh.goodHistory,
	} {
		s.AddTool(mcp.NewTool(name, safe(true, true)), h)
	}
}

// A goroutine that the answer does not wait for.
func (l *library) badCover(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	b, err := os.ReadFile(filepath.Join(l.folio, filepath.Base(req.GetString("file", ""))))
	if err != nil {
		return unavailable(ctx, err)
	}
	go func() { _ = os.Rename(l.folio+"/new", l.folio+"/read") }()
	return mcp.NewToolResultText(string(b)), nil
}

// A copy in the temporary directory is no change of the folder.
func (l *library) goodCover(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	b, err := os.ReadFile(filepath.Join(l.folio, filepath.Base(req.GetString("file", ""))))
	if err != nil {
		return unavailable(ctx, err)
	}
	go func() { _ = os.WriteFile(filepath.Join(os.TempDir(), "cover"), b, 0o600) }()
	return mcp.NewToolResultText(string(b)), nil
}

// A function that makes description and handler together.
func cover(name string, h server.ToolHandlerFunc) (mcp.Tool, server.ToolHandlerFunc) {
	t := mcp.NewTool(name, mcp.WithString("file"))
	t.Annotations.ReadOnlyHint = mcp.ToBoolPtr(true)
	t.Annotations.DestructiveHint = mcp.ToBoolPtr(false)
	return t, h
}

func registerCover(s *server.MCPServer, l *library) {
	s.AddTool(cover("open_cover", l.badCover)) // want `tool "open_cover": readOnlyHint is true, but os.Rename`
	s.AddTool(cover("get_cover", l.goodCover))
}

// A client behind an interface, of which nothing is known but its methods' names.
type thesaurus interface {
	Search(ctx context.Context, term string) ([]string, error)
	Publish(ctx context.Context, term string) error
}

type terms struct{ th thesaurus }

func (t terms) badTerm(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	term := req.GetString("term", "")
	found, err := t.th.Search(ctx, term)
	if err != nil {
		return unavailable(ctx, err)
	}
	if len(found) == 0 {
		if err := t.th.Publish(ctx, term); err != nil {
			return unavailable(ctx, err)
		}
	}
	return mcp.NewToolResultText(strings.Join(found, ", ")), nil
}

func (t terms) goodTerm(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	found, err := t.th.Search(ctx, req.GetString("term", ""))
	if err != nil {
		return unavailable(ctx, err)
	}
	return mcp.NewToolResultText(strings.Join(found, ", ")), nil
}

// The tools of the program, each of which names its own hint.
type tool interface {
	Name() string
	ReadOnly() bool
	Run(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error)
}

type termSearch struct{ terms }

func (termSearch) Name() string   { return "learn_term" }
func (termSearch) ReadOnly() bool { return true }
func (t termSearch) Run(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return t.badTerm(ctx, req)
}

type termLookup struct{ terms }

func (termLookup) Name() string   { return "look_up_term" }
func (termLookup) ReadOnly() bool { return true }
func (t termLookup) Run(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return t.goodTerm(ctx, req)
}

// It says of itself that it writes.
type termTeach struct{ terms }

func (termTeach) Name() string   { return "teach_term" }
func (termTeach) ReadOnly() bool { return false }
func (t termTeach) Run(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return t.badTerm(ctx, req)
}

func mount(s *server.MCPServer, tl tool) {
	s.AddTool(mcp.NewTool(tl.Name(), mcp.WithReadOnlyHintAnnotation(tl.ReadOnly()), mcp.WithDestructiveHintAnnotation(false)), tl.Run) // want `tool "learn_term": readOnlyHint is true, but \(mcpgo.thesaurus\).Publish`
}

func registerTerms(s *server.MCPServer, th thesaurus) {
	mount(s, termSearch{terms{th}})
	mount(s, termLookup{terms{th}})
	mount(s, termTeach{terms{th}})
}

// Register adds them all.
func Register(s *server.MCPServer, l *library, th thesaurus) {
	registerView(s, l)
	registerOverdue(s, l)
	s.AddTools(holds(l)...)
	registerShelf(s, l)
	registerJoin(s, l)
	registerNote(s, l)
	registerHistory(s, l.folio)
	registerCover(s, l)
	registerTerms(s, th)
}
