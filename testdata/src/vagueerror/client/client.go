// Package client calls tools.
package client

import (
	"context"
	"errors"
	"fmt"

	mclient "github.com/mark3labs/mcp-go/client"
	mmcp "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var errTool = errors.New("tool error")

func drops(ctx context.Context, s *mcp.ClientSession, name string) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: name})
	if err != nil {
		return nil, err
	}
	if res.IsError {
		return nil, fmt.Errorf("tool %s failed", name) // want `drops what the isError result says`
	}
	return res, nil
}

func dropsToo(ctx context.Context, c *mclient.Client, req mmcp.CallToolRequest) (string, error) {
	res, err := c.CallTool(ctx, req)
	if err != nil || res.IsError {
		return "", errTool
	}
	return fmt.Sprint(res.Content), nil
}

func dropsSentinel(ctx context.Context, c *mclient.Client, req mmcp.CallToolRequest) (string, error) {
	res, err := c.CallTool(ctx, req)
	if err != nil {
		return "", err
	}
	if res.IsError {
		return "", errTool // want `drops what the isError result says`
	}
	return "ok", nil
}

func passes(ctx context.Context, s *mcp.ClientSession, name string) error {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: name})
	if err != nil {
		return err
	}
	if res.IsError {
		return fmt.Errorf("tool %s failed: %v", name, words(res))
	}
	return nil
}

func words(res *mcp.CallToolResult) (out []string) {
	for _, c := range res.Content {
		if t, ok := c.(*mcp.TextContent); ok {
			out = append(out, t.Text)
		}
	}
	return out
}

func handsOn(ctx context.Context, s *mcp.ClientSession, name string) (*mcp.CallToolResult, error) {
	res, err := s.CallTool(ctx, &mcp.CallToolParams{Name: name})
	if err == nil && res.IsError {
		return res, errTool
	}
	return res, err
}

func check(res *mcp.CallToolResult) error {
	if res.IsError {
		return errTool // want `drops what the isError result says`
	}
	return nil
}

func checkWords(res *mcp.CallToolResult) error {
	if res.IsError && len(res.Content) > 0 {
		return fmt.Errorf("failed: %v", words(res))
	}
	return nil
}

var _ = []any{check, checkWords, drops, dropsToo, dropsSentinel, passes, handsOn}
