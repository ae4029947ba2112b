// Package mcpgo holds the ways in which handlers reach an mcp-go server.
package mcpgo // want `25 registrations, 24 handlers`

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func text(s string) (*mcp.CallToolResult, error) { return mcp.NewToolResultText(s), nil }

// Straight: by name, as a method value, as a literal, with a name from a constant.
func plain(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `plain: mark3labs/mcp-go plain`
	return text("plain")
}

const literalName = "lit" + "eral"

type notes struct{ dir string }

func (n *notes) get(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `get_note: mark3labs/mcp-go plain`
	return text(n.dir)
}

func straight(s *server.MCPServer, n *notes) {
	s.AddTool(mcp.NewTool("plain", mcp.WithDescription("a tool")), plain)
	s.AddTool(mcp.NewTool("get_note"), n.get)
	s.AddTool(mcp.NewTool(literalName), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `literal: mark3labs/mcp-go plain`
		return text("literal")
	})
}

// Factories: of a handler, of a description and a handler, with more results.
func makeHandler(n *notes) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `made: mark3labs/mcp-go plain`
		return n.get(ctx, req)
	}
}

func whoAmI(n *notes) (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("who_am_i"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `who_am_i: mark3labs/mcp-go plain`
		return text(n.dir)
	}
}

func choose(n *notes) (tool mcp.Tool, handler server.ToolHandlerFunc, err error) {
	if n == nil {
		return tool, nil, errors.New("no notes")
	}
	return mcp.NewTool("choose"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `choose: mark3labs/mcp-go plain`
		return text(n.dir)
	}, nil
}

func factories(s *server.MCPServer, n *notes) {
	s.AddTool(mcp.NewTool("made"), makeHandler(n))
	s.AddTool(whoAmI(n))
	tool, handler, err := choose(n)
	if err != nil {
		return
	}
	s.AddTool(tool, handler)
}

// Tables: literals of the SDK's struct, lists that are built, maps.
func listed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `listed: mark3labs/mcp-go plain`
	return text("listed")
}

func built(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `built: mark3labs/mcp-go plain`
	return text("built")
}

func (n *notes) tools() []server.ServerTool {
	ts := []server.ServerTool{{Tool: mcp.NewTool("listed"), Handler: listed}}
	return append(ts, server.ServerTool{Tool: mcp.NewTool("built"), Handler: built})
}

var byName = map[string]server.ToolHandlerFunc{
	"first":  func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { return text("1") }, // want `mark3labs/mcp-go plain`
	"second": func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { return text("2") }, // want `mark3labs/mcp-go plain`
}

var kept = server.ServerTool{
	Tool:    mcp.NewTool("kept"),
	Handler: func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { return text("3") }, // want `kept: mark3labs/mcp-go plain`
}

func tables(s *server.MCPServer, n *notes) {
	s.AddTools(n.tools()...)
	for name, h := range byName {
		s.AddTool(mcp.NewTool(name), h)
	}
	s.AddTool(kept.Tool, kept.Handler)
}

// Own rows: {name, handler}, and {name, register function}.
type row struct {
	Name    string
	Handler server.ToolHandlerFunc
}

func rowed(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `rowed: mark3labs/mcp-go plain`
	return text("rowed")
}

func rowedToo(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `rowed_too: mark3labs/mcp-go plain`
	return text("rowed")
}

var ownRows = []row{{Name: "rowed", Handler: rowed}, {"rowed_too", rowedToo}}

type entry struct {
	title    string
	register func(s *server.MCPServer)
}

func entered(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `entered: mark3labs/mcp-go plain`
	return text("entered")
}

var entries = []entry{{"Entered", func(s *server.MCPServer) { s.AddTool(mcp.NewTool("entered"), entered) }}}

func rows(s *server.MCPServer) {
	for _, r := range ownRows {
		s.AddTool(mcp.NewTool(r.Name), r.Handler)
	}
	for _, e := range entries {
		e.register(s)
	}
}

// Wrappers: the handler is what they hand the request to.
func logged(name string, next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		res, err := next(ctx, req)
		if err != nil {
			return mcp.NewToolResultError(name), nil
		}
		return res, nil
	}
}

func timed(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { return next(ctx, req) }
}

func inner(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `inner: mark3labs/mcp-go plain behind logged$1`
	return text("inner")
}

