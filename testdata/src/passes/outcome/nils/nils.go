// Package nils holds the ways in which a result is nil, or is not.
package nils

import (
	"context"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
)

var cache = map[string]*mcp.CallToolResult{}

func explicit(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, nil // want `it is never set on this path, high`
}

func named(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	if _, err = os.Stat("a"); err != nil {
		return nil, err
	}
	return // want `it is never set on this path, high`
}

func sometimes(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var res *mcp.CallToolResult
	for _, a := range os.Args {
		if a == "-v" {
			res = mcp.NewToolResultText("verbose")
		}
	}
	return res, nil // want `it is never set on this path, medium`
}

func looked(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return cache[req.Params.Name], nil // want `the map has no entry for an unknown key, high`
}

func tested(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, ok := cache[req.Params.Name]
	if !ok {
		return mcp.NewToolResultError("unknown"), nil // want `has a result`
	}
	return res, nil
}

func untested(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, _ := cache[req.Params.Name]
	return res, nil // want `the map has no entry for an unknown key, high`
}

// find is split into the ways in which it ends.
func find(id string) (*mcp.CallToolResult, error) {
	if id == "" {
		return nil, nil
	}
	return mcp.NewToolResultText(id), nil
}

func helped(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return find(req.GetString("id", "")) // want `it is never set on this path, high` `has a result`
}

type server struct{ last *mcp.CallToolResult }

func (s *server) remember(res *mcp.CallToolResult) { s.last = res }

func (s *server) kept(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return s.last, nil // want `the field last is nil until something is stored, medium`
}

func made(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res := &mcp.CallToolResult{}
	return res, nil // want `has a result`
}

func asserted(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var v any = cache["a"]
	res, _ := v.(*mcp.CallToolResult)
	return res, nil // want `the assertion fails for another type, medium`
}

func json(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultJSON(map[string]any{"ok": true})
}
