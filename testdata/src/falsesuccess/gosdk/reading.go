package gosdk

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Handlers of the server's own shape: the failure is a field of what they return,
// and one adapter decides by it.

type reading struct {
	text string
	err  error
}

func readingOf(text string, err error) *reading { return &reading{text: text, err: err} }

type asked func(ctx context.Context, args map[string]any) (*reading, error)

func adapt(h asked) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var args map[string]any
		if err := json.Unmarshal(req.Params.Arguments, &args); err != nil {
			return rendered("", errors.New("the arguments are no object")), nil
		}
		a, err := h(ctx, args)
		if err != nil {
			return nil, err
		}
		return rendered(a.text, a.err), nil
	}
}

func rendered(text string, err error) *mcp.CallToolResult {
	if err != nil {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: err.Error()}}}
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

type tides interface {
	Table(ctx context.Context) (string, error)
}

// tideTable puts the failure where the adapter looks.
func tideTable(src tides) asked {
	return func(ctx context.Context, _ map[string]any) (*reading, error) {
		table, err := src.Table(ctx)
		if err != nil {
			return readingOf("", errors.New("the tide table cannot be read now")), nil
		}
		return readingOf(table, nil), nil
	}
}

// tideTableLost puts it into the text alone.
func tideTableLost(src tides) asked {
	return func(ctx context.Context, _ map[string]any) (*reading, error) {
		table, err := src.Table(ctx)
		if err != nil {
			return readingOf("the tide table cannot be read now", nil), nil // want "call of .*Table failed"
		}
		return readingOf(table, nil), nil
	}
}

// stamped adds when the table was made, where that can be found out.
func stamped(ctx context.Context, src tides, res *mcp.CallToolResult) *mcp.CallToolResult {
	when, err := src.Table(ctx)
	if err != nil {
		return res
	}
	res.Meta = mcp.Meta{"made": when}
	return res
}

// tideStamped answers with what it has; the stamp is an extra.
func tideStamped(src tides) mcp.ToolHandler {
	return func(ctx context.Context, _ *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return stamped(ctx, src, rendered("high water at six", nil)), nil
	}
}

// RegisterTides serves them.
func RegisterTides(s *mcp.Server, src tides) {
	s.AddTool(&mcp.Tool{Name: "tide_table", InputSchema: map[string]any{"type": "object"}}, adapt(tideTable(src)))
	s.AddTool(&mcp.Tool{Name: "tide_stamped", InputSchema: map[string]any{"type": "object"}}, tideStamped(src))
	s.AddTool(&mcp.Tool{Name: "tide_table_lost", InputSchema: map[string]any{"type": "object"}}, adapt(tideTableLost(src)))
}
