// Package workshop repairs bicycles on the go-sdk: each handler whose error tells
// the model nothing stands before its twin that does.
package workshop

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type bike struct {
	Frame string `json:"frame"`
	Part  string `json:"part"`
}

// shortage says what is missing.
type shortage struct {
	Part string
	Days int
}

func (s *shortage) Error() string { return fmt.Sprintf("%s comes in %d days", s.Part, s.Days) }

var errForeign = errors.New("the bicycle belongs to another workshop")

type workshop struct {
	mu    sync.Mutex
	parts map[string]int
	http  *http.Client
}

func (w *workshop) take(part string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.parts[part] == 0 {
		return &shortage{part, 4}
	}
	w.parts[part]--
	return nil
}

// A typed error that errors.As has found.

func (w *workshop) badRepair(_ context.Context, _ *mcp.CallToolRequest, in bike) (*mcp.CallToolResult, any, error) {
	err := w.take(in.Part)
	var s *shortage
	if errors.As(err, &s) {
		slog.Warn("shortage", "part", s.Part)
		return nil, nil, errors.New("an internal error occurred") // want `"an internal error occurred" tells the model nothing to act on`
	}
	return nil, "repaired", err
}

func (w *workshop) goodRepair(_ context.Context, _ *mcp.CallToolRequest, in bike) (*mcp.CallToolResult, any, error) {
	err := w.take(in.Part)
	var s *shortage
	if errors.As(err, &s) {
		return nil, nil, fmt.Errorf("%s is out of stock for %d days; order_part orders it", s.Part, s.Days)
	}
	return nil, "repaired", err
}

// A tool of the program's own kind, whose adapter drops the error.

type job interface {
	Do(ctx context.Context, args map[string]any) (string, error)
}

type wash struct{}

func (wash) Do(_ context.Context, args map[string]any) (string, error) {
	if args["frame"] == nil {
		return "", errors.New("frame must be the number under the saddle")
	}
	return "washed", nil
}

func result(text string, isError bool) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: isError, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

func badJob(j job) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var args map[string]any
		if err := json.Unmarshal(req.Params.Arguments, &args); err != nil {
			return result("arguments must be an object with a frame", true), nil
		}
		out, err := j.Do(ctx, args)
		if err != nil {
			return result("Error: tool call failed.", true), nil // want `tells the model nothing to act on`
		}
		return result(out, false), nil
	}
}

func goodJob(j job) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var args map[string]any
		if err := json.Unmarshal(req.Params.Arguments, &args); err != nil {
			return result("arguments must be an object with a frame", true), nil
		}
		out, err := j.Do(ctx, args)
		if err != nil {
			return result("Error: "+err.Error(), true), nil
		}
		return result(out, false), nil
	}
}

// A loop over suppliers; only the last text is left, and it says nothing.

func (w *workshop) offer(ctx context.Context, supplier, part string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+supplier+"/"+part, nil)
	if err != nil {
		return err
	}
	resp, err := w.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusGone {
		return &shortage{part, 30}
	}
	return nil
}

func (w *workshop) badOffers(ctx context.Context, _ *mcp.CallToolRequest, in bike) (*mcp.CallToolResult, any, error) {
	var last error
	for _, s := range []string{"north.example.com", "south.example.com"} {
		if last = w.offer(ctx, s, in.Part); last == nil {
			return nil, s, nil
		}
	}
	if last != nil {
		return nil, nil, errors.New("could not complete the request") // want `"could not complete the request" tells the model nothing to act on`
	}
	return nil, "none", nil
}

func (w *workshop) goodOffers(ctx context.Context, _ *mcp.CallToolRequest, in bike) (*mcp.CallToolResult, any, error) {
	var last error
	for _, s := range []string{"north.example.com", "south.example.com"} {
		if last = w.offer(ctx, s, in.Part); last == nil {
			return nil, s, nil
		}
	}
	if last != nil {
		return nil, nil, fmt.Errorf("neither supplier offers %s; ask the customer for another part", in.Part)
	}
	return nil, "none", nil
}

// A deferred mask over a named error, made by a helper.

func badSeal(name string, err *error) {
	if *err != nil {
		slog.Error(name, "err", *err)
		*err = errors.New("the workshop refused") // want `replaces every error, also the handler's own advice`
	}
}

func goodSeal(name string, err *error) {
	if *err != nil && !errors.Is(*err, errForeign) {
		slog.Error(name, "err", *err)
		*err = errors.New("the workshop's list cannot be read; ask at the counter")
	}
}

