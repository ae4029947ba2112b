// Package mcpgo answers some requests by itself.
package mcpgo

import "github.com/mark3labs/mcp-go/mcp"

func refuse(id mcp.RequestId, busy bool) mcp.JSONRPCError {
	if busy {
		return mcp.NewJSONRPCError(id, -32090, "busy", nil) // want `the code -32090 belongs to the specification`
	}
	return mcp.JSONRPCError{JSONRPC: mcp.JSONRPC_VERSION, ID: id, Error: mcp.JSONRPCErrorDetails{
		Code:    -32002, // want `the code -32002 must not be sent`
		Message: "not found",
	}}
}

func good(id mcp.RequestId) []mcp.JSONRPCError {
	return []mcp.JSONRPCError{
		mcp.NewJSONRPCError(id, mcp.INTERNAL_ERROR, "broken", nil),
		mcp.NewJSONRPCError(id, mcp.INVALID_PARAMS, "unknown tool", nil),
		mcp.NewJSONRPCError(id, 4290, "slow down", nil),
	}
}
