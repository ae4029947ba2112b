// Package mcpgo refuses calls of an archive before and after it has changed
// something, over mcp-go.
package mcpgo

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/mcplinttest/lateguard/guard"
)

type archive struct {
	db    *sql.DB
	shelf *guard.Shelf
	srv   *server.MCPServer
	max   int
}

// An accessor's error after the insert.

func (a *archive) fileLate(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	title := req.GetString("title", "")
	if _, err := a.db.ExecContext(ctx, "INSERT INTO records(title) VALUES($1)", title); err != nil {
		return mcp.NewToolResultError("the record may not be filed; list the records"), nil
	}
	box, err := req.RequireString("box")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil // want "refused for the arguments after"
	}
	return mcp.NewToolResultText("filed in " + box), nil
}

func (a *archive) file(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	title := req.GetString("title", "")
	box, err := req.RequireString("box")
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	if _, err := a.db.ExecContext(ctx, "INSERT INTO records(title) VALUES($1)", title); err != nil {
		return mcp.NewToolResultError("the record may not be filed; list the records"), nil
	}
	return mcp.NewToolResultText("filed in " + box), nil
}

// A dry run that is one only after the deletion.

func (a *archive) purgeLate(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	year := req.GetInt("year", 0)
	if _, err := a.db.ExecContext(ctx, "DELETE FROM records WHERE year < $1", year); err != nil {
		return mcp.NewToolResultError("the deletion was not confirmed; count the records"), nil
	}
	if req.GetBool("dry_run", false) { // want "the argument dry_run after"
		return mcp.NewToolResultText(fmt.Sprintf("would remove what is older than %d", year)), nil
	}
	return mcp.NewToolResultText("removed"), nil
}

func (a *archive) purge(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	year := req.GetInt("year", 0)
	if req.GetBool("dry_run", false) {
		return mcp.NewToolResultText(fmt.Sprintf("would remove what is older than %d", year)), nil
	}
	if _, err := a.db.ExecContext(ctx, "DELETE FROM records WHERE year < $1", year); err != nil {
		return mcp.NewToolResultError("the deletion was not confirmed; count the records"), nil
	}
	return mcp.NewToolResultText("removed"), nil
}

// Whether the user agreed is asked when the record is gone.

func agreed(ctx context.Context, s *server.MCPServer, what string) bool {
	var ask mcp.ElicitationRequest
	ask.Params.Message = "Really destroy " + what + "?"
	res, err := s.RequestElicitation(ctx, ask)
	return err == nil && res.Action == mcp.ElicitationResponseActionAccept
}

func (a *archive) destroyLate(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	if _, err := a.db.ExecContext(ctx, "DELETE FROM records WHERE id = $1", id); err != nil {
		return mcp.NewToolResultError("the deletion was not confirmed; look the record up"), nil
	}
	if !agreed(ctx, a.srv, id) { // want "the user's confirmation after"
		return mcp.NewToolResultError("the user declined"), nil
	}
	return mcp.NewToolResultText("destroyed"), nil
}

func (a *archive) destroy(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	id := req.GetString("id", "")
	if !agreed(ctx, a.srv, id) {
		return mcp.NewToolResultError("the user declined"), nil
	}
	if _, err := a.db.ExecContext(ctx, "DELETE FROM records WHERE id = $1", id); err != nil {
		return mcp.NewToolResultError("the deletion was not confirmed; look the record up"), nil
	}
	return mcp.NewToolResultText("destroyed"), nil
}

// The caller's role, kept by another package in the context, and a change by a
// method of that package.

func (a *archive) shelveLate(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := a.shelf.Put(req.GetString("item", ""), req.GetString("text", "")); err != nil {
		return mcp.NewToolResultError("the item was not written"), nil
	}
	if !guard.Curator(ctx) { // want "the caller's permission after .*WriteFile"
		return mcp.NewToolResultError("only curators may shelve"), nil
	}
	return mcp.NewToolResultText("shelved"), nil
}

