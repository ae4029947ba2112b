package tollgate

import (
	"errors"
	"fmt"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
)

// Codes that count themselves.

const (
	badFirst = -32070 - iota
	badSecond
)

const (
	goodFirst = 7000 + iota
	goodSecond
)

func badHeight(id mcp.RequestId, low bool) mcp.JSONRPCError {
	if low {
		return mcp.NewJSONRPCError(id, badFirst, "too high", nil) // want `the code -32070 belongs to the specification`
	}
	return mcp.NewJSONRPCError(id, badSecond, "too wide", nil) // want `the code -32071 belongs to the specification`
}

func goodHeight(id mcp.RequestId, low bool) mcp.JSONRPCError {
	if low {
		return mcp.NewJSONRPCError(id, goodFirst, "too high", nil)
	}
	return mcp.NewJSONRPCError(id, goodSecond, "too wide", nil)
}

// An error type of the gate's own that knows its code.

type badRefusal struct {
	code int
	text string
}

func (e *badRefusal) Error() string { return e.text }

func badCheck(r *http.Request) error {
	if r.ContentLength > 1<<20 {
		return fmt.Errorf("check: %w", &badRefusal{
			code: -32005, // want `the code -32005 is in the reserved range`
			text: "too heavy",
		})
	}
	return nil
}

func badAnswer(id mcp.RequestId, err error) mcp.JSONRPCError {
	if e := (*badRefusal)(nil); errors.As(err, &e) {
		return mcp.NewJSONRPCError(id, e.code, e.text, nil)
	}
	return mcp.NewJSONRPCError(id, mcp.INTERNAL_ERROR, "the gate is stuck", nil)
}

type goodRefusal struct {
	code int
	text string
}

func (e *goodRefusal) Error() string { return e.text }

func goodCheck(r *http.Request) error {
	if r.ContentLength > 1<<20 {
		return fmt.Errorf("check: %w", &goodRefusal{4130, "too heavy"})
	}
	return nil
}

func goodAnswer(id mcp.RequestId, err error) mcp.JSONRPCError {
	if e := (*goodRefusal)(nil); errors.As(err, &e) {
		return mcp.NewJSONRPCError(id, e.code, e.text, nil)
	}
	return mcp.NewJSONRPCError(id, mcp.INTERNAL_ERROR, "the gate is stuck", nil)
}

// A function that a struct holds, and one that a switch picks.

type barrier struct {
	code func(kind string) int
}

var badBarrier = barrier{func(kind string) int {
	switch kind {
	case "truck":
		return -32604 // want `the code -32604 is in the range reserved by JSON-RPC`
	}
	return mcp.INVALID_REQUEST
}}

var goodBarrier = barrier{func(kind string) int {
	switch kind {
	case "truck":
		return 3260
	}
	return mcp.INVALID_REQUEST
}}

func badStop(id mcp.RequestId, kind string) mcp.JSONRPCError {
	return mcp.JSONRPCError{JSONRPC: mcp.JSONRPC_VERSION, ID: id, Error: mcp.NewJSONRPCErrorDetails(badBarrier.code(kind), "stop", nil)}
}

func goodStop(id mcp.RequestId, kind string) mcp.JSONRPCError {
	return mcp.JSONRPCError{JSONRPC: mcp.JSONRPC_VERSION, ID: id, Error: mcp.NewJSONRPCErrorDetails(goodBarrier.code(kind), "stop", nil)}
}

// Barrier stands behind the gate.
func Barrier(w http.ResponseWriter, r *http.Request) {
	id := mcp.NewRequestId(r.URL.Path)
	for _, e := range []mcp.JSONRPCError{
		badHeight(id, true), goodHeight(id, true), badAnswer(id, badCheck(r)), goodAnswer(id, goodCheck(r)), badStop(id, "car"), goodStop(id, "car"),
	} {
		write(w, e)
	}
}
