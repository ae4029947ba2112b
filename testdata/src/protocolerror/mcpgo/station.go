package mcpgo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// station sells tickets.
type station struct {
	seats map[string]int
	open  sync.Once
	desk  *desk
	err   error
}

type desk struct{ path string }

func dial(path string) (*desk, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	return &desk{path}, nil
}

func (d *desk) sell(train string) (string, error) {
	if train == "" {
		return "", errors.New("train is required")
	}
	return d.path + train, nil
}

// The desk is opened when it is needed first.
func (s *station) at() (*desk, error) {
	s.open.Do(func() { s.desk, s.err = dial("/run/desk") })
	return s.desk, s.err
}

func (s *station) badSell(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	d, err := s.at()
	if err != nil {
		return nil, fmt.Errorf("desk: %w", err) // want `leaves as JSON-RPC error -32603`
	}
	ticket, err := d.sell(req.GetString("train", ""))
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText(ticket), nil
}

func (s *station) goodSell(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	d, err := s.at()
	if err != nil {
		slog.ErrorContext(ctx, "desk", "err", err)
		return mcp.NewToolResultError("the desk is closed; tell the user"), nil
	}
	ticket, err := d.sell(req.GetString("train", ""))
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText(ticket), nil
}

// The outcome of a worker, beside the request's own end.
type sold struct {
	ticket string
	err    error
}

func (s *station) worker(train string) <-chan sold {
	out := make(chan sold, 1)
	go func() {
		d, err := dial("/run/" + train)
		if err != nil {
			out <- sold{err: err}
			return
		}
		t, err := d.sell(train)
		out <- sold{t, err}
	}()
	return out
}

func (s *station) badWorker(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	select {
	case r := <-s.worker(req.GetString("train", "")):
		if r.err != nil {
			return nil, r.err // want `leaves as JSON-RPC error`
		}
		return mcp.NewToolResultText(r.ticket), nil
	case <-ctx.Done():
		return nil, fmt.Errorf("ticket: %w", ctx.Err())
	}
}

func (s *station) goodWorker(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	select {
	case r := <-s.worker(req.GetString("train", "")):
		if r.err != nil {
			slog.ErrorContext(ctx, "worker", "err", r.err)
			return mcp.NewToolResultError("no ticket was sold; tell the user"), nil
		}
		return mcp.NewToolResultText(r.ticket), nil
	case <-ctx.Done():
		return nil, fmt.Errorf("ticket: %w", ctx.Err())
	}
}

// A factory returns description and handler.
func badSeats(s *station) (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("seats"), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		n, ok := s.seats[req.GetString("train", "")]
		if !ok {
			return nil, errors.New("no such train") // want `tool "seats": .+ leaves as JSON-RPC error`
		}
		return mcp.NewToolResultStructuredOnly(map[string]int{"seats": n}), nil
	}
}

func goodSeats(s *station) (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("seats_well"), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		n, ok := s.seats[req.GetString("train", "")]
		if !ok {
			return mcp.NewToolResultError("no such train; list_trains names them"), nil
		}
		return mcp.NewToolResultStructuredOnly(map[string]int{"seats": n}), nil
	}
}

// Only the encoding of the answer can fail here, and it cannot.
type row struct {
	Train string `json:"train"`
	Seats int    `json:"seats"`
}

func (s *station) badTable(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var rows []row
	if err := json.Unmarshal([]byte(req.GetString("rows", "[]")), &rows); err != nil {
		return nil, fmt.Errorf("rows: %w", err) // want `leaves as JSON-RPC error`
	}
	return mcp.NewToolResultText(fmt.Sprint(len(rows))), nil
}

func (s *station) goodTable(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var rows []row
	for t, n := range s.seats {
		rows = append(rows, row{t, n})
	}
	b, err := json.Marshal(rows)
	if err != nil {
		return nil, fmt.Errorf("rows: %w", err)
	}
	return mcp.NewToolResultText(string(b)), nil
}

// A check in a middleware of the program's own, wrapped around by hand.
func badLimit(max int, next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.GetInt("seats", 1) > max {
			return nil, fmt.Errorf("at most %d seats", max) // want `leaves as JSON-RPC error`
		}
		return next(ctx, req)
	}
}

func goodLimit(max int, next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.GetInt("seats", 1) > max {
			return mcp.NewToolResultErrorf("at most %d seats", max), nil
		}
		return next(ctx, req)
	}
}

func (s *station) book(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(strings.Repeat("seat ", req.GetInt("seats", 1))), nil
}

func (s *station) reserve(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(strings.Repeat("place ", req.GetInt("seats", 1))), nil
}

// A generic adapter around typed functions; one of the two converts.
func badTyped[In any, Out any](do func(context.Context, In) (Out, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in In
		if err := req.BindArguments(&in); err != nil {
			return nil, err // want `BindArguments leaves as JSON-RPC error`
		}
		out, err := do(ctx, in)
		if err != nil {
			return nil, err // want `leaves as JSON-RPC error`
		}
		return mcp.NewToolResultStructuredOnly(out), nil
	}
}

func goodTyped[In any, Out any](do func(context.Context, In) (Out, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in In
		if err := req.BindArguments(&in); err != nil {
			return mcp.NewToolResultErrorFromErr("arguments", err), nil
		}
		out, err := do(ctx, in)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultStructuredOnly(out), nil
	}
}

type trip struct {
	From string `json:"from"`
	To   string `json:"to"`
}

func (s *station) plan(_ context.Context, in trip) (row, error) {
	if in.From == in.To {
		return row{}, errors.New("from and to are the same")
	}
	return row{Train: in.From + in.To}, nil
}

func (s *station) route(_ context.Context, in trip) (row, error) {
	if in.From == "" {
		return row{}, errors.New("from is required")
	}
	return row{Train: in.From}, nil
}

// RegisterStation adds the tools.
func RegisterStation(m *server.MCPServer, s *station) {
	m.AddTool(mcp.NewTool("sell"), s.badSell)
	m.AddTool(mcp.NewTool("sell_well"), s.goodSell)
	m.AddTool(mcp.NewTool("worker"), s.badWorker)
	m.AddTool(mcp.NewTool("worker_well"), s.goodWorker)
	m.AddTool(badSeats(s))
	m.AddTool(goodSeats(s))
	m.AddTool(mcp.NewTool("table"), s.badTable)
	m.AddTool(mcp.NewTool("table_well"), s.goodTable)
	m.AddTool(mcp.NewTool("book"), badLimit(4, s.book))
	m.AddTool(mcp.NewTool("reserve"), goodLimit(4, s.reserve))
	m.AddTool(mcp.NewTool("plan"), badTyped(s.plan))
	m.AddTool(mcp.NewTool("route"), goodTyped(s.route))
}
