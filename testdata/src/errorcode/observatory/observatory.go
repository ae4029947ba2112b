// Package observatory watches the sky on the go-sdk: each handler that uses a
// JSON-RPC code against the protocol stands before its twin that does not.
package observatory

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/mcplinttest/errorcode/observatory/wire"
)

type star struct {
	Name string `json:"name"`
}

type sky struct {
	stars map[string]string
	dark  func() bool
}

func failed(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// A generic wrapper that gives every failure one code.

func badWrap[In any](f func(In) (string, error)) mcp.ToolHandlerFor[In, any] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		out, err := f(in)
		if err != nil {
			return nil, nil, wire.Invalid("no star: %v", err) // want `-32602 says that the request itself is malformed`
		}
		return nil, out, nil
	}
}

func goodWrap[In any](f func(In) (string, error)) mcp.ToolHandlerFor[In, any] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		out, err := f(in)
		if err != nil {
			return nil, nil, fmt.Errorf("no star: %w", err)
		}
		return nil, out, nil
	}
}

func (s *sky) find(in star) (string, error) {
	at, ok := s.stars[in.Name]
	if !ok {
		return "", errors.New("name is not in the catalogue")
	}
	return at, nil
}

// A coded error of another package, wrapped on its way through a helper.

func (s *sky) badLook(name string) (string, error) {
	if !s.dark() {
		return "", fmt.Errorf("look at %s: %w", name, wire.ErrClouds) // want `wrapped it leaves as a tool error without code and data`
	}
	return s.stars[name], nil
}

func (s *sky) goodLook(name string) (string, error) {
	if !s.dark() {
		return "", fmt.Errorf("look at %s: the sky is covered until dawn", name)
	}
	return s.stars[name], nil
}

func (s *sky) badSee(_ context.Context, _ *mcp.CallToolRequest, in star) (*mcp.CallToolResult, any, error) {
	at, err := s.badLook(in.Name)
	return nil, at, err
}

func (s *sky) goodSee(_ context.Context, _ *mcp.CallToolRequest, in star) (*mcp.CallToolResult, any, error) {
	at, err := s.goodLook(in.Name)
	return nil, at, err
}

// A deferred function that adds the name of the tool.

func (s *sky) badTrack(_ context.Context, _ *mcp.CallToolRequest, in star) (_ *mcp.CallToolResult, _ any, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("track: %w", err) // want `wrapped it leaves as a tool error without code and data`
		}
	}()
	if !s.dark() {
		return nil, nil, wire.ErrClouds
	}
	return nil, s.stars[in.Name], nil
}

func (s *sky) goodTrack(_ context.Context, _ *mcp.CallToolRequest, in star) (_ *mcp.CallToolResult, _ any, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("track: %w", err)
		}
	}()
	if !s.dark() {
		return nil, nil, errors.New("the sky is covered until dawn")
	}
	return nil, s.stars[in.Name], nil
}

// A kind of tool of the program's own, behind a raw adapter.

type instrument interface {
	Measure(ctx context.Context, name string) (string, error)
}

type lens struct{ stars map[string]string }

func (l lens) Measure(_ context.Context, name string) (string, error) {
	if v, ok := l.stars[name]; ok {
		return v, nil
	}
	return "", errors.New("the lens does not find " + name)
}

func badRaw(i instrument) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in star
		if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
			return failed("arguments must be an object with a name"), nil
		}
		v, err := i.Measure(ctx, in.Name)
		if err != nil {
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: err.Error()} // want `-32602 says that the request itself is malformed`
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: v}}}, nil
	}
}

func goodRaw(i instrument) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in star
		if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
			return failed("arguments must be an object with a name"), nil
		}
		v, err := i.Measure(ctx, in.Name)
		if err != nil {
			return failed(err.Error()), nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: v}}}, nil
	}
}

// A middleware that refuses calls in daylight.

func badNight(dark func() bool) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method == "tools/call" && !dark() {
				return nil, wire.Invalid("the observatory opens at night") // want `-32602 says that the request itself is malformed`
			}
			return next(ctx, method, req)
		}
	}
}

func goodNight(dark func() bool) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if method == "tools/call" && !dark() {
				return failed("the observatory opens at night; ask again after 20:00"), nil
			}
			return next(ctx, method, req)
		}
	}
}

// Resources in a list, with a closure for their errors.

type page struct {
	res  *mcp.Resource
	read mcp.ResourceHandler
}

func (s *sky) pages() []page {
	bad := func(err error) error { return fmt.Errorf("read: %w", err) } // want `the client gets the code of the wrapped error without its data`
	good := func(err error) error { return err }
	return []page{
		{&mcp.Resource{Name: "bad", URI: "sky://bad"}, func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return nil, bad(mcp.ResourceNotFoundError(req.Params.URI))
		}},
		{&mcp.Resource{Name: "good", URI: "sky://good"}, func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			return nil, good(mcp.ResourceNotFoundError(req.Params.URI))
		}},
	}
}

// A loop over codes that a struct holds.

type refusal struct {
	when string
	code int64
}

func badPrompt(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	for _, r := range []refusal{{"winter", 5500}, {"summer", -32001}} { // want `the code -32001 is in the reserved range`
		if r.when == req.Params.Arguments["season"] {
			return nil, &jsonrpc.Error{Code: r.code, Message: "closed in " + r.when}
		}
	}
	return &mcp.GetPromptResult{Description: "open"}, nil
}

func goodPrompt(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	for _, r := range []refusal{{"winter", 5500}, {"summer", 5501}} {
		if r.when == req.Params.Arguments["season"] {
			return nil, &jsonrpc.Error{Code: r.code, Message: "closed in " + r.when}
		}
	}
	return &mcp.GetPromptResult{Description: "open"}, nil
}

// New makes the server.
func New(dark func() bool) *mcp.Server {
	s := &sky{map[string]string{}, dark}
	m := mcp.NewServer(&mcp.Implementation{Name: "observatory", Version: "1.0.0"}, nil)
	m.AddReceivingMiddleware(badNight(dark), goodNight(dark))
	mcp.AddTool(m, &mcp.Tool{Name: "bad_find"}, badWrap(s.find))
	mcp.AddTool(m, &mcp.Tool{Name: "good_find"}, goodWrap(s.find))
	mcp.AddTool(m, &mcp.Tool{Name: "bad_see"}, s.badSee)
	mcp.AddTool(m, &mcp.Tool{Name: "good_see"}, s.goodSee)
	mcp.AddTool(m, &mcp.Tool{Name: "bad_track"}, s.badTrack)
	mcp.AddTool(m, &mcp.Tool{Name: "good_track"}, s.goodTrack)
	m.AddTool(&mcp.Tool{Name: "bad_measure", InputSchema: map[string]any{"type": "object"}}, badRaw(lens{s.stars}))
	m.AddTool(&mcp.Tool{Name: "good_measure", InputSchema: map[string]any{"type": "object"}}, goodRaw(lens{s.stars}))
	for _, p := range s.pages() {
		m.AddResource(p.res, p.read)
	}
	m.AddPrompt(&mcp.Prompt{Name: "bad"}, badPrompt)
	m.AddPrompt(&mcp.Prompt{Name: "good"}, goodPrompt)
	return m
}
