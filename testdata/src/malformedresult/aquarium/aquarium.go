// Package aquarium answers on mcp-go: each handler whose result is malformed on
// the wire stands before its twin whose result is not.
package aquarium

import (
	"context"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/mcplinttest/malformedresult/aquarium/tank"
)

type species string

type aquarium struct {
	fish    map[string][]species
	degrees map[string][]float64
}

// A generic helper of another package builds the block.

func (a *aquarium) badFish(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res := &mcp.CallToolResult{}
	for _, f := range a.fish[req.GetString("tank", "")] {
		res.Content = append(res.Content, tank.BadLine(f))
	}
	return res, nil
}

func (a *aquarium) goodFish(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res := &mcp.CallToolResult{}
	for _, f := range a.fish[req.GetString("tank", "")] {
		res.Content = append(res.Content, tank.GoodLine(f))
	}
	return res, nil
}

// A resource in a block, in a table of tools.

func tools(sheet string) []server.ServerTool {
	return []server.ServerTool{
		{Tool: mcp.NewTool("bad_sheet"), Handler: func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{
				mcp.EmbeddedResource{Resource: mcp.TextResourceContents{URI: "aquarium://sheet", MIMEType: "text/plain", Text: sheet}}, // want `set Type: "resource"`
			}}, nil
		}},
		{Tool: mcp.NewTool("good_sheet"), Handler: func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{
				mcp.EmbeddedResource{Type: "resource", Resource: mcp.TextResourceContents{URI: "aquarium://sheet", MIMEType: "text/plain", Text: sheet}},
			}}, nil
		}},
	}
}

// Options that build a result.

type option func(*mcp.CallToolResult)

func asError() option { return func(r *mcp.CallToolResult) { r.IsError = true } }

func withText(s string) option {
	return func(r *mcp.CallToolResult) { r.Content = append(r.Content, mcp.NewTextContent(s)) }
}

func (a *aquarium) badFeed(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, ok := a.fish[req.GetString("tank", "")]; !ok {
		res := &mcp.CallToolResult{}
		asError()(res)
		return res, nil // want `the isError result has no content`
	}
	return mcp.NewToolResultText("fed"), nil
}

func (a *aquarium) goodFeed(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, ok := a.fish[req.GetString("tank", "")]; !ok {
		res := &mcp.CallToolResult{}
		for _, o := range []option{asError(), withText("there is no such tank")} {
			o(res)
		}
		return res, nil
	}
	return mcp.NewToolResultText("fed"), nil
}

// A deferred function that makes a failure of the result.

func (a *aquarium) badClean(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, _ error) {
	ok := false
	defer func() {
		if !ok {
			res = &mcp.CallToolResult{IsError: true} // want `the isError result has no content`
		}
	}()
	ok = len(a.fish[req.GetString("tank", "")]) == 0
	return mcp.NewToolResultText("cleaned"), nil
}

func (a *aquarium) goodClean(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, _ error) {
	ok := false
	defer func() {
		if !ok {
			res = &mcp.CallToolResult{IsError: true, Content: []mcp.Content{mcp.NewTextContent("the tank holds fish; move_fish moves them")}}
		}
	}()
	ok = len(a.fish[req.GetString("tank", "")]) == 0
	return mcp.NewToolResultText("cleaned"), nil
}

// The output of a structured handler is a type of another package.

type readArgs struct {
	Tank string `json:"tank"`
}

func (a *aquarium) badRead(_ context.Context, _ mcp.CallToolRequest, in readArgs) (tank.BadReading, error) {
	return tank.BadReading{Tank: in.Tank, Degree: 24}, nil // want `holds a function in field Again`
}

func (a *aquarium) goodRead(_ context.Context, _ mcp.CallToolRequest, in readArgs) (*tank.GoodReading, error) {
	return &tank.GoodReading{Tank: in.Tank, Degree: 24}, nil
}

// A mean over what a loop has kept.

type mean struct {
	Mean float64 `json:"mean"`
	Warm int     `json:"warm"`
}

func (a *aquarium) badMean(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var warm []float64
	sum := 0.0
	for _, d := range a.degrees[req.GetString("tank", "")] {
		if d > 20 {
			warm = append(warm, d)
			sum += d
		}
	}
	return mcp.NewToolResultStructured(mean{sum / float64(len(warm)), len(warm)}, "mean"), nil // want `NaN when the divisor is zero`
}

func (a *aquarium) goodMean(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var warm []float64
	sum := 0.0
	for _, d := range a.degrees[req.GetString("tank", "")] {
		if d > 20 {
			warm = append(warm, d)
			sum += d
		}
	}
	if len(warm) == 0 {
		return mcp.NewToolResultError("no warm day is known of this tank"), nil
	}
	return mcp.NewToolResultStructured(mean{sum / float64(len(warm)), len(warm)}, "mean"), nil
}

// A factory of tools over any kind of key.

func badCount[K comparable](name string, of func(string) map[K]int) (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool(name), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultStructuredOnly(of(req.GetString("tank", ""))), nil // want `keys that are no strings`
	}
}

func goodCount[K comparable](name string, of func(string) map[K]int, print func(K) string) (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool(name), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		out := map[string]int{}
		for k, n := range of(req.GetString("tank", "")) {
			out[print(k)] = n
		}
		return mcp.NewToolResultStructuredOnly(out), nil
	}
}

func (a *aquarium) byDepth(name string) map[tank.Depth]int {
	return map[tank.Depth]int{{From: 0, To: 3}: len(a.fish[name])}
}

// A variable of the package.

var badClosed = &mcp.CallToolResult{Content: []mcp.Content{mcp.TextContent{Text: "closed"}}} // want `no Type`

var goodClosed = &mcp.CallToolResult{Content: []mcp.Content{mcp.TextContent{Type: "text", Text: "closed"}}}

func closed(res *mcp.CallToolResult) server.ToolHandlerFunc {
	return func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) { return res, nil }
}

// New makes the server.
func New() *server.MCPServer {
	a := &aquarium{map[string][]species{}, map[string][]float64{}}
	s := server.NewMCPServer("aquarium", "1.0.0")
	s.AddTool(mcp.NewTool("bad_fish"), a.badFish)
	s.AddTool(mcp.NewTool("good_fish"), a.goodFish)
	s.AddTools(tools("two fins")...)
	s.AddTool(mcp.NewTool("bad_feed"), a.badFeed)
	s.AddTool(mcp.NewTool("good_feed"), a.goodFeed)
	s.AddTool(mcp.NewTool("bad_clean"), a.badClean)
	s.AddTool(mcp.NewTool("good_clean"), a.goodClean)
	s.AddTool(mcp.NewTool("bad_read"), mcp.NewStructuredToolHandler(a.badRead))
	s.AddTool(mcp.NewTool("good_read"), mcp.NewStructuredToolHandler(a.goodRead))
	s.AddTool(mcp.NewTool("bad_mean"), a.badMean)
	s.AddTool(mcp.NewTool("good_mean"), a.goodMean)
	s.AddTool(badCount("bad_count", a.byDepth))
	s.AddTool(goodCount("good_count", a.byDepth, func(d tank.Depth) string { return strings.Repeat("m", d.To) }))
	s.AddTool(mcp.NewTool("bad_closed"), closed(badClosed))
	s.AddTool(mcp.NewTool("good_closed"), closed(goodClosed))
	return s
}
