package mcpgo

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/smtp"
	"os"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type kitchen struct {
	db  *sql.DB
	web *http.Client
}

const busy = "the kitchen is busy, please try again in a minute"

// One literal for both failures: before the order it may invite, behind it not.
func (k *kitchen) badMenu(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	fail := func(step string, err error) (*mcp.CallToolResult, error) {
		slog.ErrorContext(ctx, step, "err", err)
		return mcp.NewToolResultError(step + ": " + busy), nil
	}
	var price int
	if err := k.db.QueryRowContext(ctx, "SELECT price FROM menu WHERE dish = $1", req.GetString("dish", "")).Scan(&price); err != nil {
		return fail("the menu", err)
	}
	if _, err := k.db.ExecContext(ctx, "INSERT INTO tickets(dish, price) VALUES($1, $2)", req.GetString("dish", ""), price); err != nil {
		return fail("the ticket", err) // want `the text invites to try again although .+ may have been applied`
	}
	return mcp.NewToolResultText("ordered"), nil
}

func (k *kitchen) goodMenu(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	fail := func(step string, err error) (*mcp.CallToolResult, error) {
		slog.ErrorContext(ctx, step, "err", err)
		return mcp.NewToolResultError(step + ": " + busy), nil
	}
	var price int
	if err := k.db.QueryRowContext(ctx, "SELECT price FROM menu WHERE dish = $1", req.GetString("dish", "")).Scan(&price); err != nil {
		return fail("the menu", err)
	}
	if _, err := k.db.ExecContext(ctx, "INSERT INTO tickets(dish, price) VALUES($1, $2)", req.GetString("dish", ""), price); err != nil {
		slog.ErrorContext(ctx, "ticket", "err", err)
		return mcp.NewToolResultError("it is not known whether the ticket was printed; look at list_tickets"), nil
	}
	return mcp.NewToolResultText("ordered"), nil
}

// A deferred literal says the same of every failure.
func (k *kitchen) badTable(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if err != nil {
			slog.ErrorContext(ctx, "table", "err", err)
			res, err = mcp.NewToolResultError("no table could be laid. Try again later."), nil // want `was applied|may have been applied`
		}
	}()
	if _, err = k.db.ExecContext(ctx, "INSERT INTO tables(guests) VALUES($1)", req.GetInt("guests", 2)); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("laid"), nil
}

func (k *kitchen) goodTable(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if err != nil {
			slog.ErrorContext(ctx, "table", "err", err)
			res, err = mcp.NewToolResultError("no table could be laid. Try again later."), nil
		}
	}()
	var free int
	if err = k.db.QueryRowContext(ctx, "SELECT count(*) FROM tables WHERE guests = 0").Scan(&free); err != nil {
		return nil, err
	}
	return mcp.NewToolResultStructuredOnly(map[string]int{"free": free}), nil
}

// Guests who were seated by an earlier round of the loop are seated.
func (k *kitchen) badParty(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for _, guest := range req.GetStringSlice("guests", nil) {
		var seat int
		if err := k.db.QueryRowContext(ctx, "SELECT min(seat) FROM seats WHERE guest IS NULL").Scan(&seat); err != nil {
			return mcp.NewToolResultError(busy), nil // want `was applied`
		}
		if _, err := k.db.ExecContext(ctx, "INSERT INTO seated(guest, seat) VALUES($1, $2)", guest, seat); err != nil {
			return mcp.NewToolResultErrorf("it is not known whether %s is seated; look at list_seats", guest), nil
		}
	}
	return mcp.NewToolResultText("seated"), nil
}

func (k *kitchen) goodParty(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	seats := map[string]int{}
	for _, guest := range req.GetStringSlice("guests", nil) {
		var seat int
		if err := k.db.QueryRowContext(ctx, "SELECT min(seat) FROM seats WHERE guest IS NULL").Scan(&seat); err != nil {
			return mcp.NewToolResultError(busy), nil
		}
		seats[guest] = seat
	}
	return mcp.NewToolResultStructuredOnly(seats), nil
}

// A transaction: what fails inside is rolled back, a commit that fails is not known.
func (k *kitchen) badStock(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	tx, err := k.db.BeginTx(ctx, nil)
	if err != nil {
		return mcp.NewToolResultError(busy), nil
	}
	if _, err := tx.ExecContext(ctx, "UPDATE stock SET n = n - 1 WHERE dish = $1", req.GetString("dish", "")); err != nil {
		_ = tx.Rollback()
		return mcp.NewToolResultError("nothing is known of the stock; look at show_stock"), nil
	}
	if err := tx.Commit(); err != nil {
		return mcp.NewToolResultError(busy), nil // want `may have been applied`
	}
	return mcp.NewToolResultText("taken"), nil
}

