// Package pantry keeps stores of food on mcp-go: each handler that claims that
// nothing was changed, wrongly, stands before its twin that is right.
package pantry

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/mcplinttest/falseclaim/pantry/shop"
)

type pantry struct {
	db   *sql.DB
	shop *shop.Shop
	dir  string
}

// Two statements in a helper; the second one fails after the first has run.

func (p *pantry) put(ctx context.Context, jar string, n int) error {
	if _, err := p.db.ExecContext(ctx, "INSERT INTO jars(name, n) VALUES(?, ?)", jar, n); err != nil {
		return err
	}
	if _, err := p.db.ExecContext(ctx, "UPDATE shelves SET used = used + 1"); err != nil {
		return err
	}
	return nil
}

func (p *pantry) badPut(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := p.put(ctx, req.GetString("jar", ""), req.GetInt("n", 1)); err != nil {
		return mcp.NewToolResultError("the jar was not stored, look at the shelf's capacity"), nil // want `says that nothing was changed`
	}
	return mcp.NewToolResultText("stored"), nil
}

func (p *pantry) goodPut(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	jar := req.GetString("jar", "")
	if jar == "" {
		return mcp.NewToolResultError("jar is empty, so nothing was stored"), nil
	}
	if err := p.put(ctx, jar, req.GetInt("n", 1)); err != nil {
		return mcp.NewToolResultErrorf("the jar %s may have been stored without being counted; list_jars shows it", jar), nil
	}
	return mcp.NewToolResultText("stored"), nil
}

// One closure for failures before and after the write.

func (p *pantry) badLabel(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	fail := func(step string) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultErrorf("%s failed; no changes were made", step), nil
	}
	jar := req.GetString("jar", "")
	if jar == "" {
		return fail("reading the name of the jar")
	}
	if err := os.WriteFile(filepath.Join(p.dir, jar), []byte(req.GetString("label", "")), 0o600); err != nil {
		return fail("writing the label")
	}
	if err := os.Symlink(jar, filepath.Join(p.dir, "latest")); err != nil {
		return fail("linking the label") // want `says that nothing was changed`
	}
	return mcp.NewToolResultText("labelled"), nil
}

func (p *pantry) goodLabel(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	fail := func(step, state string) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultErrorf("%s failed; %s", step, state), nil
	}
	jar := req.GetString("jar", "")
	if jar == "" {
		return fail("reading the name of the jar", "no changes were made")
	}
	if err := os.WriteFile(filepath.Join(p.dir, jar), []byte(req.GetString("label", "")), 0o600); err != nil {
		return fail("writing the label", "no changes were made")
	}
	if err := os.Symlink(jar, filepath.Join(p.dir, "latest")); err != nil {
		return fail("linking the label", "the label was written, the link is missing")
	}
	return mcp.NewToolResultText("labelled"), nil
}

// A client of another package, whose error may come after the order.

func (p *pantry) badOrder(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	thing := req.GetString("thing", "")
	r, err := p.shop.Order(ctx, thing)
	if err != nil {
		return mcp.NewToolResultErrorf("%s was not ordered", thing), nil // want `says that nothing was changed`
	}
	return mcp.NewToolResultText("ordered as " + r.Number), nil
}

func (p *pantry) goodOrder(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	thing := req.GetString("thing", "")
	if err := p.shop.InStock(ctx, thing); err != nil {
		return mcp.NewToolResultErrorf("%s was not ordered: the shop has none", thing), nil
	}
	r, err := p.shop.Order(ctx, thing)
	var unread *shop.UnreadableError
	if errors.As(err, &unread) {
		return mcp.NewToolResultErrorf("%s was ordered, its receipt cannot be read", thing), nil
	}
	if err != nil {
		return mcp.NewToolResultErrorf("it is unknown whether %s was ordered; list_orders tells", thing), nil
	}
	return mcp.NewToolResultText("ordered as " + r.Number), nil
}

// A generic wrapper that claims it for every handler it wraps.

type moveArgs struct {
	From string `json:"from"`
	To   string `json:"to"`
}

func badAtomic[In any](f func(context.Context, In) error) server.ToolHandlerFunc {
	return mcp.NewTypedToolHandler(func(ctx context.Context, _ mcp.CallToolRequest, in In) (*mcp.CallToolResult, error) {
		if err := f(ctx, in); err != nil {
			return mcp.NewToolResultErrorf("%v; nothing was moved", err), nil // want `says that nothing was changed`
		}
		return mcp.NewToolResultText("moved"), nil
	})
}

