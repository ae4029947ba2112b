// Package ferry is a harbour on mcp-go: each handler whose error tells the model
// nothing stands before its twin that does.
package ferry

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/mcplinttest/vagueerror/ferry/timetable"
)

type desk struct{ harbour *timetable.Harbour }

// Sentinels of another package, wrapped there.

func (d *desk) badBoard(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := d.harbour.Board(req.GetString("ferry", "")); err != nil {
		slog.Error("board", "err", err)
		return mcp.NewToolResultError("unable to process the request"), nil // want `"unable to process the request" tells the model nothing to act on`
	}
	return mcp.NewToolResultText("on board"), nil
}

func (d *desk) goodBoard(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	err := d.harbour.Board(req.GetString("ferry", ""))
	switch {
	case errors.Is(err, timetable.ErrFull):
		return mcp.NewToolResultError("this ferry is full; next_ferry names a later one"), nil
	case err != nil:
		return mcp.NewToolResultError("this ferry has left; next_ferry names a later one"), nil
	}
	return mcp.NewToolResultText("on board"), nil
}

// A generic wrapper that has one text for all handlers.

type ferryArgs struct {
	Ferry string `json:"ferry"`
}

func badWrap[In any](f func(In) (string, error)) server.ToolHandlerFunc {
	return mcp.NewTypedToolHandler(func(_ context.Context, _ mcp.CallToolRequest, in In) (*mcp.CallToolResult, error) {
		out, err := f(in)
		if err != nil {
			return mcp.NewToolResultError("tool execution failed"), nil // want `"tool execution failed" tells the model nothing to act on`
		}
		return mcp.NewToolResultText(out), nil
	})
}

func goodWrap[In any](f func(In) (string, error)) server.ToolHandlerFunc {
	return mcp.NewTypedToolHandler(func(_ context.Context, _ mcp.CallToolRequest, in In) (*mcp.CallToolResult, error) {
		out, err := f(in)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText(out), nil
	})
}

func deck(in ferryArgs) (string, error) {
	if in.Ferry == "" {
		return "", errors.New("ferry must be a name from list_ferries")
	}
	return "upper", nil
}

// A handler's own empty phrase, which a wrapper hands on.

func badLounge(in ferryArgs) (string, error) {
	if in.Ferry == "" {
		return "", errors.New("an error occurred") // want `tool "bad_lounge": "an error occurred" tells the model nothing to act on`
	}
	return "open", nil
}

func goodLounge(in ferryArgs) (string, error) {
	if in.Ferry == "" {
		return "", errors.New("ferry must be one that list_ferries names")
	}
	return "open", nil
}

// A factory with a closure for its errors.

func badCabin(d *desk) (mcp.Tool, server.ToolHandlerFunc) {
	fail := func(err error) (*mcp.CallToolResult, error) {
		slog.Error("cabin", "err", err)
		return mcp.NewToolResultError("something went wrong"), nil
	}
	return mcp.NewTool("bad_cabin"), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := d.harbour.Board(req.GetString("ferry", "")); err != nil {
			return fail(err) // want `"something went wrong" tells the model nothing to act on`
		}
		return mcp.NewToolResultText("cabin 4"), nil
	}
}

func goodCabin(d *desk) (mcp.Tool, server.ToolHandlerFunc) {
	fail := func(err error, advice string) (*mcp.CallToolResult, error) {
		slog.Error("cabin", "err", err)
		return mcp.NewToolResultError("no cabin: " + advice), nil
	}
	return mcp.NewTool("good_cabin"), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := d.harbour.Board(req.GetString("ferry", "")); err != nil {
			return fail(err, "the ferry takes nobody on board; ask for a later one")
		}
		return mcp.NewToolResultText("cabin 4"), nil
	}
}

// One cause for every failure of a request.

func (d *desk) badNext(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	at, err := d.harbour.Next(ctx, req.GetString("ferry", ""))
	if err != nil {
		return mcp.NewToolResultError("there is no such ferry; list_ferries names them"), nil // want `is said of every failure of`
	}
	return mcp.NewToolResultText(at), nil
}

func (d *desk) goodNext(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	at, err := d.harbour.Next(ctx, req.GetString("ferry", ""))
	if s := (*timetable.StatusError)(nil); errors.As(err, &s) && s.Status == http.StatusNotFound {
		return mcp.NewToolResultError("there is no such ferry; list_ferries names them"), nil
	}
	if err != nil {
		return mcp.NewToolResultError("the harbour cannot be asked; tell the passenger to look at the board"), nil
	}
	return mcp.NewToolResultText(at), nil
}

// A text from a switch that leaves it empty for what it does not know.

func reason(status int) string {
	switch status {
	case http.StatusNotFound:
		return "the harbour knows no such ferry"
	case http.StatusConflict:
		return "the ferry has left"
	}
	return ""
}