func (a *archive) shelve(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !guard.Curator(ctx) {
		return mcp.NewToolResultError("only curators may shelve"), nil
	}
	if err := a.shelf.Put(req.GetString("item", ""), req.GetString("text", "")); err != nil {
		return mcp.NewToolResultError("the item was not written"), nil
	}
	return mcp.NewToolResultText("shelved"), nil
}

// One helper validates, one helper writes, and both return errors; only their
// order differs.

func (a *archive) write(ctx context.Context, req mcp.CallToolRequest) error {
	_, err := a.db.ExecContext(ctx, "INSERT INTO labels(name) VALUES($1)", req.GetString("name", ""))
	return err
}

func (a *archive) valid(req mcp.CallToolRequest) error {
	for _, k := range []string{"name", "colour"} {
		v := strings.TrimSpace(req.GetString(k, ""))
		if err := guard.Name(v); err != nil {
			return fmt.Errorf("%s: %w", k, err)
		}
	}
	return nil
}

func (a *archive) labelLate(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := a.write(ctx, req); err != nil {
		return mcp.NewToolResultError("the label may be there; list the labels"), nil
	}
	if err := a.valid(req); err != nil { // want "refused for the arguments after"
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText("labelled"), nil
}

func (a *archive) label(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := a.valid(req); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	if err := a.write(ctx, req); err != nil {
		return mcp.NewToolResultError("the label may be there; list the labels"), nil
	}
	return mcp.NewToolResultText("labelled"), nil
}

// Both in a helper two frames down, whose error the handler shows.

func (a *archive) mergeIn(ctx context.Context, from, into string, keep int) error {
	if _, err := a.db.ExecContext(ctx, "UPDATE records SET box = $1 WHERE box = $2", into, from); err != nil {
		return errors.New("the move was not confirmed; list both boxes")
	}
	if keep < 0 || keep > 100 { // want "refused for the arguments after"
		return fmt.Errorf("keep has to be between 0 and 100, not %d", keep)
	}
	return nil
}

func (a *archive) mergeLate(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := a.mergeIn(ctx, req.GetString("from", ""), req.GetString("into", ""), req.GetInt("keep", 1)); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText("merged"), nil
}

func (a *archive) mergeFirst(ctx context.Context, from, into string, keep int) error {
	if keep < 0 || keep > 100 {
		return fmt.Errorf("keep has to be between 0 and 100, not %d", keep)
	}
	if _, err := a.db.ExecContext(ctx, "UPDATE records SET box = $1 WHERE box = $2", into, from); err != nil {
		return errors.New("the move was not confirmed; list both boxes")
	}
	return nil
}

func (a *archive) merge(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := a.mergeFirst(ctx, req.GetString("from", ""), req.GetString("into", ""), req.GetInt("keep", 1)); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText("merged"), nil
}

// A comparison with what the change itself returned is no guard, even where the
// other side of it is an argument.

func (a *archive) expectLate(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := a.db.ExecContext(ctx, "UPDATE records SET seen = true WHERE box = $1", req.GetString("box", ""))
	if err != nil {
		return mcp.NewToolResultError("the mark was not confirmed"), nil
	}
	want := req.GetInt("expect", 0)
	if want < 0 { // want "refused for the arguments after"
		return mcp.NewToolResultError("expect has to be positive"), nil
	}
	if n, _ := res.RowsAffected(); int(n) != want {
		return mcp.NewToolResultError(fmt.Sprintf("marked %d, expected %d", n, want)), nil
	}
	return mcp.NewToolResultText("marked"), nil
}

func (a *archive) expect(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := a.db.ExecContext(ctx, "UPDATE records SET seen = true WHERE box = $1", req.GetString("box", ""))
	if err != nil {
		return mcp.NewToolResultError("the mark was not confirmed"), nil
	}
	n, _ := res.RowsAffected()
	if want := req.GetInt("expect", 0); int(n) != want {
		return mcp.NewToolResultError(fmt.Sprintf("marked %d, expected %d", n, want)), nil
	}
	return mcp.NewToolResultText("marked"), nil
}

// A transaction: refusing before the commit changes nothing.

func (a *archive) swapLate(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	tx, err := a.db.BeginTx(ctx, nil)
	if err != nil {
		return mcp.NewToolResultError("no transaction"), nil
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, "UPDATE records SET box = $1", req.GetString("box", "")); err != nil {
		return mcp.NewToolResultError("the swap failed"), nil
	}
	if err := tx.Commit(); err != nil {
		return mcp.NewToolResultError("the swap was not confirmed"), nil
	}
	if err := guard.Name(req.GetString("box", "")); err != nil { // want "refused for the arguments after"
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText("swapped"), nil
}

func (a *archive) swap(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	tx, err := a.db.BeginTx(ctx, nil)
	if err != nil {
		return mcp.NewToolResultError("no transaction"), nil
	}
	defer func() { _ = tx.Rollback() }()
	if _, err := tx.ExecContext(ctx, "UPDATE records SET box = $1", req.GetString("box", "")); err != nil {
		return mcp.NewToolResultError("the swap failed"), nil
	}
	if err := guard.Name(req.GetString("box", "")); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	if err := tx.Commit(); err != nil {
		return mcp.NewToolResultError("the swap was not confirmed"), nil
	}
	return mcp.NewToolResultText("swapped"), nil
}

// A refusal that takes the change back first.

func (a *archive) stampLate(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item := req.GetString("item", "")
	if err := a.shelf.Put(item, "stamp"); err != nil {
		return mcp.NewToolResultError("not stamped"), nil
	}
	if len(item) > 20 { // want "refused for the arguments after"
		return mcp.NewToolResultError("the name is longer than 20"), nil
	}
	return mcp.NewToolResultText("stamped"), nil
}

func (a *archive) stamp(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	item := req.GetString("item", "")
	if err := a.shelf.Put(item, "stamp"); err != nil {
		return mcp.NewToolResultError("not stamped"), nil
	}
	if len(item) > 20 {
		if err := a.shelf.Drop(item); err == nil {
			return mcp.NewToolResultError("the name is longer than 20; nothing is left of it"), nil
		}
		return mcp.NewToolResultText("stamped, although the name is longer than 20"), nil
	}
	return mcp.NewToolResultText("stamped"), nil
}

// A switch on an argument: its default comes after no change of the other cases.

func (a *archive) convertLate(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	to := req.GetString("to", "")
	if _, err := a.db.ExecContext(ctx, "UPDATE records SET version = version + 1"); err != nil {
		return mcp.NewToolResultError("the version may be higher; read it"), nil
	}
	switch to {
	case "paper", "film": // want "refused for the arguments after"
		return mcp.NewToolResultText("converted to " + to), nil
	default:
		return mcp.NewToolResultError("to has to be paper or film"), nil
	}
}

func (a *archive) convert(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	switch to := req.GetString("to", ""); to {
	case "paper":
		if _, err := a.db.ExecContext(ctx, "UPDATE records SET version = version + 1"); err != nil {
			return mcp.NewToolResultError("the version may be higher; read it"), nil
		}
	case "film":
		if _, err := a.db.ExecContext(ctx, "UPDATE records SET film = true"); err != nil {
			return mcp.NewToolResultError("the film was not confirmed"), nil
		}
	default:
		return mcp.NewToolResultError("to has to be paper or film"), nil
	}
	return mcp.NewToolResultText("converted"), nil
}

// A batch: the size of the list is known before its first item is written. That
// a later item is refused cannot be known without looking at all first, and a
// loop that works item by item is left alone.

func (a *archive) importLate(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	items := req.GetStringSlice("items", nil)
	for _, it := range items {
		if _, err := a.db.ExecContext(ctx, "INSERT INTO records(title) VALUES($1)", it); err != nil {
			return mcp.NewToolResultError("stopped at " + it + "; list the records"), nil
		}
	}
	if len(items) > 50 { // want "refused for the arguments after"
		return mcp.NewToolResultError("at most 50 items at once"), nil
	}
	return mcp.NewToolResultText("imported"), nil
}

func (a *archive) importAll(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	items := req.GetStringSlice("items", nil)
	if len(items) > 50 {
		return mcp.NewToolResultError("at most 50 items at once"), nil
	}
	for i, it := range items {
		if it == "" {
			return mcp.NewToolResultError(fmt.Sprintf("item %d is empty; the %d before it are in", i, i)), nil
		}
		if _, err := a.db.ExecContext(ctx, "INSERT INTO records(title) VALUES($1)", it); err != nil {
			return mcp.NewToolResultError("stopped at " + it + "; list the records"), nil
		}
	}
	return mcp.NewToolResultText("imported"), nil
}

// The state read after the change decides, or state that others can change.

func (a *archive) lend(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := a.db.ExecContext(ctx, "UPDATE records SET lent = true WHERE id = $1", req.GetString("id", "")); err != nil {
		return mcp.NewToolResultError("the loan was not confirmed"), nil
	}
	var to string
	if err := a.db.QueryRowContext(ctx, "SELECT reader FROM loans WHERE id = $1", req.GetString("id", "")).Scan(&to); err != nil {
		return mcp.NewToolResultError("lent, but to whom is unknown"), nil
	}
	if to != req.GetString("reader", "") {
		return mcp.NewToolResultError("lent to " + to), nil
	}
	return mcp.NewToolResultText("lent"), nil
}

// Folders are made ready before the arguments are looked at.

func (a *archive) scan(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.MkdirAll(filepath.Join(a.shelf.Dir, "scans"), 0o755); err != nil {
		return mcp.NewToolResultError("no folder for scans"), nil
	}
	if err := guard.Name(req.GetString("name", "")); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText("ready"), nil
}

// A request that went out before its own confirmation flag is read, as a text.

func (a *archive) announceLate(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	hr, err := http.NewRequestWithContext(ctx, http.MethodDelete, "http://notices.internal/"+req.GetString("id", ""), nil)
	if err != nil {
		return mcp.NewToolResultError("the id makes no address"), nil
	}
	resp, err := http.DefaultClient.Do(hr)
	if err != nil {
		return mcp.NewToolResultError("whether the notice is gone is unknown"), nil
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		return mcp.NewToolResultError("the notice was not taken down"), nil
	}
	if !req.GetBool("confirm", false) { // want "the argument confirm after"
		return mcp.NewToolResultText("set confirm to take the notice down"), nil
	}
	return mcp.NewToolResultText("taken down"), nil
}

func (a *archive) announce(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !req.GetBool("confirm", false) {
		return mcp.NewToolResultText("set confirm to take the notice down"), nil
	}
	hr, err := http.NewRequestWithContext(ctx, http.MethodDelete, "http://notices.internal/"+req.GetString("id", ""), nil)
	if err != nil {
		return mcp.NewToolResultError("the id makes no address"), nil
	}
	resp, err := http.DefaultClient.Do(hr)
	if err != nil {
		return mcp.NewToolResultError("whether the notice is gone is unknown"), nil
	}
	_ = resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		return mcp.NewToolResultError("the notice was not taken down"), nil
	}
	return mcp.NewToolResultText("taken down"), nil
}

// Whether the caller said force only colours the answer.

func (a *archive) replace(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	force := req.GetBool("force", false)
	item := req.GetString("item", "")
	if a.shelf.Has(item) && !force {
		return mcp.NewToolResultError("the item is there already; set force to replace it"), nil
	}
	if err := a.shelf.Put(item, "new"); err != nil {
		return mcp.NewToolResultError("not written"), nil
	}
	if !force {
		return mcp.NewToolResultText("written"), nil
	}
	return mcp.NewToolResultText("written over what was there"), nil
}

// A deferred literal refuses by the named result.

func (a *archive) renameLate(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if req.GetString("reason", "") == "" { // want "refused for the arguments after"
			res = mcp.NewToolResultError("give a reason")
		}
	}()
	if _, err := a.db.ExecContext(ctx, "UPDATE records SET title = $1", req.GetString("title", "")); err != nil {
		return mcp.NewToolResultError("the name was not confirmed"), nil
	}
	return mcp.NewToolResultText("renamed"), nil
}

