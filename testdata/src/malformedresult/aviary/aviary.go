// Package aviary answers on the go-sdk: each handler whose result is malformed on
// the wire stands before its twin whose result is not.
package aviary

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type nestArgs struct {
	Nest string `json:"nest"`
}

// Nest is what a nest holds.
type Nest struct {
	Eggs  int      `json:"eggs"`
	Birds []string `json:"birds"`
}

type aviary struct{ nests map[string]*Nest }

func failed(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// A generic wrapper that makes the failure itself.

func badWrap[In, Out any](f func(In) (Out, error)) mcp.ToolHandlerFor[In, Out] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := f(in)
		if err != nil {
			var zero Out
			return failed(err.Error()), zero, nil // want `as structuredContent`
		}
		return nil, out, nil
	}
}

func goodWrap[In, Out any](f func(In) (Out, error)) mcp.ToolHandlerFor[In, Out] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := f(in)
		return nil, out, err
	}
}

func (a *aviary) look(in nestArgs) (Nest, error) {
	n, ok := a.nests[in.Nest]
	if !ok {
		return Nest{}, errors.New("there is no such nest")
	}
	return *n, nil
}

// A closure that all failures of a handler go through.

func (a *aviary) badMove(_ context.Context, _ *mcp.CallToolRequest, in nestArgs) (*mcp.CallToolResult, Nest, error) {
	fail := func(format string, args ...any) (*mcp.CallToolResult, Nest, error) {
		return failed(fmt.Sprintf(format, args...)), Nest{}, nil
	}
	n, ok := a.nests[in.Nest]
	if !ok {
		return fail("there is no nest %s", in.Nest) // want `a zero aviary.Nest`
	}
	return nil, *n, nil
}

func (a *aviary) goodMove(_ context.Context, _ *mcp.CallToolRequest, in nestArgs) (*mcp.CallToolResult, Nest, error) {
	fail := func(format string, args ...any) (*mcp.CallToolResult, Nest, error) {
		return nil, Nest{}, fmt.Errorf(format, args...)
	}
	n, ok := a.nests[in.Nest]
	if !ok {
		return fail("there is no nest %s", in.Nest)
	}
	return nil, *n, nil
}

// A named output that nothing has set when a deferred function makes a failure.

func (a *aviary) badCount(_ context.Context, _ *mcp.CallToolRequest, in nestArgs) (res *mcp.CallToolResult, out Nest, _ error) {
	known := false
	defer func() {
		if !known {
			res = failed("count only what you have seen") // want `a zero aviary.Nest`
		}
	}()
	if n := a.nests[in.Nest]; n != nil {
		known, out = true, *n
		return nil, out, nil
	}
	return nil, out, nil
}

func (a *aviary) goodCount(_ context.Context, _ *mcp.CallToolRequest, in nestArgs) (_ *mcp.CallToolResult, out Nest, err error) {
	known := false
	defer func() {
		if !known {
			err = errors.New("count only what you have seen")
		}
	}()
	if n := a.nests[in.Nest]; n != nil {
		known, out = true, *n
		return nil, out, nil
	}
	return nil, out, nil
}

// A kind of tool of the program's own; the adapter forgets the reason.

type watcher interface {
	Watch(ctx context.Context, nest string) (seen string, ok bool)
}

type camera struct{ nests map[string]*Nest }

func (c camera) Watch(_ context.Context, nest string) (string, bool) {
	n, ok := c.nests[nest]
	if !ok {
		return "the camera sees no such nest", false
	}
	return fmt.Sprint(n.Eggs), true
}

func badWatch(w watcher) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in nestArgs
		if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
			return failed("arguments must be an object with a nest"), nil
		}
		seen, ok := w.Watch(ctx, in.Nest)
		if !ok {
			return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{}}, nil // want `the isError result has no content`
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: seen}}}, nil
	}
}

func goodWatch(w watcher) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in nestArgs
		if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
			return failed("arguments must be an object with a nest"), nil
		}
		seen, ok := w.Watch(ctx, in.Nest)
		return &mcp.CallToolResult{IsError: !ok, Content: []mcp.Content{&mcp.TextContent{Text: seen}}}, nil
	}
}

// Structured content that holds a channel, in a list of tools that register
// themselves.

type entry struct {
	tool     *mcp.Tool
	register func(*mcp.Server, *mcp.Tool)
}

type flight struct {
	Bird   string      `json:"bird"`
	Landed chan string `json:"landed"`
}

func (f flight) view() map[string]any { return map[string]any{"bird": f.Bird} }

func entries() []entry {
	object := map[string]any{"type": "object"}
	return []entry{
		{&mcp.Tool{Name: "bad_fly", InputSchema: object}, func(s *mcp.Server, t *mcp.Tool) {
			s.AddTool(t, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				f := flight{Bird: string(req.Params.Arguments), Landed: make(chan string, 1)}
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "flies"}}, StructuredContent: f}, nil // want `holds a channel in field Landed`
			})
		}},
		{&mcp.Tool{Name: "good_fly", InputSchema: object}, func(s *mcp.Server, t *mcp.Tool) {
			s.AddTool(t, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				f := flight{Bird: string(req.Params.Arguments), Landed: make(chan string, 1)}
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "flies"}}, StructuredContent: f.view()}, nil
			})
		}},
	}
}

// An output in an interface that a helper returns.

func badAnswer(text string) (*mcp.CallToolResult, any, error) { return failed(text), Nest{}, nil }

func goodAnswer(text string) (*mcp.CallToolResult, any, error) { return failed(text), nil, nil }

func (a *aviary) badHatch(_ context.Context, _ *mcp.CallToolRequest, in nestArgs) (*mcp.CallToolResult, any, error) {
	if a.nests[in.Nest] == nil {
		return badAnswer("nothing can hatch in " + in.Nest) // want `a zero aviary.Nest`
	}
	return nil, *a.nests[in.Nest], nil
}

func (a *aviary) goodHatch(_ context.Context, _ *mcp.CallToolRequest, in nestArgs) (*mcp.CallToolResult, any, error) {
	if a.nests[in.Nest] == nil {
		return goodAnswer("nothing can hatch in " + in.Nest)
	}
	return nil, *a.nests[in.Nest], nil
}

// New makes the server.
func New() *mcp.Server {
	a := &aviary{map[string]*Nest{}}
	s := mcp.NewServer(&mcp.Implementation{Name: "aviary", Version: "1.0.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_look"}, badWrap(a.look))
	mcp.AddTool(s, &mcp.Tool{Name: "good_look"}, goodWrap(a.look))
	mcp.AddTool(s, &mcp.Tool{Name: "bad_move"}, a.badMove)
	mcp.AddTool(s, &mcp.Tool{Name: "good_move"}, a.goodMove)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_count"}, a.badCount)
	mcp.AddTool(s, &mcp.Tool{Name: "good_count"}, a.goodCount)
	s.AddTool(&mcp.Tool{Name: "bad_watch", InputSchema: map[string]any{"type": "object"}}, badWatch(camera{a.nests}))
	s.AddTool(&mcp.Tool{Name: "good_watch", InputSchema: map[string]any{"type": "object"}}, goodWatch(camera{a.nests}))
	for _, e := range entries() {
		e.register(s, e.tool)
	}
	mcp.AddTool(s, &mcp.Tool{Name: "bad_hatch"}, a.badHatch)
	mcp.AddTool(s, &mcp.Tool{Name: "good_hatch"}, a.goodHatch)
	return s
}
