package check

import (
	"context"
	"strings"
	"testing"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

func request(n string) mcp.CallToolRequest {
	var req mcp.CallToolRequest
	req.Params.Name = "double"
	req.Params.Arguments = map[string]any{"n": n}
	return req
}

func TestBadPresence(t *testing.T) {
	res, err := Double(t.Context(), request("12")) // want `this test passes when the tool fails: it looks at the Go error and at whether there is content`
	if err != nil {
		t.Fatal(err)
	}
	if res == nil || len(res.Content) != 1 {
		t.Fatal("no answer")
	}
}

func TestGoodPresence(t *testing.T) {
	res, err := Double(t.Context(), request("12"))
	if err != nil {
		t.Fatal(err)
	}
	if res.IsError || len(res.Content) != 1 {
		t.Fatal("no answer")
	}
}

func TestGoodText(t *testing.T) {
	res, err := Double(t.Context(), request("12"))
	if err != nil {
		t.Fatal(err)
	}
	if got := res.Content[0].(mcp.TextContent).Text; got != "24" {
		t.Fatalf("got %s", got)
	}
}

func TestBadLogged(t *testing.T) {
	res, err := Double(t.Context(), request("12")) // want `this test passes when the tool fails`
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range res.Content {
		if txt, ok := c.(mcp.TextContent); ok {
			t.Logf("answer: %s", txt.Text)
		}
	}
}

func TestBadNegative(t *testing.T) {
	_, err := Double(context.Background(), request("")) // want `this test passes when the call succeeds: its assertions run only if err != nil`
	if err != nil && !strings.Contains(err.Error(), "n must be given") {
		t.Errorf("another error: %v", err)
	}
}

func TestGoodNegative(t *testing.T) {
	res, err := Double(context.Background(), request(""))
	if err != nil {
		t.Fatalf("a refusal is no Go error: %v", err)
	}
	if !res.IsError {
		t.Error("the call was not refused")
	}
}

func TestGoodProtocol(t *testing.T) {
	var c *client.Client
	_, err := c.CallTool(t.Context(), request("1"))
	if err == nil {
		t.Fatal("a client without a connection answered")
	}
	if !strings.Contains(err.Error(), "not initialized") {
		t.Errorf("another error: %v", err)
	}
}

func mustCall(t *testing.T, n string) *mcp.CallToolResult {
	t.Helper()
	res, err := Double(t.Context(), request(n))
	if err != nil || res.IsError {
		t.Fatalf("double failed: %v", err)
	}
	return res
}

func TestGoodHelper(t *testing.T) {
	if res := mustCall(t, "12"); len(res.Content) == 0 {
		t.Error("no answer")
	}
}

func call(t *testing.T, n string) *mcp.CallToolResult {
	t.Helper()
	res, err := Double(t.Context(), request(n))
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestBadHelper(t *testing.T) {
	if res := call(t, "12"); len(res.Content) == 0 { // want `this test passes when the tool fails`
		t.Error("no answer")
	}
}
