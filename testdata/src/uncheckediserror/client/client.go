// Package client has clients of tools that take a refusal for an answer, each
// beside one that does not.
package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	mcpclient "github.com/mark3labs/mcp-go/client"
	mark "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type weather struct{ s *mcp.ClientSession }

func (w weather) badFirst(ctx context.Context, city string) (string, error) {
	res, err := w.s.CallTool(ctx, &mcp.CallToolParams{Name: "forecast", Arguments: map[string]any{"city": city}}) // want `the result of \(\*mcp.ClientSession\).CallTool is used without a look at IsError`
	if err != nil {
		return "", err
	}
	if len(res.Content) == 0 {
		return "", errors.New("empty")
	}
	t, _ := res.Content[0].(*mcp.TextContent)
	return t.Text, nil
}

func (w weather) goodFirst(ctx context.Context, city string) (string, error) {
	res, err := w.s.CallTool(ctx, &mcp.CallToolParams{Name: "forecast", Arguments: map[string]any{"city": city}})
	if err != nil {
		return "", err
	}
	if res.IsError || len(res.Content) == 0 {
		return "", errors.New("no forecast")
	}
	t, _ := res.Content[0].(*mcp.TextContent)
	return t.Text, nil
}

func (w weather) badStructured(ctx context.Context) (any, error) {
	res, err := w.s.CallTool(ctx, &mcp.CallToolParams{Name: "stations"}) // want `is used without a look at IsError`
	if err != nil {
		return nil, err
	}
	return res.StructuredContent, nil
}

func (w weather) goodStructured(ctx context.Context) (any, error) {
	res, err := w.s.CallTool(ctx, &mcp.CallToolParams{Name: "stations"})
	if err != nil {
		return nil, err
	}
	if err := refused(res); err != nil {
		return nil, err
	}
	return res.StructuredContent, nil
}

func refused(res *mcp.CallToolResult) error {
	if res.IsError {
		return errors.New("the tool refused")
	}
	return nil
}

func (w weather) goodWhole(ctx context.Context) ([]byte, error) {
	res, err := w.s.CallTool(ctx, &mcp.CallToolParams{Name: "stations"})
	if err != nil {
		return nil, err
	}
	return json.Marshal(res)
}

type caller interface {
	CallTool(ctx context.Context, req mark.CallToolRequest) (*mark.CallToolResult, error)
}

var _ caller = (*mcpclient.Client)(nil)

func join(cs []mark.Content) string {
	var b strings.Builder
	for _, c := range cs {
		if t, ok := c.(mark.TextContent); ok {
			b.WriteString(t.Text)
		}
	}
	return b.String()
}

func badJoin(ctx context.Context, c caller, req mark.CallToolRequest) (string, error) {
	res, err := c.CallTool(ctx, req) // want `the result of \(client.caller\).CallTool is used without a look at IsError`
	if err != nil {
		return "", err
	}
	return join(res.Content), nil
}

func goodJoin(ctx context.Context, c caller, req mark.CallToolRequest) (string, error) {
	res, err := c.CallTool(ctx, req)
	if err != nil {
		return "", err
	}
	s := join(res.Content)
	if res.IsError {
		return "", errors.New(s)
	}
	return s, nil
}

func do(ctx context.Context, c *mcpclient.Client, name string) (*mark.CallToolResult, error) {
	var req mark.CallToolRequest
	req.Params.Name = name
	return c.CallTool(ctx, req)
}

type reply struct {
	*mark.CallToolResult
	tool string
}

func badHelper(ctx context.Context, c *mcpclient.Client) (string, error) {
	res, err := do(ctx, c, "stations") // want `the result of client.do is used without a look at IsError`
	if err != nil {
		return "", err
	}
	r := reply{res, "stations"}
	return r.tool + ": " + join(r.Content), nil
}

func goodHelper(ctx context.Context, c *mcpclient.Client) (string, error) {
	res, err := do(ctx, c, "stations")
	if err != nil {
		return "", err
	}
	r := reply{res, "stations"}
	if r.IsError {
		return "", errors.New(r.tool + ": " + join(r.Content))
	}
	return r.tool + ": " + join(r.Content), nil
}

type block struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type badAnswer struct {
	Content []block `json:"content"`
}

type goodAnswer struct {
	Content []block `json:"content"`
	IsError bool    `json:"isError"`
}

func post(ctx context.Context, method string, params, out any) error {
	body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://localhost/mcp", bytes.NewReader(body))
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var env struct {
		Result json.RawMessage `json:"result"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&env); err != nil {
		return err
	}
	return json.Unmarshal(env.Result, out)
}

func badByHand(ctx context.Context, params any) (string, error) {
	var a badAnswer
	if err := post(ctx, "tools/call", params, &a); err != nil { // want `the answer to tools/call is decoded into client.badAnswer, which has no isError field`
		return "", err
	}
	return a.Content[0].Text, nil
}

func goodByHand(ctx context.Context, params any) (string, error) {
	var a goodAnswer
	if err := post(ctx, "tools/call", params, &a); err != nil {
		return "", err
	}
	if a.IsError {
		return "", errors.New("refused")
	}
	return a.Content[0].Text, nil
}

func badMap(ctx context.Context, params any) (string, error) {
	var a map[string]any
	if err := post(ctx, "tools/call", params, &a); err != nil {
		return "", err
	}
	return fmt.Sprint(a["content"]), nil // want `the content of the answer to tools/call is read and isError is not`
}

func goodMap(ctx context.Context, params any) (string, error) {
	var a map[string]any
	if err := post(ctx, "tools/call", params, &a); err != nil {
		return "", err
	}
	if failed, _ := a["isError"].(bool); failed {
		return "", errors.New("refused")
	}
	return fmt.Sprint(a["content"]), nil
}