func reasonOrNumber(status int) string {
	switch status {
	case http.StatusNotFound:
		return "the harbour knows no such ferry"
	case http.StatusConflict:
		return "the ferry has left"
	}
	return "the harbour refused the passenger, and the crew does not know why"
}

func (d *desk) badStatus(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := d.harbour.Next(ctx, req.GetString("ferry", ""))
	if s := (*timetable.StatusError)(nil); errors.As(err, &s) {
		return mcp.NewToolResultError(reason(s.Status)), nil // want `the text may be empty`
	}
	return mcp.NewToolResultText("on time"), nil
}

func (d *desk) goodStatus(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := d.harbour.Next(ctx, req.GetString("ferry", ""))
	if s := (*timetable.StatusError)(nil); errors.As(err, &s) {
		return mcp.NewToolResultError(reasonOrNumber(s.Status)), nil
	}
	return mcp.NewToolResultText("on time"), nil
}

// The same switch, whose empty text is asked for.

func (d *desk) goodAsked(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err := d.harbour.Next(ctx, req.GetString("ferry", ""))
	if s := (*timetable.StatusError)(nil); errors.As(err, &s) {
		if text := reason(s.Status); text != "" {
			return mcp.NewToolResultError(text), nil
		}
		return mcp.NewToolResultErrorf("the harbour refused with status %d", s.Status), nil
	}
	return mcp.NewToolResultText("on time"), nil
}

// A helper that prints an error which is nil.

func failure(what string, err error) *mcp.CallToolResult {
	return mcp.NewToolResultError(fmt.Sprintf("%s: %v", what, err))
}

func (d *desk) badLuggage(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	err := d.harbour.Board(req.GetString("ferry", ""))
	if err != nil {
		return failure("the luggage stays on land", err), nil
	}
	if kg := req.GetInt("kg", 0); kg > 40 {
		return failure("the luggage is refused", err), nil // want `the error that the text prints is nil here`
	}
	return mcp.NewToolResultText("stowed"), nil
}

func (d *desk) goodLuggage(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	err := d.harbour.Board(req.GetString("ferry", ""))
	if err != nil {
		return failure("the luggage stays on land", err), nil
	}
	if kg := req.GetInt("kg", 0); kg > 40 {
		return failure("the luggage is refused", fmt.Errorf("%d kg are more than 40", kg)), nil
	}
	return mcp.NewToolResultText("stowed"), nil
}

// A table of tools that has a text for each, and one that has none.

type action struct {
	name string
	do   func(ferry string) error
	hint string
}

func (d *desk) actions() (tools []server.ServerTool) {
	for _, a := range []action{{"bad_wave", d.harbour.Board, "an error occurred, try again"}} {
		tools = append(tools, server.ServerTool{Tool: mcp.NewTool(a.name), Handler: func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if err := a.do(req.GetString("ferry", "")); err != nil {
				return mcp.NewToolResultError(a.hint), nil // want `tells the model nothing to act on`
			}
			return mcp.NewToolResultText("done"), nil
		}})
	}
	for _, a := range []action{{"good_wave", d.harbour.Board, "nobody is taken on board; next_ferry names another ferry"}} {
		tools = append(tools, server.ServerTool{Tool: mcp.NewTool(a.name), Handler: func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			if err := a.do(req.GetString("ferry", "")); err != nil {
				return mcp.NewToolResultError(a.hint), nil
			}
			return mcp.NewToolResultText("done"), nil
		}})
	}
	return tools
}

// New makes the server.
func New(base string) *server.MCPServer {
	d := &desk{timetable.At(base)}
	s := server.NewMCPServer("ferry", "1.0.0")
	s.AddTool(mcp.NewTool("bad_board"), d.badBoard)
	s.AddTool(mcp.NewTool("good_board"), d.goodBoard)
	s.AddTool(mcp.NewTool("bad_deck"), badWrap(deck))
	s.AddTool(mcp.NewTool("good_deck"), goodWrap(deck))
	s.AddTool(mcp.NewTool("bad_lounge"), goodWrap(badLounge))
	s.AddTool(mcp.NewTool("good_lounge"), goodWrap(goodLounge))
	s.AddTool(badCabin(d))
	s.AddTool(goodCabin(d))
	s.AddTool(mcp.NewTool("bad_next"), d.badNext)
	s.AddTool(mcp.NewTool("good_next"), d.goodNext)
	s.AddTool(mcp.NewTool("bad_status"), d.badStatus)
	s.AddTool(mcp.NewTool("good_status"), d.goodStatus)
	s.AddTool(mcp.NewTool("good_asked"), d.goodAsked)
	s.AddTool(mcp.NewTool("bad_luggage"), d.badLuggage)
	s.AddTool(mcp.NewTool("good_luggage"), d.goodLuggage)
	s.AddTools(d.actions()...)
	return s
}
