package gosdk

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type grain struct {
	Sack  string   `json:"sack"`
	Sacks []string `json:"sacks"`
}

type mill struct{ sacks map[string]*int }

func (m *mill) grind(name string) int { return *m.sacks[name] }

func flour(isError bool, s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: isError, Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

// A receiving middleware writes the result.
func badGuard(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
		defer func() {
			if r := recover(); r != nil {
				res, err = flour(true, fmt.Sprintf("%s failed: %v", method, r)), nil // want `the value of a recovered panic`
			}
		}()
		return next(ctx, method, req)
	}
}

func goodGuard(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (res mcp.Result, err error) {
		defer func() {
			if r := recover(); r != nil {
				slog.ErrorContext(ctx, method, "panic", r)
				res, err = flour(true, method+" failed; tell the operator"), nil
			}
		}()
		return next(ctx, method, req)
	}
}

// A method that is deferred and gets the address of the error.
func (m *mill) badRescue(name string, err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("%s: %v", name, r) // want `the value of a recovered panic`
	}
}

func (m *mill) goodRescue(name string, err *error) {
	if r := recover(); r != nil {
		slog.Error(name, "panic", r)
		*err = fmt.Errorf("%s cannot be ground; tell the miller", name)
	}
}

func (m *mill) badGrind(_ context.Context, _ *mcp.CallToolRequest, in grain) (_ *mcp.CallToolResult, _ any, err error) {
	defer m.badRescue(in.Sack, &err)
	return nil, m.grind(in.Sack), nil
}

func (m *mill) goodGrind(_ context.Context, _ *mcp.CallToolRequest, in grain) (_ *mcp.CallToolResult, _ any, err error) {
	defer m.goodRescue(in.Sack, &err)
	return nil, m.grind(in.Sack), nil
}

// A panic with a value of the program's own, which is told from the others.
type refusal struct{ why string }

func (r refusal) Error() string { return r.why }

func (m *mill) need(name string) int {
	if m.sacks[name] == nil {
		panic(refusal{"there is no such sack; list_sacks names them"})
	}
	return *m.sacks[name]
}

func badTold(r any) error {
	if e, ok := r.(error); ok {
		return e
	}
	return errors.New("the mill stands still; tell the miller")
}

func goodTold(r any) error {
	slog.Error("mill", "panic", r)
	return errors.New("the mill stands still; tell the miller")
}

func (m *mill) badNeed(_ context.Context, _ *mcp.CallToolRequest, in grain) (_ *mcp.CallToolResult, n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = badTold(r) // want `the value of a recovered panic`
		}
	}()
	return nil, m.need(in.Sack), nil
}

func (m *mill) goodNeed(_ context.Context, _ *mcp.CallToolRequest, in grain) (_ *mcp.CallToolResult, n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = goodTold(r)
		}
	}()
	return nil, m.need(in.Sack), nil
}

// Workers that write into a list, each at its own place.
func badGather(names []string, one func(string)) []error {
	errs := make([]error, len(names))
	var wg sync.WaitGroup
	for i, name := range names {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() {
				if r := recover(); r != nil {
					errs[i] = fmt.Errorf("%s: %v", name, r)
				}
			}()
			one(name)
		}()
	}
	wg.Wait()
	return errs
}

func goodGather(names []string, one func(string)) []error {
	errs := make([]error, len(names))
	var wg sync.WaitGroup
	for i, name := range names {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() {
				if r := recover(); r != nil {
					slog.Error(name, "panic", r)
					errs[i] = fmt.Errorf("%s: not ground", name)
				}
			}()
			one(name)
		}()
	}
	wg.Wait()
	return errs
}

func (m *mill) badAll(_ context.Context, _ *mcp.CallToolRequest, in grain) (*mcp.CallToolResult, any, error) {
	if err := errors.Join(badGather(in.Sacks, func(name string) { m.grind(name) })...); err != nil { // want `the value of a recovered panic`
		return nil, nil, err
	}
	return nil, "ground", nil
}

func (m *mill) goodAll(_ context.Context, _ *mcp.CallToolRequest, in grain) (*mcp.CallToolResult, any, error) {
	if err := errors.Join(goodGather(in.Sacks, func(name string) { m.grind(name) })...); err != nil {
		return nil, nil, err
	}
	return nil, "ground", nil
}

// A raw handler that adds the stack to a failure that is no panic.
func traced(err error) string { return err.Error() + "\n" + string(debug.Stack()) }

func (m *mill) badRaw(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in grain
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return flour(true, traced(err)), nil // want `a stack trace`
	}
	return flour(false, "ground"), nil
}

func (m *mill) goodRaw(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in grain
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		slog.DebugContext(ctx, "arguments", "err", traced(err))
		return flour(true, "arguments: "+err.Error()), nil
	}
	return flour(false, "ground"), nil
}

// RegisterMill adds the tools to servers with guards of their own.
func RegisterMill(m *mill) (loud, quiet *mcp.Server) {
	loud = mcp.NewServer(&mcp.Implementation{Name: "loud"}, nil)
	loud.AddReceivingMiddleware(badGuard)
	mcp.AddTool(loud, &mcp.Tool{Name: "grind"}, m.badGrind)
	mcp.AddTool(loud, &mcp.Tool{Name: "need"}, m.badNeed)
	mcp.AddTool(loud, &mcp.Tool{Name: "all"}, m.badAll)
	loud.AddTool(&mcp.Tool{Name: "raw", InputSchema: json.RawMessage(`{"type":"object"}`)}, m.badRaw)
	quiet = mcp.NewServer(&mcp.Implementation{Name: "quiet"}, nil)
	quiet.AddReceivingMiddleware(goodGuard)
	mcp.AddTool(quiet, &mcp.Tool{Name: "grind_well"}, m.goodGrind)
	mcp.AddTool(quiet, &mcp.Tool{Name: "need_well"}, m.goodNeed)
	mcp.AddTool(quiet, &mcp.Tool{Name: "all_well"}, m.goodAll)
	quiet.AddTool(&mcp.Tool{Name: "raw_well", InputSchema: json.RawMessage(`{"type":"object"}`)}, m.goodRaw)
	return loud, quiet
}
