package mcpgo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// An interface of the server's own and two adapters. Jobs fail as Go functions do;
// the adapter chooses the channel.

type job interface {
	Name() string
	Run(ctx context.Context, log *slog.Logger, args map[string]any) (*mcp.CallToolResult, error)
}

type sweep struct{}

func (sweep) Name() string { return "sweep" }

func (sweep) Run(_ context.Context, log *slog.Logger, args map[string]any) (*mcp.CallToolResult, error) {
	room, _ := args["room"].(string)
	if room == "" {
		return nil, errors.New("room is required")
	}
	log.Info("swept", "room", room)
	return mcp.NewToolResultText("swept " + room), nil
}

type polish struct{}

func (polish) Name() string { return "polish" }

func (polish) Run(_ context.Context, _ *slog.Logger, args map[string]any) (*mcp.CallToolResult, error) {
	thing, _ := args["thing"].(string)
	if thing == "" {
		return nil, errors.New("thing is required")
	}
	return mcp.NewToolResultText("polished " + thing), nil
}

func serveJobs(s *server.MCPServer, log *slog.Logger, jobs []job) {
	for _, j := range jobs {
		s.AddTool(mcp.NewTool(j.Name()), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			res, err := j.Run(ctx, log, req.GetArguments())
			if err != nil {
				return nil, fmt.Errorf("%s: %w", j.Name(), err) // want "the error of what it calls leaves as JSON-RPC error"
			}
			return res, nil
		})
	}
}

func serveJobsGood(s *server.MCPServer, log *slog.Logger, jobs []job) {
	for _, j := range jobs {
		s.AddTool(mcp.NewTool(j.Name()), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			res, err := j.Run(ctx, log, req.GetArguments())
			if err != nil {
				log.Error("job", "name", j.Name(), "err", err)
				return mcp.NewToolResultError(j.Name() + " was refused; look at its arguments"), nil
			}
			return res, nil
		})
	}
}

// An adapter that lets one type of error through.

type refusal struct{ reason string }

func (r *refusal) Error() string { return r.reason }

func selective(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil {
			if r, ok := err.(*refusal); ok {
				return nil, r
			}
			slog.Error("tool", "err", err)
			return mcp.NewToolResultError("the tool failed; look at its arguments"), nil
		}
		return res, nil
	}
}

func dust(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	shelf := req.GetString("shelf", "")
	if shelf == "" {
		return nil, fmt.Errorf("shelf is required, got %q", shelf)
	}
	return mcp.NewToolResultText("dusted " + shelf), nil
}

func dustRefused(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	shelf := req.GetString("shelf", "")
	if shelf == "" {
		return nil, &refusal{"shelf is required"} // want "leaves as JSON-RPC error"
	}
	return mcp.NewToolResultText("dusted " + shelf), nil
}

// RegisterJobs serves them.
func RegisterJobs(s *server.MCPServer, log *slog.Logger) {
	serveJobs(s, log, []job{sweep{}, polish{}})
	serveJobsGood(s, log, []job{sweep{}, polish{}})
	s.AddTool(mcp.NewTool("dust"), selective(dust))
	s.AddTool(mcp.NewTool("dust_refused"), selective(dustRefused))
}
