// Package bazaar sells on mcp-go: each handler that takes its arguments at their
// word stands before its twin that does not.
package bazaar

import (
	"context"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"golang.org/x/sync/errgroup"

	"example.com/mcplinttest/argpanic/bazaar/stall"
)

type bazaar struct{ goods []string }

func text(s string) (*mcp.CallToolResult, error) { return mcp.NewToolResultText(s), nil }

func refuse(s string) (*mcp.CallToolResult, error) { return mcp.NewToolResultError(s), nil }

// A parser of another package.

func badWhere(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := stall.BadPlace(req.GetString("place", ""))
	return text(p.Row + p.Number)
}

func goodWhere(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p, err := stall.GoodPlace(req.GetString("place", ""))
	if err != nil {
		return refuse(err.Error())
	}
	return text(p.Row + p.Number)
}

// A switch of another package, behind a factory.

func badKind() (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("bad_kind"), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return text(fmt.Sprint(stall.BadKind(req.GetString("kind", ""))))
	}
}

func goodKind() (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("good_kind"), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		k, ok := stall.GoodKind(req.GetString("kind", ""))
		if !ok {
			return refuse("kind must be fruit or cloth")
		}
		return text(fmt.Sprint(k))
	}
}

// An object in the arguments, whose entries are asserted.

func badPrice(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	filter, ok := req.GetArguments()["filter"].(map[string]any)
	if !ok {
		return refuse("filter must be an object")
	}
	lowest := filter["min"].(float64) // want `the assertion to float64 panics when argument "min" is missing or of another type`
	return text(fmt.Sprint(lowest))
}

func goodPrice(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	filter, ok := req.GetArguments()["filter"].(map[string]any)
	if !ok {
		return refuse("filter must be an object")
	}
	lowest, ok := filter["min"].(float64)
	if !ok {
		return refuse("filter.min must be a number")
	}
	return text(fmt.Sprint(lowest))
}

// A table of fields, each with a function that reads it.

type offer struct {
	thing string
	count int
}

type field struct {
	name string
	set  func(*offer, any) error
}

var badFields = []field{
	{"thing", func(o *offer, v any) error { o.thing = fmt.Sprint(v); return nil }},
	{"count", func(o *offer, v any) error { o.count = int(v.(float64)); return nil }}, // want `the assertion to float64 panics`
}

var goodFields = []field{
	{"thing", func(o *offer, v any) error { o.thing = fmt.Sprint(v); return nil }},
	{"count", func(o *offer, v any) error {
		n, ok := v.(float64)
		if !ok {
			return fmt.Errorf("count must be a number, not a %T", v)
		}
		o.count = int(n)
		return nil
	}},
}

func offering(fields []field) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var o offer
		for _, f := range fields {
			if err := f.set(&o, req.GetArguments()[f.name]); err != nil {
				return refuse(err.Error())
			}
		}
		return text(o.thing)
	}
}

// A goroutine of a group, which no recovery covers.

func (b *bazaar) badPick(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var g errgroup.Group
	picked := make([]string, 2)
	for i, key := range []string{"first", "second"} {
		n := req.GetInt(key, 0)
		g.Go(func() error {
			picked[i] = b.goods[n] // want `an argument decides an index`
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return refuse("nothing was picked")
	}
	return text(strings.Join(picked, ","))
}

func (b *bazaar) goodPick(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var g errgroup.Group
	picked := make([]string, 2)
	for i, key := range []string{"first", "second"} {
		n := req.GetInt(key, 0)
		if n < 0 || n >= len(b.goods) {
			return refuse(key + " must be the number of a thing")
		}
		g.Go(func() error {
			picked[i] = b.goods[n]
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return refuse("nothing was picked")
	}
	return text(strings.Join(picked, ","))
}

// A bound that is counted from the end.

func (b *bazaar) badLast(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n := req.GetInt("n", 5)
	if n < 0 {
		n = 0
	}
	return text(strings.Join(b.goods[len(b.goods)-n:], ",")) // want `an argument decides a slice bound`
}

func (b *bazaar) goodLast(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n := min(max(req.GetInt("n", 5), 0), len(b.goods))
	return text(strings.Join(b.goods[len(b.goods)-n:], ","))
}

// A deferred line about an argument.

func badWeigh(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	words := strings.Fields(req.GetString("thing", ""))
	defer func() {
		fmt.Fprintln(&journal, "weighed "+words[0]) // want `index 0 panics when what strings.Fields finds in an argument is too short`
	}()
	return text("heavy")
}

func goodWeigh(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	words := strings.Fields(req.GetString("thing", ""))
	defer func() {
		if len(words) > 0 {
			fmt.Fprintln(&journal, "weighed "+words[0])
		}
	}()
	return text("heavy")
}

var journal strings.Builder

// New makes the server.
func New(goods ...string) *server.MCPServer {
	b := &bazaar{goods}
	s := server.NewMCPServer("bazaar", "1.0.0")
	s.AddTool(mcp.NewTool("bad_where"), badWhere)
	s.AddTool(mcp.NewTool("good_where"), goodWhere)
	s.AddTool(badKind())
	s.AddTool(goodKind())
	s.AddTool(mcp.NewTool("bad_price"), badPrice)
	s.AddTool(mcp.NewTool("good_price"), goodPrice)
	s.AddTool(mcp.NewTool("bad_offer"), offering(badFields))
	s.AddTool(mcp.NewTool("good_offer"), offering(goodFields))
	s.AddTool(mcp.NewTool("bad_pick"), b.badPick)
	s.AddTool(mcp.NewTool("good_pick"), b.goodPick)
	s.AddTool(mcp.NewTool("bad_last"), b.badLast)
	s.AddTool(mcp.NewTool("good_last"), b.goodLast)
	s.AddTool(mcp.NewTool("bad_weigh"), badWeigh)
	s.AddTool(mcp.NewTool("good_weigh"), goodWeigh)
	return s
}
