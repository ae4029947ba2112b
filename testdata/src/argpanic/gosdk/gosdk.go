// Package gosdk has typed and raw go-sdk handlers that take arguments at their
// word, each beside one that does not.
package gosdk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type window struct {
	From   int               `json:"from"`
	Count  int               `json:"count"`
	Limit  *int              `json:"limit,omitempty"`
	Names  []string          `json:"names"`
	Labels map[string]string `json:"labels"`
	Shade  any               `json:"shade"`
}

var rows []string

type handler = mcp.ToolHandlerFor[window, any]

func badWindow(_ context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	if in.From > len(rows) {
		return nil, nil, errors.New("from lies behind the last row")
	}
	end := min(in.From+in.Count, len(rows))
	return nil, rows[in.From:end], nil // want `an argument decides a slice bound that may be negative`
}

func goodWindow(_ context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	if in.From < 0 {
		in.From = 0
	}
	if in.From > len(rows) {
		in.From = len(rows)
	}
	if in.Count < 0 || in.Count > len(rows)-in.From {
		in.Count = len(rows) - in.From
	}
	return nil, rows[in.From : in.From+in.Count], nil
}

func (w window) check() error {
	if w.From < 0 || w.Count < 0 || w.From+w.Count > len(rows) {
		return errors.New("the window lies outside of the rows")
	}
	return nil
}

func goodChecked(_ context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	if err := in.check(); err != nil {
		return nil, nil, err
	}
	return nil, rows[in.From : in.From+in.Count], nil
}

func badOptional(_ context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	return nil, *in.Limit, nil // want `the optional argument Limit is nil when the caller leaves it out`
}

func goodOptional(_ context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	limit := 10
	if in.Limit != nil {
		limit = *in.Limit
	}
	return nil, limit, nil
}

func badFirst(_ context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	return nil, in.Names[0], nil // want `index 0 panics when an argument is too short`
}

func goodFirst(_ context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	if len(in.Names) == 0 {
		return nil, nil, errors.New("names must not be empty")
	}
	return nil, in.Names[0], nil
}

func badLabels(_ context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	in.Labels["seen"] = "yes" // want `the argument Labels is a nil map when the caller leaves it out`
	return nil, in.Labels, nil
}

func goodLabels(_ context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	if in.Labels == nil {
		in.Labels = map[string]string{}
	}
	in.Labels["seen"] = "yes"
	return nil, in.Labels, nil
}

func shade(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return fmt.Sprintf("%.0f%%", v)
	}
	panic("no shade") // want `an argument leads to panic, and the panic ends the process`
}

func badShade(_ context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	return nil, shade(in.Shade), nil
}

func shadeOf(v any) (string, error) {
	switch v := v.(type) {
	case string:
		return v, nil
	case float64:
		return fmt.Sprintf("%.0f%%", v), nil
	}
	return "", errors.New("shade must be a text or a number")
}

func goodShade(_ context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	s, err := shadeOf(in.Shade)
	return nil, s, err
}

func badAverage(_ context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	return nil, len(rows) / in.Count, nil // want `an integer division by an argument that may be 0 panics`
}

func goodAverage(_ context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	if in.Count == 0 {
		return nil, nil, errors.New("count must not be 0")
	}
	return nil, len(rows) / in.Count, nil
}

func badMake(_ context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	return nil, make([]string, 0, in.Count), nil // want `an argument decides the size of a slice and may be negative`
}

func goodMake(_ context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	return nil, make([]string, 0, max(0, min(in.Count, 100))), nil
}

func badGoroutine(ctx context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	out := make(chan string, 1)
	go func() { out <- in.Names[0] }() // want `on a goroutine of its own, which no recovery covers: the process ends`
	select {
	case s := <-out:
		return nil, s, nil
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

func goodGoroutine(ctx context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	out := make(chan string, 1)
	go func() {
		defer func() {
			if recover() != nil {
				out <- ""
			}
		}()
		out <- in.Names[0]
	}()
	select {
	case s := <-out:
		return nil, s, nil
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

func badLoop(_ context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	var out []string
	for i := 0; i < in.Count; i++ {
		out = append(out, rows[i]) // want `an argument decides an index that may lie beyond the end`
	}
	return nil, out, nil
}

func goodLoop(_ context.Context, _ *mcp.CallToolRequest, in window) (*mcp.CallToolResult, any, error) {
	var out []string
	for i := 0; i < in.Count && i < len(rows); i++ {
		out = append(out, rows[i])
	}
	return nil, out, nil
}

func str[T any](m map[string]any, k string) T {
	v := m[k]
	return v.(T) // want `the assertion to (bool|string) panics`
}

func badRaw(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var m map[string]any
	if err := json.Unmarshal(req.Params.Arguments, &m); err != nil {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "arguments must be an object"}}}, nil
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint(str[bool](m, "all"))}}}, nil
}

func opt[T any](m map[string]any, k string, or T) T {
	if v, ok := m[k].(T); ok {
		return v
	}
	return or
}

func goodRaw(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var m map[string]any
	if err := json.Unmarshal(req.Params.Arguments, &m); err != nil {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "arguments must be an object"}}}, nil
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint(opt(m, "all", false))}}}, nil
}

// Register adds them all.
func Register(s *mcp.Server) {
	for name, h := range map[string]handler{
		"bad_window": badWindow, "good_window": goodWindow, "good_checked": goodChecked, "bad_optional": badOptional, "good_optional": goodOptional,
		"bad_first": badFirst, "good_first": goodFirst, "bad_labels": badLabels, "good_labels": goodLabels, "bad_shade": badShade, "good_shade": goodShade,
		"bad_average": badAverage, "good_average": goodAverage, "bad_make": badMake, "good_make": goodMake, "bad_goroutine": badGoroutine,
		"good_goroutine": goodGoroutine, "bad_loop": badLoop, "good_loop": goodLoop,
	} {
		mcp.AddTool(s, &mcp.Tool{Name: name}, h)
	}
	s.AddTool(&mcp.Tool{Name: "bad_raw", InputSchema: map[string]any{"type": "object"}}, badRaw)
	s.AddTool(&mcp.Tool{Name: "good_raw", InputSchema: map[string]any{"type": "object"}}, goodRaw)
}