func goodAtomic[In any](f func(context.Context, In) error) server.ToolHandlerFunc {
	return mcp.NewTypedToolHandler(func(ctx context.Context, _ mcp.CallToolRequest, in In) (*mcp.CallToolResult, error) {
		if err := f(ctx, in); err != nil {
			return mcp.NewToolResultErrorf("%v; jars may have been moved in part", err), nil
		}
		return mcp.NewToolResultText("moved"), nil
	})
}

func (p *pantry) move(_ context.Context, in moveArgs) error {
	jars, err := os.ReadDir(filepath.Join(p.dir, in.From))
	if err != nil {
		return fmt.Errorf("there is no shelf %s", in.From)
	}
	for _, j := range jars {
		if err := os.Rename(filepath.Join(p.dir, in.From, j.Name()), filepath.Join(p.dir, in.To, j.Name())); err != nil {
			return fmt.Errorf("jar %s does not fit on %s", j.Name(), in.To)
		}
	}
	return nil
}

// A deferred function that speaks of a rollback whose error nobody looks at.

func (p *pantry) badCount(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, _ error) {
	jar := req.GetString("jar", "")
	if _, err := p.db.ExecContext(ctx, "INSERT INTO counts(jar) VALUES(?)", jar); err != nil {
		return mcp.NewToolResultError("the count may have been stored; read counts"), nil
	}
	ok := false
	defer func() {
		if !ok {
			p.db.ExecContext(ctx, "DELETE FROM counts WHERE jar = ?", jar)
			res = mcp.NewToolResultErrorf("%s cannot be counted, the count was rolled back", jar) // want `says that nothing was changed`
		}
	}()
	if _, err := p.db.ExecContext(ctx, "UPDATE jars SET n = n + 1 WHERE name = ?", jar); err != nil {
		return nil, nil
	}
	ok = true
	return mcp.NewToolResultText("counted"), nil
}

func (p *pantry) goodCount(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, _ error) {
	jar := req.GetString("jar", "")
	if jar == "" {
		return mcp.NewToolResultError("jar must be named; no count was stored"), nil
	}
	if _, err := p.db.ExecContext(ctx, "INSERT INTO counts(jar) VALUES(?)", jar); err != nil {
		return mcp.NewToolResultError("the count may have been stored; read counts"), nil
	}
	ok := false
	defer func() {
		if !ok {
			res = mcp.NewToolResultErrorf("%s was added to the counts, its jar may not have been", jar)
		}
	}()
	if _, err := p.db.ExecContext(ctx, "UPDATE jars SET n = n + 1 WHERE name = ?", jar); err != nil {
		return nil, nil
	}
	ok = true
	return mcp.NewToolResultText("counted"), nil
}

// A table of tools, in which the text is a field beside the change.

type change struct {
	name   string
	stmt   string
	onFail string
}

func (p *pantry) changes() []server.ServerTool {
	var tools []server.ServerTool
	for _, c := range []change{
		{"bad_open", "INSERT INTO opened(jar) VALUES(?)", "the jar was not recorded"},
		{"bad_eat", "INSERT INTO eaten(jar) VALUES(?)", "nothing was recorded"},
	} {
		tools = append(tools, server.ServerTool{Tool: mcp.NewTool(c.name), Handler: func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if _, err := p.db.ExecContext(ctx, c.stmt, req.GetString("jar", "")); err != nil {
				return mcp.NewToolResultError(c.onFail), nil // want `says that nothing was changed`
			}
			return mcp.NewToolResultText("done"), nil
		}})
	}
	for _, c := range []change{
		{"good_see", "SELECT n FROM opened WHERE jar = ?", "no record of this jar; nothing was recorded"},
		{"good_know", "SELECT n FROM eaten WHERE jar = ?", "nothing was recorded"},
	} {
		tools = append(tools, server.ServerTool{Tool: mcp.NewTool(c.name), Handler: func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			var n int
			if err := p.db.QueryRowContext(ctx, c.stmt, req.GetString("jar", "")).Scan(&n); err != nil {
				return mcp.NewToolResultError(c.onFail), nil
			}
			return mcp.NewToolResultText(fmt.Sprint(n)), nil
		}})
	}
	return tools
}

// A transaction in a helper that runs a function; committing may fail after the
// server has taken it.

var errCommit = errors.New("commit")

func (p *pantry) inTx(ctx context.Context, f func(*sql.Tx) error) error {
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	if err := f(tx); err != nil {
		if rerr := tx.Rollback(); rerr != nil {
			return errCommit
		}
		return err
	}
	if err := tx.Commit(); err != nil {
		return errCommit
	}
	return nil
}

