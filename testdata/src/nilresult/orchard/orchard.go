// Package orchard picks fruit on the go-sdk with raw handlers: each one that ends
// with neither a result nor an error stands before its twin that always has one.
package orchard

import (
	"context"
	"encoding/json"
	"errors"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type args struct {
	Tree string `json:"tree"`
}

type orchard struct {
	mu    sync.Mutex
	trees map[string]int
	memo  sync.Map
}

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func failed(s string) *mcp.CallToolResult {
	res := text(s)
	res.IsError = true
	return res
}

// A kind of tool of the program's own, behind one adapter.

type picker interface {
	Pick(ctx context.Context, tree string) (*mcp.CallToolResult, error)
}

type badLadder struct{}

func (badLadder) Pick(_ context.Context, tree string) (*mcp.CallToolResult, error) {
	if tree == "" {
		return nil, nil
	}
	return text("picked"), nil
}

type goodLadder struct{}

func (goodLadder) Pick(_ context.Context, tree string) (*mcp.CallToolResult, error) {
	if tree == "" {
		return failed("tree must be named"), nil
	}
	return text("picked"), nil
}

func raw(p picker) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in args
		if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
			return failed("arguments must be an object with a tree"), nil
		}
		return p.Pick(ctx, in.Tree) // want `tool "bad_ladder": neither a result nor an error is returned`
	}
}

// The error of a store, passed on without looking.

func (o *orchard) fell(tree string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, ok := o.trees[tree]; !ok {
		return errors.New("there is no such tree")
	}
	delete(o.trees, tree)
	return nil
}

func (o *orchard) badFell(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, o.fell(string(req.Params.Arguments)) // want `neither a result nor an error is returned`
}

func (o *orchard) goodFell(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := o.fell(string(req.Params.Arguments)); err != nil {
		return failed(err.Error()), nil
	}
	return text("felled"), nil
}

// A memo of answers; the assertion on what is not there leaves a nil pointer.

func (o *orchard) badMemo(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	v, _ := o.memo.Load(string(req.Params.Arguments))
	res, _ := v.(*mcp.CallToolResult)
	return res, nil // want `neither a result nor an error is returned`
}

func (o *orchard) goodMemo(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	v, _ := o.memo.Load(string(req.Params.Arguments))
	res, ok := v.(*mcp.CallToolResult)
	if !ok || res == nil {
		return text("nothing is known of this tree"), nil
	}
	return res, nil
}

// A factory of handlers with a switch that has no default.

func (o *orchard) badSeason(season func() string) mcp.ToolHandler {
	return func(context.Context, *mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		switch season() {
		case "spring":
			res = text("blossom")
		case "autumn":
			res = text("apples")
		}
		return // want `neither a result nor an error is returned`
	}
}

func (o *orchard) goodSeason(season func() string) mcp.ToolHandler {
	return func(context.Context, *mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		switch season() {
		case "spring":
			res = text("blossom")
		case "autumn":
			res = text("apples")
		default:
			res = text("nothing grows")
		}
		return
	}
}

// A recovery that swallows the panic, around any handler.

func badSafe(h mcp.ToolHandler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		defer func() { recover() }() // want `after the recovered panic every result is nil`
		return h(ctx, req)
	}
}

func goodSafe(h mcp.ToolHandler) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		defer func() {
			if recover() != nil {
				res = failed("the tree cannot be counted; name another")
			}
		}()
		return h(ctx, req)
	}
}

func (o *orchard) count(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if len(req.Params.Arguments) > 100 {
		panic("too long")
	}
	return text("12"), nil
}

// Prompts, which no SDK fills in either.

func badPlan(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	switch req.Params.Arguments["season"] {
	case "winter":
		return &mcp.GetPromptResult{Description: "prune"}, nil
	default:
		return nil, nil // want `neither a result nor an error is returned`
	}
}

func goodPlan(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	switch req.Params.Arguments["season"] {
	case "winter":
		return &mcp.GetPromptResult{Description: "prune"}, nil
	default:
		return nil, errors.New("season must be winter")
	}
}

// New makes the server.
func New(season func() string) *mcp.Server {
	o := &orchard{trees: map[string]int{}}
	s := mcp.NewServer(&mcp.Implementation{Name: "orchard", Version: "1.0.0"}, nil)
	object := map[string]any{"type": "object"}
	s.AddTool(&mcp.Tool{Name: "bad_ladder", InputSchema: object}, raw(badLadder{}))
	s.AddTool(&mcp.Tool{Name: "good_ladder", InputSchema: object}, raw(goodLadder{}))
	s.AddTool(&mcp.Tool{Name: "bad_fell", InputSchema: object}, o.badFell)
	s.AddTool(&mcp.Tool{Name: "good_fell", InputSchema: object}, o.goodFell)
	s.AddTool(&mcp.Tool{Name: "bad_memo", InputSchema: object}, o.badMemo)
	s.AddTool(&mcp.Tool{Name: "good_memo", InputSchema: object}, o.goodMemo)
	s.AddTool(&mcp.Tool{Name: "bad_season", InputSchema: object}, o.badSeason(season))
	s.AddTool(&mcp.Tool{Name: "good_season", InputSchema: object}, o.goodSeason(season))
	s.AddTool(&mcp.Tool{Name: "bad_count", InputSchema: object}, badSafe(o.count))
	s.AddTool(&mcp.Tool{Name: "good_count", InputSchema: object}, goodSafe(o.count))
	s.AddPrompt(&mcp.Prompt{Name: "bad_plan"}, badPlan)
	s.AddPrompt(&mcp.Prompt{Name: "good_plan"}, goodPlan)
	return s
}
