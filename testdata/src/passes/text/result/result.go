// Package result holds the ways by which tool results are made.
package result

import (
	"errors"
	"fmt"
	"os"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	trpc "trpc.group/trpc-go/trpc-mcp-go"
)

// content and structured ask what a result shows, isError what its flag is.
func content[T any](T)    {}
func structured[T any](T) {}
func isError[T any](T)    {}

func remove(path string) error { return os.Remove(path) }

var errBusy = errors.New("busy")

func constructors(path string) {
	err := remove(path)
	text := mcpgo.NewToolResultText("removed " + path)
	content(text) // want `"removed ", argument`
	isError(text) // want `clear`
	fail := mcpgo.NewToolResultErrorFromErr("cannot remove", err)
	content(fail) // want `"cannot remove", infra os.Remove (medium)`
	isError(fail) // want `set`
	failf := mcpgo.NewToolResultErrorf("%s: %d", path, 3)
	content(failf) // want `"%s: %d", argument`
	isError(failf) // want `set`
	old := trpc.NewErrorResult("no")
	content(old) // want `"no"`
	isError(old) // want `set`
	both := mcpgo.NewToolResultStructured(map[string]string{"error": err.Error()}, "see the structure")
	structured(both) // want `"error", "see the structure", infra os.Remove (medium)`
	isError(both)    // want `clear`
}

// literal: the flag and the words of a literal; the tag of a block is not text.
func literal(path string) {
	res := &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "cannot remove " + path}}, IsError: true}
	content(res)    // want `"cannot remove ", argument`
	structured(res) // want `nothing`
	isError(res)    // want `set`
	typed := &mcpgo.CallToolResult{Content: []mcpgo.Content{mcpgo.TextContent{Type: "text", Text: "done"}}}
	content(typed) // want `"done"`
	isError(typed) // want `clear`
	st := &mcp.CallToolResult{StructuredContent: struct {
		Err  error `json:"-"`
		Note string
	}{remove(path), "a note"}}
	structured(st) // want `"a note"`
	content(st)    // want `nothing`
}

// marked: flags that are set later, under a condition, or computed.
func marked(err error, path string) {
	res := mcpgo.NewToolResultText("an answer")
	isError(res) // want `clear`
	if err != nil {
		res.IsError = true
		isError(res) // want `set`
	}
	isError(res) // want `either`
	cond := &mcp.CallToolResult{IsError: err != nil}
	isError(cond) // want `either`
	var set mcp.CallToolResult
	isError(&set) // want `clear`
	set.SetError(remove(path))
	content(&set) // want `infra os.Remove (medium)`
	var none *mcp.CallToolResult
	isError(none) // want `clear`
}

// fail is recognised by its body, not by its name.
func fail(format string, args ...any) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprintf(format, args...)}}}
}

func errorResult(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

func answer(text string, err error) *mcp.CallToolResult {
	if err != nil {
		return fail("%v", err)
	}
	return errorResult(text)
}

func helpers(path string) {
	res := fail("cannot remove: %v", remove(path))
	content(res)                   // want `"cannot remove: %v", infra os.Remove (medium)`
	isError(res)                   // want `set`
	isError(errorResult("fail"))   // want `clear`
	content(errorResult("fail"))   // want `"fail"`
	isError(answer(path, nil))     // want `either`
	content(answer("ok", errBusy)) // want `"%v", "busy", "ok"`
}

// Of a result whose history is not in sight every store to the field counts; one
// that a function value makes is not known.
func passed(res *mcp.CallToolResult, make func() *mcp.CallToolResult) {
	isError(res)    // want `either`
	isError(make()) // want `unknown`
}

// One closure for every failure of a handler, and named results.
func handler(path string) (res *mcp.CallToolResult, err error) {
	fail := func(msg string) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: msg}}}, nil
	}
	early, _ := fail("a path is needed")
	content(early) // want `"a path is needed"`
	isError(early) // want `set`
	defer func() {
		content(res) // want `"an answer", "late", infra os.Remove (medium)`
		isError(res) // want `either`
	}()
	if err := remove(path); err != nil {
		return fail(err.Error())
	}
	res = errorResult("an answer")
	if path == "late" {
		res = errorResult("late")
	}
	return res, nil
}
