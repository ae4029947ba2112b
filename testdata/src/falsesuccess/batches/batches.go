// Package batches has tools of a weather office that ask many stations at once.
package batches

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"golang.org/x/sync/errgroup"
)

type in struct {
	Stations []string `json:"stations"`
}

type net interface {
	Read(ctx context.Context, station string) (string, error)
}

type office struct{ n net }

func text(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

func failed(s string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

// A loop that skips without a word.

func (o *office) skip(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var lines []string
	for _, st := range a.Stations {
		line, err := o.n.Read(ctx, st)
		if err != nil {
			continue
		}
		lines = append(lines, line)
	}
	return text(strings.Join(lines, "\n")), nil, nil // want "failed items are left out"
}

func (o *office) skipGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var lines []string
	for _, st := range a.Stations {
		line, err := o.n.Read(ctx, st)
		if err != nil {
			line = st + ": no reading"
		}
		lines = append(lines, line)
	}
	return text(strings.Join(lines, "\n")), nil, nil
}

// The loop is one frame down, and the failures stay there.

func (o *office) collect(ctx context.Context, stations []string) map[string]string {
	got := map[string]string{}
	for _, st := range stations {
		line, err := o.n.Read(ctx, st)
		if err != nil {
			slog.WarnContext(ctx, "read", "station", st, "err", err)
			continue
		}
		got[st] = line
	}
	return got
}

func (o *office) collectGood(ctx context.Context, stations []string) (got map[string]string, missing []string) {
	got = map[string]string{}
	for _, st := range stations {
		line, err := o.n.Read(ctx, st)
		if err != nil {
			slog.WarnContext(ctx, "read", "station", st, "err", err)
			missing = append(missing, st)
			continue
		}
		got[st] = line
	}
	return got, missing
}

func (o *office) below(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	return nil, o.collect(ctx, a.Stations), nil // want "failed items are left out"
}

func (o *office) belowGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	got, missing := o.collectGood(ctx, a.Stations)
	if len(got) == 0 {
		return failed("no station answers; tell the user"), nil, nil
	}
	return nil, map[string]any{"readings": got, "missing": missing}, nil
}

// A counter that only the log sees.

func (o *office) counted(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var b strings.Builder
	lost := 0
	for _, st := range a.Stations {
		line, err := o.n.Read(ctx, st)
		if err != nil {
			lost++
			continue
		}
		b.WriteString(line)
	}
	slog.InfoContext(ctx, "read", "lost", lost)
	return text(b.String()), nil, nil // want "failed items are left out"
}

func (o *office) countedGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var b strings.Builder
	lost := 0
	for _, st := range a.Stations {
		line, err := o.n.Read(ctx, st)
		if err != nil {
			lost++
			continue
		}
		b.WriteString(line)
	}
	slog.InfoContext(ctx, "read", "lost", lost)
	fmt.Fprintf(&b, "%d stations do not answer", lost)
	return text(b.String()), nil, nil
}

// Errors that are collected, joined and logged.

func (o *office) joined(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var lines []string
	var errs []error
	for i := 0; i < len(a.Stations); i++ {
		line, err := o.n.Read(ctx, a.Stations[i])
		if err != nil {
			errs = append(errs, err)
			continue
		}
		lines = append(lines, line)
	}
	if err := errors.Join(errs...); err != nil {
		slog.WarnContext(ctx, "read", "err", err)
	}
	return text(strings.Join(lines, "\n")), nil, nil // want "failed items are left out"
}

func (o *office) joinedGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var lines []string
	var errs []error
	for i := 0; i < len(a.Stations); i++ {
		line, err := o.n.Read(ctx, a.Stations[i])
		if err != nil {
			errs = append(errs, err)
			continue
		}
		lines = append(lines, line)
	}
	if err := errors.Join(errs...); err != nil {
		slog.WarnContext(ctx, "read", "err", err)
		return failed("not all stations answer; ask for one at a time"), nil, nil
	}
	return text(strings.Join(lines, "\n")), nil, nil
}

// Goroutines that give up in silence.

func (o *office) parallel(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	var lines []string
	for _, st := range a.Stations {
		wg.Add(1)
		go func() {
			defer wg.Done()
			line, err := o.n.Read(ctx, st)
			if err != nil {
				slog.WarnContext(ctx, "read", "err", err)
				return
			}
			mu.Lock()
			defer mu.Unlock()
			lines = append(lines, line)
		}()
	}
	wg.Wait()
	return text(strings.Join(lines, "\n")), nil, nil // want "failed items are left out"
}

