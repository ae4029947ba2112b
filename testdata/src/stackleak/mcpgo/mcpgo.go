// Package mcpgo has recoveries on mcp-go that answer with what they recovered,
// each beside one that keeps it.
package mcpgo

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// The tools weave; a loom may be jammed.
type loom struct{ threads map[string][]string }

func (l *loom) thread(name string) string { return l.threads[name][0] }

// A deferred literal in the handler, with named results.
func (l *loom) badThread(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if r := recover(); r != nil {
			res = mcp.NewToolResultErrorf("the loom is jammed: %v", r) // want `the value of a recovered panic is in the text that the model reads`
		}
	}()
	return mcp.NewToolResultText(l.thread(req.GetString("name", ""))), nil
}

func (l *loom) goodThread(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if r := recover(); r != nil {
			slog.ErrorContext(ctx, "loom", "panic", r)
			res = mcp.NewToolResultError("the loom is jammed; tell the operator")
		}
	}()
	return mcp.NewToolResultText(l.thread(req.GetString("name", ""))), nil
}

// A middleware around all tools.
func badRecover(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		defer func() {
			if r := recover(); r != nil {
				res, err = mcp.NewToolResultError("internal fault\n"+string(debug.Stack())), nil // want `a stack trace is in the text`
			}
		}()
		return next(ctx, req)
	}
}

func goodRecover(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		defer func() {
			if r := recover(); r != nil {
				slog.ErrorContext(ctx, req.Params.Name, "panic", r, "stack", string(debug.Stack()))
				res, err = mcp.NewToolResultErrorf("%s has a fault of its own; tell the operator", req.Params.Name), nil
			}
		}()
		return next(ctx, req)
	}
}

// A protocol error names the stack to the host.
func (l *loom) badPattern(_ context.Context, req mcp.CallToolRequest) (_ *mcp.CallToolResult, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("pattern: %s", bytes.TrimSpace(debug.Stack())) // want `a stack trace is in the text that the host reads`
		}
	}()
	return mcp.NewToolResultText(l.thread("pattern")), nil
}

func (l *loom) goodPattern(_ context.Context, req mcp.CallToolRequest) (_ *mcp.CallToolResult, err error) {
	defer func() {
		if r := recover(); r != nil {
			fmt.Fprintf(os.Stderr, "%s", bytes.TrimSpace(debug.Stack()))
			err = errors.New("pattern: the tool has a fault of its own")
		}
	}()
	return mcp.NewToolResultText(l.thread("pattern")), nil
}

// An error of the program's own that holds what was recovered.
type crash struct {
	value any
	where string
}

func (c *crash) Error() string { return fmt.Sprintf("crashed in %s: %v", c.where, c.value) }

func (c *crash) Public() string { return c.where + " has a fault of its own; tell the operator" }

func (l *loom) badWeave(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if r := recover(); r != nil {
			c := &crash{r, "weave"}
			res = mcp.NewToolResultError(c.Error()) // want `the value of a recovered panic`
		}
	}()
	return mcp.NewToolResultText(l.thread(req.GetString("name", ""))), nil
}

func (l *loom) goodWeave(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if r := recover(); r != nil {
			c := &crash{r, "weave"}
			slog.ErrorContext(ctx, "weave", "err", c)
			res = mcp.NewToolResultError(c.Public())
		}
	}()
	return mcp.NewToolResultText(l.thread(req.GetString("name", ""))), nil
}

// The frames of a stack, walked by hand.
func frames() string {
	pcs := make([]uintptr, 16)
	fs := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	var b strings.Builder
	for {
		f, more := fs.Next()
		fmt.Fprintf(&b, "%s %s:%d\n", f.Function, f.File, f.Line)
		if !more {
			return b.String()
		}
	}
}

func (l *loom) badKnot(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if len(l.threads) == 0 {
		return mcp.NewToolResultError("no threads at " + frames()), nil // want `a stack trace`
	}
	return mcp.NewToolResultText("tied"), nil
}

