// Package packages serves documents from a vault: storage, errors and tools are
// three packages.
package packages

import (
	"context"
	"errors"
	"log/slog"

	"example.com/mcplinttest/errleak/packages/faults"
	"example.com/mcplinttest/errleak/packages/vault"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type document struct {
	Key string `json:"key"`
}

type clerk struct{ bucket vault.Bucket }

// The whole error, where only one field of it is for the caller.
func (c clerk) badDocument(ctx context.Context, _ *mcp.CallToolRequest, in document) (*mcp.CallToolResult, any, error) {
	b, err := c.bucket.Fetch(ctx, in.Key)
	if err != nil {
		return nil, nil, err // want `tool "document": the error text of os.ReadFile`
	}
	return nil, string(b), nil
}

func (c clerk) goodDocument(ctx context.Context, _ *mcp.CallToolRequest, in document) (*mcp.CallToolResult, any, error) {
	b, err := c.bucket.Fetch(ctx, in.Key)
	if err != nil {
		slog.ErrorContext(ctx, "document", "err", err)
		var f *faults.Fault
		if errors.As(err, &f) {
			return nil, nil, errors.New(f.Public)
		}
		return nil, nil, errors.New("the vault has a fault; tell the user")
	}
	return nil, string(b), nil
}

// Register adds the tools.
func Register(s *mcp.Server, root string) {
	c := clerk{vault.Local{Root: root}}
	mcp.AddTool(s, &mcp.Tool{Name: "document"}, c.badDocument)
	mcp.AddTool(s, &mcp.Tool{Name: "document_well"}, c.goodDocument)
}
