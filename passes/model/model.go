// Package model is what mcplint knows about code that it does not read: the MCP
// SDKs, the standard library and the libraries that servers use most.
//
// Knowledge is rows. A row names one function (or one package) and says one
// thing about it; [Index] refuses duplicates, and the package's test loads the
// named packages and fails on a row that names nothing. Functions without a row
// take the default transfer: every operand's text flows to every result that
// can hold text, and nothing outside the process changes.
//
// The package imports nothing of this module, so that every pass may import it.
package model

// Origin says where a piece of text came from. Origins form no lattice: a text
// is a set of pieces, each with one origin.
type Origin uint8

// The origins, from harmless to harmful.
const (
	Authored Origin = iota // constants and the author's own words
	Argument               // the caller's own argument, echoed back
	Benign                 // parse, syntax and conversion errors of pure functions
	SDK                    // the SDK's argument accessors
	Cancel                 // the request's own cancellation: ctx.Err()
	Opaque                 // an interface or function value that nothing resolves
	Infra                  // net, net/http, os, database/sql, os/exec, clients of other modules
	Payload                // an upstream response body, command output
	Secret                 // a credential
	Panic                  // a recovered panic value
	Stack                  // a stack trace
)

var originNames = [...]string{"authored", "argument", "benign", "sdk", "cancel", "opaque", "infra", "payload", "secret", "panic", "stack"}

func (o Origin) String() string { return originNames[o] }

// Leaks reports whether text of this origin must not reach the model.
func (o Origin) Leaks() bool { return o >= Opaque }

// Confidence grades how sure a row, and a finding that rests on it, is.
type Confidence uint8

// The grades, from a name-based guess to a fact seen on the wire.
const (
	Low Confidence = iota + 1
	Medium
	High
)

func (c Confidence) String() string {
	switch c {
	case Low:
		return "low"
	case Medium:
		return "medium"
	case High:
		return "high"
	}
	return "unset"
}

// Source says that a result of a function, or what it writes through an
// operand, has text of an origin.
type Source struct {
	Func       string // types.Func.FullName of the origin
	Result     int    // index of the result; All: every result that can hold text; Err: the error results
	Origin     Origin
	Confidence Confidence // zero means High
}

// Pseudo result indices of a Source.
const (
	All = -1
	Err = -2
)

// PkgSource is the origin of the error results of every function of a package
// that has no row of its own.
type PkgSource struct {
	Pkg    string // import path, or a prefix ending in "/..."
	Origin Origin
}

// Flow overrides the default transfer of one function.
type Flow struct {
	Func string
	// From lists the operands (receiver is 0) whose text flows to the results.
	// Empty means that none does: the function sanitizes.
	From []int
	// Into is the operand that receives the text of From instead of the results
	// (fmt.Fprintf writes into operand 0); -1 when the results receive it.
	Into int
	// ErrFrom lists the operands whose text flows to the error results only
	// (the URL of a request is in the error of the call, not in the response).
	ErrFrom []int
}

// EffectKind says what is changed outside the process.
type EffectKind uint8

// The kinds of effect.
const (
	NoEffect EffectKind = iota
	DBWrite
	FileWrite
	HTTPSend
	APICall
	MessageSend
	Exec
)

var kindNames = [...]string{"none", "database write", "file write", "HTTP request", "API call", "message", "command"}

func (k EffectKind) String() string { return kindNames[k] }

// Effect says that a call changes state outside the process.
type Effect struct {
	Func string
	Kind EffectKind
	// Idempotent: repeating the call with the same operands leaves the same state.
	Idempotent bool
	// Destructive: the call deletes or overwrites what was there.
	Destructive bool
	// ByName: whether it may be repeated follows from the name under which it is
	// sent. A PATCH sets fields or adds to them (RFC 5789, 2), its method does not tell.
	ByName bool
	// Decide, when set, names the decider that inspects the call's operands
	// (SQL text, HTTP method, command line, file flags); see Decider.
	Decide Decider
	// Operand is what Decide looks at (receiver is 0); the rest of a variadic
	// command line follows it. BySQL: a prepared statement stands for the text
	// that it was made from.
	Operand    int
	Confidence Confidence // zero means High
}

// Decider names how the operands of a call decide about its effect.
type Decider uint8

// The deciders.
const (
	Always       Decider = iota // the call is an effect whatever its operands are
	BySQL                       // the statement text at Operand: SELECT is none, INSERT appends, …
	ByHTTPMethod                // a constant method string at Operand
	ByHTTPReq                   // the *http.Request at Operand: its method as given to NewRequest
	ByCommand                   // the command line built by exec.Command: rows per sub-command
	ByOpenFlag                  // os.OpenFile: O_APPEND appends, O_TRUNC overwrites, O_RDONLY is none
	ByWriter                    // fmt.Fprint, io.Copy …: an effect if the writer at Operand is a file or connection
	ByGraphQL                   // a query text at Operand: mutations only
	ByFile                      // the *os.File at Operand: as it was opened (os.Create overwrites, O_APPEND appends)
)

// Command is a row per command line prefix.
type Command struct {
	Prefix      string // "git push", "kubectl delete"; the longest prefix wins
	None        bool   // it only reads
	Idempotent  bool
	Destructive bool
}

// Verb maps the leading word of a method name to what a call of that name most
// likely does. Used only for interface methods and methods of other modules'
// clients that nothing else resolves, with medium confidence.
type Verb struct {
	Word        string // lower case: "create", "delete", "list"
	None        bool
	Idempotent  bool
	Destructive bool
}
