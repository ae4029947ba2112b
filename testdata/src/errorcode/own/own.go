// Package own is a server of the newest revision, written by hand.
package own

import "encoding/json"

const revision = "2026-07-28"

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

type reply struct {
	ID     json.RawMessage `json:"id"`
	Result any             `json:"result,omitempty"`
	Error  *rpcError       `json:"error,omitempty"`
}

var (
	errParse   = &rpcError{-32700, "not JSON"}
	errMethod  = &rpcError{-32601, "no such method"}
	errVersion = &rpcError{-32022, "unsupported protocol version"}
	errMissing = &rpcError{-32002, "no such resource"} // want `the code -32002 must not be sent`
	errQuota   = &rpcError{4029, "quota used up"}
)

func answer(raw []byte) reply {
	var m struct {
		ID     json.RawMessage
		Method string
	}
	if json.Unmarshal(raw, &m) != nil {
		return reply{Error: errParse}
	}
	switch m.Method {
	case "initialize":
		return reply{ID: m.ID, Result: map[string]any{"protocolVersion": revision}, Error: errVersion}
	case "resources/read":
		return reply{ID: m.ID, Error: errMissing}
	case "tools/list":
		return reply{ID: m.ID, Error: errQuota}
	case "ping":
		return reply{ID: m.ID, Result: map[string]any{"error": map[string]any{
			"code": -32077, "message": "tired"}}} // want `the code -32077 belongs to the specification`
	}
	return reply{ID: m.ID, Error: errMethod}
}

var _ = answer

// A tool that fails is no malformed request; one that nobody knows is.
type run func(args json.RawMessage) (string, error)

func call(tools map[string]run, id json.RawMessage, name string, args json.RawMessage) reply {
	t, ok := tools[name]
	if !ok {
		return reply{ID: id, Error: &rpcError{-32602, "unknown tool"}}
	}
	var in map[string]any
	if err := json.Unmarshal(args, &in); err != nil {
		return reply{ID: id, Error: &rpcError{-32602, "arguments must be an object"}}
	}
	text, err := t(args)
	if err != nil {
		return reply{ID: id, Error: &rpcError{-32602, "the tool failed"}} // want `the code -32602 says that the request is malformed`
	}
	return reply{ID: id, Result: text}
}

var _ = call
