// Package packages collects parcels: the loop is in one package, the request in
// another.
package packages

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"example.com/mcplinttest/retryloop/packages/again"
	"example.com/mcplinttest/retryloop/packages/post"
	"github.com/google/uuid"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type parcel struct {
	Address string `json:"address"`
}

type desk struct {
	*post.Client
	policy *again.Policy
}

// A literal that another package's policy runs.
func (d *desk) badCollect(ctx context.Context, _ *mcp.CallToolRequest, in parcel) (*mcp.CallToolResult, any, error) {
	err := d.policy.Do(ctx, func(ctx context.Context) error { return d.Collect(ctx, in.Address) }) // want `tool "collect_parcel": a loop repeats the HTTP request`
	return answer(ctx, err)
}

func (d *desk) goodCollect(ctx context.Context, _ *mcp.CallToolRequest, in parcel) (*mcp.CallToolResult, any, error) {
	key := uuid.NewString()
	err := d.policy.Do(ctx, func(ctx context.Context) error { return d.CollectOnce(ctx, in.Address, key) })
	return answer(ctx, err)
}

func answer(ctx context.Context, err error) (*mcp.CallToolResult, any, error) {
	if err != nil {
		slog.ErrorContext(ctx, "collect", "err", err)
		return nil, nil, errors.New("it is not known whether a collection was ordered; look at list_collections")
	}
	return nil, "ordered", nil
}

// Register adds the tools.
func Register(s *mcp.Server, c *post.Client) {
	d := &desk{c, again.New(again.Attempts(4), again.Wait(time.Second))}
	mcp.AddTool(s, &mcp.Tool{Name: "collect_parcel"}, d.badCollect)
	mcp.AddTool(s, &mcp.Tool{Name: "collect_parcel_once"}, d.goodCollect)
}
