package mcpgo

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// bookings books the rooms of a house, here and at its neighbours.
type bookings struct {
	db       *sql.DB
	client   *http.Client
	attempts int
	pause    time.Duration
	mail     mailer
}

type mailer interface {
	SendMail(ctx context.Context, to, text string) error
	Reconnect(ctx context.Context) error
	Unread(ctx context.Context, to string) (int, error)
}

func unknown(ctx context.Context, err error) (*mcp.CallToolResult, error) {
	slog.ErrorContext(ctx, "bookings", "err", err)
	return mcp.NewToolResultError("it is not known whether the room was booked; look at list_bookings"), nil
}

// A generic helper that runs a literal again.
func again[T any](ctx context.Context, n int, do func(context.Context) (T, error)) (out T, err error) {
	for i := 0; i < n; i++ {
		if out, err = do(ctx); err == nil {
			return out, nil
		}
		select {
		case <-ctx.Done():
			return out, ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return out, err
}

func (b *bookings) badRoom(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	room := req.GetString("room", "")
	id, err := again(ctx, 3, func(ctx context.Context) (id int64, err error) {
		err = b.db.QueryRowContext(ctx, "INSERT INTO bookings(room) VALUES($1) RETURNING id", room).Scan(&id) // want `a loop repeats .+ after a failure, and`
		return id, err
	})
	if err != nil {
		return unknown(ctx, err)
	}
	return mcp.NewToolResultStructuredOnly(map[string]int64{"booking": id}), nil
}

func (b *bookings) goodRoom(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	room := req.GetString("room", "")
	id, err := again(ctx, 3, func(ctx context.Context) (id int64, err error) {
		err = b.db.QueryRowContext(ctx, "SELECT id FROM bookings WHERE room = $1", room).Scan(&id)
		return id, err
	})
	if err != nil {
		return unknown(ctx, err)
	}
	return mcp.NewToolResultStructuredOnly(map[string]int64{"booking": id}), nil
}

// Recursion that counts its attempts down.
func (b *bookings) badGuest(ctx context.Context, name string, left int) error {
	_, err := b.db.ExecContext(ctx, "INSERT INTO guests(name) VALUES($1)", name) // want `tool "add_guest": the recursion repeats .+ after a failure, and`
	if err != nil && left > 0 {
		return b.badGuest(ctx, name, left-1)
	}
	return err
}

func (b *bookings) goodGuest(ctx context.Context, name string, left int) error {
	_, err := b.db.ExecContext(ctx, "INSERT INTO guests(name) VALUES($1) ON CONFLICT (name) DO NOTHING", name)
	if err != nil && left > 0 {
		return b.goodGuest(ctx, name, left-1)
	}
	return err
}

func (b *bookings) guest(add func(ctx context.Context, name string, left int) error) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := add(ctx, req.GetString("name", ""), b.attempts); err != nil {
			return unknown(ctx, err)
		}
		return mcp.NewToolResultText("welcome"), nil
	}
}

// A second call after a reconnect.
func (b *bookings) badConfirm(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	to := req.GetString("guest", "")
	err := b.mail.SendMail(ctx, to, "your room is booked")
	if err != nil {
		if err := b.mail.Reconnect(ctx); err != nil {
			return unknown(ctx, err)
		}
		err = b.mail.SendMail(ctx, to, "your room is booked") // want `a second call repeats`
	}
	if err != nil {
		return unknown(ctx, err)
	}
	return mcp.NewToolResultText("confirmed"), nil
}

func (b *bookings) goodConfirm(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	to := req.GetString("guest", "")
	n, err := b.mail.Unread(ctx, to)
	if err != nil {
		if err := b.mail.Reconnect(ctx); err != nil {
			return unknown(ctx, err)
		}
		n, err = b.mail.Unread(ctx, to)
	}
	if err != nil {
		return unknown(ctx, err)
	}
	return mcp.NewToolResultStructuredOnly(map[string]int{"unread": n}), nil
}

// The status decides: a server that broke down may have booked, one that counts
// calls has not.
func (b *bookings) book(ctx context.Context, room string) (*http.Response, error) {
	body, err := json.Marshal(map[string]string{"room": room})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://neighbour.example.com/bookings", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	return b.client.Do(req)
}

func (b *bookings) badNeighbour(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for i := 0; ; i++ {
		resp, err := b.book(ctx, req.GetString("room", "")) // want `a loop repeats the HTTP request`
		if err != nil {
			return unknown(ctx, err)
		}
		resp.Body.Close()
		if resp.StatusCode >= 500 && i < 5 {
			continue
		}
		if resp.StatusCode != http.StatusCreated {
			return mcp.NewToolResultErrorf("the neighbour answers with status %d; look at its list", resp.StatusCode), nil
		}
		return mcp.NewToolResultText("booked next door"), nil
	}
}