func (w *workshop) badFetch(_ context.Context, _ *mcp.CallToolRequest, in bike) (_ *mcp.CallToolResult, _ any, err error) {
	defer badSeal("fetch", &err)
	if !strings.HasPrefix(in.Frame, "W-") {
		return nil, nil, errForeign
	}
	return nil, "fetched", nil
}

func (w *workshop) goodFetch(_ context.Context, _ *mcp.CallToolRequest, in bike) (_ *mcp.CallToolResult, _ any, err error) {
	defer goodSeal("fetch", &err)
	if !strings.HasPrefix(in.Frame, "W-") {
		return nil, nil, errForeign
	}
	return nil, "fetched", nil
}

// A generic function for tools with an answer of any type.

func badTool[In, Out any](f func(In) (Out, error)) mcp.ToolHandlerFor[In, any] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		out, err := f(in)
		if err != nil {
			return nil, nil, errors.New("unexpected error") // want `"unexpected error" tells the model nothing to act on`
		}
		return nil, out, nil
	}
}

func goodTool[In, Out any](f func(In) (Out, error)) mcp.ToolHandlerFor[In, any] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		out, err := f(in)
		if err != nil {
			return nil, nil, fmt.Errorf("nothing to tell: %w", err)
		}
		return nil, out, nil
	}
}

func (w *workshop) price(in bike) (int, error) {
	if in.Part == "" {
		return 0, errors.New("part must be one of bell, chain, lamp")
	}
	return 12, nil
}

// A dump of the workshop in place of a cause.

func (w *workshop) badOpen(_ context.Context, _ *mcp.CallToolRequest, in bike) (*mcp.CallToolResult, any, error) {
	if in.Frame == "" {
		return nil, nil, fmt.Errorf("no frame for %+v", w) // want `the text prints a \*workshop.workshop field by field`
	}
	return nil, "open", nil
}

func (w *workshop) goodOpen(_ context.Context, _ *mcp.CallToolRequest, in bike) (*mcp.CallToolResult, any, error) {
	if in.Frame == "" {
		return nil, nil, fmt.Errorf("no frame for the part %+v", in)
	}
	return nil, "open", nil
}

// A client that asks another server, over several names.

func badAsk(ctx context.Context, ss *mcp.ClientSession, names ...string) error {
	for _, n := range names {
		res, err := ss.CallTool(ctx, &mcp.CallToolParams{Name: n})
		if err != nil {
			return err
		}
		if res.IsError {
			return fmt.Errorf("%s refused", n) // want `drops what the isError result says`
		}
	}
	return nil
}

func goodAsk(ctx context.Context, ss *mcp.ClientSession, names ...string) error {
	for _, n := range names {
		res, err := ss.CallTool(ctx, &mcp.CallToolParams{Name: n})
		if err != nil {
			return err
		}
		if res.IsError {
			return fmt.Errorf("%s refused: %w", n, res.GetError())
		}
	}
	return nil
}

// New makes the server.
func New(other *mcp.ClientSession) *mcp.Server {
	w := &workshop{parts: map[string]int{}, http: http.DefaultClient}
	s := mcp.NewServer(&mcp.Implementation{Name: "workshop", Version: "1.0.0"}, &mcp.ServerOptions{
		InitializedHandler: func(ctx context.Context, _ *mcp.InitializedRequest) {
			if err := errors.Join(badAsk(ctx, other, "parts"), goodAsk(ctx, other, "prices")); err != nil {
				slog.Error("ask", "err", err)
			}
		},
	})
	mcp.AddTool(s, &mcp.Tool{Name: "bad_repair"}, w.badRepair)
	mcp.AddTool(s, &mcp.Tool{Name: "good_repair"}, w.goodRepair)
	s.AddTool(&mcp.Tool{Name: "bad_wash", InputSchema: map[string]any{"type": "object"}}, badJob(wash{}))
	s.AddTool(&mcp.Tool{Name: "good_wash", InputSchema: map[string]any{"type": "object"}}, goodJob(wash{}))
	mcp.AddTool(s, &mcp.Tool{Name: "bad_offers"}, w.badOffers)
	mcp.AddTool(s, &mcp.Tool{Name: "good_offers"}, w.goodOffers)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_fetch"}, w.badFetch)
	mcp.AddTool(s, &mcp.Tool{Name: "good_fetch"}, w.goodFetch)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_price"}, badTool(w.price))
	mcp.AddTool(s, &mcp.Tool{Name: "good_price"}, goodTool(w.price))
	mcp.AddTool(s, &mcp.Tool{Name: "bad_open"}, w.badOpen)
	mcp.AddTool(s, &mcp.Tool{Name: "good_open"}, w.goodOpen)
	return s
}
