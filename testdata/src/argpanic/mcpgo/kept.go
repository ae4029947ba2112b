package mcpgo

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"regexp"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// What the program itself put where it looks.

type engine interface {
	Search(ctx context.Context, args map[string]any) (string, error)
}

type alpha struct{}

func (alpha) Search(_ context.Context, args map[string]any) (string, error) {
	q := args["query"].(string)
	return "alpha " + q, nil
}

type beta struct{}

func (beta) Search(ctx context.Context, args map[string]any) (string, error) {
	return betaWeb(ctx, args)
}

func betaWeb(_ context.Context, args map[string]any) (string, error) {
	return "beta " + args["query"].(string), nil
}

func ask(e engine) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		q, err := req.RequireString("query")
		if err != nil {
			return mcp.NewToolResultError("query has to be a text"), nil
		}
		args := map[string]any{}
		maps.Copy(args, req.GetArguments())
		args["query"] = q
		found, err := e.Search(ctx, args)
		if err != nil {
			return mcp.NewToolResultError("the search failed"), nil
		}
		return mcp.NewToolResultText(found), nil
	}
}

// Here nothing has put the key there.
func askRaw(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	found, err := gamma(ctx, req.GetArguments())
	if err != nil {
		return mcp.NewToolResultError("the search failed"), nil
	}
	return mcp.NewToolResultText(found), nil
}

func gamma(_ context.Context, args map[string]any) (string, error) {
	return "gamma " + args["query"].(string), nil // want "assertion to string panics when argument \"query\""
}

// Bounds that a parser has checked and keeps in a struct.

type window struct{ from, size, step int }

func windowOf(args map[string]any) (*window, error) {
	w := &window{size: 100}
	if n, ok := args["from"].(float64); ok {
		from := int(n)
		if from < 0 {
			return nil, errors.New("from starts at 0")
		}
		w.from = from
	}
	if n, ok := args["step"].(float64); ok {
		w.step = int(n)
	}
	return w, nil
}

func page(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	w, err := windowOf(req.GetArguments())
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	text := "the quick brown fox jumps over the lazy dog"
	if w.from >= len(text) {
		return mcp.NewToolResultError(fmt.Sprintf("the text ends at %d", len(text))), nil
	}
	return mcp.NewToolResultText(text[w.from:min(w.from+w.size, len(text))]), nil
}

func pageStep(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	w, err := windowOf(req.GetArguments())
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	text := "the quick brown fox jumps over the lazy dog"
	if w.step >= len(text) {
		return mcp.NewToolResultError(fmt.Sprintf("the text ends at %d", len(text))), nil
	}
	return mcp.NewToolResultText(text[w.step:]), nil // want "slice bound that may be negative"
}

// A pattern that quotes what the caller gave, and one that does not.

func words(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	re := regexp.MustCompile(`\b` + regexp.QuoteMeta(req.GetString("word", "")) + `\b`)
	return mcp.NewToolResultText(fmt.Sprint(re.NumSubexp())), nil
}

func patterns(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	re := regexp.MustCompile(`\b` + req.GetString("word", "") + `\b`) // want "regexp.MustCompile panics"
	return mcp.NewToolResultText(fmt.Sprint(re.NumSubexp())), nil
}

// RegisterKept serves them.
func RegisterKept(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("ask_alpha"), ask(alpha{}))
	s.AddTool(mcp.NewTool("ask_beta"), ask(beta{}))
	s.AddTool(mcp.NewTool("ask_raw"), askRaw)
	s.AddTool(mcp.NewTool("page"), page)
	s.AddTool(mcp.NewTool("page_step"), pageStep)
	s.AddTool(mcp.NewTool("words"), words)
	s.AddTool(mcp.NewTool("patterns"), patterns)
}
