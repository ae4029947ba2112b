// Package own is a hand-written JSON-RPC server: its own error objects and results
// are the outcomes.
package own

import (
	"encoding/json"
	"os"
)

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

type response struct {
	Version string    `json:"jsonrpc"`
	Result  any       `json:"result,omitempty"`
	Error   *rpcError `json:"error,omitempty"`
}

type request struct {
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

type result struct {
	Content []block `json:"content"`
	IsError bool    `json:"isError"`
}

type block struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

func fail(code int, msg string) response {
	return response{Version: "2.0", Error: &rpcError{code, msg}}
}

func handle(req request) response {
	if req.Method != "tools/call" {
		return fail(-32601, "no such method") // want `protocol-error with code [-32601]: "no such method" if req.Method != "tools/call"`
	}
	if err := os.Remove("a"); err != nil {
		return fail(-32603, err.Error()) // want `protocol-error with code [-32603]: infra os.Remove if os.Remove("a") != nil and req.Method == "tools/call"`
	}
	if err := os.Remove("b"); err != nil {
		return response{Version: "2.0", Result: result{IsError: true, Content: []block{{"text", "b stays"}}}} // want `tool-error: "b stays" if os.Remove("b") != nil and os.Remove("a") == nil and req.Method == "tools/call"`
	}
	return response{Version: "2.0", Result: result{Content: []block{{"text", "removed"}}}} // want `success: "removed" if os.Remove("b") == nil and os.Remove("a") == nil and req.Method == "tools/call"`
}
