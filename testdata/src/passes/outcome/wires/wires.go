// Package wires holds the JSON-RPC errors that the errors of handlers are or wrap.
package wires

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const codeBusy = -32001

func refused(code int64, msg string) error { return &jsonrpc.Error{Code: code, Message: msg} }

type failure struct {
	msg   string
	cause error
}

func (f *failure) Error() string { return f.msg }
func (f *failure) Unwrap() error { return f.cause }

func handle(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	switch req.Params.Name {
	case "plain":
		return nil, errors.New("plain")
	case "literal":
		return nil, &jsonrpc.Error{Code: -32602, Message: "no"} // want `[-32602]`
	case "data":
		return nil, &jsonrpc.Error{Code: codeBusy, Message: "busy", Data: []byte(`{"busy":true}`)} // want `[-32001] with data`
	case "helper":
		return nil, refused(jsonrpc.CodeInvalidParams, "no") // want `[-32602]`
	case "wrapped":
		return nil, fmt.Errorf("wrapped: %w", refused(-32000, "no")) // want `[-32000] wrapped by fmt.Errorf`
	case "printed":
		return nil, fmt.Errorf("printed: %v", refused(-32000, "no"))
	case "joined":
		return nil, errors.Join(errors.New("first"), refused(-32000, "no")) // want `[-32000] wrapped by errors.Join`
	case "held":
		return nil, &failure{"held", refused(-32000, "no")} // want `[-32000] wrapped`
	case "resource":
		return nil, mcp.ResourceNotFoundError("note://a") // want `[-32602] with data`
	}
	err := refused(-32603, "first")
	if req.Params.Name == "other" {
		err = refused(-32700, "second")
	}
	return nil, err // want `[-32603]` `[-32700]`
}

// dispatch refuses a name that its table does not hold.
var table = map[string]mcp.ToolHandler{"handle": handle}

func dispatch(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	h, ok := table[req.Params.Name]
	if !ok {
		return nil, refused(-32602, "unknown tool") // want `[-32602], for an unknown tool`
	}
	_ = h
	return &mcp.CallToolResult{}, nil
}

func middleware(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method == "resources/read" {
			return nil, refused(-32002, "no such resource") // want `[-32002], for another method`
		}
		if method == "tools/call" {
			return nil, refused(-32601, "no tools here") // want `[-32601]`
		}
		return next(ctx, method, req)
	}
}

func register(s *mcp.Server) {
	s.AddTool(&mcp.Tool{Name: "handle"}, handle)
	s.AddTool(&mcp.Tool{Name: "dispatch"}, dispatch)
	s.AddReceivingMiddleware(middleware)
}