func (a *archive) rename(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if err != nil {
			res, err = mcp.NewToolResultError("not renamed"), nil
		}
	}()
	if req.GetString("reason", "") == "" {
		return mcp.NewToolResultError("give a reason"), nil
	}
	if _, err := a.db.ExecContext(ctx, "UPDATE records SET title = $1", req.GetString("title", "")); err != nil {
		return mcp.NewToolResultError("the name was not confirmed"), nil
	}
	return mcp.NewToolResultText("renamed"), nil
}

// Failures are collected and answered by one return.

func (a *archive) sealLate(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var problem string
	if _, err := a.db.ExecContext(ctx, "UPDATE boxes SET sealed = true WHERE id = $1", req.GetString("box", "")); err != nil {
		problem = "the seal was not confirmed"
	} else if req.GetString("witness", "") == "" { // want "refused for the arguments after"
		problem = "name a witness"
	}
	if problem != "" {
		return mcp.NewToolResultError(problem), nil
	}
	return mcp.NewToolResultText("sealed"), nil
}

func (a *archive) seal(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var problem string
	if req.GetString("witness", "") == "" {
		problem = "name a witness"
	} else if _, err := a.db.ExecContext(ctx, "UPDATE boxes SET sealed = true WHERE id = $1", req.GetString("box", "")); err != nil {
		problem = "the seal was not confirmed"
	}
	if problem != "" {
		return mcp.NewToolResultError(problem), nil
	}
	return mcp.NewToolResultText("sealed"), nil
}

