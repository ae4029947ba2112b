package model

import "strings"

// Stdio is a call that serves MCP over standard input and output.
type Stdio struct {
	Func string
	// Transport is the operand that has to be a stdio transport; -1: the call
	// serves stdio whatever its operands are.
	Transport int
}

var stdios = index(func(r Stdio) string { return r.Func }, []Stdio{
	{mcpServer + ".ServeStdio", -1},
	{"(*" + mcpServer + ".StdioServer).Listen", -1},
	{"(*" + goMCP + ".Server).Run", 2},
	{"(*" + goMCP + ".Server).Connect", 2},
	{"(*" + trpcMCP + ".StdioServer).Start", -1},
	{"(*" + trpcMCP + ".StdioServer).StartWithContext", -1},
	{"github.com/metoro-io/mcp-golang.NewServer", 0},
	{"github.com/ThinkInAIXYZ/go-mcp/server.NewServer", 0},
	{"github.com/strowk/foxy-contexts/pkg/app.WithTransport", 0},
})

// StdioOf returns the row of a call that serves stdio.
func StdioOf(fullName string) (Stdio, bool) {
	if r, ok := lookup(stdios, fullName); ok {
		return r, true
	}
	// Look-alikes of mcp-go, and transports that are wrapped in an app builder.
	if strings.HasSuffix(fullName, "/server.ServeStdio") || strings.HasSuffix(fullName, "/server.StdioServer).Listen") {
		return Stdio{fullName, -1}, true
	}
	return Stdio{}, false
}

// StdioTransport reports whether a type (path and name) is, or a function makes,
// a transport over standard input and output.
func StdioTransport(name string) bool {
	switch name {
	case goMCP + ".StdioTransport", goMCP + ".NewStdioTransport",
		"github.com/metoro-io/mcp-golang/transport/stdio.NewStdioServerTransport",
		"github.com/ThinkInAIXYZ/go-mcp/transport.NewStdioServerTransport",
		"github.com/strowk/foxy-contexts/pkg/stdio.NewTransport":
		return true
	}
	return false
}
