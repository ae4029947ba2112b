// Package harbour lets ships in on the go-sdk: each handler that waits for ever
// stands before its twin that the end of the call ends.
package harbour

import (
	"context"
	"encoding/json"
	"errors"
	"os/exec"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/errgroup"
	"golang.org/x/time/rate"
)

type ship struct {
	Name string `json:"name"`
}

type harbour struct {
	ctx   context.Context // of the program
	pilot *rate.Limiter
	mu    sync.Mutex
	tide  *sync.Cond
	high  bool
	turn  chan struct{}
	berth func(string) bool
}

// A limiter that gets the ctx which the harbour keeps.

func (h *harbour) badPilot(context.Context, *mcp.CallToolRequest, ship) (*mcp.CallToolResult, any, error) {
	if err := h.pilot.Wait(h.ctx); err != nil { // want `rate.Limiter.Wait gets a ctx that nothing ends`
		return nil, nil, errors.New("no pilot is free")
	}
	return nil, "on board", nil
}

func (h *harbour) goodPilot(ctx context.Context, _ *mcp.CallToolRequest, _ ship) (*mcp.CallToolResult, any, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if err := h.pilot.Wait(ctx); err != nil {
		return nil, nil, errors.New("no pilot is free")
	}
	return nil, "on board", nil
}

// A kind of tool of the program's own, behind an adapter.

type order interface {
	Run(ctx context.Context, name string) (string, error)
}

type badSound struct{}

func (badSound) Run(_ context.Context, name string) (string, error) {
	out, err := exec.Command("sonar", name).CombinedOutput() // want `the command runs without the handler's ctx`
	return string(out), err
}

type goodSound struct{}

func (goodSound) Run(ctx context.Context, name string) (string, error) {
	out, err := exec.CommandContext(ctx, "sonar", name).CombinedOutput()
	return string(out), err
}

func serve(o order) mcp.ToolHandlerFor[ship, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in ship) (*mcp.CallToolResult, any, error) {
		out, err := o.Run(ctx, in.Name)
		if err != nil {
			return nil, nil, errors.New("the depth is not known; ask the pilot")
		}
		return nil, out, nil
	}
}

// A condition that somebody else signals, and one that a goroutine watches.

func (h *harbour) badTide(context.Context, *mcp.CallToolRequest, ship) (*mcp.CallToolResult, any, error) {
	h.mu.Lock()
	for !h.high {
		h.tide.Wait() // want `sync.Cond.Wait waits for a signal`
	}
	h.mu.Unlock()
	return nil, "high", nil
}

func (h *harbour) goodTide(ctx context.Context, _ *mcp.CallToolRequest, _ ship) (*mcp.CallToolResult, any, error) {
	for range 20 {
		h.mu.Lock()
		high := h.high
		h.mu.Unlock()
		if high {
			return nil, "high", nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return nil, nil, errors.New("the tide is low")
		}
	}
	return nil, nil, errors.New("the tide is low")
}

// A group of goroutines, one of which polls without end.

func (h *harbour) badBerths(context.Context, *mcp.CallToolRequest, ship) (*mcp.CallToolResult, any, error) {
	var g errgroup.Group
	for _, b := range []string{"north", "south"} {
		g.Go(func() error {
			for !h.berth(b) {
				time.Sleep(time.Second)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil { // want `errgroup.Group.Wait waits for a goroutine that itself may wait for ever`
		return nil, nil, errors.New("no berth is free")
	}
	return nil, "free", nil
}

func (h *harbour) goodBerths(ctx context.Context, _ *mcp.CallToolRequest, _ ship) (*mcp.CallToolResult, any, error) {
	g, ctx := errgroup.WithContext(ctx)
	for _, b := range []string{"north", "south"} {
		g.Go(func() error {
			for !h.berth(b) {
				select {
				case <-ctx.Done():
					return ctx.Err()
				case <-time.After(time.Second):
				}
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return nil, nil, errors.New("no berth is free")
	}
	return nil, "free", nil
}

// A turn that is taken at the start and given back in a defer.

func (h *harbour) badTurn(context.Context, *mcp.CallToolRequest, ship) (*mcp.CallToolResult, any, error) {
	<-h.turn // want `a receive waits for`
	defer func() { h.turn <- struct{}{} }()
	return nil, "through the lock", nil
}

func (h *harbour) goodTurn(ctx context.Context, _ *mcp.CallToolRequest, _ ship) (*mcp.CallToolResult, any, error) {
	select {
	case <-h.turn:
	case <-ctx.Done():
		return nil, nil, errors.New("the lock is taken; ask again in ten minutes")
	}
	defer func() { h.turn <- struct{}{} }()
	return nil, "through the lock", nil
}

// Tools that register themselves, with a helper that tries again.

type entry struct {
	tool     *mcp.Tool
	register func(*mcp.Server, *mcp.Tool)
}

func badUntil(done func() bool) {
	for {
		if done() {
			return
		}
		time.Sleep(time.Second) // want `a loop without bound sleeps between its tries`
	}
}

func goodUntil(ctx context.Context, done func() bool) bool {
	for i := 0; i < 30 && ctx.Err() == nil; i++ {
		if done() {
			return true
		}
		time.Sleep(time.Second)
	}
	return false
}

func (h *harbour) entries() []entry {
	object := map[string]any{"type": "object"}
	text := func(s string) *mcp.CallToolResult {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
	}
	return []entry{
		{&mcp.Tool{Name: "bad_moor", InputSchema: object}, func(s *mcp.Server, t *mcp.Tool) {
			s.AddTool(t, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				var in ship
				if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
					return text("name is required"), nil
				}
				badUntil(func() bool { return h.berth(in.Name) })
				return text("moored"), nil
			})
		}},
		{&mcp.Tool{Name: "good_moor", InputSchema: object}, func(s *mcp.Server, t *mcp.Tool) {
			s.AddTool(t, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				var in ship
				if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
					return text("name is required"), nil
				}
				if !goodUntil(ctx, func() bool { return h.berth(in.Name) }) {
					return text("still at sea"), nil
				}
				return text("moored"), nil
			})
		}},
	}
}

// New makes the server.
func New(berth func(string) bool) *mcp.Server {
	h := &harbour{ctx: context.Background(), pilot: rate.NewLimiter(1, 1), turn: make(chan struct{}, 1), berth: berth}
	h.tide = sync.NewCond(&h.mu)
	h.turn <- struct{}{}
	s := mcp.NewServer(&mcp.Implementation{Name: "harbour", Version: "1.0.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_pilot"}, h.badPilot)
	mcp.AddTool(s, &mcp.Tool{Name: "good_pilot"}, h.goodPilot)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_sound"}, serve(badSound{}))
	mcp.AddTool(s, &mcp.Tool{Name: "good_sound"}, serve(goodSound{}))
	mcp.AddTool(s, &mcp.Tool{Name: "bad_tide"}, h.badTide)
	mcp.AddTool(s, &mcp.Tool{Name: "good_tide"}, h.goodTide)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_berths"}, h.badBerths)
	mcp.AddTool(s, &mcp.Tool{Name: "good_berths"}, h.goodBerths)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_turn"}, h.badTurn)
	mcp.AddTool(s, &mcp.Tool{Name: "good_turn"}, h.goodTurn)
	for _, e := range h.entries() {
		e.register(s, e.tool)
	}
	return s
}
