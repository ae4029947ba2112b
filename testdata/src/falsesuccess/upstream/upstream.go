// Package upstream has tools of a harbour whose client is another package.
package upstream

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/mcplinttest/falsesuccess/upstream/api"
)

type desk struct {
	h *api.Harbour
	c map[string]string
}

func closed(what string) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultError(what + " cannot be seen now; tell the user"), nil
}

func (d *desk) berth(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var b api.Berth
	if err := d.h.Get(ctx, "/berths/1", &b); err != nil {
		return closed("the berth")
	}
	return mcp.NewToolResultText(fmt.Sprintf("%s free: %t", b.Name, b.Free)), nil
}

func (d *desk) berthGood(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var b api.Berth
	switch err := d.h.GetGood(ctx, "/berths/1", &b); {
	case errors.Is(err, api.ErrGone):
		return mcp.NewToolResultText("the berth was filled in years ago"), nil
	case err != nil:
		return closed("the berth")
	}
	return mcp.NewToolResultText(fmt.Sprintf("%s free: %t", b.Name, b.Free)), nil
}

func (d *desk) notice(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t, err := d.h.Text(ctx, "/notice")
	if err != nil {
		return closed("the notice")
	}
	return mcp.NewToolResultText(t), nil
}

func (d *desk) noticeGood(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t, err := d.h.TextGood(ctx, "/notice")
	if err != nil {
		return closed("the notice")
	}
	return mcp.NewToolResultText(t), nil
}

func (d *desk) book(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := d.h.Book(ctx, api.Berth{Name: req.GetString("berth", "")}); err != nil {
		return closed("the booking")
	}
	return mcp.NewToolResultText("booked"), nil
}

func (d *desk) bookGood(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := d.h.BookGood(ctx, api.Berth{Name: req.GetString("berth", "")}); err != nil {
		return closed("the booking")
	}
	return mcp.NewToolResultText("booked"), nil
}

func (d *desk) tideGood(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t, err := d.h.Tide(ctx)
	if err != nil {
		return closed("the tide")
	}
	return mcp.NewToolResultText(t), nil
}

// The second source answers when the first fails.
func (d *desk) mirrorGood(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t, err := d.h.TextGood(ctx, "/notice")
	if err != nil {
		u, err := d.h.TextGood(ctx, "/old/notice")
		if err != nil {
			return closed("the notice")
		}
		return mcp.NewToolResultText(u), nil
	}
	return mcp.NewToolResultText(t), nil
}

// Both sources fail, and the answer is empty.
func (d *desk) mirror(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t, err := d.h.TextGood(ctx, "/notice")
	if err != nil {
		if t, err = d.h.TextGood(ctx, "/old/notice"); err != nil {
			return mcp.NewToolResultText("there is no notice today"), nil // want "TextGood failed"
		}
	}
	return mcp.NewToolResultText(t), nil
}

// A second way to send, after which all is well.
func (d *desk) radioGood(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := d.h.BookGood(ctx, api.Berth{Name: "a"}); err != nil {
		if err := d.h.BookGood(ctx, api.Berth{Name: "b"}); err != nil {
			return closed("the booking")
		}
		return mcp.NewToolResultText("booked at berth b"), nil
	}
	return mcp.NewToolResultText("booked at berth a"), nil
}

// The kind of the failure told by its text, as clients without types force one to.
func (d *desk) goneGood(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t, err := d.h.TextGood(ctx, "/notice")
	if err != nil {
		if strings.Contains(err.Error(), "no such notice") {
			return mcp.NewToolResultText("no notice is up"), nil
		}
		return closed("the notice")
	}
	return mcp.NewToolResultText(t), nil
}

// By the code of one's own error type.
type harbourError struct{ Code int }

func (e *harbourError) Error() string { return http.StatusText(e.Code) }

func codeOf(err error) int {
	var h *harbourError
	if errors.As(err, &h) {
		return h.Code
	}
	return 0
}

