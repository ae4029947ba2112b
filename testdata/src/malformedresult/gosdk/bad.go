// Package gosdk holds handlers of a cheese cellar.
package gosdk

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type query struct {
	Shelf string `json:"shelf"`
}

type stock struct {
	Count int      `json:"count"`
	Items []string `json:"items"`
}

func failed(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// Zeros beside the failure: a literal, a variable, a named result, a nil pointer.
func literal(_ context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, stock, error) {
	if in.Shelf == "" {
		return failed("shelf is required"), stock{}, nil // want `sent with a zero gosdk.stock as structuredContent`
	}
	return nil, stock{Count: 1}, nil
}

func variable(_ context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, stock, error) {
	var out stock
	if in.Shelf == "" {
		return failed("shelf is required"), out, nil // want `a zero gosdk.stock`
	}
	out.Count = 2
	return nil, out, nil
}

func pointer(_ context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, *stock, error) {
	if in.Shelf == "" {
		return failed("shelf is required"), nil, nil // want `a zero gosdk.stock`
	}
	return nil, &stock{Count: 3}, nil
}

// The handler's own structured content is overwritten.
func own(_ context.Context, _ *mcp.CallToolRequest, in query) (_ *mcp.CallToolResult, out stock, _ error) {
	if in.Shelf == "" {
		res := failed("shelf is required")
		res.StructuredContent = map[string]string{"code": "shelf_missing"}
		return res, out, nil // want `over anything put there`
	}
	return nil, stock{Count: 4}, nil
}

// No content either: the zeros are the text.
func zeros(_ context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, stock, error) {
	if in.Shelf == "" {
		return &mcp.CallToolResult{IsError: true}, stock{}, nil // want `the model reads the JSON of a zero gosdk.stock as the failure`
	}
	return nil, stock{Count: 5}, nil
}

// A zero struct in an interface is no nil.
func boxed(_ context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, any, error) {
	if in.Shelf == "" {
		return failed("shelf is required"), stock{}, nil // want `a zero gosdk.stock`
	}
	return nil, stock{Count: 6}, nil
}

// Raw and without a word.
func mute(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var res mcp.CallToolResult
	res.IsError = len(req.Params.Arguments) == 0
	if res.IsError {
		return &mcp.CallToolResult{IsError: true}, nil // want `the isError result has no content`
	}
	return &res, nil
}

func channel(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "ok"}}, StructuredContent: map[string]any{"done": make(chan int)}}, nil // want `holds a channel`
}

func RegisterBad(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "literal"}, literal)
	mcp.AddTool(s, &mcp.Tool{Name: "variable"}, variable)
	mcp.AddTool(s, &mcp.Tool{Name: "pointer"}, pointer)
	mcp.AddTool(s, &mcp.Tool{Name: "own"}, own)
	mcp.AddTool(s, &mcp.Tool{Name: "zeros"}, zeros)
	mcp.AddTool(s, &mcp.Tool{Name: "boxed"}, boxed)
	s.AddTool(&mcp.Tool{Name: "mute", InputSchema: map[string]any{"type": "object"}}, mute)
	s.AddTool(&mcp.Tool{Name: "channel", InputSchema: map[string]any{"type": "object"}}, channel)
}