func (o *office) parallelGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var mu sync.Mutex
	var wg sync.WaitGroup
	var lines, missing []string
	for _, st := range a.Stations {
		wg.Add(1)
		go func() {
			defer wg.Done()
			line, err := o.n.Read(ctx, st)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				missing = append(missing, st)
				return
			}
			lines = append(lines, line)
		}()
	}
	wg.Wait()
	return text(strings.Join(lines, "\n") + "\nno answer: " + strings.Join(missing, ", ")), nil, nil
}

// A group whose functions swallow, and one whose error nobody takes.

func (o *office) grouped(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	g, ctx := errgroup.WithContext(ctx)
	lines := make([]string, len(a.Stations))
	for i, st := range a.Stations {
		g.Go(func() error {
			line, err := o.n.Read(ctx, st)
			lines[i] = line
			return err
		})
	}
	g.Wait() // want "group's error is discarded"
	return text(strings.Join(lines, "\n")), nil, nil
}

func (o *office) groupedGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	g, ctx := errgroup.WithContext(ctx)
	lines := make([]string, len(a.Stations))
	for i, st := range a.Stations {
		g.Go(func() error {
			line, err := o.n.Read(ctx, st)
			lines[i] = line
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return failed("a station does not answer; ask for one at a time"), nil, nil
	}
	return text(strings.Join(lines, "\n")), nil, nil
}

func (o *office) hushed(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	g, ctx := errgroup.WithContext(ctx)
	lines := make([]string, len(a.Stations))
	for i, st := range a.Stations {
		g.Go(func() error {
			line, err := o.n.Read(ctx, st)
			if err != nil {
				return nil
			}
			lines[i] = line
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return failed("a station does not answer; ask for one at a time"), nil, nil
	}
	return text(strings.Join(lines, "\n")), nil, nil // want "failed items are left out"
}

// The items that do not fit are what the tool is asked to find.

func (o *office) lintGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	var fit []string
	for _, st := range a.Stations {
		var v map[string]any
		if err := json.Unmarshal([]byte(st), &v); err != nil {
			continue
		}
		fit = append(fit, st)
	}
	return text(strings.Join(fit, "\n")), nil, nil
}

// The first that answers is the answer.

func (o *office) firstGood(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	for _, st := range a.Stations {
		line, err := o.n.Read(ctx, st)
		if err != nil {
			continue
		}
		return text(line), nil, nil
	}
	return failed("no station answers; tell the user"), nil, nil
}

// None answers, and the answer is that all is quiet.

func (o *office) first(ctx context.Context, _ *mcp.CallToolRequest, a in) (*mcp.CallToolResult, any, error) {
	found := ""
	for _, st := range a.Stations {
		line, err := o.n.Read(ctx, st)
		if err != nil {
			slog.WarnContext(ctx, "read", "err", err)
			continue
		}
		found += line
	}
	if found == "" {
		return text("all is quiet"), nil, nil // want "failed items are left out"
	}
	return text(found), nil, nil
}

// Register serves them.
func Register(s *mcp.Server, o *office) {
	mcp.AddTool(s, &mcp.Tool{Name: "skip"}, o.skip)
	mcp.AddTool(s, &mcp.Tool{Name: "skip_good"}, o.skipGood)
	mcp.AddTool(s, &mcp.Tool{Name: "below"}, o.below)
	mcp.AddTool(s, &mcp.Tool{Name: "below_good"}, o.belowGood)
	mcp.AddTool(s, &mcp.Tool{Name: "counted"}, o.counted)
	mcp.AddTool(s, &mcp.Tool{Name: "counted_good"}, o.countedGood)
	mcp.AddTool(s, &mcp.Tool{Name: "joined"}, o.joined)
	mcp.AddTool(s, &mcp.Tool{Name: "joined_good"}, o.joinedGood)
	mcp.AddTool(s, &mcp.Tool{Name: "parallel"}, o.parallel)
	mcp.AddTool(s, &mcp.Tool{Name: "parallel_good"}, o.parallelGood)
	mcp.AddTool(s, &mcp.Tool{Name: "grouped"}, o.grouped)
	mcp.AddTool(s, &mcp.Tool{Name: "grouped_good"}, o.groupedGood)
	mcp.AddTool(s, &mcp.Tool{Name: "hushed"}, o.hushed)
	mcp.AddTool(s, &mcp.Tool{Name: "lint"}, o.lintGood)
	mcp.AddTool(s, &mcp.Tool{Name: "first_good"}, o.firstGood)
	mcp.AddTool(s, &mcp.Tool{Name: "first"}, o.first)
}