func (d *desk) codeGood(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t, err := d.h.TextGood(ctx, "/notice")
	if codeOf(err) == 404 {
		return mcp.NewToolResultText("no notice is up"), nil
	}
	if err != nil {
		return closed("the notice")
	}
	return mcp.NewToolResultText(t), nil
}

// By everything but the code.
func (d *desk) code(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t, err := d.h.TextGood(ctx, "/notice")
	if err != nil && codeOf(err) != 503 {
		return mcp.NewToolResultText("no notice is up"), nil // want "TextGood failed"
	}
	if err != nil {
		return closed("the notice")
	}
	return mcp.NewToolResultText(t), nil
}

// A tool whose job is to judge.
func (d *desk) checkGood(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := d.h.TextGood(ctx, "/notice"); err != nil {
		return mcp.NewToolResultText("the harbour service is not reachable"), nil
	}
	return mcp.NewToolResultText("the harbour service is up"), nil
}

// It may not judge the other way round.
func (d *desk) check(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := d.h.TextGood(ctx, "/notice"); err != nil {
		return mcp.NewToolResultText("the harbour service is up"), nil // want "TextGood failed"
	}
	return mcp.NewToolResultText("the harbour service is up"), nil
}

// An extra that failed beside what was found.
func (d *desk) extraGood(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t, err := d.h.TextGood(ctx, "/notice")
	if err != nil {
		return closed("the notice")
	}
	tide, err := d.h.Tide(ctx)
	if err != nil {
		return mcp.NewToolResultText(t), nil
	}
	return mcp.NewToolResultText(t + "\ntide: " + tide), nil
}

// Nothing of what was found is shown.
func (d *desk) extra(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if _, err := d.h.TextGood(ctx, "/notice"); err != nil {
		return closed("the notice")
	}
	if _, err := d.h.Tide(ctx); err != nil {
		return mcp.NewToolResultText("low water"), nil // want "Tide failed"
	}
	return mcp.NewToolResultText("high water"), nil
}

// Attempts, of which one is enough.
func (d *desk) attemptsGood(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for range 3 {
		t, err := d.h.TextGood(ctx, "/notice")
		if err != nil {
			continue
		}
		return mcp.NewToolResultText(t), nil
	}
	return closed("the notice")
}

// Attempts after which nobody asks how the last one went.
func (d *desk) attempts(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for range 3 {
		if err := d.h.BookGood(ctx, api.Berth{Name: "a"}); err == nil {
			return mcp.NewToolResultText("booked"), nil
		}
	}
	return mcp.NewToolResultText("booked"), nil // want "BookGood failed"
}

// An error that is thrown away, with an answer made of zeros.
func (d *desk) ignored(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t, _ := d.h.TextGood(ctx, "/notice") // want "error of .*TextGood is thrown away"
	return mcp.NewToolResultText(t), nil
}

func (d *desk) ignoredGood(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t, _ := d.h.TextGood(ctx, "/notice")
	if t == "" {
		return closed("the notice")
	}
	return mcp.NewToolResultText(t), nil
}

// Register serves them.
func Register(s *server.MCPServer, d *desk) {
	for name, h := range map[string]server.ToolHandlerFunc{
		"berth": d.berth, "berth_good": d.berthGood, "notice": d.notice, "notice_good": d.noticeGood,
		"book": d.book, "book_good": d.bookGood, "tide": d.tideGood, "mirror_good": d.mirrorGood, "mirror": d.mirror,
		"radio": d.radioGood, "gone": d.goneGood, "code_good": d.codeGood, "code": d.code,
		"extra_good": d.extraGood, "extra": d.extra, "attempts_good": d.attemptsGood, "attempts": d.attempts,
		"ignored": d.ignored, "ignored_good": d.ignoredGood,
	} {
		s.AddTool(mcp.NewTool(name), h)
	}
	s.AddTool(mcp.NewTool("ping_service"), d.checkGood)
	s.AddTool(mcp.NewTool("ping_service_wrong"), d.check)
}
