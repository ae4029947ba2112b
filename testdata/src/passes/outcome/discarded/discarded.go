// Package discarded holds results and outputs that are returned beside an error.
package discarded

import (
	"context"
	"errors"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var errBusy = errors.New("busy")

type out struct {
	Title string
	Count int
	Tags  []string
}

func plain(ctx context.Context, req mcpgo.CallToolRequest) (*mcpgo.CallToolResult, error) {
	if req.Params.Name == "none" {
		return nil, errBusy
	}
	if req.Params.Name == "marked" {
		return mcpgo.NewToolResultError("marked"), errBusy // want `result set: "marked"`
	}
	return mcpgo.NewToolResultText("unmarked"), errBusy // want `result clear: "unmarked"`
}

func load() (out, error) { return out{Count: 1}, nil }

func typed(ctx context.Context, req *mcp.CallToolRequest, in out) (*mcp.CallToolResult, out, error) {
	switch in.Title {
	case "zero":
		return nil, out{}, errBusy // want `output empty`
	case "zeros":
		return nil, out{Title: "", Count: 0}, errBusy // want `output empty`
	case "filled":
		return nil, out{Count: 3}, errBusy // want `output filled`
	case "input":
		return nil, in, errBusy // want `output filled`
	case "both":
		return &mcp.CallToolResult{IsError: true}, out{Tags: []string{"a"}}, errBusy // want `result set: nothing; output filled`
	}
	var o out
	for range 3 {
		o.Tags = append(o.Tags, "x")
	}
	return nil, o, errBusy // want `output filled`
}
