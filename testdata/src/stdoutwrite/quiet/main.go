// Quiet serves HTTP only and may say what it likes.
package main

import (
	"context"
	"fmt"
	"log"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func count(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
	fmt.Println("counting")
	return nil, 1, nil
}

func main() {
	s := mcp.NewServer(&mcp.Implementation{Name: "quiet", Version: "1.0.0"}, nil)
	mcp.AddTool(s, &mcp.Tool{Name: "count"}, count)
	fmt.Println("listening on :8080")
	log.Fatal(http.ListenAndServe(":8080", mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, nil)))
}
