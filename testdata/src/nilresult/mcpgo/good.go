package mcpgo

import (
	"context"
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func (b *bank) goodFind(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetString("seed", "") == "" {
		return mcp.NewToolResultText("no seed matches"), nil
	}
	return mcp.NewToolResultText("found"), nil
}

func (b *bank) goodWeigh(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	switch req.GetString("unit", "g") {
	case "g":
		res = mcp.NewToolResultText("12 g")
	default:
		res = mcp.NewToolResultError("unit must be g")
	}
	return res, err
}

func (b *bank) goodShow(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if res := b.lookup(req.GetString("seed", "")); res != nil {
		return res, nil
	}
	return mcp.NewToolResultError("no such seed; list_seeds has the names"), nil
}

func (b *bank) goodSheet(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, ok := b.sheets[req.GetString("seed", "")]
	if !ok {
		return mcp.NewToolResultError("no such seed; list_seeds has the names"), nil
	}
	return res, nil
}

// The answer of a helper that says whether there is one.
func (b *bank) cached(seed string) (*mcp.CallToolResult, bool) {
	res, ok := b.sheets[seed]
	return res, ok
}

func (b *bank) goodCached(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, ok := b.cached(req.GetString("seed", ""))
	if !ok {
		return mcp.NewToolResultText("no sheet"), nil
	}
	return res, nil
}

func (b *bank) goodLatest(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.last == nil {
		return mcp.NewToolResultText("nothing has arrived yet"), nil
	}
	return b.last, nil
}

func (b *bank) goodCurrent(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res := b.now.Load()
	if res == nil {
		res = mcp.NewToolResultText("nothing has arrived yet")
	}
	return res, nil
}

func (b *bank) goodDrop(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := b.store.Delete(ctx, req.GetString("seed", "")); err != nil {
		return nil, err
	}
	return mcp.NewToolResultText("dropped"), nil
}

// A result from outside the code in view is taken at its word.
func (b *bank) goodFetch(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return b.store.Fetch(ctx, req.GetString("seed", ""))
}

// Errors that are made are not nil.
func refused(seed string) error { return fmt.Errorf("seed %q is kept back", seed) }

func (b *bank) goodRefuse(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	switch req.GetString("seed", "") {
	case "a":
		return nil, refused("a")
	case "b":
		return nil, errors.Join(errors.New("kept back"), errors.New("sealed"))
	}
	return mcp.NewToolResultText("sown"), nil
}

func (b *bank) goodSow(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if r := recover(); r != nil {
			res, err = mcp.NewToolResultError("the seed cannot be sown; choose another"), nil
		}
	}()
	return mcp.NewToolResultText(string(req.GetString("seed", "")[0])), nil
}

// A structured handler's nil is made into a result by the SDK.
func goodStructured(context.Context, mcp.CallToolRequest, struct{}) (*int, error) { return nil, nil }

func (b *bank) RegisterGood(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("find"), b.goodFind)
	s.AddTool(mcp.NewTool("weigh"), b.goodWeigh)
	s.AddTool(mcp.NewTool("show"), b.goodShow)
	s.AddTool(mcp.NewTool("sheet"), b.goodSheet)
	s.AddTool(mcp.NewTool("cached"), b.goodCached)
	s.AddTool(mcp.NewTool("latest"), b.goodLatest)
	s.AddTool(mcp.NewTool("current"), b.goodCurrent)
	s.AddTool(mcp.NewTool("drop"), b.goodDrop)
	s.AddTool(mcp.NewTool("fetch"), b.goodFetch)
	s.AddTool(mcp.NewTool("refuse"), b.goodRefuse)
	s.AddTool(mcp.NewTool("sow"), b.goodSow)
	s.AddTool(mcp.NewTool("structured"), mcp.NewStructuredToolHandler(goodStructured))
}
