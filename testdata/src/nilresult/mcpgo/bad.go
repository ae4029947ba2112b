// Package mcpgo holds handlers of a seed bank.
package mcpgo

import (
	"context"
	"log"
	"sync"
	"sync/atomic"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type bank struct {
	mu     sync.Mutex
	sheets map[string]*mcp.CallToolResult
	last   *mcp.CallToolResult
	now    atomic.Pointer[mcp.CallToolResult]
	cache  sync.Map
	store  store
}

type store interface {
	Delete(ctx context.Context, seed string) error
	Fetch(ctx context.Context, seed string) (*mcp.CallToolResult, error)
}

// Nothing found.
func (b *bank) find(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetString("seed", "") == "" {
		return nil, nil // want `tool "find": neither a result nor an error is returned, so the client gets JSON-RPC error -32603`
	}
	return mcp.NewToolResultText("found"), nil
}

// A named result that one branch forgets.
func (b *bank) weigh(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	switch req.GetString("unit", "g") {
	case "g":
		res = mcp.NewToolResultText("12 g")
	case "oz":
		res = mcp.NewToolResultText("0.4 oz")
	}
	return res, err // want `neither a result nor an error is returned`
}

// A helper that has nothing for an unknown seed.
func (b *bank) lookup(seed string) *mcp.CallToolResult {
	if seed == "rye" {
		return mcp.NewToolResultText("rye")
	}
	return nil
}

func (b *bank) show(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return b.lookup(req.GetString("seed", "")), nil // want `neither a result nor an error is returned`
}

// A map without an entry, behind a lock.
func (b *bank) sheet(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	res := b.sheets[req.GetString("seed", "")]
	return res, nil // want `the map has no entry for an unknown key`
}

// An entry whose ok nobody looks at.
func (b *bank) sheetOK(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, _ := b.sheets[req.GetString("seed", "")]
	return res, nil // want `the map has no entry for an unknown key`
}

// A field that another goroutine fills.
func (b *bank) follow(c <-chan string) {
	for s := range c {
		b.mu.Lock()
		b.last = mcp.NewToolResultText(s)
		b.mu.Unlock()
	}
}

func (b *bank) latest(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.last, nil // want `the field last is nil until something is stored`
}

func (b *bank) current(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return b.now.Load(), nil // want `the pointer is nil until something is stored`
}

// The error of a call that succeeded.
func (b *bank) drop(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, b.store.Delete(ctx, req.GetString("seed", "")) // want `neither a result nor an error is returned \(where the call succeeds\)`
}

// A nil pointer in an interface.
func (b *bank) remember(ctx context.Context, seed string) any {
	res, err := b.store.Fetch(ctx, seed)
	if err != nil {
		return "failed"
	}
	return res
}

func (b *bank) recall(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	switch v := b.remember(ctx, req.GetString("seed", "")).(type) {
	case *mcp.CallToolResult:
		return v, nil // want `a nil pointer in an interface passes the assertion`
	default:
		return mcp.NewToolResultError("the bank cannot be read; ask the keeper"), nil
	}
}

// A recovered panic, after which every result is zero.
func (b *bank) sow(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	defer func() { // want `after the recovered panic every result is nil`
		if r := recover(); r != nil {
			log.Print(r)
		}
	}()
	return mcp.NewToolResultText(string(req.GetString("seed", "")[0])), nil
}

func (b *bank) RegisterBad(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("find"), b.find)
	s.AddTool(mcp.NewTool("weigh"), b.weigh)
	s.AddTool(mcp.NewTool("show"), b.show)
	s.AddTool(mcp.NewTool("sheet"), b.sheet)
	s.AddTool(mcp.NewTool("sheet_ok"), b.sheetOK)
	s.AddTool(mcp.NewTool("latest"), b.latest)
	s.AddTool(mcp.NewTool("current"), b.current)
	s.AddTool(mcp.NewTool("drop"), b.drop)
	s.AddTool(mcp.NewTool("recall"), b.recall)
	s.AddTool(mcp.NewTool("sow"), b.sow)
}
