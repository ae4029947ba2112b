// Package post sorts letters on mcp-go: each handler that ends with neither a
// result nor an error stands before its twin that always has one.
package post

import (
	"context"
	"errors"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/mcplinttest/nilresult/post/mailbox"
)

type office struct {
	box    *mailbox.Box
	routes map[string]string
	queue  chan string
}

// A helper of another package that has nothing for an unknown name.

func (o *office) badTake(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return o.box.Take(req.GetString("name", "")), nil // want `tool "bad_take": neither a result nor an error is returned`
}

func (o *office) goodTake(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return o.box.TakeOr(req.GetString("name", ""), mcp.NewToolResultText("no letter for this name")), nil
}

// A loop that finds nothing.

func (o *office) badSort(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for town, bag := range o.routes {
		if town == req.GetString("town", "") {
			return mcp.NewToolResultText(bag), nil
		}
	}
	return nil, nil // want `neither a result nor an error is returned`
}

func (o *office) goodSort(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for town, bag := range o.routes {
		if town == req.GetString("town", "") {
			return mcp.NewToolResultText(bag), nil
		}
	}
	return mcp.NewToolResultError("no bag goes to this town; list_towns names them"), nil
}

// A generic wrapper with a variable that only one branch sets.

func badTyped[In any](f func(In) (string, error)) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in In
		var res *mcp.CallToolResult
		if err := req.BindArguments(&in); err == nil {
			out, err := f(in)
			if err != nil {
				return mcp.NewToolResultError(err.Error()), nil
			}
			res = mcp.NewToolResultText(out)
		}
		return res, nil // want `neither a result nor an error is returned`
	}
}

func goodTyped[In any](f func(In) (string, error)) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in In
		res := mcp.NewToolResultError("arguments must be an object with grams")
		if err := req.BindArguments(&in); err == nil {
			out, err := f(in)
			if err != nil {
				return mcp.NewToolResultError(err.Error()), nil
			}
			res = mcp.NewToolResultText(out)
		}
		return res, nil
	}
}

type letter struct {
	Grams int `json:"grams"`
}

func postage(l letter) (string, error) {
	if l.Grams <= 0 {
		return "", errors.New("grams must be positive")
	}
	return "0.95", nil
}

// A select whose timer leaves without an answer.

func (o *office) badWait(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	select {
	case l := <-o.queue:
		return mcp.NewToolResultText(l), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(2 * time.Second):
	}
	return nil, nil // want `neither a result nor an error is returned`
}

func (o *office) goodWait(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	select {
	case l := <-o.queue:
		return mcp.NewToolResultText(l), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(2 * time.Second):
	}
	return mcp.NewToolResultText("no letter has come within two seconds"), nil
}

// A deferred function that takes the error away and puts nothing in its place.

func (o *office) badStamp(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if err != nil {
			err = nil // want `neither a result nor an error is returned`
		}
	}()
	if req.GetString("stamp", "") == "" {
		return nil, errors.New("stamp must be given")
	}
	return mcp.NewToolResultText("stamped"), nil
}

func (o *office) goodStamp(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
	defer func() {
		if err != nil {
			res, err = mcp.NewToolResultError(err.Error()), nil
		}
	}()
	if req.GetString("stamp", "") == "" {
		return nil, errors.New("stamp must be given")
	}
	return mcp.NewToolResultText("stamped"), nil
}

// A table of tools, one of which answers notifications only.

type entry struct {
	tool mcp.Tool
	run  func(*office, mcp.CallToolRequest) *mcp.CallToolResult
}

var table = []entry{
	{mcp.NewTool("bad_bell"), func(o *office, req mcp.CallToolRequest) *mcp.CallToolResult {
		o.queue <- req.GetString("name", "")
		return nil // want `tool "bad_bell": neither a result nor an error is returned`
	}},
	{mcp.NewTool("good_bell"), func(o *office, req mcp.CallToolRequest) *mcp.CallToolResult {
		o.queue <- req.GetString("name", "")
		return mcp.NewToolResultText("rung")
	}},
}

func (o *office) serve(e entry) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return e.run(o, req), nil
	}
}

// A pair of results from one helper, of which the caller keeps the first.

func (o *office) weigh(grams int) (*mcp.CallToolResult, bool) {
	if grams > 2000 {
		return nil, false
	}
	return mcp.NewToolResultText("a letter"), true
}

func (o *office) badWeigh(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, _ := o.weigh(req.GetInt("grams", 0))
	return res, nil // want `neither a result nor an error is returned`
}

func (o *office) goodWeigh(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res, _ := o.weigh(req.GetInt("grams", 0))
	if res == nil {
		return mcp.NewToolResultError("grams must not exceed 2000; parcels go elsewhere"), nil
	}
	return res, nil
}

// New makes the server.
func New() *server.MCPServer {
	o := &office{&mailbox.Box{}, map[string]string{}, make(chan string, 8)}
	s := server.NewMCPServer("post", "1.0.0")
	o.box.Put("all", mcp.NewToolResultText("a circular"))
	s.AddTool(mcp.NewTool("bad_take"), o.badTake)
	s.AddTool(mcp.NewTool("good_take"), o.goodTake)
	s.AddTool(mcp.NewTool("bad_sort"), o.badSort)
	s.AddTool(mcp.NewTool("good_sort"), o.goodSort)
	s.AddTool(mcp.NewTool("bad_postage"), badTyped(postage))
	s.AddTool(mcp.NewTool("good_postage"), goodTyped(postage))
	s.AddTool(mcp.NewTool("bad_wait"), o.badWait)
	s.AddTool(mcp.NewTool("good_wait"), o.goodWait)
	s.AddTool(mcp.NewTool("bad_stamp"), o.badStamp)
	s.AddTool(mcp.NewTool("good_stamp"), o.goodStamp)
	for _, e := range table {
		s.AddTool(e.tool, o.serve(e))
	}
	s.AddTool(mcp.NewTool("bad_weigh"), o.badWeigh)
	s.AddTool(mcp.NewTool("good_weigh"), o.goodWeigh)
	return s
}
