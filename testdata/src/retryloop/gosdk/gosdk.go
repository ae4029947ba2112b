// Package gosdk has tools of a workshop on the go-sdk that do their work again
// after a failure, each beside one that may.
package gosdk

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"log/slog"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type order struct {
	Part  string   `json:"part"`
	Parts []string `json:"parts"`
	Key   string   `json:"key"`
}

type workshop struct {
	db     *sql.DB
	web    *http.Client
	plain  *http.Client
	supply supplier
	peer   *mcp.ClientSession
}

type supplier interface {
	CreateOrder(ctx context.Context, in purchase) error
	ListOrders(ctx context.Context) ([]string, error)
}

type purchase struct {
	Part           string
	IdempotencyKey string
}

var errUnknown = errors.New("the outcome is unknown; look at list_orders")

func answer(ctx context.Context, err error) (*mcp.CallToolResult, any, error) {
	if err != nil {
		slog.ErrorContext(ctx, "workshop", "err", err)
		return nil, nil, errUnknown
	}
	return nil, "done", nil
}

// A client behind an interface, with the key in a field of the request.
func (w *workshop) badSupply(ctx context.Context, _ *mcp.CallToolRequest, in order) (*mcp.CallToolResult, any, error) {
	var err error
	for attempt := 1; attempt <= 3; attempt++ {
		err = w.supply.CreateOrder(ctx, purchase{Part: in.Part}) // want `a loop repeats \(gosdk.supplier\).CreateOrder`
		if err == nil {
			break
		}
		slog.WarnContext(ctx, "order", "attempt", attempt, "err", err)
	}
	return answer(ctx, err)
}

func (w *workshop) goodSupply(ctx context.Context, _ *mcp.CallToolRequest, in order) (*mcp.CallToolResult, any, error) {
	var err error
	for attempt := 1; attempt <= 3; attempt++ {
		err = w.supply.CreateOrder(ctx, purchase{Part: in.Part, IdempotencyKey: in.Key})
		if err == nil {
			break
		}
		slog.WarnContext(ctx, "order", "attempt", attempt, "err", err)
	}
	return answer(ctx, err)
}

// A round tripper that sends everything again, and one that looks at the method.
type stubborn struct{ next http.RoundTripper }

func (s stubborn) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		if resp, err = s.next.RoundTrip(req); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

type careful struct{ next http.RoundTripper }

func (c careful) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	n := 1
	if req.Method == http.MethodGet || req.Method == http.MethodHead {
		n = 3
	}
	for range n {
		if resp, err = c.next.RoundTrip(req); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

func (w *workshop) badSubmit(ctx context.Context, _ *mcp.CallToolRequest, in order) (*mcp.CallToolResult, any, error) {
	resp, err := w.web.Post("https://parts.example.com/orders", "text/plain", strings.NewReader(in.Part)) // want `repeats requests of any method after a failure, this one too`
	if err == nil {
		err = resp.Body.Close()
	}
	return answer(ctx, err)
}

func (w *workshop) goodSubmit(ctx context.Context, _ *mcp.CallToolRequest, in order) (*mcp.CallToolResult, any, error) {
	resp, err := w.plain.Post("https://parts.example.com/orders", "text/plain", strings.NewReader(in.Part))
	if err == nil {
		err = resp.Body.Close()
	}
	return answer(ctx, err)
}

// A loop over delays that an iterator yields.
func delays(n int) iter.Seq[time.Duration] {
	return func(yield func(time.Duration) bool) {
		d := 100 * time.Millisecond
		for range n {
			if !yield(d) {
				return
			}
			d *= 2
		}
	}
}

func (w *workshop) badShift(ctx context.Context, _ *mcp.CallToolRequest, in order) (*mcp.CallToolResult, any, error) {
	err := errUnknown
	for d := range delays(5) {
		if _, err = w.db.ExecContext(ctx, "UPDATE stock SET n = n - 1 WHERE part = $1", in.Part); err == nil { // want `a loop over an iterator repeats`
			break
		}
		time.Sleep(d)
	}
	return answer(ctx, err)
}

func (w *workshop) goodShift(ctx context.Context, _ *mcp.CallToolRequest, in order) (*mcp.CallToolResult, any, error) {
	err := errUnknown
	for d := range delays(5) {
		if _, err = w.db.ExecContext(ctx, "UPDATE stock SET reserved = true WHERE part = $1", in.Part); err == nil {
			break
		}
		time.Sleep(d)
	}
	return answer(ctx, err)
}

// A transaction that is begun again takes nothing with it from the attempt before.
func (w *workshop) badMove(ctx context.Context, in order) error {
	for range 3 {
		_, err := w.db.ExecContext(ctx, "INSERT INTO moves(part) VALUES($1)", in.Part) // want `a loop repeats`
		if err != nil && strings.Contains(err.Error(), "deadlock") {
			continue
		}
		return err
	}
	return errUnknown
}

func (w *workshop) goodMove(ctx context.Context, in order) error {
	for range 3 {
		err := w.move(ctx, in)
		if err != nil && strings.Contains(err.Error(), "deadlock") {
			continue
		}
		return err
	}
	return errUnknown
}

func (w *workshop) move(ctx context.Context, in order) error {
	tx, err := w.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO moves(part) VALUES($1)", in.Part); err != nil {
		return err
	}
	return tx.Commit()
}

