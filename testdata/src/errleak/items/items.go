// Package items has loops over iterators from outside the module, whose bodies
// return from the handler.
package items

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type mirrors struct {
	of     map[string][]string
	client *mcp.ClientSession
}

type want struct {
	Paths []string `json:"paths"`
}

func refused(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

func (m mirrors) badFetch(_ context.Context, _ *mcp.CallToolRequest, in want) (*mcp.CallToolResult, any, error) {
	for name := range maps.Keys(m.of) {
		for path := range slices.Values(in.Paths) {
			resp, err := http.Get(name + path)
			if err != nil {
				return refused("fetching " + path + ": " + err.Error()), nil, nil // want `the error text of http.Get`
			}
			resp.Body.Close()
		}
	}
	return nil, "fetched", nil
}

func (m mirrors) goodFetch(ctx context.Context, _ *mcp.CallToolRequest, in want) (*mcp.CallToolResult, any, error) {
	for name := range maps.Keys(m.of) {
		for path := range strings.SplitSeq(strings.Join(in.Paths, "\n"), "\n") {
			resp, err := http.Get(name + path)
			if err != nil {
				slog.ErrorContext(ctx, "fetch", "err", err)
				return refused("no mirror has " + path + "; choose a path of list_paths"), nil, nil
			}
			resp.Body.Close()
		}
	}
	return nil, "fetched", nil
}

func (m mirrors) badTools(ctx context.Context, _ *mcp.CallToolRequest, _ want) (*mcp.CallToolResult, any, error) {
	var names []string
	for t, err := range m.client.Tools(ctx, nil) {
		if err != nil {
			return nil, nil, err // want `the error text of \(\*mcp.ClientSession\).Tools`
		}
		names = append(names, t.Name)
	}
	return nil, names, nil
}

func (m mirrors) goodTools(ctx context.Context, _ *mcp.CallToolRequest, _ want) (*mcp.CallToolResult, any, error) {
	var names []string
	for t, err := range m.client.Tools(ctx, nil) {
		if err != nil {
			slog.ErrorContext(ctx, "tools", "err", err)
			return refused("the mirror does not list its tools; call show_status"), nil, nil
		}
		names = append(names, t.Name)
	}
	return nil, names, nil
}

func Register(s *mcp.Server, m mirrors) {
	mcp.AddTool(s, &mcp.Tool{Name: "bad_fetch"}, m.badFetch)
	mcp.AddTool(s, &mcp.Tool{Name: "good_fetch"}, m.goodFetch)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_tools"}, m.badTools)
	mcp.AddTool(s, &mcp.Tool{Name: "good_tools"}, m.goodTools)
}
