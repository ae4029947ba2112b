// Banner serves stdio or HTTP and says so.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func init() {
	fmt.Println("loading") // want `fmt.Println writes to standard output, which is the JSON-RPC stream of this stdio server`
}

func load(path string) error {
	if path == "" {
		fmt.Println("no path is given") // the way to the server ends here
		return fmt.Errorf("no path")
	}
	fmt.Printf("loading %s\n", path) // want `fmt.Printf writes to standard output`
	return nil
}

func usage() {
	fmt.Println("usage: banner [flags]")
	os.Exit(2)
}

func ping(_ context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	fmt.Print("pong\n") // want `fmt.Print writes to standard output`
	println("this goes to standard error")
	return mcp.NewToolResultText("pong"), nil
}

func watch() {
	fmt.Fprintln(os.Stdout, "watching") // want `fmt.Fprintln is given standard output`
	fmt.Fprintln(os.Stderr, "watching")
}

func main() {
	transport := flag.String("transport", "stdio", "stdio or http")
	version := flag.Bool("version", false, "print the version")
	flag.Parse()
	if *version {
		fmt.Println("banner 1.0.0")
		return
	}
	if flag.NArg() > 1 {
		usage()
	}
	if err := load(flag.Arg(0)); err != nil {
		log.Fatal(err)
	}
	if *transport == "http" {
		fmt.Println("listening on :8080")
	}
	go watch()
	s := server.NewMCPServer("banner", "1.0.0")
	s.AddTool(mcp.NewTool("ping"), ping)
	switch *transport {
	case "http":
		fmt.Println("serving HTTP")
		log.Fatal(http.ListenAndServe(":8080", server.NewStreamableHTTPServer(s)))
	default:
		fmt.Println("serving stdio") // want `fmt.Println writes to standard output`
		if err := server.ServeStdio(s); err != nil {
			fmt.Println(err) // want `fmt.Println writes to standard output`
			os.Exit(1)
		}
	}
}
