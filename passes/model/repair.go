package model

import "fmt"

// errorCode is how a program writes an isError result of an SDK: the name of the
// package in the file and the text, as Go source, are put in.
var errorCode = map[string]string{
	mcpGoM + ".CallToolResult": "%[1]s.NewToolResultError(%[2]s)",
	goMCP + ".CallToolResult":  "&%[1]s.CallToolResult{IsError: true, Content: []%[1]s.Content{&%[1]s.TextContent{Text: %[2]s}}}",
}

// ErrorCode writes an isError result of the type (path and name) as Go source.
// It returns false for a type without a row.
func ErrorCode(typ, pkg, text string) (string, bool) {
	f, ok := errorCode[typ]
	if !ok {
		return "", false
	}
	return fmt.Sprintf(f, pkg, text), true
}

// errorTwins are constructors of results with the one of the same operands that
// makes an isError result.
var errorTwins = map[string]string{
	mcpGoM + ".NewToolResultText": "NewToolResultError",
	trpcMCP + ".NewTextResult":    "NewErrorResult",
}

// ErrorTwin returns the name, in the same package, of the constructor that takes
// the same operands and makes an isError result.
func ErrorTwin(fullName string) (string, bool) {
	t, ok := errorTwins[fullName]
	return t, ok
}