func (p *pantry) badSwap(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	err := p.inTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO swaps(jar) VALUES(?)", req.GetString("jar", ""))
		return err
	})
	if err != nil {
		return mcp.NewToolResultError("the jars cannot be swapped; nothing was changed"), nil // want `says that nothing was changed`
	}
	return mcp.NewToolResultText("swapped"), nil
}

func (p *pantry) goodSwap(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	err := p.inTx(ctx, func(tx *sql.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO swaps(jar) VALUES(?)", req.GetString("jar", ""))
		return err
	})
	if err != nil {
		return mcp.NewToolResultError("it is unknown whether the jars were swapped; list_swaps tells"), nil
	}
	return mcp.NewToolResultText("swapped"), nil
}

// A sentence of another package, after an order of several things.

func (p *pantry) badOrders(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for _, thing := range req.GetStringSlice("things", nil) {
		if err := p.shop.InStock(ctx, thing); err != nil {
			return mcp.NewToolResultErrorf("the shop has no %s. %s", thing, shop.NothingDone), nil // want `says that nothing was changed`
		}
		if _, err := p.shop.Order(ctx, thing); err != nil {
			return mcp.NewToolResultErrorf("%s may have been ordered; list_orders tells", thing), nil
		}
	}
	return mcp.NewToolResultText("ordered"), nil
}

func (p *pantry) goodOrders(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	things := req.GetStringSlice("things", nil)
	for _, thing := range things {
		if err := p.shop.InStock(ctx, thing); err != nil {
			return mcp.NewToolResultErrorf("the shop has no %s. %s", thing, shop.NothingDone), nil
		}
	}
	for _, thing := range things {
		if _, err := p.shop.Order(ctx, thing); err != nil {
			return mcp.NewToolResultErrorf("%s may have been ordered; list_orders tells", thing), nil
		}
	}
	return mcp.NewToolResultText("ordered"), nil
}

// A service behind an interface, in German.

type post interface {
	SendMail(ctx context.Context, to, text string) error
	Address(ctx context.Context, name string) (string, error)
}

func badRemind(m post) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := m.SendMail(ctx, req.GetString("name", ""), "Die Milch ist alle."); err != nil {
			return mcp.NewToolResultError("Die Erinnerung wurde nicht gesendet."), nil // want `says that nothing was changed`
		}
		return mcp.NewToolResultText("erinnert"), nil
	}
}

func goodRemind(m post) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		to, err := m.Address(ctx, req.GetString("name", ""))
		if err != nil {
			return mcp.NewToolResultError("Die Erinnerung wurde nicht gesendet."), nil
		}
		if err := m.SendMail(ctx, to, "Die Milch ist alle."); err != nil {
			return mcp.NewToolResultError("Es ist unklar, ob die Erinnerung gesendet wurde."), nil
		}
		return mcp.NewToolResultText("erinnert"), nil
	}
}

// New makes the server.
func New(db *sql.DB, s *shop.Shop, dir string, post post) *server.MCPServer {
	p := &pantry{db, s, dir}
	m := server.NewMCPServer("pantry", "1.0.0")
	m.AddTool(mcp.NewTool("bad_put"), p.badPut)
	m.AddTool(mcp.NewTool("good_put"), p.goodPut)
	m.AddTool(mcp.NewTool("bad_label"), p.badLabel)
	m.AddTool(mcp.NewTool("good_label"), p.goodLabel)
	m.AddTool(mcp.NewTool("bad_order"), p.badOrder)
	m.AddTool(mcp.NewTool("good_order"), p.goodOrder)
	m.AddTool(mcp.NewTool("bad_move"), badAtomic(p.move))
	m.AddTool(mcp.NewTool("good_move"), goodAtomic(p.move))
	m.AddTool(mcp.NewTool("bad_count"), p.badCount)
	m.AddTool(mcp.NewTool("good_count"), p.goodCount)
	m.AddTools(p.changes()...)
	m.AddTool(mcp.NewTool("bad_swap"), p.badSwap)
	m.AddTool(mcp.NewTool("good_swap"), p.goodSwap)
	m.AddTool(mcp.NewTool("bad_orders"), p.badOrders)
	m.AddTool(mcp.NewTool("good_orders"), p.goodOrders)
	m.AddTool(mcp.NewTool("bad_remind"), badRemind(post))
	m.AddTool(mcp.NewTool("good_remind"), goodRemind(post))
	return m
}
