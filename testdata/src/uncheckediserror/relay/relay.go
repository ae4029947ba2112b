// Package relay asks other servers through mcp-go: each function that takes a
// refusal for an answer stands before its twin that does not.
package relay

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/mcplinttest/uncheckediserror/relay/peer"
)

// A helper of another package that hands the answer on.

func badCall(ctx context.Context, p *peer.Peer) (string, error) {
	res, err := p.Call(ctx, "stock", nil) // want `the result of \(\*peer.Peer\).Call is used without a look at IsError`
	if err != nil {
		return "", err
	}
	return "in stock: " + peer.Text(res), nil
}

func goodCall(ctx context.Context, p *peer.Peer) (string, error) {
	res, err := p.MustSucceed(ctx, "stock", nil)
	if err != nil {
		return "", err
	}
	return "in stock: " + peer.Text(res), nil
}

// A generic function that decodes the text.

func badDecode[T any](ctx context.Context, c *client.Client, tool string) (out T, err error) {
	res, err := c.CallTool(ctx, peer.Request(tool, nil)) // want `is used without a look at IsError`
	if err != nil {
		return out, err
	}
	if len(res.Content) == 0 {
		return out, errors.New("no content")
	}
	if t, ok := mcp.AsTextContent(res.Content[0]); ok {
		err = json.Unmarshal([]byte(t.Text), &out)
	}
	return out, err
}

func goodDecode[T any](ctx context.Context, c *client.Client, tool string) (out T, err error) {
	res, err := c.CallTool(ctx, peer.Request(tool, nil))
	if err != nil {
		return out, err
	}
	if len(res.Content) == 0 || res.IsError {
		return out, errors.New("no content")
	}
	if t, ok := mcp.AsTextContent(res.Content[0]); ok {
		err = json.Unmarshal([]byte(t.Text), &out)
	}
	return out, err
}

// A loop over peers that collects texts.

func badAll(ctx context.Context, cs []*client.Client) (string, error) {
	var b strings.Builder
	for i, c := range cs {
		res, err := c.CallTool(ctx, peer.Request("report", map[string]any{"peer": i})) // want `is used without a look at IsError`
		if err != nil {
			continue
		}
		for _, part := range res.Content {
			if t, ok := part.(mcp.TextContent); ok {
				fmt.Fprintln(&b, t.Text)
			}
		}
	}
	return b.String(), nil
}

func goodAll(ctx context.Context, cs []*client.Client) (string, error) {
	var b strings.Builder
	for i, c := range cs {
		res, err := c.CallTool(ctx, peer.Request("report", map[string]any{"peer": i}))
		if err != nil {
			continue
		}
		if res.IsError {
			fmt.Fprintf(&b, "peer %d refused\n", i)
			continue
		}
		for _, part := range res.Content {
			if t, ok := part.(mcp.TextContent); ok {
				fmt.Fprintln(&b, t.Text)
			}
		}
	}
	return b.String(), nil
}

// A tool that a table of tools holds, called by another tool.

func (d *desk) price(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetString("thing", "") == "" {
		return mcp.NewToolResultError("thing must be named"), nil
	}
	return mcp.NewToolResultText("12"), nil
}

type desk struct{ up *client.Client }

func (d *desk) badQuote(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := d.price(ctx, req) // want `the result of \(\*relay.desk\).price is used without a look at IsError`
	if err != nil {
		return mcp.NewToolResultError("no price is known; name another thing"), nil
	}
	return mcp.NewToolResultText("we offer it for " + peer.Text(p)), nil
}

func (d *desk) goodQuote(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := d.price(ctx, req)
	if err != nil {
		return mcp.NewToolResultError("no price is known; name another thing"), nil
	}
	if p.IsError {
		return p, nil
	}
	return mcp.NewToolResultText("we offer it for " + peer.Text(p)), nil
}

// A gateway that copies parts of the answer.

func (d *desk) badForward(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := d.up.CallTool(ctx, req) // want `is used without a look at IsError`
	if err != nil {
		return mcp.NewToolResultError("the store does not answer; ask again in an hour"), nil
	}
	out := mcp.NewToolResultText("from the store:")
	out.Content = append(out.Content, res.Content...)
	out.StructuredContent = res.StructuredContent
	return out, nil
}

func (d *desk) goodForward(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := d.up.CallTool(ctx, req)
	if err != nil {
		return mcp.NewToolResultError("the store does not answer; ask again in an hour"), nil
	}
	out := mcp.NewToolResultText("from the store:")
	out.Content = append(out.Content, res.Content...)
	out.StructuredContent, out.IsError = res.StructuredContent, res.IsError
	return out, nil
}

// A method value.

func badLater(ctx context.Context, c *client.Client) func() (string, error) {
	ask := c.CallTool
	return func() (string, error) {
		res, err := ask(ctx, peer.Request("later", nil)) // want `is used without a look at IsError`
		if err != nil {
			return "", err
		}
		return peer.Text(res), nil
	}
}

func goodLater(ctx context.Context, c *client.Client) func() (string, error) {
	ask := c.CallTool
	return func() (string, error) {
		res, err := ask(ctx, peer.Request("later", nil))
		if err != nil {
			return "", err
		}
		if text := peer.Text(res); res.IsError {
			return "", errors.New(text)
		}
		return peer.Text(res), nil
	}
}

// New makes the server.
func New(ctx context.Context, p *peer.Peer) (*server.MCPServer, error) {
	d := &desk{p.Client}
	s := server.NewMCPServer("relay", "1.0.0")
	for name, h := range map[string]server.ToolHandlerFunc{
		"price": d.price, "bad_quote": d.badQuote, "good_quote": d.goodQuote, "bad_forward": d.badForward, "good_forward": d.goodForward,
	} {
		s.AddTool(mcp.NewTool(name), h)
	}
	for _, f := range []func(context.Context, *peer.Peer) (string, error){badCall, goodCall} {
		if _, err := f(ctx, p); err != nil {
			return nil, err
		}
	}
	if _, err := badDecode[int](ctx, p.Client, "count"); err != nil {
		return nil, err
	}
	if _, err := goodDecode[[]string](ctx, p.Client, "list"); err != nil {
		return nil, err
	}
	a, _ := badAll(ctx, []*client.Client{p.Client})
	b, _ := goodAll(ctx, []*client.Client{p.Client})
	c, _ := badLater(ctx, p.Client)()
	e, _ := goodLater(ctx, p.Client)()
	return s, errors.New(a + b + c + e)
}
