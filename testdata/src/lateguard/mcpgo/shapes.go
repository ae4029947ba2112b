package mcpgo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/mcplinttest/lateguard/guard"
)

// ledger is a client of another program.
type ledger interface {
	CreateEntry(ctx context.Context, account string, cents int) (string, error)
	DeleteEntry(ctx context.Context, id string) error
	Balance(ctx context.Context, account string) (int, error)
}

// A factory whose handler asks a closure about the amount.

func payLate(l ledger) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		cents, err := strconv.Atoi(req.GetString("cents", "0"))
		if err != nil {
			return mcp.NewToolResultError("cents has to be a number"), nil
		}
		inRange := func() error {
			if cents <= 0 || cents > 100_000 {
				return errors.New("cents has to be between 1 and 100000")
			}
			return nil
		}
		id, err := l.CreateEntry(ctx, req.GetString("account", ""), cents)
		if err != nil {
			return mcp.NewToolResultError("the entry may have been made; list the entries"), nil
		}
		if err := inRange(); err != nil { // want "refused for the arguments after .*CreateEntry"
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText(id), nil
	}
}

func pay(l ledger) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		cents, err := strconv.Atoi(req.GetString("cents", "0"))
		if err != nil {
			return mcp.NewToolResultError("cents has to be a number"), nil
		}
		inRange := func() error {
			if cents <= 0 || cents > 100_000 {
				return errors.New("cents has to be between 1 and 100000")
			}
			return nil
		}
		if err := inRange(); err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		id, err := l.CreateEntry(ctx, req.GetString("account", ""), cents)
		if err != nil {
			return mcp.NewToolResultError("the entry may have been made; list the entries"), nil
		}
		return mcp.NewToolResultText(id), nil
	}
}

// A typed handler: its flag is a field.

type cancelArgs struct {
	ID      string `json:"id"`
	Confirm bool   `json:"confirm"`
	Until   string `json:"until"`
}

func cancelLate(l ledger) func(context.Context, mcp.CallToolRequest, cancelArgs) (*mcp.CallToolResult, error) {
	return func(ctx context.Context, _ mcp.CallToolRequest, in cancelArgs) (*mcp.CallToolResult, error) {
		if err := l.DeleteEntry(ctx, in.ID); err != nil {
			return mcp.NewToolResultError("whether the entry is gone is unknown"), nil
		}
		if !in.Confirm { // want "the argument Confirm after"
			return mcp.NewToolResultError("confirm has to be true"), nil
		}
		if in.Until != "" {
			if _, err := time.Parse(time.DateOnly, in.Until); err != nil { // want "refused for the arguments after"
				return mcp.NewToolResultError("until has to be a date"), nil
			}
		}
		return mcp.NewToolResultText("gone"), nil
	}
}

func cancelEntry(l ledger) func(context.Context, mcp.CallToolRequest, cancelArgs) (*mcp.CallToolResult, error) {
	return func(ctx context.Context, _ mcp.CallToolRequest, in cancelArgs) (*mcp.CallToolResult, error) {
		if !in.Confirm {
			return mcp.NewToolResultError("confirm has to be true"), nil
		}
		if in.Until != "" {
			if _, err := time.Parse(time.DateOnly, in.Until); err != nil {
				return mcp.NewToolResultError("until has to be a date"), nil
			}
		}
		if err := l.DeleteEntry(ctx, in.ID); err != nil {
			return mcp.NewToolResultError("whether the entry is gone is unknown"), nil
		}
		return mcp.NewToolResultText("gone"), nil
	}
}

// A balance that is asked for after the entry is other people's business: it can
// have changed. That an argument is held against it makes it no check of the
// argument.

func drawLate(l ledger) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		floor := req.GetInt("floor", 0)
		if _, err := l.CreateEntry(ctx, "cash", -floor); err != nil {
			return mcp.NewToolResultError("the entry may have been made; list the entries"), nil
		}
		if floor%5 != 0 { // want "refused for the arguments after"
			return mcp.NewToolResultError("floor has to be a multiple of 5"), nil
		}
		return mcp.NewToolResultText("drawn"), nil
	}
}

func draw(l ledger) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		floor := req.GetInt("floor", 0)
		if _, err := l.CreateEntry(ctx, "cash", -floor); err != nil {
			return mcp.NewToolResultError("the entry may have been made; list the entries"), nil
		}
		left, err := l.Balance(ctx, "cash")
		if err != nil {
			return mcp.NewToolResultError("drawn; the balance is unknown"), nil
		}
		if left < floor {
			return mcp.NewToolResultError("drawn; the balance is below the floor"), nil
		}
		return mcp.NewToolResultText("drawn"), nil
	}
}

// An own kind of tool behind an adapter.

type instrument interface {
	Name() string
	Execute(ctx context.Context, args map[string]any) (string, error)
}

type splitLate struct{ l ledger }

