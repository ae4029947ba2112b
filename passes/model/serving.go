package model

import "strings"

// What the SDKs make of what a handler returns, and on which channel it leaves.

// Channel is where an outcome goes on the wire.
type Channel uint8

// The channels.
const (
	Unknown   Channel = iota
	Success           // a result without isError
	ToolError         // a result with isError: the model reads it
	Protocol          // a JSON-RPC error: the host gets it
	Broken            // a null result, a hang or a crash
)

var channelNames = [...]string{"unknown", "success", "tool-error", "protocol-error", "broken"}

func (c Channel) String() string { return channelNames[c] }

// Serving says what an SDK does with what a handler of one kind returns.
type Serving struct {
	SDK  Kit
	Kind string // "raw", "typed", "plain", "structured", "task"
	// Err is the channel of a non-nil error.
	Err Channel
	// Code is the JSON-RPC code of such an error, as text, when Err is Protocol.
	Code string
	// Coded: an error that is a *jsonrpc.Error itself (not wrapped) leaves as
	// that JSON-RPC error even though Err is ToolError.
	Coded bool
	// CodedChain: a coded error anywhere in the chain decides the code.
	CodedChain bool
	// CancelErr is the channel of an error that wraps the request's cancellation.
	CancelErr Channel
	// Merges: a result beside an error is kept and marked as an error.
	Merges bool
	// Prefix is what the SDK writes before the error's text.
	Prefix string
	// Nil is the channel of nil, nil.
	Nil Channel
	// NilWire says what nil, nil looks like, for messages.
	NilWire string
	// Fills: the SDK makes a result from the typed output.
	Fills bool
	// Panics says what a panic does: "ends the process" or "is answered with …".
	Panics string
}

// The servings. Source of each: sdk-semantics, measured on the newest versions
// and on both sides of every change.
var (
	goTyped = Serving{SDK: GoSDK, Kind: "typed", Err: ToolError, Coded: true, CancelErr: ToolError, Nil: Success, Fills: true, Panics: "ends the process"}
	// go-sdk v0.1 and v0.2: raw and typed errors were both tool errors.
	goOld   = Serving{SDK: GoSDK, Kind: "typed", Err: ToolError, CancelErr: ToolError, Nil: Broken, NilWire: "a null result", Panics: "ends the process"}
	goRaw   = Serving{SDK: GoSDK, Kind: "raw", Err: Protocol, Code: "0", CodedChain: true, CancelErr: Protocol, Nil: Broken, NilWire: "a null result, and for clients of 2026-07-28 the process crashes", Panics: "ends the process"}
	mcpGo   = Serving{SDK: MCPGo, Kind: "plain", Err: Protocol, Code: "-32603", CancelErr: Protocol, Nil: Broken, NilWire: "JSON-RPC error -32603 \"returned no result\" (v1.2), a null result or a crash before", Panics: "is answered with -32603 on stdio and drops the connection over HTTP"}
	mcpGoS  = Serving{SDK: MCPGo, Kind: "structured", Err: ToolError, CancelErr: ToolError, Prefix: "tool execution failed: ", Nil: Success, Fills: true, Panics: "is answered with -32603 on stdio and drops the connection over HTTP"}
	mcpTask = Serving{SDK: MCPGo, Kind: "task", Err: Protocol, Code: "-32603", CancelErr: Success, Nil: Broken, NilWire: "a failed task", Panics: "ends the task"}
	trpcNew = Serving{SDK: TRPC, Kind: "plain", Err: ToolError, CancelErr: Protocol, Merges: true, Nil: Broken, NilWire: "a null result", Panics: "ends the process on stdio and drops the connection over HTTP"}
	// trpc-mcp-go up to v0.0.13.
	trpcOld = Serving{SDK: TRPC, Kind: "plain", Err: Protocol, Code: "-32603", CancelErr: Protocol, Nil: Broken, NilWire: "a null result", Panics: "ends the process on stdio and drops the connection over HTTP"}
	trpcS   = Serving{SDK: TRPC, Kind: "typed", Err: ToolError, CancelErr: ToolError, Prefix: "Tool execution failed: ", Nil: Success, Fills: true, Panics: "ends the process on stdio and drops the connection over HTTP"}
	metoro  = Serving{SDK: Metoro, Kind: "plain", Err: ToolError, CancelErr: ToolError, Prefix: "handler returned an error: ", Nil: Broken, NilWire: "a crash", Panics: "ends the process"}
	thinkIn = Serving{SDK: ThinkInAI, Kind: "plain", Err: Protocol, Code: "-32603", CancelErr: Protocol, Nil: Broken, NilWire: "a null result", Panics: "is logged and never answered"}
	foxy    = Serving{SDK: Foxy, Kind: "plain", Err: Unknown, Nil: Broken, NilWire: "a panic", Panics: "ends the process"}
	ownRPC  = Serving{SDK: OwnRPC, Kind: "plain", Err: Protocol, Code: "the server's own code", CancelErr: Protocol, Nil: Unknown, Panics: "ends the process"}
)

// ShapeServing is how a handler is served when nothing in view registers it:
// decided by its signature alone, so with less confidence for the go-sdk, where
// a program can register the typed shape through the raw call.
func ShapeServing(sdk Kit, results int) (Serving, Confidence) {
	switch sdk {
	case GoSDK:
		if results == 3 {
			return goTyped, Medium
		}
		return goRaw, Medium
	case MCPGo:
		return mcpGo, High
	case TRPC:
		return trpcNew, Medium
	case ThinkInAI:
		return thinkIn, High
	case LookAlike:
		s := mcpGo
		s.SDK, s.Code = LookAlike, "0 or -32603"
		return s, Medium
	}
	return Serving{}, Low
}

// Versioned adjusts a serving to the version of the SDK in use; version is ""
// when it is not known. Sources: sdk-semantics 1.3, 2.6 and 3.
func (s Serving) Versioned(version string) Serving {
	if version == "" {
		return s
	}
	switch s.SDK {
	case TRPC:
		if s.Kind == "plain" && Before(version, "v0.0.14") {
			return trpcOld
		}
	case GoSDK:
		if Before(version, "v0.3.0") {
			return goOld
		}
		if s.Kind == "raw" && Before(version, "v1.7.0") {
			s.NilWire = "a null result"
		}
	case MCPGo:
		if s.Kind == "plain" {
			switch {
			case Before(version, "v0.44.0"):
				s.NilWire = "a crash of the process"
			case Before(version, "v1.2.0"):
				s.NilWire = "a null result"
			default:
				s.NilWire = "JSON-RPC error -32603 \"returned no result\""
			}
		}
		if Before(version, "v0.54.0") {
			s.Panics = "ends the process"
		}
	}
	return s
}

// Before reports whether version a is older than b; both are "vX.Y.Z" with an
// optional pre-release, which is not looked at.
func Before(a, b string) bool {
	x, y := numbers(a), numbers(b)
	for i := range x {
		if x[i] != y[i] {
			return x[i] < y[i]
		}
	}
	return false
}

func numbers(v string) (n [3]int) {
	i := 0
	for _, r := range strings.TrimPrefix(v, "v") {
		switch {
		case r >= '0' && r <= '9':
			n[i] = n[i]*10 + int(r-'0')
		case r == '.' && i < 2:
			i++
		default:
			return n
		}
	}
	return n
}

// Own returns the serving of hand-written JSON-RPC servers.
func Own() Serving { return ownRPC }
