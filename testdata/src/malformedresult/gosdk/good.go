package gosdk

import (
	"context"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type answer struct {
	Count int    `json:"count"`
	Error string `json:"error,omitempty"`
}

// The failure as an error.
func goodError(_ context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, stock, error) {
	if in.Shelf == "" {
		return nil, stock{}, errors.New("shelf is required")
	}
	return nil, stock{Count: 1, Items: []string{}}, nil
}

// An output that is any and nil is left out.
func goodAny(_ context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, any, error) {
	if in.Shelf == "" {
		return failed("shelf is required"), nil, nil
	}
	return nil, stock{Count: 1}, nil
}

// An output that says what failed.
func goodSays(_ context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, answer, error) {
	if in.Shelf == "" {
		return &mcp.CallToolResult{IsError: true}, answer{Error: "shelf is required"}, nil
	}
	return nil, answer{Count: 1}, nil
}

// Raw handlers have no output.
func goodRaw(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if len(req.Params.Arguments) == 0 {
		return failed("shelf is required"), nil
	}
	// The blocks of this SDK write their type themselves.
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "ok"}}}, nil
}

func RegisterGood(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "error"}, goodError)
	mcp.AddTool(s, &mcp.Tool{Name: "any"}, goodAny)
	mcp.AddTool(s, &mcp.Tool{Name: "says"}, goodSays)
	s.AddTool(&mcp.Tool{Name: "raw", InputSchema: map[string]any{"type": "object"}}, goodRaw)
}
