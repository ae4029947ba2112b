// Package chain puts wrappers around handlers, one after the other, and writes
// errors late.
package chain

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type wrapper func(server.ToolHandlerFunc) server.ToolHandlerFunc

func timed(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		start := time.Now()
		res, err := next(ctx, req)
		slog.DebugContext(ctx, req.Params.Name, "took", time.Since(start))
		return res, err
	}
}

func answered(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		if err != nil {
			slog.ErrorContext(ctx, req.Params.Name, "err", err)
			return mcp.NewToolResultErrorf("%s failed; tell the user", req.Params.Name), nil
		}
		return res, nil
	}
}

// The bare chain measures, the other one answers as well.
func bare(h server.ToolHandlerFunc) server.ToolHandlerFunc { return timed(h) }

func full(h server.ToolHandlerFunc) server.ToolHandlerFunc { return answered(timed(h)) }

type brewery struct{ kettles map[string]float64 }

func (b *brewery) badHeat(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t, ok := b.kettles[req.GetString("kettle", "")]
	if !ok {
		return nil, errors.New("no such kettle") // want `tool "heat": .+ leaves as JSON-RPC error -32603`
	}
	return mcp.NewToolResultText(fmt.Sprint(t)), nil
}

func (b *brewery) goodHeat(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t, ok := b.kettles[req.GetString("kettle", "")]
	if !ok {
		return nil, errors.New("no such kettle")
	}
	return mcp.NewToolResultText(fmt.Sprint(t)), nil
}

// The last error of a loop is handed on behind it.
func (b *brewery) badTap(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var last error
	for _, dir := range []string{"/srv/taps", "/mnt/taps"} {
		text, err := os.ReadFile(dir + "/list")
		if err == nil {
			return mcp.NewToolResultText(string(text)), nil
		}
		last = err
	}
	return nil, last // want `os.ReadFile leaves as JSON-RPC error`
}

func (b *brewery) goodTap(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var last error
	for _, dir := range []string{"/srv/taps", "/mnt/taps"} {
		text, err := os.ReadFile(dir + "/list")
		if err == nil {
			return mcp.NewToolResultText(string(text)), nil
		}
		last = err
	}
	slog.ErrorContext(ctx, "taps", "err", last)
	return mcp.NewToolResultError("there is no list of taps; tell the user"), nil
}

// A deferred step adds its own failure.
func (b *brewery) badNote(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	f, ferr := os.CreateTemp("", "note")
	if ferr != nil {
		return mcp.NewToolResultError("no room for a note; tell the user"), nil
	}
	defer func() {
		if cerr := f.Close(); cerr != nil {
			res, err = nil, cerr // want `leaves as JSON-RPC error`
		}
	}()
	return mcp.NewToolResultText(f.Name()), nil
}

func (b *brewery) goodNote(ctx context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	f, ferr := os.CreateTemp("", "note")
	if ferr != nil {
		return mcp.NewToolResultError("no room for a note; tell the user"), nil
	}
	defer func() {
		if cerr := f.Close(); cerr != nil {
			slog.ErrorContext(ctx, "note", "err", cerr)
			res, err = mcp.NewToolResultError("the note may be lost; read it"), nil
		}
	}()
	return mcp.NewToolResultText(f.Name()), nil
}

// Only the request's own end is for the host.
func (b *brewery) cool(ctx context.Context, kettle string) error {
	select {
	case <-time.After(time.Second):
		if b.kettles[kettle] > 20 {
			return fmt.Errorf("kettle %s is still hot", kettle)
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b *brewery) badCool(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := b.cool(ctx, req.GetString("kettle", "")); err != nil {
		return nil, err // want `leaves as JSON-RPC error`
	}
	return mcp.NewToolResultText("cool"), nil
}

func (b *brewery) goodCool(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	err := b.cool(ctx, req.GetString("kettle", ""))
	switch {
	case errors.Is(err, context.Canceled):
		return nil, err
	case err != nil:
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText("cool"), nil
}

func (b *brewery) goodCooler(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := b.cool(ctx, req.GetString("kettle", "")); err != nil {
		if ctx.Err() != nil {
			return nil, err
		}
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText("cool"), nil
}

// Session adds tools to a session while it runs.
func Session(ctx context.Context, s *server.MCPServer, id string, b *brewery) error {
	return s.AddSessionTools(id,
		server.ServerTool{Tool: mcp.NewTool("session_kettle"), Handler: b.badSession},
		server.ServerTool{Tool: mcp.NewTool("session_kettle_well"), Handler: b.goodSession},
	)
}

func (b *brewery) badSession(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if len(b.kettles) == 0 {
		return nil, errors.New("there are no kettles") // want `leaves as JSON-RPC error`
	}
	return mcp.NewToolResultText("hot"), nil
}

func (b *brewery) goodSession(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if len(b.kettles) == 0 {
		return mcp.NewToolResultError("there are no kettles; add_kettle brings one"), nil
	}
	return mcp.NewToolResultText("hot"), nil
}

// Register adds the tools.
func Register(s *server.MCPServer, b *brewery) {
	s.AddTool(mcp.NewTool("heat"), bare(b.badHeat))
	s.AddTool(mcp.NewTool("heat_well"), full(b.goodHeat))
	for name, h := range map[string]server.ToolHandlerFunc{
		"tap": b.badTap, "tap_well": b.goodTap, "note": b.badNote, "note_well": b.goodNote, "cool": b.badCool, "cool_well": b.goodCool, "cooler": b.goodCooler,
	} {
		s.AddTool(mcp.NewTool(name), h)
	}
}
