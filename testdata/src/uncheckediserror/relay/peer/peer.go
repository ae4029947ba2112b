// Package peer asks another server.
package peer

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

// Peer is another server.
type Peer struct {
	Client *client.Client
	Ask    func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error)
}

// Request makes a request.
func Request(tool string, args map[string]any) mcp.CallToolRequest {
	var req mcp.CallToolRequest
	req.Params.Name = tool
	req.Params.Arguments = args
	return req
}

// Call hands on what the other server answers.
func (p *Peer) Call(ctx context.Context, tool string, args map[string]any) (*mcp.CallToolResult, error) {
	return p.Client.CallTool(ctx, Request(tool, args))
}

// MustSucceed hands on an answer that is no refusal.
func (p *Peer) MustSucceed(ctx context.Context, tool string, args map[string]any) (*mcp.CallToolResult, error) {
	res, err := p.Call(ctx, tool, args)
	if err != nil {
		return nil, err
	}
	if res.IsError {
		return nil, errors.New(Text(res))
	}
	return res, nil
}

// Text joins the texts of an answer.
func Text(res *mcp.CallToolResult) (out string) {
	for _, c := range res.Content {
		if t, ok := mcp.AsTextContent(c); ok {
			out += t.Text
		}
	}
	return out
}
