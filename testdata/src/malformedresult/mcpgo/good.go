package mcpgo

import (
	"context"
	"encoding/json"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func goodTyped(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	later := mcp.TextContent{Text: "no moon"}
	later.Type = "text"
	return &mcp.CallToolResult{Content: []mcp.Content{
		mcp.TextContent{Type: "text", Text: "clear sky"},
		mcp.NewTextContent("wind from west"),
		mcp.ImageContent{Type: mcp.ContentTypeImage, Data: "aGk=", MIMEType: "image/png"},
		later,
	}}, nil
}

func decoded(raw []byte) (mcp.Content, error) {
	var block mcp.TextContent
	if err := json.Unmarshal(raw, &block); err != nil {
		return nil, err
	}
	block.Text += "."
	return block, nil
}

func copied(from mcp.TextContent) mcp.Content {
	c := from
	c.Text = "copy of " + c.Text
	return c
}

func goodMute(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetInt("hour", 0) < 18 {
		res := &mcp.CallToolResult{IsError: true}
		res.Content = append(res.Content, mcp.NewTextContent("the dome opens at 18"))
		return res, nil
	}
	return &mcp.CallToolResult{}, nil
}

func goodCode(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{IsError: true, StructuredContent: map[string]any{"code": "closed"}}, nil
}

type goodJob struct {
	Name string        `json:"name"`
	Done chan struct{} `json:"-"`
	stop func()
}

type node struct {
	Name string
	Next *node
}

type tagged struct {
	Name   string
	Parent *tagged `json:"-"`
	Kids   []*tagged
}

func goodValues(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	xs := req.GetFloatSlice("xs", nil)
	m := 0.0
	if len(xs) > 0 {
		m = xs[0] / float64(len(xs))
	}
	switch req.GetString("what", "") {
	case "job":
		return mcp.NewToolResultStructuredOnly(goodJob{Name: "scan", stop: func() {}}), nil
	case "list":
		return mcp.NewToolResultStructuredOnly(&node{"a", &node{"b", nil}}), nil
	case "tree":
		return mcp.NewToolResultStructuredOnly(&tagged{Name: "a"}), nil
	case "ints":
		return mcp.NewToolResultStructuredOnly(map[int]string{1: "a"}), nil
	}
	return mcp.NewToolResultStructured(report{Mean: m}, "mean"), nil
}

func RegisterGood(s *server.MCPServer) {
	for name, h := range map[string]server.ToolHandlerFunc{"typed": goodTyped, "mute": goodMute, "code": goodCode, "values": goodValues} {
		s.AddTool(mcp.NewTool(name), h)
	}
	_, _ = decoded(nil)
	_ = copied(mcp.NewTextContent("a"))
}
