// Package gosdk holds the ways in which handlers of the go-sdk end.
package gosdk

import (
	"context"
	"errors"
	"os"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ Path string }

type out struct{ Title string }

// Typed: an error is a tool error, unless it is a coded one itself.
func typed(ctx context.Context, req *mcp.CallToolRequest, in in) (*mcp.CallToolResult, out, error) {
	if in.Path == "" {
		return nil, out{}, errors.New("a path is needed") // want `tool-error: "a path is needed" if in.Path == ""`
	}
	if in.Path == "." {
		return nil, out{}, &jsonrpc.Error{Code: -32602, Message: "a file is needed"} // want `protocol-error coded: "a file is needed" if in.Path == "." and in.Path != ""`
	}
	if in.Path == ".." {
		return nil, out{}, mcp.ResourceNotFoundError(in.Path) // want `protocol-error coded: sdk mcp.ResourceNotFoundError if in.Path == ".." and in.Path != "." and in.Path != ""`
	}
	if err := os.Remove(in.Path); err != nil {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "cannot remove"}}}, out{}, nil // want `tool-error: "cannot remove" if os.Remove(in.Path) != nil and in.Path != ".." and in.Path != "." and in.Path != ""`
	}
	return nil, out{Title: "removed"}, nil // want `success: "removed" if os.Remove(in.Path) == nil and in.Path != ".." and in.Path != "." and in.Path != ""`
}

// Raw: an error is a protocol error, no result is broken.
func raw(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := os.Remove("a"); err != nil {
		return nil, err // want `protocol-error: infra os.Remove if os.Remove("a") != nil`
	}
	if req.Params.Name == "" {
		return nil, nil // want `broken if req.Params.Name == "" and os.Remove("a") == nil`
	}
	var res mcp.CallToolResult
	res.Content = append(res.Content, &mcp.TextContent{Text: "removed"})
	return &res, nil // want `success: "removed" if req.Params.Name != "" and os.Remove("a") == nil`
}

// The shape is typed, the registration decides.
func both(ctx context.Context, req *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return nil, nil, os.Remove("a") // want `tool-error maybe: infra os.Remove` `success maybe: nothing`
}

func rawly(ctx context.Context, req *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) {
	return nil, nil, os.Remove("a")
}

func register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "typed"}, typed)
	s.AddTool(&mcp.Tool{Name: "raw"}, raw)
	mcp.AddTool(s, &mcp.Tool{Name: "both"}, both)
	s.AddTool(&mcp.Tool{Name: "rawly"}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, _, err := rawly(ctx, req, in{})
		return res, err // want `protocol-error maybe: infra os.Remove` `broken maybe`
	})
}
