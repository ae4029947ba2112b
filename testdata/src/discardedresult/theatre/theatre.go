// Package theatre sells seats on mcp-go: each handler that returns a result
// beside an error stands before its twin that returns one of the two.
package theatre

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/mcplinttest/discardedresult/theatre/box"
)

type theatre struct{ seats map[string]int }

func (t *theatre) book(play string, n int) error {
	if t.seats[play] < n {
		return fmt.Errorf("%d seats are left", t.seats[play])
	}
	t.seats[play] -= n
	return nil
}

// The pair comes from another package.

func (t *theatre) badBook(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	play := req.GetString("play", "")
	if t.seats[play] == 0 {
		return box.BadRefuse(play) // want `tool "bad_book": an isError result is returned beside an error`
	}
	return mcp.NewToolResultText("booked"), nil
}

func (t *theatre) goodBook(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	play := req.GetString("play", "")
	if t.seats[play] == 0 {
		return box.GoodRefuse(play)
	}
	return mcp.NewToolResultText("booked"), nil
}

// A generic wrapper that wants to be sure.

type seat struct {
	Play string `json:"play"`
	Row  int    `json:"row"`
}

func badWrap[In any](f func(In) (string, error)) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in In
		if err := req.BindArguments(&in); err != nil {
			return mcp.NewToolResultError("arguments must be an object with play and row"), nil
		}
		out, err := f(in)
		if err != nil {
			return mcp.NewToolResultError("no seat: " + err.Error()), err // want `an isError result is returned beside an error`
		}
		return mcp.NewToolResultText(out), nil
	}
}

func goodWrap[In any](f func(In) (string, error)) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in In
		if err := req.BindArguments(&in); err != nil {
			return mcp.NewToolResultError("arguments must be an object with play and row"), nil
		}
		out, err := f(in)
		if err != nil {
			return mcp.NewToolResultError("no seat: " + err.Error()), nil
		}
		return mcp.NewToolResultText(out), nil
	}
}

func row(s seat) (string, error) {
	if s.Row < 1 || s.Row > 20 {
		return "", errors.New("row must be from 1 to 20")
	}
	return "free", nil
}

// What a loop has done before it failed.

func (t *theatre) badGroup(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var done []string
	for _, play := range req.GetStringSlice("plays", nil) {
		if err := t.book(play, 1); err != nil {
			return mcp.NewToolResultText("booked so far: " + strings.Join(done, ", ")), fmt.Errorf("%s: %w", play, err) // want `a result is returned beside an error`
		}
		done = append(done, play)
	}
	return mcp.NewToolResultText("booked all"), nil
}

func (t *theatre) goodGroup(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var done []string
	for _, play := range req.GetStringSlice("plays", nil) {
		if err := t.book(play, 1); err != nil {
			return mcp.NewToolResultErrorf("booked so far: %s; %s failed: %v", strings.Join(done, ", "), play, err), nil
		}
		done = append(done, play)
	}
	return mcp.NewToolResultText("booked all"), nil
}

// A factory with a closure for failures.

func badReturn(t *theatre) (mcp.Tool, server.ToolHandlerFunc) {
	fail := func(err error) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultError("the ticket cannot be returned: " + err.Error()), err
	}
	return mcp.NewTool("bad_return"), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.GetString("ticket", "") == "" {
			return fail(errors.New("ticket is required")) // want `an isError result is returned beside an error`
		}
		t.seats[req.GetString("play", "")]++
		return mcp.NewToolResultText("returned"), nil
	}
}

func goodReturn(t *theatre) (mcp.Tool, server.ToolHandlerFunc) {
	fail := func(err error) (*mcp.CallToolResult, error) {
		return mcp.NewToolResultError("the ticket cannot be returned: " + err.Error()), nil
	}
	return mcp.NewTool("good_return"), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.GetString("ticket", "") == "" {
			return fail(errors.New("ticket is required"))
		}
		t.seats[req.GetString("play", "")]++
		return mcp.NewToolResultText("returned"), nil
	}
}

// Named results that the branches of a switch set.

func (t *theatre) badSwap(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	from := req.GetString("from", "")
	switch {
	case from == "":
		res, err = mcp.NewToolResultError("from must be a play"), nil
	case t.seats[from] == 0:
		res, err = mcp.NewToolResultError("nothing is booked for "+from), box.ErrSold
	default:
		res = mcp.NewToolResultText("swapped")
	}
	return // want `an isError result is returned beside an error`
}

func (t *theatre) goodSwap(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	from := req.GetString("from", "")
	switch {
	case from == "":
		res, err = mcp.NewToolResultError("from must be a play"), nil
	case t.seats[from] == 0:
		res, err = mcp.NewToolResultError("nothing is booked for "+from), nil
	default:
		res = mcp.NewToolResultText("swapped")
	}
	return
}

// A table of tools that share their end.

func (t *theatre) tools() (out []server.ServerTool) {
	for name, end := range map[string]func(string, error) (*mcp.CallToolResult, error){
		"bad_price":  func(text string, err error) (*mcp.CallToolResult, error) { return mcp.NewToolResultText(text), err },
		"good_price": goodEnd,
	} {
		out = append(out, server.ServerTool{Tool: mcp.NewTool(name), Handler: func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if req.GetInt("row", 0) > 10 {
				return end("cheap", errors.New("no price is known for this row")) // want `a result is returned beside an error`
			}
			return end("dear", nil)
		}})
	}
	return out
}

func goodEnd(text string, err error) (*mcp.CallToolResult, error) {
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText(text), nil
}

// New makes the server.
func New() *server.MCPServer {
	t := &theatre{map[string]int{}}
	s := server.NewMCPServer("theatre", "1.0.0")
	s.AddTool(mcp.NewTool("bad_book"), t.badBook)
	s.AddTool(mcp.NewTool("good_book"), t.goodBook)
	s.AddTool(mcp.NewTool("bad_row"), badWrap(row))
	s.AddTool(mcp.NewTool("good_row"), goodWrap(row))
	s.AddTool(mcp.NewTool("bad_group"), t.badGroup)
	s.AddTool(mcp.NewTool("good_group"), t.goodGroup)
	s.AddTool(badReturn(t))
	s.AddTool(goodReturn(t))
	s.AddTool(mcp.NewTool("bad_swap"), t.badSwap)
	s.AddTool(mcp.NewTool("good_swap"), t.goodSwap)
	s.AddTools(t.tools()...)
	return s
}
