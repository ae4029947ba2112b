// Package gosdk has the tools of a weather station on the go-sdk that pass
// internal error text on, each beside one that keeps it.
package gosdk

import (
	"bufio"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type query struct {
	Station  string   `json:"station"`
	Stations []string `json:"stations"`
	Day      string   `json:"day"`
}

type weather struct {
	db   *sql.DB
	web  *http.Client
	base string
	dir  string
}

var errNoStation = errors.New("no station has this name; list_stations shows them all")

func (w *weather) read(ctx context.Context, station string) (t float64, err error) {
	err = w.db.QueryRowContext(ctx, "SELECT t FROM readings WHERE station = $1", station).Scan(&t)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, errNoStation
	}
	return t, err
}

// A typed handler: what it returns is the text.
func (w *weather) badReading(ctx context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, any, error) {
	t, err := w.read(ctx, in.Station)
	if err != nil {
		return nil, nil, fmt.Errorf("station %s: %w", in.Station, err) // want `tool "reading": the error text of \(\*sql.Row\).Scan \(infra\)`
	}
	return nil, t, nil
}

func (w *weather) goodReading(ctx context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, any, error) {
	t, err := w.read(ctx, in.Station)
	switch {
	case errors.Is(err, errNoStation):
		return nil, nil, errNoStation
	case err != nil:
		slog.ErrorContext(ctx, "reading", "station", in.Station, "err", err)
		return nil, nil, fmt.Errorf("station %s cannot be read now; tell the user", in.Station)
	}
	return nil, t, nil
}

// A raw handler whose failures all leave through one literal.
func (w *weather) badRaw(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	fail := func(step string, err error) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: step + ": " + err.Error()}}}, nil
	}
	var in query
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return fail("arguments", err)
	}
	conn, err := net.Dial("tcp", w.base)
	if err != nil {
		return fail("station", err) // want `net.Dial \(infra\)`
	}
	return &mcp.CallToolResult{}, conn.Close()
}

func (w *weather) goodRaw(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	fail := func(step string, err error) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: step + ": " + err.Error()}}}, nil
	}
	var in query
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return fail("arguments", err)
	}
	conn, err := net.Dial("tcp", w.base)
	if err != nil {
		slog.ErrorContext(ctx, "dial", "err", err)
		return fail("station", errors.New("it does not answer; tell the user"))
	}
	return &mcp.CallToolResult{}, conn.Close()
}

// A deferred literal puts the operation before every error, or something else in
// its place.
func (w *weather) badDay(ctx context.Context, _ *mcp.CallToolRequest, in query) (_ *mcp.CallToolResult, n int, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("day %s: %w", in.Day, err) // want `\(\*sql.Row\).Scan`
		}
	}()
	if scan := w.db.QueryRowContext(ctx, "SELECT count(*) FROM readings WHERE day = $1", in.Day).Scan(&n); scan != nil {
		return nil, 0, scan
	}
	return nil, n, nil
}

func (w *weather) goodDay(ctx context.Context, _ *mcp.CallToolRequest, in query) (_ *mcp.CallToolResult, n int, err error) {
	defer func() {
		if err != nil {
			slog.ErrorContext(ctx, "day", "err", err)
			err = fmt.Errorf("day %s: no readings; tell the user", in.Day)
		}
	}()
	if scan := w.db.QueryRowContext(ctx, "SELECT count(*) FROM readings WHERE day = $1", in.Day).Scan(&n); scan != nil {
		return nil, 0, scan
	}
	return nil, n, nil
}

// Failures of the parts, joined.
func (w *weather) badAll(ctx context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, any, error) {
	var all error
	for _, s := range in.Stations {
		if _, err := w.read(ctx, s); err != nil {
			all = errors.Join(all, fmt.Errorf("%s: %w", s, err)) // want `\(\*sql.Row\).Scan`
		}
	}
	if all != nil {
		return nil, nil, all
	}
	return nil, "all are up", nil
}

func (w *weather) goodAll(ctx context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, any, error) {
	var all error
	for _, s := range in.Stations {
		if _, err := w.read(ctx, s); err != nil {
			slog.ErrorContext(ctx, "reading", "station", s, "err", err)
			all = errors.Join(all, fmt.Errorf("%s: no reading", s))
		}
	}
	if all != nil {
		return nil, nil, all
	}
	return nil, "all are up", nil
}

// A field of a part that says what failed.
type part struct {
	Station string  `json:"station"`
	T       float64 `json:"t"`
	Error   string  `json:"error,omitempty"`
}

type parts struct {
	Parts []part `json:"parts"`
}

func (w *weather) badParts(ctx context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, parts, error) {
	var out parts
	for _, s := range in.Stations {
		p := part{Station: s}
		t, err := w.read(ctx, s)
		if err != nil {
			p.Error = err.Error() // want `\(\*sql.Row\).Scan`
		} else {
			p.T = t
		}
		out.Parts = append(out.Parts, p)
	}
	return nil, out, nil
}

func (w *weather) goodParts(ctx context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, parts, error) {
	var out parts
	for _, s := range in.Stations {
		p := part{Station: s}
		t, err := w.read(ctx, s)
		if err != nil {
			slog.ErrorContext(ctx, "reading", "station", s, "err", err)
			p.Error = "no reading"
		} else {
			p.T = t
		}
		out.Parts = append(out.Parts, p)
	}
	return nil, out, nil
}

