// Package gosdk registers the same functions through the raw and the typed call.
package gosdk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type args struct {
	Stop string `json:"stop"`
}

type line map[string]int

func (l line) raw(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in args
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return nil, fmt.Errorf("arguments: %w", err) // want "leaves as JSON-RPC error 0"
	}
	if _, ok := l[in.Stop]; !ok {
		return nil, fmt.Errorf("no stop is called %s", in.Stop) // want "leaves as JSON-RPC error 0"
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "ok"}}}, nil
}

func (l line) typed(_ context.Context, _ *mcp.CallToolRequest, in args) (*mcp.CallToolResult, any, error) {
	if _, ok := l[in.Stop]; !ok {
		return nil, nil, fmt.Errorf("no stop is called %s", in.Stop)
	}
	return nil, "ok", nil
}

var errClosed = &jsonrpc.Error{Code: 4100, Message: "the line is closed"}

func (l line) coded(context.Context, *mcp.CallToolRequest, args) (*mcp.CallToolResult, any, error) {
	return nil, nil, errClosed // want "with its own code, which the model never sees"
}

// The typed shape, served raw.
func lower[In, Out any](h mcp.ToolHandlerFor[In, Out]) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in In
		if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "arguments must be an object"}}}, nil
		}
		res, _, err := h(ctx, req, in)
		return res, err
	}
}

func lowered(context.Context, *mcp.CallToolRequest, args) (*mcp.CallToolResult, any, error) {
	return nil, nil, errors.New("no trams on Sundays") // want "leaves as JSON-RPC error 0"
}

func Register(s *mcp.Server, l line) {
	schema := json.RawMessage(`{"type":"object"}`)
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: schema}, l.raw)
	mcp.AddTool(s, &mcp.Tool{Name: "typed"}, l.typed)
	mcp.AddTool(s, &mcp.Tool{Name: "coded"}, l.coded)
	s.AddTool(&mcp.Tool{Name: "lowered", InputSchema: schema}, lower(lowered))
	s.AddResource(&mcp.Resource{URI: "x:y"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return nil, errors.New("a resource has no tool channel")
	})
}
