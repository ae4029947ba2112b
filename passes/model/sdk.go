package model

import "strings"

// Kit names a software development kit for MCP servers.
type Kit string

// The kits that mcplint knows. Measured versions are in the rows' comments.
const (
	GoSDK     Kit = "modelcontextprotocol/go-sdk"
	MCPGo     Kit = "mark3labs/mcp-go"
	TRPC      Kit = "trpc-group/trpc-mcp-go"
	Metoro    Kit = "metoro-io/mcp-golang"
	ThinkInAI Kit = "ThinkInAIXYZ/go-mcp"
	Foxy      Kit = "strowk/foxy-contexts"
	LookAlike Kit = "mcp-go look-alike"
	OwnRPC    Kit = "hand-written JSON-RPC"
)

// HandlerKind tells tool handlers from the others.
type HandlerKind uint8

// The kinds of handler.
const (
	ToolHandler HandlerKind = iota
	ResourceHandler
	PromptHandler
	OtherHandler
)

// Registration is a call that hands a handler to an SDK.
type Registration struct {
	Func    string // FullName; for look-alikes matched by its last elements
	Handler int    // operand (receiver is 0)
	Meta    int    // operand with the tool's description; -1 when there is none
	Server  int    // operand with the server; -1 when there is none
	Kind    HandlerKind
	Serving Serving
}

const (
	goMCP     = "github.com/modelcontextprotocol/go-sdk/mcp"
	mcpServer = "github.com/mark3labs/mcp-go/server"
	mcpGoM    = "github.com/mark3labs/mcp-go/mcp"
	trpcMCP   = "trpc.group/trpc-go/trpc-mcp-go"
)

var registrations = []Registration{
	{goMCP + ".AddTool", 2, 1, 0, ToolHandler, goTyped},
	{goMCP + ".NewServerTool", 2, 0, -1, ToolHandler, goOld}, // v0.1, v0.2
	{"(*" + goMCP + ".Server).AddTool", 2, 1, 0, ToolHandler, goRaw},
	{"(*" + goMCP + ".Server).AddPrompt", 2, 1, 0, PromptHandler, Serving{}},
	{"(*" + goMCP + ".Server).AddResource", 2, 1, 0, ResourceHandler, Serving{}},
	{"(*" + goMCP + ".Server).AddResourceTemplate", 2, 1, 0, ResourceHandler, Serving{}},
	{goMCP + ".AddReceivingCustomMethod", 2, -1, 0, OtherHandler, Serving{}},

	{"(*" + mcpServer + ".MCPServer).AddTool", 2, 1, 0, ToolHandler, mcpGo},
	{"(*" + mcpServer + ".MCPServer).AddSessionTool", 3, 2, 0, ToolHandler, mcpGo},
	{"(*" + mcpServer + ".MCPServer).AddTaskTool", 2, 1, 0, ToolHandler, mcpTask},
	{"(*" + mcpServer + ".MCPServer).AddPrompt", 2, 1, 0, PromptHandler, Serving{}},
	{"(*" + mcpServer + ".MCPServer).AddResource", 2, 1, 0, ResourceHandler, Serving{}},
	{"(*" + mcpServer + ".MCPServer).AddResourceTemplate", 2, 1, 0, ResourceHandler, Serving{}},
	{"(*github.com/mark3labs/mcp-go/mcptest.Server).AddTool", 2, 1, 0, ToolHandler, mcpGo},

	{"(*" + trpcMCP + ".Server).RegisterTool", 2, 1, 0, ToolHandler, trpcNew},
	{"(*" + trpcMCP + ".StdioServer).RegisterTool", 2, 1, 0, ToolHandler, trpcNew},
	{"(*" + trpcMCP + ".SSEServer).RegisterTool", 2, 1, 0, ToolHandler, trpcNew},
	{"(*" + trpcMCP + ".Server).RegisterResource", 2, 1, 0, ResourceHandler, Serving{}},
	{"(*" + trpcMCP + ".Server).RegisterPrompt", 2, 1, 0, PromptHandler, Serving{}},

	{"(*github.com/metoro-io/mcp-golang.Server).RegisterTool", 3, 1, 0, ToolHandler, metoro},
	{"(*github.com/metoro-io/mcp-golang.Server).RegisterPrompt", 3, 1, 0, PromptHandler, Serving{}},
	{"(*github.com/metoro-io/mcp-golang.Server).RegisterResource", 5, 2, 0, ResourceHandler, Serving{}},

	{"(*github.com/ThinkInAIXYZ/go-mcp/server.Server).RegisterTool", 2, 1, 0, ToolHandler, thinkIn},
	{"(*github.com/ThinkInAIXYZ/go-mcp/server.Server).RegisterPrompt", 2, 1, 0, PromptHandler, Serving{}},
	{"(*github.com/ThinkInAIXYZ/go-mcp/server.Server).RegisterResource", 2, 1, 0, ResourceHandler, Serving{}},

	{"github.com/strowk/foxy-contexts/pkg/fxctx.NewTool", 1, 0, -1, ToolHandler, foxy},
}

