// Package quarry breaks stones on mcp-go: each handler that waits for ever stands
// before its twin that the end of the call ends.
package quarry

import (
	"context"
	"os/exec"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"golang.org/x/sync/semaphore"

	"example.com/mcplinttest/hang/quarry/crane"
)

type quarry struct {
	crane *crane.Crane
	slots chan struct{}
	carts chan string
	gate  *semaphore.Weighted
	mu    sync.Mutex
	log   string
	open  func() bool
}

func text(s string) (*mcp.CallToolResult, error) { return mcp.NewToolResultText(s), nil }

func away() (*mcp.CallToolResult, error) {
	return mcp.NewToolResultError("the quarry does not answer; ask again tomorrow"), nil
}

// The wait is in another package.

func (q *quarry) badLift(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(q.crane.BadLift())
}

func (q *quarry) goodLift(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s, err := q.crane.GoodLift(ctx)
	if err != nil {
		return away()
	}
	return text(s)
}

// A generic wrapper that lets two calls in at a time.

func badLimit[In any](q *quarry, f func(In) string) server.ToolHandlerFunc {
	return mcp.NewTypedToolHandler(func(_ context.Context, _ mcp.CallToolRequest, in In) (*mcp.CallToolResult, error) {
		q.slots <- struct{}{} // want `a send waits for room in a channel that all calls share`
		defer func() { <-q.slots }()
		return text(f(in))
	})
}

func goodLimit[In any](q *quarry, f func(In) string) server.ToolHandlerFunc {
	return mcp.NewTypedToolHandler(func(ctx context.Context, _ mcp.CallToolRequest, in In) (*mcp.CallToolResult, error) {
		select {
		case q.slots <- struct{}{}:
		case <-ctx.Done():
			return away()
		}
		defer func() { <-q.slots }()
		return text(f(in))
	})
}

type stone struct {
	Kind string `json:"kind"`
}

func weigh(s stone) string { return "heavy " + s.Kind }

// A table of tools, one of which polls.

func (q *quarry) tools() []server.ServerTool {
	return []server.ServerTool{
		{Tool: mcp.NewTool("bad_open"), Handler: func(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			for !q.open() {
				time.Sleep(2 * time.Second) // want `tool "bad_open": a loop without bound sleeps between its tries`
			}
			return text("open")
		}},
		{Tool: mcp.NewTool("good_open"), Handler: func(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			tick := time.NewTicker(2 * time.Second)
			defer tick.Stop()
			for !q.open() {
				select {
				case <-tick.C:
				case <-ctx.Done():
					return away()
				}
			}
			return text("open")
		}},
	}
}

// A helper runs a command while its caller holds a lock.

func (q *quarry) blast(ctx context.Context) (string, error) {
	out, err := exec.CommandContext(ctx, "blast", "--now").Output()
	return string(out), err
}

func (q *quarry) badBlast(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	q.mu.Lock() // want `a lock is held across`
	defer q.mu.Unlock()
	out, err := q.blast(ctx)
	if err != nil {
		return away()
	}
	q.log = out
	return text(q.log)
}

func (q *quarry) goodBlast(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	out, err := q.blast(ctx)
	if err != nil {
		return away()
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.log = out
	return text(q.log)
}

// A ctx that outlives the call on purpose.

func (q *quarry) badGate(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	keep := context.WithoutCancel(ctx)
	if err := q.gate.Acquire(keep, 1); err != nil { // want `semaphore.Weighted.Acquire gets a ctx that nothing ends`
		return away()
	}
	defer q.gate.Release(1)
	return text("through")
}

func (q *quarry) goodGate(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	keep, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := q.gate.Acquire(keep, 1); err != nil {
		return away()
	}
	defer q.gate.Release(1)
	return text("through")
}

// A loop over a channel that nobody closes for this call.

func (q *quarry) badCarts(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n := 0
	for c := range q.carts { // want `a receive waits for a sender`
		if c == "last" {
			break
		}
		n++
	}
	return text("carts came")
}

func (q *quarry) goodCarts(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n := 0
	for {
		select {
		case c := <-q.carts:
			if c == "last" {
				return text("carts came")
			}
			n++
		case <-ctx.Done():
			return away()
		}
	}
}

// A factory with an option for the time to wait.

type option func(*waiter)

type waiter struct{ d time.Duration }

func after(d time.Duration) option { return func(w *waiter) { w.d = d } }

func badDust(opts ...option) (mcp.Tool, server.ToolHandlerFunc) {
	w := &waiter{}
	for _, o := range opts {
		o(w)
	}
	return mcp.NewTool("bad_dust"), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		d := w.d
		if m := req.GetInt("minutes", 0); m > 0 {
			d = time.Duration(m) * time.Minute
		}
		time.Sleep(d) // want `a sleep lasts as long as an argument says`
		return text("settled")
	}
}

func goodDust(opts ...option) (mcp.Tool, server.ToolHandlerFunc) {
	w := &waiter{}
	for _, o := range opts {
		o(w)
	}
	return mcp.NewTool("good_dust"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		d := w.d
		if m := req.GetInt("minutes", 0); m > 0 {
			d = time.Duration(m) * time.Minute
		}
		t := time.NewTimer(d)
		defer t.Stop()
		select {
		case <-t.C:
		case <-ctx.Done():
			return away()
		}
		return text("settled")
	}
}

// The same time, short and held against a limit.

func goodRest(w *waiter) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		d := w.d
		if n := req.GetInt("seconds", 0); n > 0 && n <= 5 {
			d = time.Duration(n) * time.Second
		}
		time.Sleep(d)
		return text("rested")
	}
}

// New makes the server.
func New(open func() bool) *server.MCPServer {
	q := &quarry{slots: make(chan struct{}, 2), carts: make(chan string), gate: semaphore.NewWeighted(1), open: open}
	q.crane = crane.New(func(orders <-chan string, lifted chan<- string) {
		for o := range orders {
			lifted <- o
		}
	})
	s := server.NewMCPServer("quarry", "1.0.0")
	s.AddTool(mcp.NewTool("bad_lift"), q.badLift)
	s.AddTool(mcp.NewTool("good_lift"), q.goodLift)
	s.AddTool(mcp.NewTool("bad_weigh"), badLimit(q, weigh))
	s.AddTool(mcp.NewTool("good_weigh"), goodLimit(q, weigh))
	s.AddTools(q.tools()...)
	s.AddTool(mcp.NewTool("bad_blast"), q.badBlast)
	s.AddTool(mcp.NewTool("good_blast"), q.goodBlast)
	s.AddTool(mcp.NewTool("bad_gate"), q.badGate)
	s.AddTool(mcp.NewTool("good_gate"), q.goodGate)
	s.AddTool(mcp.NewTool("bad_carts"), q.badCarts)
	s.AddTool(mcp.NewTool("good_carts"), q.goodCarts)
	s.AddTool(badDust(after(time.Second)))
	s.AddTool(goodDust(after(time.Second)))
	s.AddTool(mcp.NewTool("good_rest"), goodRest(&waiter{time.Second}))
	return s
}
