// Package protocol is a server without an SDK whose tools' failures take the
// wrong way out in some places and the right one in others.
package protocol

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
)

type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

type fault struct {
	Number int    `json:"code"`
	Words  string `json:"message"`
}

type answer struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *fault          `json:"error,omitempty"`
}

type block struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type outcome struct {
	Content []block `json:"content"`
	Failed  bool    `json:"isError,omitempty"`
}

type call struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

var errNoTool = errors.New("no such tool")

type ferry struct {
	tools map[string]func(context.Context, json.RawMessage) (string, error)
}

func seats(_ context.Context, args json.RawMessage) (string, error) {
	var in struct{ Deck int }
	if err := json.Unmarshal(args, &in); err != nil {
		return "", fmt.Errorf("deck must be a number")
	}
	if in.Deck > 3 {
		return "", fmt.Errorf("there are three decks, deck %d is none of them", in.Deck)
	}
	return "12 seats", nil
}

func decode(params json.RawMessage) (call, error) {
	var c call
	err := json.Unmarshal(params, &c)
	return c, err
}

func fail(id json.RawMessage, code int, words string) answer {
	return answer{Version: "2.0", ID: id, Error: &fault{code, words}}
}

// direct answers in the dispatcher itself.
func (f *ferry) direct(ctx context.Context, r request) answer {
	out := answer{Version: "2.0", ID: r.ID}
	if r.Method != "tools/call" {
		out.Error = &fault{-32601, "unknown method " + r.Method}
		return out
	}
	c, err := decode(r.Params)
	if err != nil {
		out.Error = &fault{-32602, "the parameters are no tools/call"}
		return out
	}
	run, ok := f.tools[c.Name]
	if !ok {
		out.Error = &fault{-32602, "unknown tool " + c.Name}
		return out
	}
	text, err := run(ctx, c.Arguments)
	if err != nil {
		out.Error = &fault{7, err.Error()} // want "the failure of the tool that was called leaves as JSON-RPC error"
		return out
	}
	out.Result = outcome{Content: []block{{"text", text}}}
	return out
}

// helped answers through a helper that is handed the text.
func (f *ferry) helped(ctx context.Context, r request) answer {
	c, err := decode(r.Params)
	if err != nil {
		return fail(r.ID, -32700, "no JSON")
	}
	run := f.tools[c.Name]
	if run == nil {
		return fail(r.ID, -32602, "unknown tool "+c.Name)
	}
	text, err := run(ctx, c.Arguments)
	if err != nil {
		return fail(r.ID, -32000, err.Error()) // want "the failure of the tool that was called"
	}
	return answer{Version: "2.0", ID: r.ID, Result: outcome{Content: []block{{"text", text}}}}
}

// named chooses among functions by the tool's name.
func named(ctx context.Context, r request) answer {
	c, err := decode(r.Params)
	if err != nil {
		return fail(r.ID, -32602, "no tools/call")
	}
	switch c.Name {
	case "seats":
		text, err := seats(ctx, c.Arguments)
		if err != nil {
			return fail(r.ID, -32603, err.Error()) // want "the failure of the tool that was called"
		}
		return answer{Version: "2.0", ID: r.ID, Result: outcome{Content: []block{{"text", text}}}}
	}
	return fail(r.ID, -32602, "unknown tool "+c.Name)
}

func (f *ferry) call(ctx context.Context, name string, args json.RawMessage) (string, error) {
	run, ok := f.tools[name]
	if !ok {
		return "", errNoTool
	}
	return run(ctx, args)
}

// nested finds tool and failure in a function of its own.
func (f *ferry) nested(ctx context.Context, c call, id json.RawMessage) map[string]any {
	text, err := f.call(ctx, c.Name, c.Arguments)
	if err != nil {
		return map[string]any{"jsonrpc": "2.0", "id": id, "error": map[string]any{
			"code": 3, "message": err.Error(), // want "the failure of the tool that was called"
		}}
	}
	return map[string]any{"jsonrpc": "2.0", "id": id, "result": map[string]any{
		"content": []map[string]any{{"type": "text", "text": text}},
	}}
}

// repaired tells the unknown tool from the tool's failure.
func (f *ferry) repaired(ctx context.Context, c call, id json.RawMessage) answer {
	text, err := f.call(ctx, c.Name, c.Arguments)
	if errors.Is(err, errNoTool) {
		return fail(id, -32602, "unknown tool "+c.Name)
	}
	if ctx.Err() != nil {
		return fail(id, -32800, "cancelled")
	}
	if err != nil {
		return answer{Version: "2.0", ID: id, Result: outcome{Content: []block{{"text", err.Error()}}, Failed: true}}
	}
	return answer{Version: "2.0", ID: id, Result: outcome{Content: []block{{"text", text}}}}
}

// list is no tools/call: a failure of the host's business may go to the host.
func list(ctx context.Context, id json.RawMessage, names func(context.Context) ([]string, error)) answer {
	all, err := names(ctx)
	if err != nil {
		return fail(id, -32603, "the tools cannot be listed now")
	}
	return answer{Version: "2.0", ID: id, Result: map[string]any{"tools": all}}
}
