package model

import "strings"

// What is known of JSON-RPC error codes.

// The codes that rules ask about.
const (
	CodeInvalidParams  = -32602
	CodeMethodNotFound = -32601
	CodeOldNotFound    = -32002
	CodeURLElicitation = -32042
)

// Newest is the revision of the specification that rules follow.
const Newest = "2026-07-28"

var revisions = map[string]bool{"2024-11-05": true, "2025-03-26": true, "2025-06-18": true, "2025-11-25": true, Newest: true}

// Revision reports whether s names a revision of the specification.
func Revision(s string) bool { return revisions[s] }

// CodeMisuse says why a server of a revision must not make up an error of a
// code. own is set for hand-written servers, which have to send the codes that
// an SDK sends by itself. ok is true when there is nothing against it.
func CodeMisuse(code int64, revision string, own bool) (why string, c Confidence, ok bool) {
	newest := revision == "" || revision >= Newest
	switch {
	case code > -32000 || code < -32768:
		return "", 0, true
	case code == -32700, -32603 <= code && code <= -32600:
		return "", 0, true
	case code == CodeOldNotFound:
		if !newest {
			return "", 0, true
		}
		return "must not be sent since 2026-07-28: a missing resource is -32602", High, false
	case code == CodeURLElicitation:
		if newest {
			return "must not be sent since 2026-07-28: a URL is asked for in the result (InputRequests)", High, false
		}
		if revision == "2025-11-25" {
			return "", 0, true
		}
		return "is defined for revision 2025-11-25 only", Medium, false
	case -32099 <= code && code <= -32020:
		if own && code >= -32022 {
			return "", 0, true
		}
		return "belongs to the specification (-32020 to -32099)", High, false
	case -32019 <= code:
		if !newest {
			return "is in the range reserved by JSON-RPC (-32768 to -32000)", Low, false
		}
		return "is in the reserved range -32768 to -32000", Medium, false
	}
	return "is in the range reserved by JSON-RPC (-32768 to -32000)", Medium, false
}

// SpokenBy is the newest revision that a version of an SDK speaks; version is ""
// when it is not known.
func SpokenBy(sdk Kit, version string) string {
	switch {
	case version == "":
	case sdk == GoSDK && Before(version, "v1.7.0"), sdk == MCPGo && Before(version, "v1.0.0"):
		return "2025-11-25"
	}
	return Newest
}

// CodedType reports whether a type (path and name) is an SDK's JSON-RPC error.
func CodedType(typ string) bool { return SentType(typ) || typ == mcpGoM+".JSONRPCErrorDetails" }

// SentType reports whether a type (path and name) is the error that the go-sdk
// sends as it is.
func SentType(typ string) bool {
	return strings.HasSuffix(typ, "internal/jsonrpc2.WireError") || strings.HasSuffix(typ, "/jsonrpc.Error")
}

// CodedError is a function of an SDK that makes a coded error.
type CodedError struct {
	Func string
	// Code is sent from version Since on, Old before.
	Code, Old int64
	Since     string
	Data      bool // the error carries data, which a wrap may lose
}

// NotFoundError is the function of the go-sdk that makes the error of a resource
// that does not exist.
const NotFoundError = goMCP + ".ResourceNotFoundError"

var codedErrors = map[string]CodedError{
	NotFoundError:                          {NotFoundError, CodeInvalidParams, CodeOldNotFound, "v1.7.0", true},
	goMCP + ".URLElicitationRequiredError": {goMCP + ".URLElicitationRequiredError", CodeURLElicitation, CodeURLElicitation, "v1.2.0", true},
}

// CodedErrorOf returns what is known of a function that makes a coded error.
func CodedErrorOf(fullName string) (CodedError, bool) {
	r, ok := codedErrors[fullName]
	return r, ok
}

// codeOperands are functions that put an operand into an error's code.
var codeOperands = map[string]int{
	mcpGoM + ".NewJSONRPCError": 1, mcpGoM + ".NewJSONRPCErrorDetails": 0,
}

// CodeOperand returns the operand that becomes a JSON-RPC code.
func CodeOperand(fullName string) (int, bool) {
	i, ok := codeOperands[fullName]
	return i, ok
}

// KitOf returns the SDK to which a package belongs, or "".
func KitOf(pkg string) Kit {
	for _, k := range []struct {
		path string
		kit  Kit
	}{{"github.com/modelcontextprotocol/go-sdk", GoSDK}, {"github.com/mark3labs/mcp-go", MCPGo}, {trpcMCP, TRPC}} {
		if pkg == k.path || strings.HasPrefix(pkg, k.path+"/") {
			return k.kit
		}
	}
	return ""
}
