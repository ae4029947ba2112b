package gosdk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// lock lets ships through a canal.
type lock struct{ level int }

type passage struct {
	Ship string `json:"ship"`
	To   int    `json:"to"`
}

var errShut = &jsonrpc.Error{Code: 4200, Message: "the lock is shut"}

func (l *lock) lift(to int) error {
	if to < 0 {
		return errShut
	}
	l.level = to
	return nil
}

// A coded error leaves on the wire as it is; wrapped, it is a text.
func (l *lock) badLift(_ context.Context, _ *mcp.CallToolRequest, in passage) (*mcp.CallToolResult, any, error) {
	if err := l.lift(in.To); err != nil {
		return nil, nil, err // want `with its own code, which the model never sees`
	}
	return nil, l.level, nil
}

func (l *lock) goodLift(_ context.Context, _ *mcp.CallToolRequest, in passage) (*mcp.CallToolResult, any, error) {
	if err := l.lift(in.To); err != nil {
		return nil, nil, fmt.Errorf("%s waits: the lock is shut below 0", in.Ship)
	}
	return nil, l.level, nil
}

// Raw tools behind an interface, one method of which serves them all.
type gate interface {
	Name() string
	Pass(ctx context.Context, in passage) (string, error)
}

type upper struct{}

func (upper) Name() string { return "upper" }

func (upper) Pass(_ context.Context, in passage) (string, error) {
	if in.Ship == "" {
		return "", errors.New("ship is required")
	}
	return in.Ship + " is up", nil
}

func badGate(g gate) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in passage
		if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
			return shown(true, "arguments: "+err.Error()), nil
		}
		s, err := g.Pass(ctx, in)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.Name(), err) // want `leaves as JSON-RPC error 0`
		}
		return shown(false, s), nil
	}
}

func goodGate(g gate) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in passage
		if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
			return shown(true, "arguments: "+err.Error()), nil
		}
		s, err := g.Pass(ctx, in)
		if err != nil {
			return shown(true, g.Name()+": "+err.Error()), nil
		}
		return shown(false, s), nil
	}
}

// The same generic handler, served typed and served raw.
func level[In any](of func(In) int, l *lock) func(context.Context, *mcp.CallToolRequest, In) (*mcp.CallToolResult, any, error) {
	return func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		if n := of(in); n != l.level {
			return nil, nil, fmt.Errorf("the water stands at %d", l.level)
		}
		return nil, "level", nil
	}
}

func badLevel(l *lock) mcp.ToolHandler {
	return func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if len(req.Params.Arguments) == 0 {
			return nil, fmt.Errorf("the water stands at %d", l.level) // want `leaves as JSON-RPC error 0`
		}
		return shown(false, "level"), nil
	}
}

// RegisterLock adds the tools.
func RegisterLock(s *mcp.Server, l *lock) {
	schema := json.RawMessage(`{"type":"object"}`)
	mcp.AddTool(s, &mcp.Tool{Name: "lift"}, l.badLift)
	mcp.AddTool(s, &mcp.Tool{Name: "lift_well"}, l.goodLift)
	s.AddTool(&mcp.Tool{Name: "gate", InputSchema: schema}, badGate(upper{}))
	s.AddTool(&mcp.Tool{Name: "gate_well", InputSchema: schema}, goodGate(upper{}))
	s.AddTool(&mcp.Tool{Name: "level", InputSchema: schema}, badLevel(l))
	mcp.AddTool(s, &mcp.Tool{Name: "level_well"}, level(func(p passage) int { return p.To }, l))
}
