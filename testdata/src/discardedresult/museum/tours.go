package museum

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A loop whose output is kept when it ends early.

func (m *museum) badTour(_ context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, Halls, error) {
	out := Halls{Found: []string{in.Hall}}
	for i := range 3 {
		if i == len(in.Hall) {
			return nil, out, fmt.Errorf("hall %d is closed", i) // want `an output value is returned beside an error`
		}
		out.Found = append(out.Found, in.Hall)
	}
	return nil, out, nil
}

func (m *museum) goodTour(_ context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, Halls, error) {
	out := Halls{Found: []string{in.Hall}}
	for i := range 3 {
		if i == len(in.Hall) {
			out.Lost = append(out.Lost, fmt.Sprintf("hall %d is closed", i))
			break
		}
		out.Found = append(out.Found, in.Hall)
	}
	return nil, out, nil
}

// A factory with a closure for refusals.

func badTicket(price func(string) int) mcp.ToolHandlerFor[query, any] {
	refuse := func(why string) (*mcp.CallToolResult, any, error) {
		return failed(why), nil, errors.New(why)
	}
	return func(_ context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, any, error) {
		if price(in.Hall) == 0 {
			return refuse("there are no tickets for this hall") // want `an isError result is returned beside an error`
		}
		return nil, price(in.Hall), nil
	}
}

func goodTicket(price func(string) int) mcp.ToolHandlerFor[query, any] {
	refuse := func(why string) (*mcp.CallToolResult, any, error) {
		return nil, nil, errors.New(why)
	}
	return func(_ context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, any, error) {
		if price(in.Hall) == 0 {
			return refuse("there are no tickets for this hall")
		}
		return nil, price(in.Hall), nil
	}
}

// A wait that ends with what is known so far.

func (m *museum) badWait(_ context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "the guide is in hall 2"}}}
	select {
	case <-m.ready():
		return res, nil
	case <-time.After(time.Second):
		return res, errors.New("the guide is late") // want `a result is returned beside an error`
	}
}

func (m *museum) goodWait(_ context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "the guide is in hall 2"}}}
	select {
	case <-m.ready():
		return res, nil
	case <-time.After(time.Second):
		res.SetError(errors.New("the guide is late; he was seen in hall 2"))
		return res, nil
	}
}

func (m *museum) ready() <-chan time.Time { return time.After(time.Millisecond) }

// Register adds the tools for tours.
func (m *museum) Register(s *mcp.Server) {
	price := func(hall string) int { return len(hall) }
	mcp.AddTool(s, &mcp.Tool{Name: "bad_tour"}, m.badTour)
	mcp.AddTool(s, &mcp.Tool{Name: "good_tour"}, m.goodTour)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_ticket"}, badTicket(price))
	mcp.AddTool(s, &mcp.Tool{Name: "good_ticket"}, goodTicket(price))
	s.AddTool(&mcp.Tool{Name: "bad_wait", InputSchema: map[string]any{"type": "object"}}, m.badWait)
	s.AddTool(&mcp.Tool{Name: "good_wait", InputSchema: map[string]any{"type": "object"}}, m.goodWait)
}
