// Package tables has tools of the program's own shapes behind adapters, over both
// SDKs.
package tables

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	gosdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// Kiln bakes pots.
type Kiln interface {
	Fire(ctx context.Context, pot string) (string, error)
	Heat(ctx context.Context) (int, error)
}

// A generic adapter that prints the error into a plain answer.

func plain[T any](run func(context.Context, T) (string, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in T
		if err := req.BindArguments(&in); err != nil {
			return mcp.NewToolResultError("the arguments do not fit the schema"), nil
		}
		out, err := run(ctx, in)
		if err != nil {
			return mcp.NewToolResultText(fmt.Sprintf("tool failed: %v", err)), nil // want "failed"
		}
		return mcp.NewToolResultText(out), nil
	}
}

func marked[T any](run func(context.Context, T) (string, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in T
		if err := req.BindArguments(&in); err != nil {
			return mcp.NewToolResultError("the arguments do not fit the schema"), nil
		}
		out, err := run(ctx, in)
		if err != nil {
			return mcp.NewToolResultErrorf("tool failed: %v", err), nil
		}
		return mcp.NewToolResultText(out), nil
	}
}

type potArgs struct {
	Pot string `json:"pot"`
}

type pottery struct{ k Kiln }

func (p *pottery) glaze(ctx context.Context, in potArgs) (string, error) {
	if in.Pot == "" {
		return "", errors.New("pot must be named")
	}
	return p.k.Fire(ctx, in.Pot)
}

// An own result type whose Error field the adapter forgets.

type outcome struct {
	Text  string
	Error string
}

type tool struct {
	name string
	run  func(ctx context.Context, args map[string]any) outcome
}

func (p *pottery) bake(ctx context.Context, args map[string]any) outcome {
	text, err := p.k.Fire(ctx, "vase")
	if err != nil {
		return outcome{Error: err.Error()}
	}
	return outcome{Text: text}
}

func served(t tool) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		o := t.run(ctx, req.GetArguments())
		if o.Error != "" {
			return mcp.NewToolResultError(o.Error), nil
		}
		return mcp.NewToolResultText(o.Text), nil
	}
}

// An own interface behind one adapter, on the other SDK.

type action interface {
	Name() string
	Execute(ctx context.Context, args json.RawMessage) (any, error)
}

type cool struct{ k Kiln }

func (cool) Name() string { return "cool" }

func (c cool) Execute(ctx context.Context, args json.RawMessage) (any, error) {
	heat, err := c.k.Heat(ctx)
	if err != nil {
		return map[string]string{"error": "the kiln is silent"}, nil // want "Heat failed"
	}
	return heat, nil
}

type coolGood struct{ k Kiln }

func (coolGood) Name() string { return "cool_good" }

func (c coolGood) Execute(ctx context.Context, args json.RawMessage) (any, error) {
	heat, err := c.k.Heat(ctx)
	if err != nil {
		slog.ErrorContext(ctx, "heat", "err", err)
		return nil, errors.New("the kiln is silent")
	}
	return heat, nil
}

func adapt(a action) gosdk.ToolHandler {
	return func(ctx context.Context, req *gosdk.CallToolRequest) (*gosdk.CallToolResult, error) {
		out, err := a.Execute(ctx, req.Params.Arguments)
		if err != nil {
			return &gosdk.CallToolResult{IsError: true, Content: []gosdk.Content{&gosdk.TextContent{Text: err.Error()}}}, nil
		}
		b, err := json.Marshal(out)
		if err != nil {
			return &gosdk.CallToolResult{IsError: true, Content: []gosdk.Content{&gosdk.TextContent{Text: "the answer cannot be written"}}}, nil
		}
		return &gosdk.CallToolResult{Content: []gosdk.Content{&gosdk.TextContent{Text: string(b)}}}, nil
	}
}

// A factory of several values.

func heatTool(k Kiln) (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("heat"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		heat, err := k.Heat(ctx)
		if err != nil {
			heat = -1
		}
		return mcp.NewToolResultText(fmt.Sprintf("%d degrees", heat)), nil // want "Heat failed"
	}
}