func (splitLate) Name() string { return "split_late" }

func (t splitLate) Execute(ctx context.Context, args map[string]any) (string, error) {
	account, _ := args["account"].(string)
	id, err := t.l.CreateEntry(ctx, account, 1)
	if err != nil {
		return "", errors.New("the entry may have been made; list the entries")
	}
	parts, ok := args["parts"].(float64)
	if !ok || parts < 2 { // want "refused for the arguments after"
		return "", errors.New("parts has to be a number from 2 on")
	}
	return fmt.Sprintf("%s in %d", id, int(parts)), nil
}

type split struct{ l ledger }

func (split) Name() string { return "split" }

func (t split) Execute(ctx context.Context, args map[string]any) (string, error) {
	account, _ := args["account"].(string)
	parts, ok := args["parts"].(float64)
	if !ok || parts < 2 {
		return "", errors.New("parts has to be a number from 2 on")
	}
	id, err := t.l.CreateEntry(ctx, account, 1)
	if err != nil {
		return "", errors.New("the entry may have been made; list the entries")
	}
	return fmt.Sprintf("%s in %d", id, int(parts)), nil
}

func adapt(t instrument) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		out, err := t.Execute(ctx, req.GetArguments())
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText(out), nil
	}
}

// A generic wrapper decodes the arguments for handlers that return text.

func decoded[T any](h func(context.Context, T) (string, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in T
		if err := req.BindArguments(&in); err != nil {
			return mcp.NewToolResultError("the arguments do not fit: " + err.Error()), nil
		}
		out, err := h(ctx, in)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText(out), nil
	}
}

type tagArgs struct {
	Item   string   `json:"item"`
	Tags   []string `json:"tags"`
	DryRun bool     `json:"dry_run"`
}

func (in tagArgs) validate() error {
	var problems []error
	if in.Item == "" {
		problems = append(problems, errors.New("item is missing"))
	}
	for _, t := range in.Tags {
		if strings.ContainsAny(t, " \t") {
			problems = append(problems, fmt.Errorf("the tag %q holds a blank", t))
		}
	}
	return errors.Join(problems...)
}

func tagLate(s *guard.Shelf) func(context.Context, tagArgs) (string, error) {
	return func(ctx context.Context, in tagArgs) (string, error) {
		if err := s.Put(in.Item+".tags", strings.Join(in.Tags, "\n")); err != nil {
			return "", errors.New("the tags were not written")
		}
		if err := in.validate(); err != nil { // want "refused for the arguments after"
			return "", err
		}
		return "tagged", nil
	}
}

func tag(s *guard.Shelf) func(context.Context, tagArgs) (string, error) {
	return func(ctx context.Context, in tagArgs) (string, error) {
		if err := in.validate(); err != nil {
			return "", err
		}
		if err := s.Put(in.Item+".tags", strings.Join(in.Tags, "\n")); err != nil {
			return "", errors.New("the tags were not written")
		}
		return "tagged", nil
	}
}

// Steps in a list, run in its order.

type step func(ctx context.Context, in tagArgs) error

func wellFormed(_ context.Context, in tagArgs) error { return in.validate() }

func formed(_ context.Context, in tagArgs) error {
	return in.validate() // want `handler mcpgo\.visitLate: can be refused for the arguments after`
}

func shaped(_ context.Context, in tagArgs) error {
	if in.Item == "" { // want `handler mcpgo\.inspectLate: can be refused for the arguments after`
		return errors.New("item is missing")
	}
	return nil
}

func record(_ context.Context, in tagArgs) error {
	return (&guard.Shelf{Dir: "/var/lib/archive"}).Put(in.Item, "seen")
}

var stepsLate = []step{record, formed}

var stepsInOrder = []step{wellFormed, record}

func visitLate(ctx context.Context, in tagArgs) (string, error) {
	for _, s := range stepsLate {
		if err := s(ctx, in); err != nil {
			return "", err
		}
	}
	return "visited", nil
}

func visit(ctx context.Context, in tagArgs) (string, error) {
	for _, s := range stepsInOrder {
		if err := s(ctx, in); err != nil {
			return "", err
		}
	}
	return "visited", nil
}

// Steps with names.

type named struct {
	name string
	run  func(ctx context.Context, in tagArgs) error
}

func inspectLate(ctx context.Context, in tagArgs) (string, error) {
	for _, s := range []named{{"record", record}, {"check", shaped}} {
		if err := s.run(ctx, in); err != nil {
			return "", fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return "inspected", nil
}

func inspect(ctx context.Context, in tagArgs) (string, error) {
	for _, s := range []named{{"check", wellFormed}, {"record", record}} {
		if err := s.run(ctx, in); err != nil {
			return "", fmt.Errorf("%s: %w", s.name, err)
		}
	}
	return "inspected", nil
}

// A goroutine writes while the arguments are still being looked at.

func journalLate(s *guard.Shelf) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		done := make(chan error, 1)
		go func() { done <- s.Put("journal", req.GetString("line", "")) }()
		if req.GetString("line", "") == "" { // want "refused for the arguments after"
			return mcp.NewToolResultError("line is missing"), nil
		}
		if err := <-done; err != nil {
			return mcp.NewToolResultError("not written"), nil
		}
		return mcp.NewToolResultText("written"), nil
	}
}

