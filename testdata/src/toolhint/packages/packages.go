// Package packages has a diary whose tools, adapter and storage are three packages.
package packages

import (
	"context"

	"example.com/mcplinttest/toolhint/packages/kit"
	"example.com/mcplinttest/toolhint/packages/store"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Tools of the kit's own interface, each with a description of its own.
type badEntry struct{ *store.Entries }

func (badEntry) Describe() *mcp.Tool {
	return &mcp.Tool{Name: "open_entry", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}} // want `tool "open_entry": readOnlyHint is true`
}

func (t badEntry) Execute(ctx context.Context, in kit.Args) (string, error) {
	return t.Open(ctx, in.ID)
}

type goodEntry struct{ *store.Entries }

func (goodEntry) Describe() *mcp.Tool {
	return &mcp.Tool{Name: "read_entry", Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true}}
}

func (t goodEntry) Execute(ctx context.Context, in kit.Args) (string, error) {
	return t.Read(ctx, in.ID)
}

// It says of itself that it writes.
type goodAmend struct{ *store.Entries }

func (goodAmend) Describe() *mcp.Tool {
	return &mcp.Tool{Name: "amend_entry", Annotations: kit.Writes(true)}
}

func (t goodAmend) Execute(ctx context.Context, in kit.Args) (string, error) {
	return "amended", t.Amend(ctx, in.ID, in.Note)
}

// Rows of a map, whose keys are the names.
func rows(e *store.Entries) map[string]kit.Row {
	return map[string]kit.Row{
		"strike_entry": {Annotations: kit.Writes(false), Run: done(e.Strike)}, // want `tool "strike_entry": destructiveHint is false`
		"strike_out":   {Annotations: kit.Writes(true), Run: doneToo(e.Strike)},
		"note":         {Annotations: kit.Writes(false), Run: noted(e)},
	}
}

func done(do func(context.Context, string) error) mcp.ToolHandlerFor[kit.Args, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in kit.Args) (*mcp.CallToolResult, any, error) {
		return nil, map[string]bool{"done": do(ctx, in.ID) == nil}, nil
	}
}

func doneToo(do func(context.Context, string) error) mcp.ToolHandlerFor[kit.Args, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in kit.Args) (*mcp.CallToolResult, any, error) {
		return nil, map[string]bool{"done": do(ctx, in.ID) == nil}, nil
	}
}

func noted(e *store.Entries) mcp.ToolHandlerFor[kit.Args, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in kit.Args) (*mcp.CallToolResult, any, error) {
		return nil, map[string]bool{"done": e.Amend(ctx, in.ID, in.Note) == nil}, nil
	}
}

// Register adds them all.
func Register(s *mcp.Server, e *store.Entries) {
	kit.Mount(s, badEntry{e}, goodEntry{e}, goodAmend{e})
	kit.MountAll(s, rows(e))
}