// RegistrationOf returns what is known of a call that registers a handler.
func RegistrationOf(fullName string) (Registration, bool) {
	if r, ok := registrationIndex[fullName]; ok {
		return r, true
	}
	for _, row := range Config.Registrations {
		if strings.HasPrefix(row, fullName+":") {
			r, err := ParseRegistration(row)
			return r, err == nil
		}
	}
	// A look-alike has mcp-go's identifiers under another import path, for
	// example stacklok/toolhive-core/mcpcompat: a plain error is a protocol error.
	if i := strings.LastIndex(fullName, "/server.MCPServer)."); i > 0 && strings.HasPrefix(fullName, "(*") {
		if r, ok := registrationIndex["(*github.com/mark3labs/mcp-go"+fullName[i:]]; ok {
			r.Serving.SDK, r.Serving.Code = LookAlike, "0 or -32603"
			return r, true
		}
	}
	return Registration{}, false
}

var registrationIndex = func() map[string]Registration {
	m := map[string]Registration{}
	for _, r := range registrations {
		m[r.Func] = r
	}
	return m
}()

// FieldRegistration is a struct whose field holds a handler that the SDK serves.
type FieldRegistration struct {
	Type    string // package path and name
	Handler string
	Meta    string
	Kind    HandlerKind
	Serving Serving
}

var fieldRegistrations = []FieldRegistration{
	{mcpServer + ".ServerTool", "Handler", "Tool", ToolHandler, mcpGo},
	{mcpServer + ".ServerTaskTool", "Handler", "Tool", ToolHandler, mcpTask},
	{mcpServer + ".ServerPrompt", "Handler", "Prompt", PromptHandler, Serving{}},
	{mcpServer + ".ServerResource", "Handler", "Resource", ResourceHandler, Serving{}},
	{mcpServer + ".ServerResourceTemplate", "Handler", "Template", ResourceHandler, Serving{}},
}

// FieldRegistrations returns the structs whose fields are served.
func FieldRegistrations() []FieldRegistration { return fieldRegistrations }

// IsFieldType reports whether a type (path and name) is the struct of a field
// registration, under its own or a look-alike's path.
func (f FieldRegistration) IsFieldType(typ string) bool {
	return typ == f.Type || strings.HasSuffix(typ, strings.TrimPrefix(f.Type, "github.com/mark3labs/mcp-go"))
}

// Adapter is a function of an SDK that makes a handler from another function:
// what comes out is served by Serving, whatever registers it.
type Adapter struct {
	Func    string
	Operand int
	Serving Serving
}

var adapters = map[string]Adapter{
	mcpGoM + ".NewTypedToolHandler":       {mcpGoM + ".NewTypedToolHandler", 0, mcpGo},
	mcpGoM + ".NewStructuredToolHandler":  {mcpGoM + ".NewStructuredToolHandler", 0, mcpGoS},
	trpcMCP + ".NewTypedToolHandler":      {trpcMCP + ".NewTypedToolHandler", 0, trpcS},
	trpcMCP + ".NewStructuredToolHandler": {trpcMCP + ".NewStructuredToolHandler", 0, trpcS},
}

