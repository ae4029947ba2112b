// Pressroom serves mcp-go over stdio: whatever writes into the protocol stands
// before its twin that writes to standard error.
package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"text/template"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/mcplinttest/stdoutwrite/pressroom/press"
)

type room struct {
	badLog, goodLog *slog.Logger
	http            *http.Client
}

func done(s string) (*mcp.CallToolResult, error) { return mcp.NewToolResultText(s), nil }

// A writer that another package holds.

func badSheet(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	press.BadSay(req.GetString("sheet", ""))
	return done("printed")
}

func goodSheet(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	press.GoodSay(req.GetString("sheet", ""))
	return done("printed")
}

// A generic function that is given the writer.

func badShow(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := press.Show(os.Stdout, req.GetInt("n", 0)); err != nil { // want `standard output`
		return mcp.NewToolResultError("the number cannot be shown"), nil
	}
	return done("shown")
}

func goodShow(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := press.Show(os.Stderr, req.GetInt("n", 0)); err != nil {
		return mcp.NewToolResultError("the number cannot be shown"), nil
	}
	return done("shown")
}

// A wrapper with a deferred line about the time.

func badTimed(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		start := time.Now()
		defer func() {
			fmt.Printf("%s took %s\n", req.Params.Name, time.Since(start)) // want `fmt.Printf writes to standard output`
		}()
		return h(ctx, req)
	}
}

func goodTimed(h server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		start := time.Now()
		defer func() {
			fmt.Fprintf(os.Stderr, "%s took %s\n", req.Params.Name, time.Since(start))
		}()
		return h(ctx, req)
	}
}

// A function that chooses the writer of a logger.

func badTarget(file string) io.Writer {
	if f, err := os.Create(file); err == nil {
		return f
	}
	return os.Stdout // want `slog.NewJSONHandler is given standard output`
}

func goodTarget(file string) io.Writer {
	if f, err := os.Create(file); err == nil {
		return f
	}
	return os.Stderr
}

func (r *room) fold(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	r.badLog.InfoContext(ctx, "fold")
	r.goodLog.InfoContext(ctx, "fold")
	return done("folded")
}

// A copy of what an upstream sends.

func (r *room) fetch(ctx context.Context, w io.Writer) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://news.example.com", nil)
	if err != nil {
		return err
	}
	resp, err := r.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(w, resp.Body)
	return err
}

func (r *room) badNews(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := r.fetch(ctx, os.Stdout); err != nil { // want `standard output`
		return mcp.NewToolResultError("there are no news"), nil
	}
	return done("see the terminal")
}

func (r *room) goodNews(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := r.fetch(ctx, io.Discard); err != nil {
		return mcp.NewToolResultError("there are no news"), nil
	}
	return done("there are news")
}

// Hooks of the SDK, with a template.

var line = template.Must(template.New("line").Parse("{{.}}\n"))

func hooks() *server.Hooks {
	h := &server.Hooks{}
	h.AddBeforeAny(func(_ context.Context, _ any, method mcp.MCPMethod, _ any) {
		_ = line.Execute(os.Stdout, method) // want `is given standard output`
		_ = line.Execute(os.Stderr, method)
	})
	return h
}

// A table of commands, of which one serves.

func version() error {
	fmt.Println("pressroom 1.0.0")
	return nil
}

func serve() error {
	r := &room{
		badLog:  slog.New(slog.NewJSONHandler(badTarget("bad.log"), nil)),
		goodLog: slog.New(slog.NewJSONHandler(goodTarget("good.log"), nil)),
		http:    http.DefaultClient,
	}
	s := server.NewMCPServer("pressroom", "1.0.0", server.WithHooks(hooks()))
	for name, h := range map[string]server.ToolHandlerFunc{
		"bad_sheet": badSheet, "good_sheet": goodSheet, "bad_show": badShow, "good_show": goodShow,
		"bad_news": r.badNews, "good_news": r.goodNews, "fold": r.fold,
	} {
		s.AddTool(mcp.NewTool(name), badTimed(goodTimed(h)))
	}
	return server.ServeStdio(s)
}

func main() {
	commands := map[string]func() error{"version": version, "serve": serve}
	run, ok := commands[os.Args[len(os.Args)-1]]
	if !ok {
		run = serve
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
