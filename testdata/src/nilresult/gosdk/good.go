package gosdk

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type light struct {
	On bool `json:"on"`
}

// The SDK makes the result of a typed handler.
func goodTyped(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, light, error) {
	return nil, light{On: true}, nil
}

func goodAny(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
	return nil, nil, nil
}

func goodLamp(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if lastLog != nil {
		return lastLog, nil
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "no log yet"}}}, nil
}

// A look-up helper may answer nil, nil when its caller tests for it.
func search(name string) (*mcp.CallToolResult, error) {
	if name == "" {
		return nil, nil
	}
	return &mcp.CallToolResult{}, nil
}

func goodSearch(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, err := search(req.Params.Name)
	if err != nil {
		return nil, err
	}
	if res == nil {
		res = &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "no such ship"}}}
	}
	return res, nil
}

// A wrapper that fills in what is missing.
func filled(h handler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req.Params.Name)
		if err == nil && res == nil {
			return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "nothing"}}}, nil
		}
		return res, err
	}
}

func goodFog(_ context.Context, name string) (*mcp.CallToolResult, error) {
	if name == "" {
		return nil, nil
	}
	return &mcp.CallToolResult{}, nil
}

func RegisterGood(s *mcp.Server) {
	schema := map[string]any{"type": "object"}
	mcp.AddTool(s, &mcp.Tool{Name: "typed"}, goodTyped)
	mcp.AddTool(s, &mcp.Tool{Name: "any"}, goodAny)
	s.AddTool(&mcp.Tool{Name: "lamp", InputSchema: schema}, goodLamp)
	s.AddTool(&mcp.Tool{Name: "search", InputSchema: schema}, goodSearch)
	s.AddTool(&mcp.Tool{Name: "fog", InputSchema: schema}, filled(goodFog))
}
