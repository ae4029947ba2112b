// Package guard keeps a server up when a tool panics.
package guard

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Options say what a guard tells.
type Options struct {
	Name  string
	Debug bool
}

// Loud tells the caller what has happened.
func Loud[In, Out any](o Options, h mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (res *mcp.CallToolResult, out Out, err error) {
		defer func() {
			if r := recover(); r != nil {
				err = fmt.Errorf("%s: %v", o.Name, r) // want `the value of a recovered panic`
				if o.Debug {
					err = fmt.Errorf("%w\n%s", err, debug.Stack()) // want `a stack trace`
				}
			}
		}()
		return h(ctx, req, in)
	}
}

// Quiet tells the log.
func Quiet[In, Out any](o Options, h mcp.ToolHandlerFor[In, Out]) mcp.ToolHandlerFor[In, Out] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in In) (res *mcp.CallToolResult, out Out, err error) {
		defer func() {
			if r := recover(); r != nil {
				attrs := []any{"tool", o.Name, "panic", r}
				if o.Debug {
					attrs = append(attrs, "stack", string(debug.Stack()))
				}
				slog.ErrorContext(ctx, "panic", attrs...)
				err = fmt.Errorf("%s has a fault of its own; tell the operator", o.Name)
			}
		}()
		return h(ctx, req, in)
	}
}
