package mcpgo

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// The result alone.
func goodNext(tt timetable) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		t, err := tt.Next(ctx, req.GetString("pier", "north"))
		if err != nil {
			return mcp.NewToolResultError("the timetable cannot be read; ask the user for another pier"), nil
		}
		return mcp.NewToolResultText(t), nil
	}
}

// A helper that hands back one of the two.
func goodClass(class string) (*mcp.CallToolResult, error) {
	if class == "" {
		return nil, errors.New("no class")
	}
	return mcp.NewToolResultText(class), nil
}

func goodTicket(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return goodClass(req.GetString("class", ""))
}

// A constructor's own error.
func goodList(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultJSON(map[string]int{"piers": 3})
}

func goodMarshal(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	b, err := json.Marshal(map[string]any{"piers": 3})
	if err != nil {
		return nil, err
	}
	return mcp.NewToolResultText(string(b)), nil
}

// A zero output beside an error holds nothing.
func goodDelays(_ context.Context, _ mcp.CallToolRequest, a delayArgs) (delay, error) {
	if a.Pier == "" {
		return delay{}, errors.New("pier is required")
	}
	return delay{Minutes: 4}, nil
}

// Not a handler: the client's caller needs both.
func fetch(ctx context.Context, tt timetable) (*mcp.CallToolResult, error) {
	t, err := tt.Next(ctx, "south")
	return mcp.NewToolResultText(t), err
}

// A middleware that passes on whatever comes.
func goodLog(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		return res, err
	}
}

func RegisterGood(tt timetable) *server.MCPServer {
	s := server.NewMCPServer("ferries", "1", server.WithToolHandlerMiddleware(goodLog))
	s.AddTool(mcp.NewTool("next_ferry"), goodNext(tt))
	s.AddTool(mcp.NewTool("ticket"), goodTicket)
	s.AddTool(mcp.NewTool("list"), goodList)
	s.AddTool(mcp.NewTool("marshal"), goodMarshal)
	s.AddTool(mcp.NewTool("delays"), mcp.NewStructuredToolHandler(goodDelays))
	_, _ = fetch(context.Background(), tt)
	return s
}
