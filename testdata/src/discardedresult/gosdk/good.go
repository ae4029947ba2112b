package gosdk

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func goodRaw(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if len(req.Params.Arguments) == 0 {
		return failed("order is required"), nil
	}
	return &mcp.CallToolResult{}, nil
}

func goodBake(_ context.Context, _ *mcp.CallToolRequest, in order) (*mcp.CallToolResult, any, error) {
	if in.Count > 40 {
		return failed("at most 40 loaves a day"), nil, nil
	}
	return nil, receipt{Loaves: in.Count}, nil
}

// Zero values beside an error: literal, variable and named result.
func goodAll(_ context.Context, _ *mcp.CallToolRequest, in order) (_ *mcp.CallToolResult, out receipt, err error) {
	var none receipt
	switch in.Bread {
	case "rye":
		return nil, receipt{}, errors.New("no rye today")
	case "oat":
		return nil, none, errors.New("no oat today")
	case "":
		return nil, out, errors.New("bread is required")
	}
	out.Loaves = in.Count
	return nil, out, nil
}

// What another function gave is one of the two.
type ovens interface{ Bake(order) (receipt, error) }

func goodForward(o ovens) mcp.ToolHandlerFor[order, receipt] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in order) (*mcp.CallToolResult, receipt, error) {
		out, err := o.Bake(in)
		return nil, out, err
	}
}

func RegisterGood(s *mcp.Server, o ovens) {
	s.AddTool(&mcp.Tool{Name: "raw_bake", InputSchema: map[string]any{"type": "object"}}, goodRaw)
	mcp.AddTool(s, &mcp.Tool{Name: "bake"}, goodBake)
	mcp.AddTool(s, &mcp.Tool{Name: "bake_all"}, goodAll)
	mcp.AddTool(s, &mcp.Tool{Name: "forward"}, goodForward(o))
}