func (k *kitchen) goodStock(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	tx, err := k.db.BeginTx(ctx, nil)
	if err != nil {
		return mcp.NewToolResultError(busy), nil
	}
	if _, err := tx.ExecContext(ctx, "UPDATE stock SET n = n - 1 WHERE dish = $1", req.GetString("dish", "")); err != nil {
		if err := tx.Rollback(); err != nil {
			return mcp.NewToolResultError("nothing is known of the stock; look at show_stock"), nil
		}
		return mcp.NewToolResultError(busy), nil
	}
	if err := tx.Commit(); err != nil {
		return mcp.NewToolResultError("it is not known whether the dish was taken; look at show_stock"), nil
	}
	return mcp.NewToolResultText("taken"), nil
}

// An adapter around the program's own shape of tool puts the hint behind every
// failure.
type recipe func(ctx context.Context, dish string) error

func badAdapt(cook recipe) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := cook(ctx, req.GetString("dish", "")); err != nil {
			slog.ErrorContext(ctx, "cook", "err", err)
			return mcp.NewToolResultError("cooking failed; please retry"), nil // want `may have been applied`
		}
		return mcp.NewToolResultText("cooked"), nil
	}
}

func goodAdapt(cook recipe) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := cook(ctx, req.GetString("dish", "")); err != nil {
			slog.ErrorContext(ctx, "cook", "err", err)
			return mcp.NewToolResultError("cooking failed; check list_tickets before you retry"), nil
		}
		return mcp.NewToolResultText("cooked"), nil
	}
}

func (k *kitchen) cook(ctx context.Context, dish string) error {
	_, err := k.db.ExecContext(ctx, "INSERT INTO tickets(dish) VALUES($1)", dish)
	return err
}

func (k *kitchen) reheat(ctx context.Context, dish string) error {
	_, err := k.db.ExecContext(ctx, "INSERT INTO warm(dish) VALUES($1)", dish)
	return err
}

// A structured handler: the SDK shows the error's text.
type bill struct {
	Table int `json:"table"`
}

func (k *kitchen) badBill(ctx context.Context, _ mcp.CallToolRequest, in bill) (bill, error) {
	resp, err := k.web.Post(fmt.Sprintf("https://till.example.com/tables/%d/charge", in.Table), "text/plain", nil)
	if err != nil {
		slog.ErrorContext(ctx, "charge", "err", err)
		return bill{}, errors.New("the till did not answer, try once more") // want `the HTTP request|Post`
	}
	return in, resp.Body.Close()
}

func (k *kitchen) goodBill(ctx context.Context, _ mcp.CallToolRequest, in bill) (bill, error) {
	resp, err := k.web.Get(fmt.Sprintf("https://till.example.com/tables/%d", in.Table))
	if err != nil {
		slog.ErrorContext(ctx, "bill", "err", err)
		return bill{}, errors.New("the till did not answer, try once more")
	}
	return in, resp.Body.Close()
}

// A timer beside a goroutine that goes on.
func (k *kitchen) badMail(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	sent := make(chan error, 1)
	go func() {
		sent <- smtp.SendMail("mail.example.com:25", nil, "chef@example.com", []string{req.GetString("to", "")}, []byte("your table is ready"))
	}()
	select {
	case err := <-sent:
		if err != nil {
			return mcp.NewToolResultError("it is not known whether the mail left; ask the guest"), nil
		}
		return mcp.NewToolResultText("sent"), nil
	case <-time.After(5 * time.Second):
		return mcp.NewToolResultError("the mail takes too long, try again"), nil // want `may still be running`
	}
}

func (k *kitchen) goodMail(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	found := make(chan error, 1)
	go func() {
		_, err := os.Stat("/srv/mail/" + strings.ToLower(req.GetString("to", "")))
		found <- err
	}()
	select {
	case err := <-found:
		if err != nil {
			return mcp.NewToolResultError("there is no such box"), nil
		}
		return mcp.NewToolResultText("there is one"), nil
	case <-time.After(5 * time.Second):
		return mcp.NewToolResultError("the box takes too long, try again"), nil
	}
}