func (b *bookings) goodNeighbour(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for i := 0; ; i++ {
		resp, err := b.book(ctx, req.GetString("room", ""))
		if err != nil {
			return unknown(ctx, err)
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusTooManyRequests && i < 5 {
			continue
		}
		if resp.StatusCode != http.StatusCreated {
			return mcp.NewToolResultErrorf("the neighbour answers with status %d; look at its list", resp.StatusCode), nil
		}
		return mcp.NewToolResultText("booked next door"), nil
	}
}

// The kind of the error decides: a connection that was never made carried nothing.
func (b *bookings) badKind(ctx context.Context, room string) error {
	for {
		_, err := b.book(ctx, room) // want `repeats the HTTP request .+ after a failure without end`
		var ne net.Error
		if errors.As(err, &ne) && ne.Timeout() {
			time.Sleep(b.pause)
			continue
		}
		return err
	}
}

func (b *bookings) goodKind(ctx context.Context, room string) error {
	for {
		_, err := b.book(ctx, room)
		var oe *net.OpError
		if errors.As(err, &oe) && oe.Op == "dial" {
			time.Sleep(b.pause)
			continue
		}
		return err
	}
}

func kind(do func(ctx context.Context, room string) error) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := do(ctx, req.GetString("room", "")); err != nil {
			return unknown(ctx, err)
		}
		return mcp.NewToolResultText("booked"), nil
	}
}

// A list of work that failed work goes back to.
func (b *bookings) badList(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	todo := req.GetStringSlice("rooms", nil)
	failures := 0
	for len(todo) > 0 && failures < 10 {
		room := todo[0]
		todo = todo[1:]
		if _, err := b.db.ExecContext(ctx, "INSERT INTO bookings(room) VALUES($1)", room); err != nil { // want `a loop repeats`
			failures++
			todo = append(todo, room)
		}
	}
	return mcp.NewToolResultText("all are booked; look at list_bookings"), nil
}

func (b *bookings) goodList(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	todo := req.GetStringSlice("rooms", nil)
	var open []string
	for len(todo) > 0 {
		room := todo[0]
		todo = todo[1:]
		if _, err := b.db.ExecContext(ctx, "INSERT INTO bookings(room) VALUES($1)", room); err != nil {
			slog.WarnContext(ctx, "bookings", "room", room, "err", err)
			open = append(open, room)
		}
	}
	if len(open) > 0 {
		return mcp.NewToolResultErrorf("of the rooms %q it is not known whether they are booked; look at list_bookings", open), nil
	}
	return mcp.NewToolResultText("all are booked"), nil
}

// A ticker, and a file that grows.
func (b *bookings) badRegister(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f, err := os.OpenFile("/srv/house/register", os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return unknown(ctx, err)
	}
	defer f.Close()
	tick := time.NewTicker(b.pause)
	defer tick.Stop()
	for {
		_, err := f.WriteString(req.GetString("name", "") + "\n") // want `a loop repeats the file`
		if err == nil {
			return mcp.NewToolResultText("registered"), nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

func (b *bookings) goodRegister(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	tick := time.NewTicker(b.pause)
	defer tick.Stop()
	for {
		err := os.WriteFile("/srv/house/last", []byte(req.GetString("name", "")), 0o600)
		if err == nil {
			return mcp.NewToolResultText("registered"), nil
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// A middleware that runs handlers again.
func badRepeat(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var res *mcp.CallToolResult
		var err error
		for range 3 {
			if res, err = next(ctx, req); err == nil && !res.IsError {
				return res, nil
			}
		}
		return res, err
	}
}

func (b *bookings) badBell(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := b.mail.SendMail(ctx, "desk", "a guest is at the door"); err != nil { // want `a loop repeats`
		return unknown(ctx, err)
	}
	return mcp.NewToolResultText("rung"), nil
}

func (b *bookings) goodBell(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n, err := b.mail.Unread(ctx, "desk")
	if err != nil {
		return unknown(ctx, err)
	}
	return mcp.NewToolResultStructuredOnly(map[string]int{"unread": n}), nil
}

// RegisterBookings serves the tools.
func RegisterBookings(s *server.MCPServer, b *bookings) {
	for name, h := range map[string]server.ToolHandlerFunc{
		"book_room": b.badRoom, "find_room": b.goodRoom, "confirm": b.badConfirm, "unread": b.goodConfirm, "book_next_door": b.badNeighbour,
		"book_next_door_politely": b.goodNeighbour, "book_all": b.badList, "book_each": b.goodList, "register": b.badRegister, "write_last": b.goodRegister,
	} {
		s.AddTool(mcp.NewTool(name), h)
	}
	s.AddTool(mcp.NewTool("add_guest"), b.guest(b.badGuest))
	s.AddTool(mcp.NewTool("keep_guest"), b.guest(b.goodGuest))
	s.AddTool(mcp.NewTool("book_after_timeout"), kind(b.badKind))
	s.AddTool(mcp.NewTool("book_after_dial"), kind(b.goodKind))
	s.AddTool(mcp.NewTool("ring_bell"), badRepeat(b.badBell))
	s.AddTool(mcp.NewTool("bell"), badRepeat(b.goodBell))
}
