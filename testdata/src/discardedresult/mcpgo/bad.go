// Package mcpgo holds handlers of a ferry office.
package mcpgo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type timetable interface {
	Next(ctx context.Context, pier string) (string, error)
}

var errClosed = errors.New("the pier is closed")

// The classic: an error result and the error.
func next(tt timetable) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		t, err := tt.Next(ctx, req.GetString("pier", "north"))
		if err != nil {
			return mcp.NewToolResultError("the timetable cannot be read; ask the user for another pier"), err // want `tool "next_ferry": an isError result is returned beside an error`
		}
		return mcp.NewToolResultText(t), nil
	}
}

// A literal and a sentinel.
func closed(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{mcp.NewTextContent("closed until May")}}, errClosed // want `an isError result is returned beside an error`
}

// A named result that a deferred function joins an error to.
func board(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if res != nil && res.IsError {
			err = errors.New("boarding refused") // want `an isError result is returned beside an error`
		}
	}()
	if req.GetInt("seats", 1) > 8 {
		return mcp.NewToolResultError("at most 8 seats; book groups by telephone"), nil
	}
	return mcp.NewToolResultText("boarded"), nil
}

// A helper that makes the pair.
func refuse(why string) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultError(why), fmt.Errorf("refused: %s", why)
}

func ticket(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetString("class", "") == "first" {
		return refuse("there is no first class; use second") // want `an isError result is returned beside an error`
	}
	return mcp.NewToolResultText("ticket"), nil
}

// A success and an error that nobody has looked at.
func list(_ context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	b, err := json.Marshal(map[string]any{"piers": 3})
	return mcp.NewToolResultText(string(b)), err // want `a result is returned beside an error`
}

type delay struct {
	Minutes int    `json:"minutes"`
	Why     string `json:"why"`
}

type delayArgs struct {
	Pier string `json:"pier"`
}

// A structured handler's output beside an error.
func delays(ctx context.Context, _ mcp.CallToolRequest, a delayArgs) (delay, error) {
	if a.Pier == "" {
		return delay{Why: "no pier was given"}, errors.New("pier is required") // want `an output value is returned beside an error`
	}
	return delay{Minutes: 4}, nil
}

// A middleware's own refusal.
func onlyDay(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.GetBool("night", false) {
			return mcp.NewToolResultError("no ferries at night"), errClosed // want `an isError result is returned beside an error`
		}
		return next(ctx, req)
	}
}

func RegisterBad(s *server.MCPServer, tt timetable) {
	s.AddTool(mcp.NewTool("next_ferry"), next(tt))
	s.AddTool(mcp.NewTool("closed"), closed)
	s.AddTool(mcp.NewTool("board"), board)
	s.AddTool(mcp.NewTool("ticket"), ticket)
	s.AddTool(mcp.NewTool("list"), list)
	s.AddTool(mcp.NewTool("delays"), mcp.NewStructuredToolHandler(delays))
}

func NewBad(tt timetable) *server.MCPServer {
	s := server.NewMCPServer("ferries", "1", server.WithToolHandlerMiddleware(onlyDay))
	RegisterBad(s, tt)
	return s
}
