// Package tollgate stands in front of an mcp-go server over HTTP and refuses some
// requests by itself: each answer with a code that is not the gate's to give stands
// before its twin.
package tollgate

import (
	"encoding/json"
	"net/http"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/mcplinttest/errorcode/tollgate/toll"
)

type gate struct {
	next http.Handler
	paid func(*http.Request) bool
}

func write(w http.ResponseWriter, e mcp.JSONRPCError) {
	w.Header().Set("Content-Type", "application/json")
	if err := json.NewEncoder(w).Encode(e); err != nil {
		http.Error(w, "no answer", http.StatusInternalServerError)
	}
}

// A constant of another package, in a handler.

func (g *gate) badPaid(w http.ResponseWriter, r *http.Request) {
	if !g.paid(r) {
		write(w, mcp.NewJSONRPCError(mcp.NewRequestId(nil), toll.BadUnpaid, "unpaid", nil)) // want `the code -32010 is in the reserved range`
		return
	}
	g.next.ServeHTTP(w, r)
}

func (g *gate) goodPaid(w http.ResponseWriter, r *http.Request) {
	if !g.paid(r) {
		write(w, mcp.NewJSONRPCError(mcp.NewRequestId(nil), toll.GoodUnpaid, "unpaid", nil))
		return
	}
	g.next.ServeHTTP(w, r)
}

// A method of another package decides.

func badWait(w http.ResponseWriter, reason toll.BadReason) {
	write(w, mcp.NewJSONRPCError(mcp.NewRequestId(nil), reason.Code(), "wait", nil)) // want `the code -32055 belongs to the specification`
}

func goodWait(w http.ResponseWriter, reason toll.GoodReason) {
	write(w, mcp.NewJSONRPCError(mcp.NewRequestId(nil), reason.Code(), "wait", nil))
}

// A table from HTTP status to code.

var badCodes = map[int]int{
	http.StatusForbidden: -32003, // want `the code -32003 is in the reserved range`
	http.StatusConflict:  4090,
}

var goodCodes = map[int]int{
	http.StatusForbidden: 4030,
	http.StatusConflict:  4090,
}

func badStatus(id mcp.RequestId, status int) mcp.JSONRPCError {
	return mcp.NewJSONRPCError(id, badCodes[status], http.StatusText(status), nil)
}

func goodStatus(id mcp.RequestId, status int) mcp.JSONRPCError {
	return mcp.NewJSONRPCError(id, goodCodes[status], http.StatusText(status), nil)
}

// Options that build the details.

type option func(*mcp.JSONRPCErrorDetails)

func badFull() option {
	return func(d *mcp.JSONRPCErrorDetails) {
		d.Code = -32030 // want `the code -32030 belongs to the specification`
		d.Message = "the lane is full"
	}
}

func goodFull() option {
	return func(d *mcp.JSONRPCErrorDetails) {
		d.Code = mcp.INTERNAL_ERROR
		d.Message = "the lane is full"
	}
}

func refuse(id mcp.RequestId, opts ...option) mcp.JSONRPCError {
	e := mcp.JSONRPCError{JSONRPC: mcp.JSONRPC_VERSION, ID: id}
	for _, o := range opts {
		o(&e.Error)
	}
	return e
}

// A generic helper with a default.

func badReply[T any](id mcp.RequestId, data T, code ...int) mcp.JSONRPCError {
	c := -32042
	if len(code) > 0 {
		c = code[0]
	}
	return mcp.NewJSONRPCError(id, c, "look here", data) // want `the code -32042 must not be sent`
}

func goodReply[T any](id mcp.RequestId, data T, code ...int) mcp.JSONRPCError {
	c := mcp.INVALID_REQUEST
	if len(code) > 0 {
		c = code[0]
	}
	return mcp.NewJSONRPCError(id, c, "look here", data)
}

// A variable that a deferred function reads when the answer is written.

func (g *gate) badLane(w http.ResponseWriter, r *http.Request) {
	code := 0
	defer func() {
		if code != 0 {
			write(w, mcp.NewJSONRPCError(mcp.NewRequestId(nil), code, "no lane", nil))
		}
	}()
	if r.Header.Get("Lane") == "" {
		code = -32002 // want `the code -32002 must not be sent`
		return
	}
	g.next.ServeHTTP(w, r)
}

func (g *gate) goodLane(w http.ResponseWriter, r *http.Request) {
	code := 0
	defer func() {
		if code != 0 {
			write(w, mcp.NewJSONRPCError(mcp.NewRequestId(nil), code, "no lane", nil))
		}
	}()
	if r.Header.Get("Lane") == "" {
		code = mcp.INVALID_PARAMS
		return
	}
	g.next.ServeHTTP(w, r)
}

// New makes the gate.
func New(paid func(*http.Request) bool) http.Handler {
	g := &gate{server.NewStreamableHTTPServer(server.NewMCPServer("gate", "1.0.0")), paid}
	mux := http.NewServeMux()
	mux.HandleFunc("/bad/paid", g.badPaid)
	mux.HandleFunc("/good/paid", g.goodPaid)
	mux.HandleFunc("/bad/lane", g.badLane)
	mux.HandleFunc("/good/lane", g.goodLane)
	mux.HandleFunc("/bad", func(w http.ResponseWriter, r *http.Request) {
		badWait(w, toll.BadReason(len(r.Header)))
		write(w, badStatus(mcp.NewRequestId(1), http.StatusForbidden))
		write(w, refuse(mcp.NewRequestId(2), badFull()))
		write(w, badReply(mcp.NewRequestId(3), "https://toll.example.com"))
	})
	mux.HandleFunc("/good", func(w http.ResponseWriter, r *http.Request) {
		goodWait(w, toll.GoodReason(len(r.Header)))
		write(w, goodStatus(mcp.NewRequestId(1), http.StatusForbidden))
		write(w, refuse(mcp.NewRequestId(2), goodFull()))
		write(w, goodReply(mcp.NewRequestId(3), "https://toll.example.com"))
	})
	return mux
}
