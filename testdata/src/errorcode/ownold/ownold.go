// Package ownold is a server of an older revision, for which a missing resource
// is -32002.
package ownold

import "encoding/json"

const revision = "2025-06-18"

type rpcError struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func read(raw []byte) (any, *rpcError) {
	var m struct{ Method string }
	if json.Unmarshal(raw, &m) != nil {
		return nil, &rpcError{-32700, "not JSON"}
	}
	if m.Method == "resources/read" {
		return nil, &rpcError{-32002, "no such resource"}
	}
	if m.Method == "initialize" {
		return map[string]string{"protocolVersion": revision}, nil
	}
	return nil, &rpcError{-32601, "no such method"}
}

var _ = read
