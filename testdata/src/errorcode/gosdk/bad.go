// Package gosdk holds handlers of a map room.
package gosdk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type sheetArgs struct {
	Sheet string `json:"sheet"`
}

type room interface {
	Sheet(ctx context.Context, name string) (string, error)
	Member(ctx context.Context) bool
}

func invalid(format string, a ...any) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf(format, a...)}
}

// Typed: what failed later is no invalid request.
func sheet(r room) mcp.ToolHandlerFor[sheetArgs, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in sheetArgs) (*mcp.CallToolResult, any, error) {
		text, err := r.Sheet(ctx, in.Sheet)
		if err != nil {
			return nil, nil, invalid("sheet %s is not here", in.Sheet) // want `-32602 says that the request itself is malformed`
		}
		return nil, text, nil
	}
}

// The SDK's error for resources has this code too.
func missing(_ context.Context, _ *mcp.CallToolRequest, in sheetArgs) (*mcp.CallToolResult, any, error) {
	return nil, nil, mcp.ResourceNotFoundError("map://" + in.Sheet) // want `-32602 says that the request itself is malformed`
}

// Wrapped, a coded error of a typed handler loses everything.
func wrapped(_ context.Context, _ *mcp.CallToolRequest, in sheetArgs) (*mcp.CallToolResult, any, error) {
	err := error(&jsonrpc.Error{Code: 4041, Message: "no such sheet"})
	return nil, nil, fmt.Errorf("sheet %s: %w", in.Sheet, err) // want `wrapped it leaves as a tool error without code and data`
}

var errSealed = &jsonrpc.Error{Code: 4030, Message: "sealed", Data: json.RawMessage(`{"until":"2031"}`)}

func joined(context.Context, *mcp.CallToolRequest, sheetArgs) (*mcp.CallToolResult, any, error) {
	return nil, nil, errors.Join(errSealed, errors.New("ask the keeper")) // want `wrapped it leaves as a tool error`
}

// A type of one's own that holds the coded error.
type opError struct {
	op  string
	err error
}

func (e *opError) Error() string { return e.op + ": " + e.err.Error() }
func (e *opError) Unwrap() error { return e.err }

func held(context.Context, *mcp.CallToolRequest, sheetArgs) (*mcp.CallToolResult, any, error) {
	return nil, nil, &opError{"open", errSealed} // want `wrapped it leaves as a tool error`
}

// Raw: the SDK takes -32601 for an unknown method.
func rawUnknown(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "no operation " + req.Params.Name} // want `the SDK takes -32601 for an unknown method`
}

// Raw: the code is found in the chain, the data is dropped.
func rawSealed(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, fmt.Errorf("refused: %w", errSealed) // want `the code of the wrapped error without its data`
}

// A middleware's policy is no malformed request.
func members(r room) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method == "tools/call" && !r.Member(ctx) {
				return nil, invalid("members only") // want `-32602 says that the request itself is malformed`
			}
			return next(ctx, method, req)
		}
	}
}

// Resources: the data names the URI and is lost in a wrap.
func paper(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	return nil, fmt.Errorf("reading: %w", mcp.ResourceNotFoundError(req.Params.URI)) // want `the code of the wrapped error without its data`
}

// Codes that the server must not make up, through a table and a constructor.
const codeBusy = -32050

var table = map[string]int64{
	"busy": codeBusy, // want `the code -32050 belongs to the specification`
	"gone": 4100,
}

func coded(code int64, text string) error { return &jsonrpc.Error{Code: code, Message: text} }

func prompt(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	switch req.Params.Name {
	case "old":
		return nil, coded(-32002, "gone") // want `the code -32002 must not be sent since 2026-07-28`
	case "far":
		return nil, coded(-32400, "far") // want `the code -32400 is in the range reserved by JSON-RPC`
	case "legacy":
		return nil, coded(-32007, "legacy") // want `the code -32007 is in the reserved range`
	}
	return nil, coded(table[req.Params.Name], "busy")
}

func RegisterBad(s *mcp.Server, r room) {
	schema := map[string]any{"type": "object"}
	mcp.AddTool(s, &mcp.Tool{Name: "sheet"}, sheet(r))
	mcp.AddTool(s, &mcp.Tool{Name: "missing"}, missing)
	mcp.AddTool(s, &mcp.Tool{Name: "wrapped"}, wrapped)
	mcp.AddTool(s, &mcp.Tool{Name: "joined"}, joined)
	mcp.AddTool(s, &mcp.Tool{Name: "held"}, held)
	s.AddTool(&mcp.Tool{Name: "raw_unknown", InputSchema: schema}, rawUnknown)
	s.AddTool(&mcp.Tool{Name: "raw_sealed", InputSchema: schema}, rawSealed)
	s.AddReceivingMiddleware(members(r))
	s.AddResource(&mcp.Resource{Name: "paper", URI: "map://paper"}, paper)
	s.AddPrompt(&mcp.Prompt{Name: "prompt"}, prompt)
}