func heatToolGood(k Kiln) (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("heat_good"), func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		heat, err := k.Heat(ctx)
		if err != nil {
			return mcp.NewToolResultError("the kiln is silent; tell the user"), nil
		}
		return mcp.NewToolResultText(fmt.Sprintf("%d degrees", heat)), nil
	}
}

// Handlers kept in fields, in a variable of the package.

type entry struct {
	Definition mcp.Tool
	Handler    server.ToolHandlerFunc
}

var kiln Kiln

var entries = []entry{
	{Definition: mcp.NewTool("fire"), Handler: func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		pot := req.GetString("pot", "")
		if pot == "" {
			return mcp.NewToolResultText("Error: pot is required"), nil // want "an argument is refused"
		}
		if _, err := kiln.Fire(ctx, pot); err != nil {
			return mcp.NewToolResultText("Error: the pot broke"), nil // want "Fire failed"
		}
		return mcp.NewToolResultText("fired"), nil
	}},
	{Definition: mcp.NewTool("fire_good"), Handler: func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		pot := req.GetString("pot", "")
		if pot == "" {
			return mcp.NewToolResultError("pot is required"), nil
		}
		if _, err := kiln.Fire(ctx, pot); err != nil {
			return mcp.NewToolResultError("the pot broke; bake another one"), nil
		}
		return mcp.NewToolResultText("fired"), nil
	}},
}

// A structured handler, which has an error for failures.

type heatOut struct {
	Degrees int    `json:"degrees"`
	Problem string `json:"problem,omitempty"`
}

func (p *pottery) structured(ctx context.Context, _ mcp.CallToolRequest, _ potArgs) (heatOut, error) {
	heat, err := p.k.Heat(ctx)
	if err != nil {
		return heatOut{Problem: "the kiln is silent"}, nil // want "Heat failed"
	}
	return heatOut{Degrees: heat}, nil
}

func (p *pottery) structuredGood(ctx context.Context, _ mcp.CallToolRequest, _ potArgs) (heatOut, error) {
	heat, err := p.k.Heat(ctx)
	if err != nil {
		return heatOut{}, errors.New("the kiln is silent; tell the user")
	}
	return heatOut{Degrees: heat}, nil
}

// A method value over a struct field; the error goes through a channel.

type reading struct {
	heat int
	err  error
}

func (p *pottery) channel(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ch := make(chan reading, 1)
	go func() {
		heat, err := p.k.Heat(ctx)
		ch <- reading{heat, err}
	}()
	r := <-ch
	if r.err != nil {
		return mcp.NewToolResultText("no heat: " + r.err.Error()), nil // want "failed"
	}
	return mcp.NewToolResultText(fmt.Sprint(r.heat)), nil
}

func (p *pottery) channelGood(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	ch := make(chan reading, 1)
	go func() {
		heat, err := p.k.Heat(ctx)
		ch <- reading{heat, err}
	}()
	r := <-ch
	if r.err != nil {
		return mcp.NewToolResultError("the kiln is silent; tell the user"), nil
	}
	return mcp.NewToolResultText(fmt.Sprint(r.heat)), nil
}

// Several errors joined into one test.

func (p *pottery) joined(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err1 := p.k.Fire(ctx, "cup")
	_, err2 := p.k.Fire(ctx, "saucer")
	if err := errors.Join(err1, err2); err != nil {
		return mcp.NewToolResultText("the set is not complete"), nil // want "failed"
	}
	return mcp.NewToolResultText("the set is complete"), nil
}

func (p *pottery) joinedGood(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_, err1 := p.k.Fire(ctx, "cup")
	_, err2 := p.k.Fire(ctx, "saucer")
	if err := errors.Join(err1, err2); err != nil {
		return mcp.NewToolResultError("the set is not complete; list what stands in the kiln"), nil
	}
	return mcp.NewToolResultText("the set is complete"), nil
}

