// Package gosdk holds handlers of a lighthouse.
package gosdk

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var lastLog *mcp.CallToolResult

// Keep writes the log of a night.
func Keep(text string) {
	lastLog = &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// A package variable that is filled later.
func lamp(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return lastLog, nil // want `the variable lastLog is nil until something is stored`
}

// A loop that may not run.
func ships(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var res *mcp.CallToolResult
	for _, b := range req.Params.Arguments {
		if b == '{' {
			res = &mcp.CallToolResult{}
		}
	}
	return res, nil // want `neither a result nor an error is returned`
}

// Found behind a wrapper that serves it raw.
type handler func(ctx context.Context, name string) (*mcp.CallToolResult, error)

func byName(h handler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req.Params.Name)
		return res, err // want `neither a result nor an error is returned`
	}
}

func fog(_ context.Context, name string) (*mcp.CallToolResult, error) {
	if name == "" {
		return nil, nil
	}
	return &mcp.CallToolResult{}, nil
}

// A prompt that does not exist.
func story(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	if req.Params.Name != "story" {
		return nil, nil // want `prompt gosdk.story: neither a result nor an error is returned`
	}
	return &mcp.GetPromptResult{Description: "a story"}, nil
}

func RegisterBad(s *mcp.Server) {
	s.AddPrompt(&mcp.Prompt{Name: "story"}, story)
	schema := map[string]any{"type": "object"}
	s.AddTool(&mcp.Tool{Name: "lamp", InputSchema: schema}, lamp)
	s.AddTool(&mcp.Tool{Name: "ships", InputSchema: schema}, ships)
	s.AddTool(&mcp.Tool{Name: "fog", InputSchema: schema}, byName(fog))
}
