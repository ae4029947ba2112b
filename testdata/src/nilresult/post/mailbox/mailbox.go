// Package mailbox keeps what was answered before.
package mailbox

import (
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
)

// Box keeps answers by name.
type Box struct {
	mu sync.RWMutex
	in map[string]*mcp.CallToolResult
}

// Put keeps an answer.
func (b *Box) Put(name string, res *mcp.CallToolResult) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.in == nil {
		b.in = map[string]*mcp.CallToolResult{}
	}
	b.in[name] = res
}

// Take returns the answer of a name, or nil.
func (b *Box) Take(name string) *mcp.CallToolResult {
	b.mu.RLock()
	defer b.mu.RUnlock()
	if res, ok := b.in[name]; ok {
		return res
	}
	return nil
}

// TakeOr returns the answer of a name, or another.
func (b *Box) TakeOr(name string, or *mcp.CallToolResult) *mcp.CallToolResult {
	if res := b.Take(name); res != nil {
		return res
	}
	return or
}