func (l *loom) goodKnot(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if len(l.threads) == 0 {
		slog.ErrorContext(ctx, "no threads", "at", frames())
		return mcp.NewToolResultError("there are no threads; load_threads brings some"), nil
	}
	return mcp.NewToolResultText("tied"), nil
}

// A report that is marshalled, with a field for the stack.
type report struct {
	Tool  string `json:"tool"`
	Panic string `json:"panic,omitempty"`
	Stack []byte `json:"-"`
}

func badReport(name string, r any) string {
	b, err := json.Marshal(report{Tool: name, Panic: fmt.Sprint(r), Stack: debug.Stack()})
	if err != nil {
		return name
	}
	return string(b)
}

func goodReport(name string, r any) string {
	slog.Error(name, "panic", r)
	b, err := json.Marshal(report{Tool: name, Stack: debug.Stack()})
	if err != nil {
		return name
	}
	return string(b)
}

func (l *loom) badDye(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if r := recover(); r != nil {
			res = mcp.NewToolResultError(badReport("dye", r)) // want `the value of a recovered panic`
		}
	}()
	return mcp.NewToolResultText(l.thread("dye")), nil
}

func (l *loom) goodDye(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if r := recover(); r != nil {
			res = mcp.NewToolResultError(goodReport("dye", r))
		}
	}()
	return mcp.NewToolResultText(l.thread("dye")), nil
}

// Workers that report over a channel.
type piece struct {
	name string
	err  error
}

func (l *loom) badPieces(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	names := req.GetStringSlice("names", nil)
	done := make(chan piece, len(names))
	for _, name := range names {
		go func() {
			defer func() {
				if r := recover(); r != nil {
					done <- piece{name, fmt.Errorf("%s: %v", name, r)}
				}
			}()
			done <- piece{l.thread(name), nil}
		}()
	}
	var out bytes.Buffer
	for range names {
		select {
		case p := <-done:
			if p.err != nil {
				return mcp.NewToolResultError(p.err.Error()), nil // want `the value of a recovered panic`
			}
			out.WriteString(p.name)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return mcp.NewToolResultText(out.String()), nil
}

func (l *loom) goodPieces(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	names := req.GetStringSlice("names", nil)
	done := make(chan piece, len(names))
	for _, name := range names {
		go func() {
			defer func() {
				if r := recover(); r != nil {
					slog.ErrorContext(ctx, name, "panic", r)
					done <- piece{name, fmt.Errorf("%s cannot be woven", name)}
				}
			}()
			done <- piece{l.thread(name), nil}
		}()
	}
	var out bytes.Buffer
	for range names {
		select {
		case p := <-done:
			if p.err != nil {
				return mcp.NewToolResultError(p.err.Error()), nil
			}
			out.WriteString(p.name)
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return mcp.NewToolResultText(out.String()), nil
}

// Register serves the tools.
func Register(l *loom) []*server.MCPServer {
	s := server.NewMCPServer("loom", "1")
	for name, h := range map[string]server.ToolHandlerFunc{
		"thread": l.badThread, "thread_well": l.goodThread, "pattern": l.badPattern, "pattern_well": l.goodPattern, "weave": l.badWeave, "weave_well": l.goodWeave,
		"knot": l.badKnot, "knot_well": l.goodKnot, "dye": l.badDye, "dye_well": l.goodDye, "pieces": l.badPieces, "pieces_well": l.goodPieces,
	} {
		s.AddTool(mcp.NewTool(name), h)
	}
	loud := server.NewMCPServer("loud", "1", server.WithToolHandlerMiddleware(badRecover))
	loud.AddTool(mcp.NewTool("loud"), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(l.thread("loud")), nil
	})
	quiet := server.NewMCPServer("quiet", "1", server.WithToolHandlerMiddleware(goodRecover))
	quiet.AddTool(mcp.NewTool("quiet"), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultText(l.thread("quiet")), nil
	})
	return []*server.MCPServer{s, loud, quiet}
}