func journal(s *guard.Shelf) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if req.GetString("line", "") == "" {
			return mcp.NewToolResultError("line is missing"), nil
		}
		done := make(chan error, 1)
		go func() { done <- s.Put("journal", req.GetString("line", "")) }()
		if err := <-done; err != nil {
			return mcp.NewToolResultError("not written"), nil
		}
		return mcp.NewToolResultText("written"), nil
	}
}

// Arguments that are decoded in two goes: the second comes too late.

func copyLate(s *guard.Shelf) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		raw, err := json.Marshal(req.Params.Arguments)
		if err != nil {
			return mcp.NewToolResultError("the arguments are no JSON"), nil
		}
		var head struct{ Item string }
		if err := json.Unmarshal(raw, &head); err != nil {
			return mcp.NewToolResultError("item is missing"), nil
		}
		if err := s.Put(head.Item, ""); err != nil {
			return mcp.NewToolResultError("not written"), nil
		}
		var body struct{ Copies int }
		if err := json.Unmarshal([]byte(req.GetString("options", "{}")), &body); err != nil { // want "refused for the arguments after"
			return mcp.NewToolResultError("options has to be an object"), nil
		}
		return mcp.NewToolResultText(strconv.Itoa(body.Copies)), nil
	}
}

func copyItem(s *guard.Shelf) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var body struct {
			Item   string
			Copies int
		}
		if err := json.Unmarshal([]byte(req.GetString("options", "{}")), &body); err != nil {
			return mcp.NewToolResultError("options has to be an object"), nil
		}
		if err := s.Put(body.Item, ""); err != nil {
			return mcp.NewToolResultError("not written"), nil
		}
		return mcp.NewToolResultText(strconv.Itoa(body.Copies)), nil
	}
}

// An optional selector, passed on to what works on many.

type fleet interface {
	RestartMatching(ctx context.Context, selector string) (int, error)
}

func restartLate(f fleet) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		n, err := f.RestartMatching(ctx, req.GetString("selector", "")) // want "takes that for all"
		if err != nil {
			return mcp.NewToolResultError("which were restarted is unknown"), nil
		}
		return mcp.NewToolResultText(strconv.Itoa(n)), nil
	}
}

func restart(f fleet) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		sel := req.GetString("selector", "")
		if strings.TrimSpace(sel) == "" {
			return mcp.NewToolResultError("selector is missing"), nil
		}
		n, err := f.RestartMatching(ctx, sel)
		if err != nil {
			return mcp.NewToolResultError("which were restarted is unknown"), nil
		}
		return mcp.NewToolResultText(strconv.Itoa(n)), nil
	}
}

// RegisterShapes serves tools from a table, from a map and behind adapters.
func RegisterShapes(s *server.MCPServer, l ledger, sh *guard.Shelf, f fleet) {
	tools := []server.ServerTool{
		{Tool: mcp.NewTool("pay_late"), Handler: payLate(l)},
		{Tool: mcp.NewTool("pay"), Handler: pay(l)},
		{Tool: mcp.NewTool("draw_late"), Handler: drawLate(l)},
		{Tool: mcp.NewTool("draw"), Handler: draw(l)},
		{Tool: mcp.NewTool("journal_late"), Handler: journalLate(sh)},
		{Tool: mcp.NewTool("journal"), Handler: journal(sh)},
		{Tool: mcp.NewTool("copy_late"), Handler: copyLate(sh)},
		{Tool: mcp.NewTool("copy"), Handler: copyItem(sh)},
		{Tool: mcp.NewTool("restart_late"), Handler: restartLate(f)},
		{Tool: mcp.NewTool("restart"), Handler: restart(f)},
	}
	s.AddTools(tools...)
	s.AddTool(mcp.NewTool("cancel_late"), mcp.NewTypedToolHandler(cancelLate(l)))
	s.AddTool(mcp.NewTool("cancel"), mcp.NewTypedToolHandler(cancelEntry(l)))
	for _, t := range []instrument{splitLate{l}, split{l}} {
		s.AddTool(mcp.NewTool(t.Name()), adapt(t))
	}
	for name, h := range map[string]func(context.Context, tagArgs) (string, error){
		"tag_late": tagLate(sh), "tag": tag(sh), "visit_late": visitLate, "visit": visit, "inspect_late": inspectLate, "inspect": inspect,
	} {
		s.AddTool(mcp.NewTool(name), decoded(h))
	}
}
