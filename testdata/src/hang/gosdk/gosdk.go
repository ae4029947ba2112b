// Package gosdk has go-sdk handlers that wait, each beside one that its ctx ends.
package gosdk

import (
	"context"
	"errors"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/semaphore"
	"golang.org/x/time/rate"
)

type kiln interface {
	Hot() bool
	State(ctx context.Context) (bool, error)
}

type shop struct {
	kiln  kiln
	turn  *semaphore.Weighted
	limit *rate.Limiter
	pause time.Duration
}

type args struct {
	Seconds int `json:"seconds"`
}

func (s *shop) badPoll(context.Context, *mcp.CallToolRequest, args) (*mcp.CallToolResult, any, error) {
	for !s.kiln.Hot() {
		time.Sleep(s.pause) // want `a loop without bound sleeps between its tries`
	}
	return nil, "hot", nil
}

func (s *shop) badPollAfter(context.Context, *mcp.CallToolRequest, args) (*mcp.CallToolResult, any, error) {
	for {
		if s.kiln.Hot() {
			return nil, "hot", nil
		}
		<-time.After(time.Second) // want `a loop without bound sleeps between its tries`
	}
}

func (s *shop) goodPoll(context.Context, *mcp.CallToolRequest, args) (*mcp.CallToolResult, any, error) {
	for i := 0; i < 5; i++ {
		if s.kiln.Hot() {
			return nil, "hot", nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, "cold", nil
}

func (s *shop) goodPollErr(ctx context.Context, _ *mcp.CallToolRequest, _ args) (*mcp.CallToolResult, any, error) {
	for ctx.Err() == nil {
		if s.kiln.Hot() {
			return nil, "hot", nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, nil, ctx.Err()
}

func (s *shop) goodPollCtx(ctx context.Context, _ *mcp.CallToolRequest, _ args) (*mcp.CallToolResult, any, error) {
	for {
		hot, err := s.kiln.State(ctx)
		if err != nil || hot {
			return nil, hot, err
		}
		time.Sleep(100 * time.Millisecond)
	}
}

func (s *shop) goodDeadline(context.Context, *mcp.CallToolRequest, args) (*mcp.CallToolResult, any, error) {
	end := time.Now().Add(2 * time.Second)
	for time.Now().Before(end) {
		if s.kiln.Hot() {
			return nil, "hot", nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return nil, "cold", nil
}

func (s *shop) badSleep(_ context.Context, _ *mcp.CallToolRequest, in args) (*mcp.CallToolResult, any, error) {
	time.Sleep(time.Duration(in.Seconds) * time.Second) // want `a sleep lasts as long as an argument says`
	return nil, "rested", nil
}

func (s *shop) goodSleep(_ context.Context, _ *mcp.CallToolRequest, in args) (*mcp.CallToolResult, any, error) {
	if in.Seconds > 3 {
		return nil, nil, errors.New("seconds must be 3 at most")
	}
	time.Sleep(time.Duration(in.Seconds) * time.Second)
	return nil, "rested", nil
}

func (s *shop) badLong(context.Context, *mcp.CallToolRequest, args) (*mcp.CallToolResult, any, error) {
	time.Sleep(10 * time.Minute) // want `a sleep of 10m0s goes on`
	return nil, "rested", nil
}

func (s *shop) goodLong(ctx context.Context, _ *mcp.CallToolRequest, _ args) (*mcp.CallToolResult, any, error) {
	select {
	case <-time.After(10 * time.Minute):
		return nil, "rested", nil
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

func (s *shop) badTurn(context.Context, *mcp.CallToolRequest, args) (*mcp.CallToolResult, any, error) {
	bg := context.WithValue(context.Background(), key{}, "fire")
	if err := s.turn.Acquire(bg, 1); err != nil { // want `semaphore.Weighted.Acquire gets a ctx that nothing ends`
		return nil, nil, errors.New("no turn")
	}
	defer s.turn.Release(1)
	return nil, "fired", nil
}

type key struct{}

func (s *shop) goodTurn(ctx context.Context, _ *mcp.CallToolRequest, _ args) (*mcp.CallToolResult, any, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	if err := s.turn.Acquire(ctx, 1); err != nil {
		return nil, nil, errors.New("no turn")
	}
	defer s.turn.Release(1)
	return nil, "fired", nil
}

func (s *shop) badLimit(context.Context, *mcp.CallToolRequest, args) (*mcp.CallToolResult, any, error) {
	if err := s.limit.Wait(context.TODO()); err != nil { // want `rate.Limiter.Wait gets a ctx that nothing ends`
		return nil, nil, errors.New("too many")
	}
	return nil, "fired", nil
}

func (s *shop) goodLimit(ctx context.Context, _ *mcp.CallToolRequest, _ args) (*mcp.CallToolResult, any, error) {
	if err := s.limit.Wait(ctx); err != nil {
		return nil, nil, errors.New("too many")
	}
	return nil, "fired", nil
}

func (s *shop) goodResult(ctx context.Context, _ *mcp.CallToolRequest, _ args) (*mcp.CallToolResult, any, error) {
	out := make(chan bool, 1)
	go func() { out <- s.kiln.Hot() }()
	select {
	case hot := <-out:
		return nil, hot, nil
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

// Register adds them all.
func Register(srv *mcp.Server, s *shop) {
	mcp.AddTool(srv, &mcp.Tool{Name: "bad_poll"}, s.badPoll)
	mcp.AddTool(srv, &mcp.Tool{Name: "bad_poll_after"}, s.badPollAfter)
	mcp.AddTool(srv, &mcp.Tool{Name: "good_poll"}, s.goodPoll)
	mcp.AddTool(srv, &mcp.Tool{Name: "good_poll_err"}, s.goodPollErr)
	mcp.AddTool(srv, &mcp.Tool{Name: "good_poll_ctx"}, s.goodPollCtx)
	mcp.AddTool(srv, &mcp.Tool{Name: "good_deadline"}, s.goodDeadline)
	mcp.AddTool(srv, &mcp.Tool{Name: "bad_sleep"}, s.badSleep)
	mcp.AddTool(srv, &mcp.Tool{Name: "good_sleep"}, s.goodSleep)
	mcp.AddTool(srv, &mcp.Tool{Name: "bad_long"}, s.badLong)
	mcp.AddTool(srv, &mcp.Tool{Name: "good_long"}, s.goodLong)
	mcp.AddTool(srv, &mcp.Tool{Name: "bad_turn"}, s.badTurn)
	mcp.AddTool(srv, &mcp.Tool{Name: "good_turn"}, s.goodTurn)
	mcp.AddTool(srv, &mcp.Tool{Name: "bad_limit"}, s.badLimit)
	mcp.AddTool(srv, &mcp.Tool{Name: "good_limit"}, s.goodLimit)
	mcp.AddTool(srv, &mcp.Tool{Name: "good_result"}, s.goodResult)
}