// A branch chooses the call, the test comes after the merge.

func (p *pottery) either(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var err error
	if req.GetBool("big", false) {
		_, err = p.k.Fire(ctx, "jar")
	} else {
		_, err = p.k.Fire(ctx, "cup")
	}
	if err != nil {
		return mcp.NewToolResultText("nothing stands in the kiln"), nil // want "Fire failed"
	}
	return mcp.NewToolResultText("fired"), nil
}

func (p *pottery) eitherGood(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var err error
	if req.GetBool("big", false) {
		_, err = p.k.Fire(ctx, "jar")
	} else {
		_, err = p.k.Fire(ctx, "cup")
	}
	if err != nil {
		return mcp.NewToolResultError("nothing stands in the kiln; light it first"), nil
	}
	return mcp.NewToolResultText("fired"), nil
}

// A helper whose only result is a text, which is the failure's as well.

func (p *pottery) describe(ctx context.Context, pot string) string {
	text, err := p.k.Fire(ctx, pot)
	if err != nil {
		return "Error: the pot broke"
	}
	return text
}

func (p *pottery) described(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultText(p.describe(ctx, "cup")), nil // want "is told by describe as an answer"
}

func (p *pottery) describedGood(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	text := p.describe(ctx, "cup")
	if strings.HasPrefix(text, "Error: ") {
		return mcp.NewToolResultError(text), nil
	}
	return mcp.NewToolResultText(text), nil
}

// Register serves them.
func Register(s *server.MCPServer, g *gosdk.Server, k Kiln) {
	kiln = k
	p := &pottery{k}
	s.AddTool(mcp.NewTool("glaze"), plain(p.glaze))
	s.AddTool(mcp.NewTool("glaze_good"), marked(p.glaze))
	for _, t := range []tool{{"bake", p.bake}} {
		s.AddTool(mcp.NewTool(t.name), served(t))
	}
	for _, a := range []action{cool{k}, coolGood{k}} {
		g.AddTool(&gosdk.Tool{Name: a.Name(), InputSchema: map[string]any{"type": "object"}}, adapt(a))
	}
	s.AddTool(heatTool(k))
	s.AddTool(heatToolGood(k))
	for _, e := range entries {
		s.AddTool(e.Definition, e.Handler)
	}
	s.AddTool(mcp.NewTool("structured"), mcp.NewStructuredToolHandler(p.structured))
	s.AddTool(mcp.NewTool("structured_good"), mcp.NewStructuredToolHandler(p.structuredGood))
	s.AddTool(mcp.NewTool("channel"), p.channel)
	s.AddTool(mcp.NewTool("channel_good"), p.channelGood)
	s.AddTool(mcp.NewTool("joined"), p.joined)
	s.AddTool(mcp.NewTool("joined_good"), p.joinedGood)
	s.AddTool(mcp.NewTool("described"), p.described)
	s.AddTool(mcp.NewTool("described_good"), p.describedGood)
	s.AddTool(mcp.NewTool("either"), p.either)
	s.AddTool(mcp.NewTool("either_good"), p.eitherGood)
}

// The same own type behind an adapter that forgets its Error field.

func forgetful(t tool) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		o := t.run(ctx, req.GetArguments())
		b, err := json.Marshal(o)
		if err != nil {
			return mcp.NewToolResultError("the answer cannot be written"), nil
		}
		return mcp.NewToolResultText(string(b)), nil // want "is told by dry as an answer"
	}
}

func (p *pottery) dry(ctx context.Context, args map[string]any) outcome {
	text, err := p.k.Fire(ctx, "plate")
	if err != nil {
		return outcome{Error: "the plate cracked"}
	}
	return outcome{Text: text}
}

// RegisterForgetful serves it.
func RegisterForgetful(s *server.MCPServer, k Kiln) {
	p := &pottery{k}
	t := tool{"dry", p.dry}
	s.AddTool(mcp.NewTool(t.name), forgetful(t))
}
