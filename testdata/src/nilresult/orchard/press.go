package orchard

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A generic adapter around functions that may have nothing to say.

func badAdapt[In any](f func(In) *mcp.CallToolResult) mcp.ToolHandler {
	return func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in In
		if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
			return nil, nil // want `neither a result nor an error is returned`
		}
		return f(in), nil
	}
}

func goodAdapt[In any](f func(In) *mcp.CallToolResult) mcp.ToolHandler {
	return func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in In
		if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
			return failed("arguments must be an object"), nil
		}
		return f(in), nil
	}
}

func juice(in args) *mcp.CallToolResult { return text("juice of " + in.Tree) }

// A handler that a struct embeds.

type badBase struct{ open bool }

func (b badBase) Handle(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !b.open {
		return nil, nil // want `neither a result nor an error is returned`
	}
	return text("open"), nil
}

type badGate struct {
	badBase
	name string
}

type goodBase struct{ open bool }

func (b goodBase) Handle(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !b.open {
		return text("closed"), nil
	}
	return text("open"), nil
}

type goodGate struct {
	goodBase
	name string
}

// A table of answers, one of which nobody has written.

var badAnswers = map[string]*mcp.CallToolResult{"apple": {}, "pear": {}}

func badAnswer(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return badAnswers[string(req.Params.Arguments)], nil // want `the map has no entry for an unknown key`
}

func goodAnswer(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if res := badAnswers[string(req.Params.Arguments)]; res != nil {
		return res, nil
	}
	return failed("there are answers about apple and pear only"), nil
}

// Register adds the tools of the press.
func Register(s *mcp.Server) {
	object := map[string]any{"type": "object"}
	bad, good := badGate{name: "bad_gate"}, goodGate{name: "good_gate"}
	s.AddTool(&mcp.Tool{Name: "bad_juice", InputSchema: object}, badAdapt(juice))
	s.AddTool(&mcp.Tool{Name: "good_juice", InputSchema: object}, goodAdapt(juice))
	s.AddTool(&mcp.Tool{Name: bad.name, InputSchema: object}, bad.Handle)
	s.AddTool(&mcp.Tool{Name: good.name, InputSchema: object}, good.Handle)
	s.AddTool(&mcp.Tool{Name: "bad_answer", InputSchema: object}, badAnswer)
	s.AddTool(&mcp.Tool{Name: "good_answer", InputSchema: object}, goodAnswer)
}
