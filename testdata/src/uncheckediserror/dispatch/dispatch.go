// Package dispatch asks other servers through the go-sdk: each function that takes
// a refusal for an answer stands before its twin that does not.
package dispatch

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Text joins the texts of an answer.
func Text(cs []mcp.Content) (out string) {
	for _, c := range cs {
		if t, ok := c.(*mcp.TextContent); ok {
			out += t.Text
		}
	}
	return out
}

// A loop that tries again; only the transport's failures count.

func badAgain(ctx context.Context, s *mcp.ClientSession) (string, error) {
	var last error
	for range 3 {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "state"}) // want `is used without a look at IsError`
		if err == nil {
			return Text(res.Content), nil
		}
		last = err
	}
	return "", last
}

func goodAgain(ctx context.Context, s *mcp.ClientSession) (string, error) {
	var last error
	for range 3 {
		res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: "state"})
		if err == nil && !res.IsError {
			return Text(res.Content), nil
		}
		if err == nil {
			err = errors.New(Text(res.Content))
		}
		last = err
	}
	return "", last
}

// A generic function over structured content.

func badTyped[Out any](ctx context.Context, s *mcp.ClientSession, name string) (out Out, err error) {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: name}) // want `is used without a look at IsError`
	if err != nil {
		return out, err
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		return out, err
	}
	return out, json.Unmarshal(raw, &out)
}

func goodTyped[Out any](ctx context.Context, s *mcp.ClientSession, name string) (out Out, err error) {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: name})
	if err != nil {
		return out, err
	}
	if err := res.GetError(); err != nil || res.IsError {
		return out, errors.New(name + " refused")
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		return out, err
	}
	return out, json.Unmarshal(raw, &out)
}

// An interface of the program's own, with the session behind it.

type asker interface {
	CallTool(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error)
}

var _ asker = (*mcp.ClientSession)(nil)

type board struct {
	asker asker
	mu    sync.Mutex
	seen  map[string]string
}

func (b *board) badShow(ctx context.Context, name string) error {
	res, err := b.asker.CallTool(ctx, &mcp.CallToolParams{Name: name}) // want `is used without a look at IsError`
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.seen[name] = Text(res.Content)
	return nil
}

func (b *board) goodShow(ctx context.Context, name string) error {
	res, err := b.asker.CallTool(ctx, &mcp.CallToolParams{Name: name})
	switch {
	case err != nil:
		return err
	case res.IsError:
		return fmt.Errorf("%s refused: %s", name, Text(res.Content))
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.seen[name] = Text(res.Content)
	return nil
}

// A web page that shows what a tool says.

func badPage(s *mcp.ClientSession) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		res, err := s.CallTool(r.Context(), &mcp.CallToolParams{Name: r.PathValue("tool")}) // want `is used without a look at IsError`
		if err != nil {
			http.Error(w, "no answer", http.StatusBadGateway)
			return
		}
		io.WriteString(w, Text(res.Content))
	}
}

func goodPage(s *mcp.ClientSession) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		res, err := s.CallTool(r.Context(), &mcp.CallToolParams{Name: r.PathValue("tool")})
		if err != nil {
			http.Error(w, "no answer", http.StatusBadGateway)
			return
		}
		if res.IsError {
			w.WriteHeader(http.StatusUnprocessableEntity)
		}
		io.WriteString(w, Text(res.Content))
	}
}

// Answers that goroutines put into a slice.

func badMany(ctx context.Context, s *mcp.ClientSession, names []string) []string {
	out := make([]string, len(names))
	var wg sync.WaitGroup
	for i, n := range names {
		wg.Go(func() {
			res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: n}) // want `is used without a look at IsError`
			if err != nil {
				return
			}
			out[i] = Text(res.Content)
		})
	}
	wg.Wait()
	return out
}

func goodMany(ctx context.Context, s *mcp.ClientSession, names []string) []string {
	out := make([]string, len(names))
	var wg sync.WaitGroup
	for i, n := range names {
		wg.Go(func() {
			res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: n})
			if err != nil || res.IsError {
				return
			}
			out[i] = Text(res.Content)
		})
	}
	wg.Wait()
	return out
}

// An adapter around a raw handler of this program.

func count(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	res := &mcp.CallToolResult{}
	if len(req.Params.Arguments) < 3 {
		res.SetError(errors.New("nothing to count"))
		return res, nil
	}
	res.Content = []mcp.Content{&mcp.TextContent{Text: "3"}}
	return res, nil
}

func badLogged(h mcp.ToolHandler, log func(string)) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req) // want `is used without a look at IsError`
		if err != nil {
			return nil, err
		}
		log("counted " + Text(res.Content))
		return &mcp.CallToolResult{Content: append(res.Content, &mcp.TextContent{Text: "(logged)"})}, nil
	}
}

func goodLogged(h mcp.ToolHandler, log func(string)) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := h(ctx, req)
		if err != nil || res.IsError {
			return res, err
		}
		log("counted " + Text(res.Content))
		return &mcp.CallToolResult{Content: append(res.Content, &mcp.TextContent{Text: "(logged)"})}, nil
	}
}

// New makes the server.
func New(ctx context.Context, up *mcp.ClientSession, log func(string)) (*mcp.Server, http.Handler, error) {
	s := mcp.NewServer(&mcp.Implementation{Name: "dispatch", Version: "1.0.0"}, nil)
	s.AddTool(&mcp.Tool{Name: "bad_count", InputSchema: map[string]any{"type": "object"}}, badLogged(count, log))
	s.AddTool(&mcp.Tool{Name: "good_count", InputSchema: map[string]any{"type": "object"}}, goodLogged(count, log))
	mux := http.NewServeMux()
	mux.Handle("/bad/{tool}", badPage(up))
	mux.Handle("/good/{tool}", goodPage(up))
	b := &board{asker: up, seen: map[string]string{}}
	a, err1 := badAgain(ctx, up)
	g, err2 := goodAgain(ctx, up)
	n, err3 := badTyped[int](ctx, up, a+g)
	m, err4 := goodTyped[map[string]int](ctx, up, fmt.Sprint(n))
	log(fmt.Sprint(m, badMany(ctx, up, []string{a}), goodMany(ctx, up, []string{g})))
	return s, mux, errors.Join(err1, err2, err3, err4, b.badShow(ctx, "a"), b.goodShow(ctx, "b"))
}
