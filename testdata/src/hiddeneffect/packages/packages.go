// Package packages keeps letters on a shelf of another package.
package packages

import (
	"context"

	"example.com/mcplinttest/hiddeneffect/packages/shelf"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type letter struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

type box struct{ *shelf.Shelf[string] }

func (b box) badLetter(ctx context.Context, _ *mcp.CallToolRequest, in letter) (*mcp.CallToolResult, any, error) {
	if err := b.Keep(ctx, in.Name, in.Text); err != nil {
		return nil, nil, err // want `os.WriteFile \(file write\) was applied before this failure`
	}
	return nil, "kept", nil
}

func (b box) goodLetter(ctx context.Context, _ *mcp.CallToolRequest, in letter) (*mcp.CallToolResult, any, error) {
	if err := b.KeepWell(ctx, in.Name, in.Text); err != nil {
		return nil, nil, err
	}
	return nil, "kept", nil
}

// Register adds the tools.
func Register(s *mcp.Server, dir string, index shelf.Indexer) {
	b := box{&shelf.Shelf[string]{Dir: dir, Index: index}}
	mcp.AddTool(s, &mcp.Tool{Name: "keep_letter"}, b.badLetter)
	mcp.AddTool(s, &mcp.Tool{Name: "keep_letter_well"}, b.goodLetter)
}
