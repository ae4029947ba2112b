// Package gateway hands the answers of other servers and handlers on.
package gateway

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type gateway struct{ up *mcp.ClientSession }

type args struct {
	Name string `json:"name"`
}

func (g gateway) bad(ctx context.Context, _ *mcp.CallToolRequest, in args) (*mcp.CallToolResult, any, error) {
	res, err := g.up.CallTool(ctx, &mcp.CallToolParams{Name: in.Name}) // want `is used without a look at IsError`
	if err != nil {
		return nil, nil, errors.New("the other server does not answer")
	}
	return &mcp.CallToolResult{Content: res.Content}, nil, nil
}

func (g gateway) goodCopy(ctx context.Context, _ *mcp.CallToolRequest, in args) (*mcp.CallToolResult, any, error) {
	res, err := g.up.CallTool(ctx, &mcp.CallToolParams{Name: in.Name})
	if err != nil {
		return nil, nil, errors.New("the other server does not answer")
	}
	return &mcp.CallToolResult{Content: res.Content, IsError: res.IsError}, nil, nil
}

func (g gateway) goodWhole(ctx context.Context, _ *mcp.CallToolRequest, in args) (*mcp.CallToolResult, any, error) {
	res, err := g.up.CallTool(ctx, &mcp.CallToolParams{Name: in.Name})
	if err != nil {
		return nil, nil, errors.New("the other server does not answer")
	}
	res.Content = append(res.Content, &mcp.TextContent{Text: "(from " + in.Name + ")"})
	return res, nil, nil
}

func price(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if len(req.Params.Arguments) == 0 {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "name must be given"}}}, nil
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "12"}}}, nil
}

func hours(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "9 to 5"}}}, nil
}

func badSibling(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := price(ctx, req) // want `the result of gateway.price is used without a look at IsError`
	if err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{Content: append([]mcp.Content{&mcp.TextContent{Text: "price"}}, p.Content...)}, nil
}

func goodSibling(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := price(ctx, req)
	if err != nil || p.IsError {
		return p, err
	}
	return &mcp.CallToolResult{Content: append([]mcp.Content{&mcp.TextContent{Text: "price"}}, p.Content...)}, nil
}

func goodHours(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	h, err := hours(ctx, req) // never an error
	if err != nil {
		return nil, err
	}
	return &mcp.CallToolResult{Content: append([]mcp.Content{&mcp.TextContent{Text: "hours"}}, h.Content...)}, nil
}

// Register adds them all.
func Register(s *mcp.Server, g gateway) {
	mcp.AddTool(s, &mcp.Tool{Name: "bad"}, g.bad)
	mcp.AddTool(s, &mcp.Tool{Name: "good_copy"}, g.goodCopy)
	mcp.AddTool(s, &mcp.Tool{Name: "good_whole"}, g.goodWhole)
	obj := map[string]any{"type": "object"}
	s.AddTool(&mcp.Tool{Name: "price", InputSchema: obj}, price)
	s.AddTool(&mcp.Tool{Name: "hours", InputSchema: obj}, hours)
	s.AddTool(&mcp.Tool{Name: "bad_sibling", InputSchema: obj}, badSibling)
	s.AddTool(&mcp.Tool{Name: "good_sibling", InputSchema: obj}, goodSibling)
	s.AddTool(&mcp.Tool{Name: "good_hours", InputSchema: obj}, goodHours)
}
