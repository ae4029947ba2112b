// Package museum shows pictures on the go-sdk: each handler that returns a result
// or an output beside an error stands before its twin that returns one of the two.
package museum

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type query struct {
	Hall string `json:"hall"`
}

// Halls is what a search found.
type Halls struct {
	Found []string `json:"found"`
	Lost  []string `json:"lost,omitempty"`
}

type museum struct{ dir string }

func failed(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// A generic wrapper around functions with an output.

func badWrap[In, Out any](f func(In) (Out, error)) mcp.ToolHandlerFor[In, Out] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := f(in)
		if err != nil {
			return failed("no hall: " + err.Error()), out, err // want `an isError result is returned beside an error, so the SDK drops it and a tool error`
		}
		return nil, out, nil
	}
}

func goodWrap[In, Out any](f func(In) (Out, error)) mcp.ToolHandlerFor[In, Out] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := f(in)
		if err != nil {
			return nil, out, fmt.Errorf("no hall: %w", err)
		}
		return nil, out, nil
	}
}

func (m *museum) hall(in query) (Halls, error) {
	if in.Hall == "" {
		return Halls{}, errors.New("hall must be a number")
	}
	return Halls{Found: []string{in.Hall}}, nil
}

// A kind of tool of the program's own, behind a raw adapter.

type guide interface {
	Lead(ctx context.Context, hall string) (string, error)
}

type voice struct{}

func (voice) Lead(_ context.Context, hall string) (string, error) {
	if hall == "" {
		return "", errors.New("hall must be a number")
	}
	return "to the left", nil
}

func badLead(g guide) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		var in query
		if err = json.Unmarshal(req.Params.Arguments, &in); err != nil {
			res = failed("arguments must be an object with a hall")
			return res, err // want `an isError result is returned beside an error, so the SDK drops it and a JSON-RPC error`
		}
		text, err := g.Lead(ctx, in.Hall)
		if err != nil {
			return failed(err.Error()), nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
	}
}

func goodLead(g guide) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (res *mcp.CallToolResult, err error) {
		var in query
		if err = json.Unmarshal(req.Params.Arguments, &in); err != nil {
			res = failed("arguments must be an object with a hall")
			return res, nil
		}
		text, err := g.Lead(ctx, in.Hall)
		if err != nil {
			return failed(err.Error()), nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil
	}
}

// A deferred Close whose error joins an output that is already there.

func (m *museum) badRead(_ context.Context, _ *mcp.CallToolRequest, in query) (_ *mcp.CallToolResult, out *Halls, err error) {
	f, err := os.Open(filepath.Join(m.dir, filepath.Base(in.Hall)))
	if err != nil {
		return nil, nil, errors.New("there is no such hall")
	}
	defer func() {
		if cerr := f.Close(); cerr != nil {
			err = errors.New("the list of the hall is damaged") // want `an output value is returned beside an error`
		}
	}()
	return nil, &Halls{Found: []string{in.Hall}}, nil
}

func (m *museum) goodRead(_ context.Context, _ *mcp.CallToolRequest, in query) (_ *mcp.CallToolResult, out *Halls, err error) {
	f, err := os.Open(filepath.Join(m.dir, filepath.Base(in.Hall)))
	if err != nil {
		return nil, nil, errors.New("there is no such hall")
	}
	defer func() {
		if cerr := f.Close(); cerr != nil {
			out, err = nil, errors.New("the list of the hall is damaged")
		}
	}()
	return nil, &Halls{Found: []string{in.Hall}}, nil
}

// A scanner whose error comes after some lines.

func (m *museum) badScan(_ context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, any, error) {
	f, err := os.Open(filepath.Join(m.dir, filepath.Base(in.Hall)))
	if err != nil {
		return nil, nil, errors.New("there is no such hall")
	}
	defer f.Close()
	var out Halls
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		out.Found = append(out.Found, in.Hall+"/"+sc.Text())
	}
	if err := sc.Err(); err != nil {
		return nil, out, errors.New("the list ends in a line that is too long") // want `an output value is returned beside an error`
	}
	return nil, out, nil
}

func (m *museum) goodScan(_ context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, any, error) {
	f, err := os.Open(filepath.Join(m.dir, filepath.Base(in.Hall)))
	if err != nil {
		return nil, nil, errors.New("there is no such hall")
	}
	defer f.Close()
	var out Halls
	sc := bufio.NewScanner(f)
	for sc.Scan() {
		out.Found = append(out.Found, in.Hall+"/"+sc.Text())
	}
	if err := sc.Err(); err != nil {
		return nil, nil, fmt.Errorf("the list ends in a line that is too long, after %v", out.Found)
	}
	return nil, out, nil
}

// A middleware that refuses before the tool is called.

func badClosed(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method == "tools/call" && closed(ctx) {
			return failed("the museum is closed on Mondays"), errors.New("closed") // want `is returned beside an error`
		}
		return next(ctx, method, req)
	}
}

func goodClosed(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if method == "tools/call" && closed(ctx) {
			return failed("the museum is closed on Mondays"), nil
		}
		return next(ctx, method, req)
	}
}

type dayKey struct{}

func closed(ctx context.Context) bool { return ctx.Value(dayKey{}) == "Monday" }

// Tools that register themselves, with a helper for the pair.

type entry struct {
	tool     *mcp.Tool
	register func(*mcp.Server, *mcp.Tool)
}

func badMissing(hall string) (Halls, error) {
	return Halls{Lost: []string{hall}}, errors.New("a picture of the hall is on loan")
}

func goodMissing(string) (Halls, error) {
	return Halls{}, errors.New("a picture of the hall is on loan")
}

func entries() []entry {
	return []entry{
		{&mcp.Tool{Name: "bad_missing"}, func(s *mcp.Server, t *mcp.Tool) {
			mcp.AddTool(s, t, func(_ context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, Halls, error) {
				out, err := badMissing(in.Hall)
				return nil, out, err // want `an output value is returned beside an error`
			})
		}},
		{&mcp.Tool{Name: "good_missing"}, func(s *mcp.Server, t *mcp.Tool) {
			mcp.AddTool(s, t, func(_ context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, Halls, error) {
				out, err := goodMissing(in.Hall)
				return nil, out, err
			})
		}},
	}
}

// New makes the server.
func New(dir string) *mcp.Server {
	m := &museum{dir}
	s := mcp.NewServer(&mcp.Implementation{Name: "museum", Version: "1.0.0"}, nil)
	s.AddReceivingMiddleware(badClosed, goodClosed)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_hall"}, badWrap(m.hall))
	mcp.AddTool(s, &mcp.Tool{Name: "good_hall"}, goodWrap(m.hall))
	s.AddTool(&mcp.Tool{Name: "bad_lead", InputSchema: map[string]any{"type": "object"}}, badLead(voice{}))
	s.AddTool(&mcp.Tool{Name: "good_lead", InputSchema: map[string]any{"type": "object"}}, goodLead(voice{}))
	mcp.AddTool(s, &mcp.Tool{Name: "bad_read"}, m.badRead)
	mcp.AddTool(s, &mcp.Tool{Name: "good_read"}, m.goodRead)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_scan"}, m.badScan)
	mcp.AddTool(s, &mcp.Tool{Name: "good_scan"}, m.goodScan)
	for _, e := range entries() {
		e.register(s, e.tool)
	}
	return s
}