// A visitor that hands back its own failures and those of the literal.
func (w *weather) each(station string, visit func(line string) error) error {
	f, err := os.Open(filepath.Join(w.dir, "log"))
	if err != nil {
		return err
	}
	defer f.Close()
	for sc := bufio.NewScanner(f); sc.Scan(); {
		if line, ok := strings.CutPrefix(sc.Text(), station); ok {
			if err := visit(line); err != nil {
				return err
			}
		}
	}
	return nil
}

var errLong = errors.New("the log is too long; ask for one day")

func (w *weather) badLog(_ context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, any, error) {
	n := 0
	err := w.each(in.Station, func(string) error {
		if n++; n > 1000 {
			return errLong
		}
		return nil
	})
	if err != nil {
		return nil, nil, err // want `os.Open`
	}
	return nil, n, nil
}

func (w *weather) goodLog(ctx context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, any, error) {
	n := 0
	err := w.each(in.Station, func(string) error {
		if n++; n > 1000 {
			return errLong
		}
		return nil
	})
	if errors.Is(err, errLong) {
		return nil, nil, errLong
	}
	if err != nil {
		slog.ErrorContext(ctx, "log", "err", err)
		return nil, nil, errors.New("the station keeps no log")
	}
	return nil, n, nil
}

// A generic pair of value and error from goroutines.
type outcome[T any] struct {
	v   T
	err error
}

func gather[T any](names []string, get func(string) (T, error)) []outcome[T] {
	out := make([]outcome[T], len(names))
	var wg sync.WaitGroup
	for i, n := range names {
		wg.Add(1)
		go func() {
			defer wg.Done()
			v, err := get(n)
			out[i] = outcome[T]{v, err}
		}()
	}
	wg.Wait()
	return out
}

func (w *weather) forecast(ctx context.Context, station string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://forecast.example.com/"+station, nil)
	if err != nil {
		return "", errNoStation
	}
	resp, err := w.web.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(io.LimitReader(resp.Body, 1<<16))
	if err != nil {
		return "", err
	}
	if resp.StatusCode != http.StatusOK {
		return "", &refusal{resp.StatusCode, string(b)}
	}
	return string(b), nil
}

type refusal struct {
	Status int
	Body   string
}

func (r *refusal) Error() string { return strconv.Itoa(r.Status) + ": " + r.Body }

func (w *weather) badForecast(ctx context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, any, error) {
	var out []string
	for _, o := range gather(in.Stations, func(s string) (string, error) { return w.forecast(ctx, s) }) {
		if o.err != nil {
			return nil, nil, fmt.Errorf("forecast: %v", o.err) // want `\(infra\)|\(payload\)`
		}
		out = append(out, o.v)
	}
	return nil, out, nil
}

func (w *weather) goodForecast(ctx context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, any, error) {
	var out []string
	for _, o := range gather(in.Stations, func(s string) (string, error) { return w.forecast(ctx, s) }) {
		var r *refusal
		switch {
		case errors.As(o.err, &r):
			return nil, nil, fmt.Errorf("forecast: status %d", r.Status)
		case o.err != nil:
			return nil, nil, errors.New("forecast: no answer; tell the user")
		}
		out = append(out, o.v)
	}
	return nil, out, nil
}

// A switch over kinds whose last branch knows nothing.
func badSay(err error) string {
	var pe *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such day"
	case errors.As(err, &pe):
		return "the archive is closed; tell the user"
	}
	return err.Error()
}

func goodSay(err error) string {
	var pe *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such day"
	case errors.As(err, &pe):
		return "the archive is closed; tell the user"
	}
	return "the archive has a fault; tell the user"
}

func (w *weather) archive(ctx context.Context, day string) ([]byte, error) {
	resp, err := w.web.Get("https://archive.example.com/" + day)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	return io.ReadAll(resp.Body)
}

func (w *weather) badArchive(ctx context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, any, error) {
	b, err := w.archive(ctx, in.Day)
	if err != nil {
		return nil, nil, errors.New(badSay(err)) // want `\(\*http.Client\).Get|io.ReadAll`
	}
	return nil, string(b), nil
}

func (w *weather) goodArchive(ctx context.Context, _ *mcp.CallToolRequest, in query) (*mcp.CallToolResult, any, error) {
	b, err := w.archive(ctx, in.Day)
	if err != nil {
		return nil, nil, errors.New(goodSay(err))
	}
	return nil, string(b), nil
}

// Register adds the tools.
func Register(s *mcp.Server, w *weather) {
	mcp.AddTool(s, &mcp.Tool{Name: "reading"}, w.badReading)
	mcp.AddTool(s, &mcp.Tool{Name: "reading_well"}, w.goodReading)
	schema := json.RawMessage(`{"type":"object"}`)
	s.AddTool(&mcp.Tool{Name: "dial", InputSchema: schema}, w.badRaw)
	s.AddTool(&mcp.Tool{Name: "dial_well", InputSchema: schema}, w.goodRaw)
	mcp.AddTool(s, &mcp.Tool{Name: "day"}, w.badDay)
	mcp.AddTool(s, &mcp.Tool{Name: "day_well"}, w.goodDay)
	mcp.AddTool(s, &mcp.Tool{Name: "parts"}, w.badParts)
	mcp.AddTool(s, &mcp.Tool{Name: "parts_well"}, w.goodParts)
	for name, h := range map[string]mcp.ToolHandlerFor[query, any]{
		"all": w.badAll, "all_well": w.goodAll, "log": w.badLog, "log_well": w.goodLog, "forecast": w.badForecast, "forecast_well": w.goodForecast,
		"archive": w.badArchive, "archive_well": w.goodArchive,
	} {
		mcp.AddTool(s, &mcp.Tool{Name: name}, h)
	}
}
