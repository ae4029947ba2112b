// Package gosdk has recoveries that answer with what they recovered.
package gosdk

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type in struct{}

func loud(ctx context.Context, _ *mcp.CallToolRequest, _ in) (_ *mcp.CallToolResult, _ any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("crashed: %v\n%s", r, debug.Stack()) // want "a stack trace"
		}
	}()
	return nil, "ok", nil
}

func value(ctx context.Context, _ *mcp.CallToolRequest, _ in) (_ *mcp.CallToolResult, _ any, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("crashed: %v", r) // want "the value of a recovered panic"
		}
	}()
	return nil, "ok", nil
}

func quiet(ctx context.Context, _ *mcp.CallToolRequest, _ in) (_ *mcp.CallToolResult, _ any, err error) {
	defer func() {
		if r := recover(); r != nil {
			slog.ErrorContext(ctx, "crash", "value", r, "stack", string(debug.Stack()))
			err = fmt.Errorf("the tool has a fault of its own; tell the operator")
		}
	}()
	return nil, "ok", nil
}

func Register(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "loud"}, loud)
	mcp.AddTool(s, &mcp.Tool{Name: "value"}, value)
	mcp.AddTool(s, &mcp.Tool{Name: "quiet"}, quiet)
}