// A generic adapter around functions that return an error only.
func plain[In any](do func(context.Context, In) error) mcp.ToolHandlerFor[In, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		return answer(ctx, do(ctx, in))
	}
}

// Rounds: what failed is tried in the next one.
func (w *workshop) badRounds(ctx context.Context, in order) error {
	open := slices.Clone(in.Parts)
	for round := 0; round < 3 && len(open) > 0; round++ {
		var next []string
		for _, part := range open {
			if err := w.supply.CreateOrder(ctx, purchase{Part: part}); err != nil { // want `a loop repeats \(gosdk.supplier\).CreateOrder`
				next = append(next, part)
			}
		}
		open = next
	}
	if len(open) > 0 {
		return errUnknown
	}
	return nil
}

func (w *workshop) goodRounds(ctx context.Context, in order) error {
	var open []string
	for _, part := range in.Parts {
		if err := w.supply.CreateOrder(ctx, purchase{Part: part}); err != nil {
			open = append(open, part)
		}
	}
	if len(open) > 0 {
		return fmt.Errorf("of %q it is not known whether they are ordered; look at list_orders", open)
	}
	return nil
}

// A command, on a goroutine that the handler waits for.
func (w *workshop) badPrint(ctx context.Context, in order) error {
	done := make(chan error, 1)
	go func() {
		var err error
		for range 2 {
			if err = exec.CommandContext(ctx, "docker", "run", "plotter", in.Part).Run(); err == nil { // want `a loop repeats the command docker run`
				break
			}
		}
		done <- err
	}()
	return <-done
}

func (w *workshop) goodPrint(ctx context.Context, in order) error {
	done := make(chan error, 1)
	go func() {
		var err error
		for range 2 {
			if err = exec.CommandContext(ctx, "docker", "pull", "plotter:"+in.Part).Run(); err == nil {
				break
			}
		}
		done <- err
	}()
	return <-done
}

// Another server's tool, which may do anything: only one that says that it reads
// may be called again.
func (w *workshop) badPeer(ctx context.Context, in order) error {
	_, err := w.peer.CallTool(ctx, &mcp.CallToolParams{Name: in.Part})
	if err != nil && errors.Is(err, mcp.ErrConnectionClosed) {
		_, err = w.peer.CallTool(ctx, &mcp.CallToolParams{Name: in.Part}) // want `a second call repeats the tool call`
	}
	return err
}

func (w *workshop) goodPeer(ctx context.Context, in order) error {
	tool := w.describe(ctx, in.Part)
	_, err := w.peer.CallTool(ctx, &mcp.CallToolParams{Name: in.Part})
	if err != nil && errors.Is(err, mcp.ErrConnectionClosed) && tool != nil && tool.Annotations != nil && tool.Annotations.ReadOnlyHint {
		_, err = w.peer.CallTool(ctx, &mcp.CallToolParams{Name: in.Part})
	}
	return err
}

func (w *workshop) describe(ctx context.Context, name string) *mcp.Tool {
	for t, err := range w.peer.Tools(ctx, nil) {
		if err == nil && t.Name == name {
			return t
		}
	}
	return nil
}

// Register adds the tools.
func Register(s *mcp.Server, db *sql.DB, supply supplier, peer *mcp.ClientSession) {
	w := &workshop{
		db: db, supply: supply, peer: peer,
		web:   &http.Client{Transport: stubborn{http.DefaultTransport}},
		plain: &http.Client{Transport: careful{http.DefaultTransport}},
	}
	mcp.AddTool(s, &mcp.Tool{Name: "order_part"}, w.badSupply)
	mcp.AddTool(s, &mcp.Tool{Name: "order_part_once"}, w.goodSupply)
	mcp.AddTool(s, &mcp.Tool{Name: "submit_order"}, w.badSubmit)
	mcp.AddTool(s, &mcp.Tool{Name: "submit_order_once"}, w.goodSubmit)
	mcp.AddTool(s, &mcp.Tool{Name: "take_part"}, w.badShift)
	mcp.AddTool(s, &mcp.Tool{Name: "reserve_part"}, w.goodShift)
	for name, do := range map[string]func(context.Context, order) error{
		"move_part": w.badMove, "move_part_in_transaction": w.goodMove, "order_all": w.badRounds, "order_each": w.goodRounds,
		"print_part": w.badPrint, "load_plotter": w.goodPrint, "ask_peer": w.badPeer, "ask_peer_safely": w.goodPeer,
	} {
		mcp.AddTool(s, &mcp.Tool{Name: name}, plain(do))
	}
}
