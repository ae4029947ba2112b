// Typed serves one command of two over stdio.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type reporter interface{ report(string) }

type loud struct{ w *bufio.Writer }

func (l loud) report(s string) {
	_, _ = l.w.WriteString(s)
	_ = l.w.Flush()
}

type args struct {
	N int `json:"n"`
}

type counter struct{ reporter }

func (c counter) count(_ context.Context, _ *mcp.CallToolRequest, in args) (*mcp.CallToolResult, any, error) {
	if in.N < 0 {
		return nil, nil, errors.New("n must not be negative")
	}
	c.report("counting")
	return nil, in.N, nil
}

func serve() error {
	s := mcp.NewServer(&mcp.Implementation{Name: "typed", Version: "1.0.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "count"}, counter{loud{bufio.NewWriter(os.Stdout)}}.count) // want `bufio.NewWriter is given standard output`
	ss, err := s.Connect(context.Background(), &mcp.StdioTransport{}, nil)
	if err != nil {
		return err
	}
	return ss.Wait()
}

func list() error {
	fmt.Println("count")
	return nil
}

func main() {
	cmds := map[string]func() error{"serve": serve, "list": list}
	if len(os.Args) < 2 {
		fmt.Println("usage: typed serve|list")
		return
	}
	if err := cmds[os.Args[1]](); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