// AdapterOf returns the adapter of that name.
func AdapterOf(fullName string) (Adapter, bool) {
	a, ok := adapters[fullName]
	return a, ok
}

// Middleware is a call that installs functions around handlers.
type Middleware struct {
	Func    string
	Operand int // first operand that is (or holds, when variadic) middleware
	Server  int // operand with the server; -1: the call makes an option of it
	// Method: the function gets every method's result as an interface
	// (go-sdk), not a tool's.
	Method bool
}

var middlewares = []Middleware{
	{"(*" + goMCP + ".Server).AddReceivingMiddleware", 1, 0, true},
	{mcpServer + ".WithToolHandlerMiddleware", 0, -1, false},
	{"(*" + mcpServer + ".MCPServer).Use", 1, 0, false},
	{trpcMCP + ".WithMiddleware", 0, -1, true},
}

// MiddlewareOf returns the middleware call of that name.
func MiddlewareOf(fullName string) (Middleware, bool) {
	for _, m := range middlewares {
		if m.Func == fullName {
			return m, true
		}
	}
	return Middleware{}, false
}

// Recovery lists the options by which an SDK recovers from panics in handlers.
var Recovery = map[string]bool{
	mcpServer + ".WithRecovery": true,
}

// Constructor is a function of an SDK that makes or marks a result.
type Constructor struct {
	Func    string
	IsError bool
	Text    []int // operands whose text the model reads
	// Errs: the function also returns an error (NewToolResultJSON).
	Errs bool
}

var constructors = map[string]Constructor{}

func init() {
	for _, c := range []Constructor{
		{mcpGoM + ".NewToolResultError", true, []int{0}, false},
		{mcpGoM + ".NewToolResultErrorFromErr", true, []int{0, 1}, false},
		{mcpGoM + ".NewToolResultErrorf", true, []int{0, 1}, false},
		{mcpGoM + ".NewToolResultText", false, []int{0}, false},
		{mcpGoM + ".NewToolResultJSON", false, []int{0}, true},
		{mcpGoM + ".NewToolResultStructured", false, []int{0, 1}, false},
		{mcpGoM + ".NewToolResultStructuredOnly", false, []int{0}, false},
		{mcpGoM + ".NewToolResultImage", false, []int{0}, false},
		{mcpGoM + ".NewToolResultAudio", false, []int{0}, false},
		{mcpGoM + ".NewToolResultResource", false, []int{0, 1}, false},
		{mcpGoM + ".FormatNumberResult", false, []int{0}, false},
		{trpcMCP + ".NewErrorResult", true, []int{0}, false},
		{trpcMCP + ".NewTextResult", false, []int{0}, false},
		{"github.com/metoro-io/mcp-golang.NewToolResponse", false, []int{0}, false},
	} {
		constructors[c.Func] = c
	}
}

// ConstructorOf returns the result constructor of that name.
func ConstructorOf(fullName string) (Constructor, bool) {
	if c, ok := constructors[fullName]; ok {
		return c, true
	}
	if i := strings.LastIndex(fullName, "/mcp.NewToolResult"); i > 0 {
		c, ok := constructors["github.com/mark3labs/mcp-go"+fullName[i:]]
		return c, ok
	}
	return Constructor{}, false
}

// SetError is the method that marks a go-sdk result as an error and, when it
// has no content yet (always before v1.6.0), writes the error's text into it.
const SetError = "(*" + goMCP + ".CallToolResult).SetError"

// GetError is the method that returns the error that SetError was given; the
// SDK gives it every error of a typed handler.
const GetError = "(*" + goMCP + ".CallToolResult).GetError"

// resultTypes are the tool results of the SDKs: path and name.
var resultTypes = map[string]Kit{
	goMCP + ".CallToolResult":                                GoSDK,
	goMCP + ".CallToolResultFor":                             GoSDK,
	mcpGoM + ".CallToolResult":                               MCPGo,
	mcpGoM + ".CreateTaskResult":                             MCPGo,
	trpcMCP + ".CallToolResult":                              TRPC,
	"github.com/metoro-io/mcp-golang.ToolResponse":           Metoro,
	"github.com/ThinkInAIXYZ/go-mcp/protocol.CallToolResult": ThinkInAI,
	"github.com/strowk/foxy-contexts/pkg/mcp.CallToolResult": Foxy,
}

