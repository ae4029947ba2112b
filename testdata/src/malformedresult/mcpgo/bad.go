// Package mcpgo holds handlers of an observatory.
package mcpgo

import (
	"context"
	"math"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Literals without a type.
func untyped(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{
		mcp.TextContent{Text: "clear sky"},                     // want `no Type and is sent with "type":""`
		&mcp.TextContent{Text: "no moon"},                      // want `no Type`
		mcp.ImageContent{Data: "aGk=", MIMEType: "image/png"},  // want `set Type: "image"`
		mcp.TextContent{Type: "plain", Text: "wind from west"}, // want `is sent with "type":"plain"`
	}}, nil
}

// A variable that is filled step by step.
func stepwise(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var block mcp.TextContent // want `no Type`
	block.Text = "clouds"
	return &mcp.CallToolResult{Content: []mcp.Content{block}}, nil
}

// A list of blocks of one kind.
func blocks(lines []string) (out []mcp.Content) {
	for _, b := range []mcp.TextContent{{Text: "first"}, {Text: "second"}} { // want `no Type` `no Type`
		out = append(out, b)
	}
	for _, l := range lines {
		out = append(out, mcp.TextContent{Text: l}) // want `no Type`
	}
	return out
}

func several(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{Content: blocks([]string{"third"})}, nil
}

// An error without a word.
func mute(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetInt("hour", 0) < 18 {
		return &mcp.CallToolResult{IsError: true}, nil // want `the isError result has no content`
	}
	return mcp.NewToolResultText("open"), nil
}

func muteList(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res := &mcp.CallToolResult{Content: []mcp.Content{}}
	res.IsError = true
	return res, nil // want `the isError result has no content`
}

type star struct {
	Name   string
	Parent *star
	Moons  []*star
}

type job struct {
	Name string        `json:"name"`
	Done chan struct{} `json:"done"`
}

type report struct {
	Mean float64 `json:"mean"`
}

// Values that JSON cannot express.
func channel(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultStructured(job{Name: "scan"}, "scan"), nil // want `holds a channel in field Done`
}

func function(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{Content: []mcp.Content{mcp.NewTextContent("ok")}, StructuredContent: map[string]any{ // want `holds a function`
		"stop": func() {},
	}}, nil
}

func cycle(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	sun := &star{Name: "sun"}
	sun.Moons = append(sun.Moons, &star{Name: "earth", Parent: sun})
	return mcp.NewToolResultStructuredOnly(sun), nil // want `a cycle through the fields Parent and Moons`
}

func keys(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultStructuredOnly(map[struct{ X, Y int }]string{{1, 2}: "nova"}), nil // want `keys that are no strings`
}

func mean(xs []float64) float64 {
	sum := 0.0
	for _, x := range xs {
		sum += x
	}
	return sum / float64(len(xs))
}

func magnitude(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	xs := req.GetFloatSlice("xs", nil)
	return mcp.NewToolResultStructured(report{Mean: mean(xs)}, "mean"), nil // want `NaN when the divisor is zero`
}

func limit(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultStructuredOnly(report{Mean: math.Inf(1)}), nil // want `an infinite number`
}

func RegisterBad(s *server.MCPServer) {
	for name, h := range map[string]server.ToolHandlerFunc{
		"untyped": untyped, "stepwise": stepwise, "several": several, "mute": mute, "mute_list": muteList,
		"channel": channel, "function": function, "cycle": cycle, "keys": keys, "magnitude": magnitude, "limit": limit,
	} {
		s.AddTool(mcp.NewTool(name), h)
	}
}
