// Package clinic treats on the go-sdk: each handler that takes its arguments at
// their word stands before its twin that does not.
package clinic

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/mcplinttest/argpanic/clinic/ward"
)

type span struct {
	From int `json:"from"`
	To   int `json:"to"`
}

type visit struct {
	Span   *span    `json:"span,omitempty"`
	Bed    int      `json:"bed"`
	Shards int      `json:"shards"`
	Names  []string `json:"names"`
	Since  int      `json:"since"`
	Count  int      `json:"count"`
}

type clinic struct {
	ward *ward.Ward
	days []string
}

// A nested argument that the caller may leave out, read by a helper.

func badDays(s *span) int { return s.To - s.From } // want `the optional argument Span is nil when the caller leaves it out`

func goodDays(s *span) int {
	if s == nil {
		return 1
	}
	return s.To - s.From
}

func (c *clinic) badStay(_ context.Context, _ *mcp.CallToolRequest, in visit) (*mcp.CallToolResult, any, error) {
	return nil, badDays(in.Span), nil
}

func (c *clinic) goodStay(_ context.Context, _ *mcp.CallToolRequest, in visit) (*mcp.CallToolResult, any, error) {
	return nil, goodDays(in.Span), nil
}

// A generic page of another package.

func (c *clinic) badPage(_ context.Context, _ *mcp.CallToolRequest, in visit) (*mcp.CallToolResult, any, error) {
	return nil, ward.BadPage(c.days, in.Since, in.Count), nil
}

func (c *clinic) goodPage(_ context.Context, _ *mcp.CallToolRequest, in visit) (*mcp.CallToolResult, any, error) {
	return nil, ward.GoodPage(c.days, in.Since, in.Count), nil
}

// A look-up of another package that may be nil.

func (c *clinic) badBed(_ context.Context, _ *mcp.CallToolRequest, in visit) (*mcp.CallToolResult, any, error) {
	return nil, c.ward.BadBed(in.Bed).Patient, nil // want `BadBed returns nil without saying so, and the nil is dereferenced`
}

func (c *clinic) goodBed(_ context.Context, _ *mcp.CallToolRequest, in visit) (*mcp.CallToolResult, any, error) {
	b, err := c.ward.GoodBed(in.Bed)
	if err != nil {
		return nil, nil, err
	}
	return nil, b.Patient, nil
}

// A remainder in a loop.

func (c *clinic) badShards(_ context.Context, _ *mcp.CallToolRequest, in visit) (*mcp.CallToolResult, any, error) {
	counts := map[int]int{}
	for i := range c.days {
		counts[i%in.Shards]++ // want `may be 0 panics`
	}
	return nil, len(counts), nil
}

func (c *clinic) goodShards(_ context.Context, _ *mcp.CallToolRequest, in visit) (*mcp.CallToolResult, any, error) {
	if in.Shards < 1 {
		return nil, nil, errors.New("shards must be 1 at least")
	}
	counts := map[int]int{}
	for i := range c.days {
		counts[i%in.Shards]++
	}
	return nil, len(counts), nil
}

// A kind of tool of the program's own, behind a raw adapter.

type tool interface {
	Execute(ctx context.Context, args map[string]any) (string, error)
}

type badTreat struct{}

func (badTreat) Execute(_ context.Context, args map[string]any) (string, error) {
	steps := args["steps"].([]any) // want `the assertion to \[\]any panics when argument "steps" is missing or of another type`
	return fmt.Sprintf("%d steps", len(steps)), nil
}

type goodTreat struct{}

func (goodTreat) Execute(_ context.Context, args map[string]any) (string, error) {
	steps, ok := args["steps"].([]any)
	if !ok {
		return "", errors.New("steps must be a list")
	}
	return fmt.Sprintf("%d steps", len(steps)), nil
}

func raw(t tool) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res := &mcp.CallToolResult{}
		var args map[string]any
		if err := json.Unmarshal(req.Params.Arguments, &args); err != nil {
			res.SetError(errors.New("arguments must be an object"))
			return res, nil
		}
		out, err := t.Execute(ctx, args)
		if err != nil {
			res.SetError(err)
			return res, nil
		}
		res.Content = []mcp.Content{&mcp.TextContent{Text: out}}
		return res, nil
	}
}

// A closure that takes the last of a list.

func badNewest(next func(string) string) mcp.ToolHandlerFor[visit, any] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in visit) (*mcp.CallToolResult, any, error) {
		last := func() string { return in.Names[len(in.Names)-1] } // want `the index from the end panics when`
		return nil, next(last()), nil
	}
}

func goodNewest(next func(string) string) mcp.ToolHandlerFor[visit, any] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in visit) (*mcp.CallToolResult, any, error) {
		if len(in.Names) == 0 {
			return nil, nil, errors.New("names must not be empty")
		}
		last := func() string { return in.Names[len(in.Names)-1] }
		return nil, next(last()), nil
	}
}

// New makes the server.
func New(days ...string) *mcp.Server {
	c := &clinic{&ward.Ward{Beds: map[int]*ward.Bed{}}, days}
	upper := func(s string) string { return "Dr. " + s }
	s := mcp.NewServer(&mcp.Implementation{Name: "clinic", Version: "1.0.0"}, nil)
	for name, h := range map[string]mcp.ToolHandlerFor[visit, any]{
		"bad_stay": c.badStay, "good_stay": c.goodStay, "bad_page": c.badPage, "good_page": c.goodPage, "bad_bed": c.badBed, "good_bed": c.goodBed,
		"bad_shards": c.badShards, "good_shards": c.goodShards, "bad_newest": badNewest(upper), "good_newest": goodNewest(upper),
	} {
		mcp.AddTool(s, &mcp.Tool{Name: name}, h)
	}
	s.AddTool(&mcp.Tool{Name: "bad_treat", InputSchema: map[string]any{"type": "object"}}, raw(badTreat{}))
	s.AddTool(&mcp.Tool{Name: "good_treat", InputSchema: map[string]any{"type": "object"}}, raw(goodTreat{}))
	return s
}
