// Package mcpgo repeats orders after failures.
package mcpgo

import (
	"context"
	"net/http"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func post(ctx context.Context, item, key string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://shop.example.com/orders", strings.NewReader(item))
	if err != nil {
		return nil, err
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	return http.DefaultClient.Do(req)
}

func bare(ctx context.Context, item string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://shop.example.com/orders", strings.NewReader(item))
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req)
}

// The order may have been taken before the answer was lost.
func createOrder(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for range 3 {
		resp, err := bare(ctx, req.GetString("item", "")) // want "order"
		if err != nil {
			continue
		}
		resp.Body.Close()
		return mcp.NewToolResultText("ordered"), nil
	}
	return mcp.NewToolResultError("the order could not be placed; look at list_orders before you order again"), nil
}

// The shop knows the order again by its key.
func createKeyed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for range 3 {
		resp, err := post(ctx, req.GetString("item", ""), req.GetString("order_key", "none"))
		if err != nil {
			continue
		}
		resp.Body.Close()
		return mcp.NewToolResultText("ordered"), nil
	}
	return mcp.NewToolResultError("the order could not be placed; look at list_orders before you order again"), nil
}

// Each attempt is another item, and the status line is compared as text.
func createAll(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	for _, item := range req.GetStringSlice("items", nil) {
		resp, err := bare(ctx, item)
		if err != nil {
			return mcp.NewToolResultError("an order could not be placed; look at list_orders to see which were"), nil
		}
		resp.Body.Close()
		if resp.Status == "200 OK" || resp.Status == "201 Created" {
			continue
		}
		return mcp.NewToolResultError("the shop refused " + item + "; the items before it are ordered"), nil
	}
	return mcp.NewToolResultText("ordered"), nil
}

// Register serves the tools.
func Register(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("create_order"), createOrder)
	s.AddTool(mcp.NewTool("create_keyed"), createKeyed)
	s.AddTool(mcp.NewTool("create_all"), createAll)
}
