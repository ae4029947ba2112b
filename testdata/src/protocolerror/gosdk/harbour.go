package gosdk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type ship struct {
	Name string `json:"name"`
	Pier int    `json:"pier"`
}

type harbour struct {
	piers map[int]string
	peer  *mcp.ClientSession
}

func shown(isError bool, s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: isError, Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

// A literal that all branches of a raw handler leave through.
func (h *harbour) badMoor(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	fail := func(step string, err error) (*mcp.CallToolResult, error) {
		return nil, fmt.Errorf("%s: %w", step, err) // want `leaves as JSON-RPC error 0`
	}
	var in ship
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return fail("arguments", err)
	}
	if s := h.piers[in.Pier]; s != "" {
		return fail("pier", fmt.Errorf("%s lies there", s))
	}
	return shown(false, "moored"), nil
}

func (h *harbour) goodMoor(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	fail := func(step string, err error) (*mcp.CallToolResult, error) {
		return shown(true, step+": "+err.Error()), nil
	}
	var in ship
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return fail("arguments", err)
	}
	if s := h.piers[in.Pier]; s != "" {
		return fail("pier", fmt.Errorf("%s lies there", s))
	}
	return shown(false, "moored"), nil
}

// A method that is promoted, and served raw as a method value of the outer type.
type logbook struct{ entries map[string]string }

func (l *logbook) badEntry(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	e, ok := l.entries[string(req.Params.Arguments)]
	if !ok {
		return nil, errors.New("no such entry") // want `leaves as JSON-RPC error 0`
	}
	return shown(false, e), nil
}

func (l *logbook) goodEntry(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	e, ok := l.entries[string(req.Params.Arguments)]
	if !ok {
		return shown(true, "no such entry; list_entries names them"), nil
	}
	return shown(false, e), nil
}

type pilot struct {
	*logbook
	*harbour
}

// Another server's tool error becomes an error of this one.
func (h *harbour) badPeer(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := h.peer.CallTool(ctx, &mcp.CallToolParams{Name: "tides", Arguments: req.Params.Arguments})
	if err != nil {
		slog.ErrorContext(ctx, "tides", "err", err)
		return shown(true, "the tides are not known; tell the user"), nil
	}
	if res.IsError {
		return nil, errors.New("the tides tool refused the call") // want `leaves as JSON-RPC error 0`
	}
	return res, nil
}

func (h *harbour) goodPeer(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := h.peer.CallTool(ctx, &mcp.CallToolParams{Name: "tides", Arguments: req.Params.Arguments})
	if err != nil {
		slog.ErrorContext(ctx, "tides", "err", err)
		return shown(true, "the tides are not known; tell the user"), nil
	}
	return res, nil
}

// A typed handler whose look-up knows the wire.
func (h *harbour) badFind(_ context.Context, _ *mcp.CallToolRequest, in ship) (*mcp.CallToolResult, any, error) {
	for pier, s := range h.piers {
		if s == in.Name {
			return nil, pier, nil
		}
	}
	return nil, nil, &jsonrpc.Error{Code: 4404, Message: "no ship is called " + in.Name} // want `with its own code, which the model never sees`
}

func (h *harbour) goodFind(_ context.Context, _ *mcp.CallToolRequest, in ship) (*mcp.CallToolResult, any, error) {
	for pier, s := range h.piers {
		if s == in.Name {
			return nil, pier, nil
		}
	}
	return nil, nil, errors.New("no ship is called " + in.Name + "; list_ships names them")
}

// A middleware of the receiving side that refuses calls itself.
func badDoor(open func() bool) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method == "tools/call" && !open() {
				return nil, errors.New("the harbour is closed") // want `leaves as JSON-RPC error`
			}
			return next(ctx, method, req)
		}
	}
}

func goodDoor(open func() bool) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method == "tools/call" && !open() {
				return shown(true, "the harbour is closed; ask again at dawn"), nil
			}
			return next(ctx, method, req)
		}
	}
}

// RegisterHarbour serves the tools.
func RegisterHarbour(h *harbour, l *logbook, open func() bool) []*mcp.Server {
	schema := json.RawMessage(`{"type":"object"}`)
	s := mcp.NewServer(&mcp.Implementation{Name: "harbour"}, nil)
	p := pilot{l, h}
	for name, raw := range map[string]mcp.ToolHandler{
		"moor": h.badMoor, "moor_well": h.goodMoor, "entry": p.badEntry, "entry_well": p.goodEntry, "tides": p.badPeer, "tides_well": p.goodPeer,
	} {
		s.AddTool(&mcp.Tool{Name: name, InputSchema: schema}, raw)
	}
	mcp.AddTool(s, &mcp.Tool{Name: "find"}, h.badFind)
	mcp.AddTool(s, &mcp.Tool{Name: "find_well"}, h.goodFind)
	night := mcp.NewServer(&mcp.Implementation{Name: "night"}, nil)
	night.AddReceivingMiddleware(badDoor(open))
	day := mcp.NewServer(&mcp.Implementation{Name: "day"}, nil)
	day.AddReceivingMiddleware(goodDoor(open))
	return []*mcp.Server{s, night, day}
}
