// Logger configures loggers in several ways.
package main

import (
	"context"
	"encoding/json"
	"io"
	"log"
	"log/slog"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type config struct {
	out   io.Writer
	audit io.Writer
}

type option func(*config)

func toStdout() option { return func(c *config) { c.out = os.Stdout } } // want `slog.NewTextHandler is given standard output`

func build(opts ...option) *slog.Logger {
	c := &config{out: os.Stderr, audit: os.Stderr}
	for _, o := range opts {
		o(c)
	}
	return slog.New(slog.NewTextHandler(c.out, nil))
}

type stats struct {
	Calls int `json:"calls"`
}

func (s *stats) dump(w io.Writer) error { return json.NewEncoder(w).Encode(s) }

func main() {
	log.SetOutput(os.Stdout) // want `log.SetOutput is given standard output`
	quiet := log.New(os.Stderr, "", 0)
	l := build(toStdout())
	st := &stats{}
	s := mcp.NewServer(&mcp.Implementation{Name: "logger", Version: "1.0.0"}, nil)
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			st.Calls++
			l.InfoContext(ctx, method)
			return next(ctx, method, req)
		}
	})
	quiet.Print("serving")
	if err := s.Run(context.Background(), &mcp.LoggingTransport{Transport: &mcp.StdioTransport{}, Writer: os.Stderr}); err != nil {
		quiet.Print(err)
	}
	if err := st.dump(os.Stdout); err != nil { // want `json.NewEncoder is given standard output`
		quiet.Print(err)
	}
}
