// Forge serves the go-sdk over stdio: whatever writes into the protocol stands
// before its twin that writes to standard error.
package main

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"text/tabwriter"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/mcplinttest/stdoutwrite/forge/anvil"
)

type piece struct {
	Name string `json:"name"`
}

// A kind of listener of the program's own, with two implementations.

type forge struct{ teller anvil.Teller }

func (f forge) heat(_ context.Context, _ *mcp.CallToolRequest, in piece) (*mcp.CallToolResult, any, error) {
	f.teller.Tell("heating " + in.Name)
	return nil, "hot", nil
}

// A command of another package.

func badStrike(ctx context.Context, _ *mcp.CallToolRequest, in piece) (*mcp.CallToolResult, any, error) {
	if err := anvil.BadCommand(ctx, "strike").Run(); err != nil {
		return nil, nil, errors.New("the hammer is broken")
	}
	return nil, "struck", nil
}

func goodStrike(ctx context.Context, _ *mcp.CallToolRequest, in piece) (*mcp.CallToolResult, any, error) {
	if err := anvil.GoodCommand(ctx, "strike").Run(); err != nil {
		return nil, nil, errors.New("the hammer is broken")
	}
	return nil, "struck", nil
}

// A function that a field holds.

type observer struct {
	notify func(format string, args ...any)
}

func (o observer) quench(_ context.Context, _ *mcp.CallToolRequest, in piece) (*mcp.CallToolResult, any, error) {
	o.notify("quenching %s\n", in.Name)
	return nil, "cold", nil
}

func badNotify(format string, args ...any) {
	fmt.Printf(format, args...) // want `fmt.Printf writes to standard output`
}

func goodNotify(format string, args ...any) { log.Printf(format, args...) }

// A generic table that a factory of handlers makes.

func badList[T any](rows []T, cell func(T) string) mcp.ToolHandlerFor[piece, any] {
	return func(context.Context, *mcp.CallToolRequest, piece) (*mcp.CallToolResult, any, error) {
		w := tabwriter.NewWriter(os.Stdout, 0, 8, 1, ' ', 0) // want `tabwriter.NewWriter is given standard output`
		for _, r := range rows {
			fmt.Fprintln(w, cell(r))
		}
		return nil, len(rows), w.Flush()
	}
}

func goodList[T any](rows []T, cell func(T) string) mcp.ToolHandlerFor[piece, any] {
	return func(context.Context, *mcp.CallToolRequest, piece) (*mcp.CallToolResult, any, error) {
		w := tabwriter.NewWriter(os.Stderr, 0, 8, 1, ' ', 0)
		for _, r := range rows {
			fmt.Fprintln(w, cell(r))
		}
		return nil, len(rows), w.Flush()
	}
}

// A loop over writers.

func badStock(context.Context, *mcp.CallToolRequest, piece) (*mcp.CallToolResult, any, error) {
	for _, w := range []io.Writer{os.Stderr, os.Stdout} { // want `csv.NewWriter is given standard output`
		c := csv.NewWriter(w)
		if err := c.Write([]string{"iron", "12"}); err != nil {
			return nil, nil, errors.New("the stock is not known")
		}
		c.Flush()
	}
	return nil, "12", nil
}

func goodStock(context.Context, *mcp.CallToolRequest, piece) (*mcp.CallToolResult, any, error) {
	for _, w := range []io.Writer{os.Stderr, io.Discard} {
		c := csv.NewWriter(w)
		if err := c.Write([]string{"iron", "12"}); err != nil {
			return nil, nil, errors.New("the stock is not known")
		}
		c.Flush()
	}
	return nil, "12", nil
}

// A goroutine that waits for a signal while the server runs.

func badSignals(ctx context.Context, stop context.CancelFunc) {
	<-ctx.Done()
	fmt.Println("the fire goes out") // want `fmt.Println writes to standard output`
	stop()
}

func goodSignals(ctx context.Context, stop context.CancelFunc) {
	<-ctx.Done()
	fmt.Fprintln(os.Stderr, "the fire goes out")
	stop()
}

// A function that the SDK runs when a client has come.

func badHello(context.Context, *mcp.InitializedRequest) {
	fmt.Println("a customer") // want `fmt.Println writes to standard output`
}

func goodHello(context.Context, *mcp.InitializedRequest) { log.Print("a customer") }

// What is told at the end, in a deferred call.

func badReport(n int) {
	if err := json.NewEncoder(os.Stdout).Encode(map[string]int{"calls": n}); err != nil { // want `json.NewEncoder is given standard output`
		log.Print(err)
	}
}

func goodReport(n int) {
	if err := json.NewEncoder(os.Stderr).Encode(map[string]int{"calls": n}); err != nil {
		log.Print(err)
	}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	s := mcp.NewServer(&mcp.Implementation{Name: "forge", Version: "1.0.0"}, &mcp.ServerOptions{
		InitializedHandler: func(ctx context.Context, req *mcp.InitializedRequest) {
			badHello(ctx, req)
			goodHello(ctx, req)
		},
	})
	for name, h := range map[string]mcp.ToolHandlerFor[piece, any]{
		"bad_heat": forge{anvil.BadTeller{}}.heat, "good_heat": forge{anvil.GoodTeller{}}.heat,
		"bad_strike": badStrike, "good_strike": goodStrike,
		"bad_quench": observer{badNotify}.quench, "good_quench": observer{goodNotify}.quench,
		"bad_list": badList([]int{1, 2}, func(n int) string { return fmt.Sprint(n) }), "good_list": goodList([]string{"a"}, func(s string) string { return s }),
		"bad_stock": badStock, "good_stock": goodStock,
	} {
		mcp.AddTool(s, &mcp.Tool{Name: name}, h)
	}
	go badSignals(ctx, stop)
	go goodSignals(ctx, stop)
	defer badReport(1)
	defer goodReport(1)
	if err := s.Run(ctx, &mcp.StdioTransport{}); err != nil {
		log.Print(err)
	}
}