// A generic helper that makes the answer from a value or an error.
func badAnswer[T any](v T, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError("that did not work, you can retry it"), nil
	}
	return mcp.NewToolResultStructuredOnly(v), nil
}

func (k *kitchen) count(ctx context.Context, statement, dish string) (n int64, err error) {
	err = k.db.QueryRowContext(ctx, statement, dish).Scan(&n)
	return n, err
}

func (k *kitchen) badWaste(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return badAnswer(k.count(ctx, "INSERT INTO waste(dish) VALUES($1) RETURNING id", req.GetString("dish", ""))) // want `QueryRowContext .+ applied, so the model repeats it`
}

func (k *kitchen) goodWaste(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return badAnswer(k.count(ctx, "SELECT count(*) FROM waste WHERE dish = $1", req.GetString("dish", "")))
}

// A helper whose errors are the texts: each says what is true where it is made.
func (k *kitchen) badStep(ctx context.Context, dish string) error {
	var n int
	if err := k.db.QueryRowContext(ctx, "SELECT n FROM stock WHERE dish = $1", dish).Scan(&n); err != nil {
		return errors.New("the stock cannot be read; tell the user")
	}
	if _, err := k.db.ExecContext(ctx, "INSERT INTO tickets(dish) VALUES($1)", dish); err != nil {
		return errors.New("the ticket was not printed; please try again")
	}
	return nil
}

func (k *kitchen) goodStep(ctx context.Context, dish string) error {
	var n int
	if err := k.db.QueryRowContext(ctx, "SELECT n FROM stock WHERE dish = $1", dish).Scan(&n); err != nil {
		return errors.New("the stock cannot be read; please try again")
	}
	if _, err := k.db.ExecContext(ctx, "INSERT INTO tickets(dish) VALUES($1)", dish); err != nil {
		return errors.New("it is not known whether the ticket was printed; look at list_tickets")
	}
	return nil
}

func (k *kitchen) badTicket(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := k.badStep(ctx, req.GetString("dish", "")); err != nil {
		return mcp.NewToolResultError(err.Error()), nil // want `tool "print_ticket": the text invites to try again although .+ may have been applied`
	}
	return mcp.NewToolResultText("printed"), nil
}

func (k *kitchen) goodTicket(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := k.goodStep(ctx, req.GetString("dish", "")); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText("printed"), nil
}

// RegisterKitchen adds the tools.
func RegisterKitchen(s *server.MCPServer, k *kitchen) {
	s.AddTools(
		server.ServerTool{Tool: mcp.NewTool("order_dish"), Handler: k.badMenu},
		server.ServerTool{Tool: mcp.NewTool("order_dish_well"), Handler: k.goodMenu},
		server.ServerTool{Tool: mcp.NewTool("lay_table"), Handler: k.badTable},
		server.ServerTool{Tool: mcp.NewTool("free_tables"), Handler: k.goodTable},
		server.ServerTool{Tool: mcp.NewTool("seat_party"), Handler: k.badParty},
		server.ServerTool{Tool: mcp.NewTool("find_seats"), Handler: k.goodParty},
		server.ServerTool{Tool: mcp.NewTool("take_dish"), Handler: k.badStock},
		server.ServerTool{Tool: mcp.NewTool("take_dish_well"), Handler: k.goodStock},
		server.ServerTool{Tool: mcp.NewTool("cook"), Handler: badAdapt(k.cook)},
		server.ServerTool{Tool: mcp.NewTool("reheat"), Handler: goodAdapt(k.reheat)},
		server.ServerTool{Tool: mcp.NewTool("charge_table"), Handler: mcp.NewStructuredToolHandler(k.badBill)},
		server.ServerTool{Tool: mcp.NewTool("show_bill"), Handler: mcp.NewStructuredToolHandler(k.goodBill)},
		server.ServerTool{Tool: mcp.NewTool("mail_guest"), Handler: k.badMail},
		server.ServerTool{Tool: mcp.NewTool("find_box"), Handler: k.goodMail},
		server.ServerTool{Tool: mcp.NewTool("print_ticket"), Handler: k.badTicket},
		server.ServerTool{Tool: mcp.NewTool("print_ticket_well"), Handler: k.goodTicket},
		server.ServerTool{Tool: mcp.NewTool("note_waste"), Handler: k.badWaste},
		server.ServerTool{Tool: mcp.NewTool("count_waste"), Handler: k.goodWaste},
	)
}