// ResultType returns the SDK whose tool result the type (path and name) is.
func ResultType(typ string) (Kit, bool) {
	if s, ok := resultTypes[typ]; ok {
		return s, true
	}
	if strings.HasSuffix(typ, "/mcp.CallToolResult") || strings.HasSuffix(typ, "/protocol.CallToolResult") {
		return LookAlike, true
	}
	return "", false
}

// requestTypes are the tools/call requests of the SDKs.
var requestTypes = map[string]bool{
	goMCP + ".CallToolRequest": true, goMCP + ".CallToolParamsFor": true, goMCP + ".ServerRequest": true,
	mcpGoM + ".CallToolRequest": true, trpcMCP + ".CallToolRequest": true,
	"github.com/ThinkInAIXYZ/go-mcp/protocol.CallToolRequest": true,
}

// RequestType reports whether the type (path and name) is a tools/call request.
func RequestType(typ string) bool {
	return requestTypes[typ] || strings.HasSuffix(typ, "/mcp.CallToolRequest")
}

// SessionType reports whether a type (path and name) is the session that raw
// handlers of the first versions of the go-sdk were given before the request.
func SessionType(typ string) bool { return typ == goMCP+".ServerSession" }

// sdkPackages are the import paths under which the SDKs lie.
var sdkPackages = []string{
	"github.com/modelcontextprotocol/go-sdk", "github.com/mark3labs/mcp-go", trpcMCP,
	"github.com/metoro-io/mcp-golang", "github.com/ThinkInAIXYZ/go-mcp", "github.com/strowk/foxy-contexts",
}

// IsSDKPackage reports whether a package belongs to an SDK.
func IsSDKPackage(path string) bool {
	for _, p := range sdkPackages {
		if path == p || strings.HasPrefix(path, p+"/") {
			return true
		}
	}
	return false
}

// IsSDKBody reports whether a package is the implementation of an SDK: its rows say
// what it does, also where its own source is what is analysed. The examples and
// conformance servers beside it are servers like others.
func IsSDKBody(path string) bool {
	if !IsSDKPackage(path) {
		return false
	}
	for seg := range strings.SplitSeq(path, "/") {
		switch seg {
		case "example", "examples", "conformance", "cmd", "e2e", "testdata":
			return false
		}
	}
	return !strings.HasSuffix(path, "_test")
}

// DescriptionType reports whether a type is an SDK's description of a tool.
func DescriptionType(name string) bool {
	return name == "github.com/modelcontextprotocol/go-sdk/mcp.Tool" || name == mcpGoM+".Tool" || name == trpcMCP+".Tool"
}

// DescribesTool reports whether a function of an SDK makes the description of a
// tool from its name and more.
func DescribesTool(fullName string) bool {
	switch fullName {
	case mcpGoM + ".NewTool", mcpGoM + ".NewToolWithRawSchema", trpcMCP + ".NewTool":
		return true
	}
	return strings.HasSuffix(fullName, "/mcp.NewTool") || strings.HasSuffix(fullName, "/mcp.NewToolWithRawSchema")
}

// PresetsHints reports whether such a function takes options that set
// annotations, on top of what it fills in itself.
func PresetsHints(fullName string) bool {
	return DescribesTool(fullName) && strings.HasSuffix(fullName, ".NewTool")
}

// AsksUser reports whether a function of an SDK asks the user through the client.
func AsksUser(fullName string) bool {
	switch fullName {
	case "(*" + goMCP + ".ServerSession).Elicit", "(*" + mcpServer + ".MCPServer).RequestElicitation":
		return true
	}
	return strings.HasSuffix(fullName, ".RequestElicitation") || strings.HasSuffix(fullName, "ServerSession).Elicit")
}