// The header of the request says who calls.

func (a *archive) openLate(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := a.db.ExecContext(ctx, "UPDATE boxes SET sealed = false WHERE id = $1", req.GetString("box", "")); err != nil {
		return mcp.NewToolResultError("whether the seal is broken is unknown"), nil
	}
	if req.Header.Get("X-Role") != "keeper" { // want "after .*ExecContext"
		return mcp.NewToolResultError("only keepers may open a box"), nil
	}
	return mcp.NewToolResultText("open"), nil
}

func (a *archive) open(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.Header.Get("X-Role") != "keeper" {
		return mcp.NewToolResultError("only keepers may open a box"), nil
	}
	if _, err := a.db.ExecContext(ctx, "UPDATE boxes SET sealed = false WHERE id = $1", req.GetString("box", "")); err != nil {
		return mcp.NewToolResultError("whether the seal is broken is unknown"), nil
	}
	return mcp.NewToolResultText("open"), nil
}

// Register serves the handlers as methods.
func (a *archive) Register(s *server.MCPServer) {
	a.srv = s
	for _, t := range []struct {
		name string
		h    server.ToolHandlerFunc
	}{
		{"file_late", a.fileLate}, {"file", a.file}, {"purge_late", a.purgeLate}, {"purge", a.purge},
		{"destroy_late", a.destroyLate}, {"destroy", a.destroy}, {"shelve_late", a.shelveLate}, {"shelve", a.shelve},
		{"label_late", a.labelLate}, {"label", a.label}, {"merge_late", a.mergeLate}, {"merge", a.merge},
		{"expect_late", a.expectLate}, {"expect", a.expect}, {"swap_late", a.swapLate}, {"swap", a.swap},
		{"stamp_late", a.stampLate}, {"stamp", a.stamp}, {"convert_late", a.convertLate}, {"convert", a.convert},
		{"import_late", a.importLate}, {"import", a.importAll}, {"lend", a.lend}, {"scan", a.scan},
		{"announce_late", a.announceLate}, {"announce", a.announce}, {"replace", a.replace},
		{"rename_late", a.renameLate}, {"rename", a.rename}, {"seal_late", a.sealLate}, {"seal", a.seal},
		{"open_late", a.openLate}, {"open", a.open},
	} {
		s.AddTool(mcp.NewTool(t.name), t.h)
	}
}
