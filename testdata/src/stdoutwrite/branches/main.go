// Branches serves stdio or HTTP, and prints the errors of both in main.
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func tell(s *mcp.Server, web bool) error {
	if web {
		return http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		return fmt.Errorf("stdio: %w", err)
	}
	return nil
}

func logged(s *mcp.Server, web bool) error {
	if web {
		return http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
	}
	if err := s.Run(context.Background(), &mcp.StdioTransport{}); err != nil {
		log.Print(err)
	}
	return nil
}

func joined(s *mcp.Server, web bool) error {
	var err error
	if web {
		err = http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil))
	} else {
		logged(s, false)
	}
	return err
}

func main() {
	web := flag.Bool("web", false, "serve HTTP")
	name := flag.String("name", "", "the name")
	flag.Parse()
	s := mcp.NewServer(&mcp.Implementation{Name: *name, Version: "1.0.0"}, nil)
	switch *name {
	case "tell":
		if err := tell(s, *web); err != nil {
			fmt.Println(err) // want `fmt.Println writes to standard output`
			os.Exit(1)
		}
	case "logged":
		if err := logged(s, *web); err != nil {
			fmt.Println(err) // only the branch for HTTP fails
			os.Exit(1)
		}
	default:
		if err := joined(s, *web); err != nil {
			fmt.Println("joined:", err)
			os.Exit(1)
		}
	}
}
