// Package mcpgo has mcp-go handlers that wait, each beside one that its ctx ends.
package mcpgo

import (
	"context"
	"net/http"
	"os/exec"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type printer struct {
	mu    sync.Mutex
	cond  *sync.Cond
	ready bool
	jobs  chan string
	done  chan string
	slots chan struct{}
	last  string
}

// New makes a printer.
func New() *printer {
	return &printer{jobs: make(chan string), done: make(chan string), slots: make(chan struct{}, 2)}
}

func text(s string) (*mcp.CallToolResult, error) { return mcp.NewToolResultText(s), nil }

func (p *printer) badSend(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p.jobs <- req.GetString("text", "") // want `tool "bad_send": a send waits for a receiver, and the end of the call does not end the wait`
	return text("queued")
}

func (p *printer) goodSend(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	select {
	case p.jobs <- req.GetString("text", ""):
		return text("queued")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (p *printer) badReceive(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(p.next())
}

func (p *printer) next() string {
	return <-p.done // want `a receive waits for a sender`
}

func (p *printer) goodReceive(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	select {
	case s := <-p.done:
		return text(s)
	default:
		return text("nothing yet")
	}
}

func (p *printer) badSelect(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	select { // want `a select waits and none of its cases is ctx.Done`
	case s := <-p.done:
		return text(s)
	case p.jobs <- "flush":
		return text("flushing")
	}
}

func (p *printer) goodSelect(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	select {
	case s := <-p.done:
		return text(s)
	case <-time.After(time.Second):
		return text("nothing within a second")
	}
}

func (p *printer) badSlot(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p.slots <- struct{}{} // want `a send waits for room in a channel that all calls share`
	defer func() { <-p.slots }()
	return text("printed")
}

func (p *printer) goodSlot(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	return text("printed")
}

func (p *printer) badCond(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for !p.ready {
		p.cond.Wait() // want `sync.Cond.Wait waits for a signal`
	}
	return text("ready")
}

func (p *printer) badCommand(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	out, err := exec.Command("lpstat", "-t").Output() // want `the command runs without the handler's ctx`
	if err != nil {
		return mcp.NewToolResultError("the queue is not known"), nil
	}
	return text(string(out))
}

func (p *printer) goodCommand(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	out, err := exec.CommandContext(ctx, "lpstat", "-t").Output()
	if err != nil {
		return mcp.NewToolResultError("the queue is not known"), nil
	}
	return text(string(out))
}

func (p *printer) badLock(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p.mu.Lock() // want `a lock is held across http.Client.Do, so other calls wait for it`
	defer p.mu.Unlock()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://printer.local/state", nil)
	if err != nil {
		return mcp.NewToolResultError("the printer has no address"), nil
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return mcp.NewToolResultError("the printer does not answer"), nil
	}
	defer resp.Body.Close()
	p.last = resp.Status
	return text(p.last)
}

func (p *printer) goodLock(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://printer.local/state", nil)
	if err != nil {
		return mcp.NewToolResultError("the printer has no address"), nil
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return mcp.NewToolResultError("the printer does not answer"), nil
	}
	defer resp.Body.Close()
	p.mu.Lock()
	p.last = resp.Status
	p.mu.Unlock()
	return text(resp.Status)
}

func (p *printer) badGroup(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var wg sync.WaitGroup
	for _, name := range []string{"a", "b"} {
		wg.Add(1)
		go func() {
			defer wg.Done()
			_ = exec.Command("lpstat", "-p", name).Run()
		}()
	}
	wg.Wait() // want `sync.WaitGroup.Wait waits for a goroutine that itself may wait for ever`
	return text("asked")
}

func (p *printer) goodGroup(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var wg sync.WaitGroup
	sums := make([]int, 4)
	for i := range sums {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for k := range 1000 {
				sums[i] += k
			}
		}()
	}
	wg.Wait()
	return text("summed")
}

func (p *printer) goodOwn(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	out := make(chan int)
	go func() {
		defer close(out)
		for i := range 3 {
			out <- i
		}
	}()
	n := 0
	for i := range out {
		n += i
	}
	return text("counted")
}

// Register adds them all.
func Register(s *server.MCPServer, p *printer) {
	s.AddTool(mcp.NewTool("bad_send"), p.badSend)
	s.AddTool(mcp.NewTool("good_send"), p.goodSend)
	s.AddTool(mcp.NewTool("bad_receive"), p.badReceive)
	s.AddTool(mcp.NewTool("good_receive"), p.goodReceive)
	s.AddTool(mcp.NewTool("bad_select"), p.badSelect)
	s.AddTool(mcp.NewTool("good_select"), p.goodSelect)
	s.AddTool(mcp.NewTool("bad_slot"), p.badSlot)
	s.AddTool(mcp.NewTool("good_slot"), p.goodSlot)
	s.AddTool(mcp.NewTool("bad_cond"), p.badCond)
	s.AddTool(mcp.NewTool("bad_command"), p.badCommand)
	s.AddTool(mcp.NewTool("good_command"), p.goodCommand)
	s.AddTool(mcp.NewTool("bad_lock"), p.badLock)
	s.AddTool(mcp.NewTool("good_lock"), p.goodLock)
	s.AddTool(mcp.NewTool("bad_group"), p.badGroup)
	s.AddTool(mcp.NewTool("good_group"), p.goodGroup)
	s.AddTool(mcp.NewTool("good_own"), p.goodOwn)
}
