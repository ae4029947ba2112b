// Package gosdk holds handlers of a bakery.
package gosdk

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type order struct {
	Bread string `json:"bread"`
	Count int    `json:"count"`
}

type receipt struct {
	Loaves  int      `json:"loaves"`
	Missing []string `json:"missing,omitempty"`
}

func failed(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// Raw: the result is lost and the error is a protocol error.
func rawBake(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if len(req.Params.Arguments) == 0 {
		err := errors.New("no order")
		return failed("order is required"), err // want `an isError result is returned beside an error, so the SDK drops it and a JSON-RPC error`
	}
	return &mcp.CallToolResult{}, nil
}

// Typed: the polished result is lost and the raw error is shown.
func bake(_ context.Context, _ *mcp.CallToolRequest, in order) (*mcp.CallToolResult, any, error) {
	if in.Count > 40 {
		return failed("at most 40 loaves a day"), nil, fmt.Errorf("oven: %d over capacity", in.Count) // want `an isError result is returned beside an error, so the SDK drops it and a tool error`
	}
	return nil, receipt{Loaves: in.Count}, nil
}

// The output was filled before the failure.
func bakeAll(_ context.Context, _ *mcp.CallToolRequest, in order) (*mcp.CallToolResult, receipt, error) {
	out := receipt{Loaves: in.Count}
	if in.Bread == "rye" {
		out.Missing = append(out.Missing, in.Bread)
		return nil, out, errors.New("no rye today") // want `an output value is returned beside an error`
	}
	return nil, out, nil
}

// A pointer to an output that says what failed.
func bakePtr(_ context.Context, _ *mcp.CallToolRequest, in order) (_ *mcp.CallToolResult, out *receipt, err error) {
	out = &receipt{Missing: []string{in.Bread}}
	err = errors.New("sold out")
	return nil, out, err // want `an output value is returned beside an error`
}

func RegisterBad(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "raw_bake", InputSchema: map[string]any{"type": "object"}}, rawBake)
	mcp.AddTool(s, &mcp.Tool{Name: "bake"}, bake)
	mcp.AddTool(s, &mcp.Tool{Name: "bake_all"}, bakeAll)
	mcp.AddTool(s, &mcp.Tool{Name: "bake_ptr"}, bakePtr)
}
