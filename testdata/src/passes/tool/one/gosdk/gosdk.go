// Package gosdk holds the ways in which handlers reach a server of the go-sdk.
package gosdk // want `10 registrations, 10 handlers`

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{ ID string }

type out struct{ Title string }

func typed(ctx context.Context, req *mcp.CallToolRequest, in in) (*mcp.CallToolResult, out, error) { // want `typed: modelcontextprotocol/go-sdk typed`
	return nil, out{}, nil
}

func raw(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `raw: modelcontextprotocol/go-sdk raw`
	return &mcp.CallToolResult{}, nil
}

type notes struct{ dir string }

func (n *notes) get(ctx context.Context, req *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) { // want `get: modelcontextprotocol/go-sdk typed`
	return nil, nil, nil
}

func straight(s *mcp.Server, n *notes) {
	mcp.AddTool(s, &mcp.Tool{Name: "typed"}, typed)
	s.AddTool(&mcp.Tool{Name: "raw"}, raw)
	mcp.AddTool(s, &mcp.Tool{Name: "get", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}, n.get)
}

// A handler of the typed shape behind a raw registration: the type lies.
func lies(ctx context.Context, req *mcp.CallToolRequest, in in) (*mcp.CallToolResult, out, error) { // want `lies: modelcontextprotocol/go-sdk raw behind rawly$1`
	return nil, out{}, errors.New("no")
}

func rawly(s *mcp.Server, name string, h mcp.ToolHandlerFor[in, out]) {
	s.AddTool(&mcp.Tool{Name: name}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, _, err := h(ctx, req, in{})
		return res, err
	})
}

// A generic wrapper, and one that converts errors.
func add[In, Out any](s *mcp.Server, name string, h func(ctx context.Context, in In) (Out, error)) {
	mcp.AddTool(s, &mcp.Tool{Name: name}, func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := h(ctx, in)
		return nil, out, err
	})
}

func title(ctx context.Context, in in) (out, error) { return out{in.ID}, nil } // want `title: modelcontextprotocol/go-sdk typed behind add[gosdk.in, gosdk.out]$1`

func safe[In, Out any](h mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		res, out, err := h(ctx, req, in)
		if err != nil {
			return &mcp.CallToolResult{IsError: true}, out, nil
		}
		return res, out, nil
	}
}

func saved(ctx context.Context, req *mcp.CallToolRequest, in in) (*mcp.CallToolResult, any, error) { // want `saved: modelcontextprotocol/go-sdk typed behind safe[gosdk.in, any]$1`
	return nil, nil, nil
}

func generics(s *mcp.Server) {
	rawly(s, "lies", lies)
	add(s, "title", title)
	mcp.AddTool(s, &mcp.Tool{Name: "saved"}, safe(saved))
}

// Tables of {description, function}: one handler behind two names, and two in one.
type entry struct {
	tool    *mcp.Tool
	handler mcp.ToolHandler
}

func one(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `one: modelcontextprotocol/go-sdk raw`
	return &mcp.CallToolResult{}, nil
}

func two(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `two: modelcontextprotocol/go-sdk raw`
	return &mcp.CallToolResult{}, nil
}

func (n *notes) entries() []entry {
	return []entry{
		{&mcp.Tool{Name: "one"}, one},
		{tool: &mcp.Tool{Name: "two"}, handler: two},
	}
}

func tables(s *mcp.Server, n *notes) {
	for _, e := range n.entries() {
		s.AddTool(e.tool, e.handler)
	}
}

// Middleware sees every method.
func middleware(s *mcp.Server) {
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) { // want `modelcontextprotocol/go-sdk middleware`
			return next(ctx, method, req)
		}
	})
}

// A phi of two handlers is both.
func either(s *mcp.Server, readOnly bool) {
	h := func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `either: modelcontextprotocol/go-sdk raw`
		return &mcp.CallToolResult{}, nil
	}
	if readOnly {
		h = refuse
	}
	s.AddTool(&mcp.Tool{Name: "either"}, h)
}

func refuse(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `either: modelcontextprotocol/go-sdk raw`
	return nil, errors.New("read only")
}