func innermost(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `innermost: mark3labs/mcp-go plain behind logged$1, timed$1`
	return text("innermost")
}

func wrappers(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("inner"), logged("inner", inner))
	s.AddTool(mcp.NewTool("innermost"), logged("innermost", timed(innermost)))
}

// Adapters: from a function of the program's own shape, from an interface, and a
// generic one. What they call is the handler.
type action func(ctx context.Context, args map[string]any) (string, error)

func adapt(a action) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		s, err := a(ctx, req.GetArguments())
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return text(s)
	}
}

func adapted(ctx context.Context, args map[string]any) (string, error) { return "adapted", nil } // want `adapted: mark3labs/mcp-go plain behind adapt$1`

type executor interface {
	Name() string
	Execute(ctx context.Context, params json.RawMessage) (string, error)
}

type lister struct{}

func (lister) Name() string { return "lister" }

func (lister) Execute(ctx context.Context, params json.RawMessage) (string, error) { // want `mark3labs/mcp-go plain behind serve$1`
	return "list", nil
}

type remover struct{}

func (*remover) Name() string { return "remover" }

func (*remover) Execute(ctx context.Context, params json.RawMessage) (string, error) { // want `mark3labs/mcp-go plain behind serve$1`
	return "removed", nil
}

func serve(s *server.MCPServer, e executor) {
	s.AddTool(mcp.NewTool(e.Name()), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		raw, err := json.Marshal(req.GetArguments())
		if err != nil {
			return nil, err
		}
		out, err := e.Execute(ctx, raw)
		if err != nil {
			return nil, err
		}
		return text(out)
	})
}

type input struct{ ID string }

func generic[In, Out any](s *server.MCPServer, name string, h func(ctx context.Context, in In) (Out, error)) {
	s.AddTool(mcp.NewTool(name), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in In
		if err := req.BindArguments(&in); err != nil {
			return nil, err
		}
		out, err := h(ctx, in)
		if err != nil {
			return nil, err
		}
		return mcp.NewToolResultJSON(out)
	})
}

func byInput(ctx context.Context, in input) (string, error) { return in.ID, nil } // want `by_input: mark3labs/mcp-go plain behind generic[mcpgo.input, string]$1`

func adapters(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("adapted"), adapt(adapted))
	for _, e := range []executor{lister{}, &remover{}} {
		serve(s, e)
	}
	generic(s, "by_input", byInput)
}

// The SDK's own adapters and kinds.
func typed(ctx context.Context, req mcp.CallToolRequest, in input) (*mcp.CallToolResult, error) { // want `typed: mark3labs/mcp-go plain`
	return text(in.ID)
}

func structured(ctx context.Context, req mcp.CallToolRequest, in input) (input, error) { // want `structured: mark3labs/mcp-go structured`
	return in, nil
}

func task(ctx context.Context, req mcp.CallToolRequest) (*mcp.CreateTaskResult, error) { // want `task: mark3labs/mcp-go task`
	return &mcp.CreateTaskResult{}, nil
}

func kinds(s *server.MCPServer) {
	s.AddTool(mcp.NewTool("typed"), mcp.NewTypedToolHandler(typed))
	s.AddTool(mcp.NewTool("structured"), mcp.NewStructuredToolHandler(structured))
	s.AddTaskTool(mcp.NewTool("task"), task)
}

// Fields: a handler that is kept in a struct of the program's own.
type plugin struct {
	handler server.ToolHandlerFunc
}

func plugged(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `plugged: mark3labs/mcp-go plain`
	return text("plugged")
}

func newPlugin() *plugin { return &plugin{handler: plugged} }

func fields(s *server.MCPServer) {
	p := newPlugin()
	s.AddTool(mcp.NewTool("plugged"), p.handler)
}

// What is given from outside is not resolved, and counted.
func outside(s *server.MCPServer, h *holder) {
	s.AddTool(mcp.NewTool("outside"), h.handler) // want `the handler comes from outside the code in view`
}

type holder struct{ handler server.ToolHandlerFunc }

// Middleware.
func middleware() *server.MCPServer {
	return server.NewMCPServer("notes", "1", server.WithToolHandlerMiddleware(func(next server.ToolHandlerFunc) server.ToolHandlerFunc {
		return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) { // want `mark3labs/mcp-go middleware`
			return next(ctx, req)
		}
	}))
}
