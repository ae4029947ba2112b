// Package gosdk refuses calls of a harbour before and after it has changed
// something, over go-sdk.
package gosdk

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"example.com/mcplinttest/lateguard/guard"
)

type harbour struct{ db *sql.DB }

type berthIn struct {
	Ship   string `json:"ship"`
	Length int    `json:"length"`
	Quay   string `json:"quay"`
	DryRun bool   `json:"dryRun,omitempty"`
}

type out struct {
	Note string `json:"note"`
}

// A typed handler: the error that it returns is what the model reads.

func (h *harbour) berthLate(ctx context.Context, _ *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, out, error) {
	if _, err := h.db.ExecContext(ctx, "INSERT INTO berths(ship, quay) VALUES($1, $2)", in.Ship, in.Quay); err != nil {
		return nil, out{}, errors.New("the ship may have a berth; list the berths")
	}
	if in.Length <= 0 || in.Length > 400 || in.Quay == "" || in.Ship == "" || strings.Contains(in.Ship, "/") { // want "refused for the arguments after"
		return nil, out{}, fmt.Errorf("no berth for a length of %d", in.Length)
	}
	return nil, out{Note: "berthed"}, nil
}

func (h *harbour) berth(ctx context.Context, _ *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, out, error) {
	if in.Length <= 0 || in.Length > 400 || in.Quay == "" || in.Ship == "" || strings.Contains(in.Ship, "/") {
		return nil, out{}, fmt.Errorf("no berth for a length of %d", in.Length)
	}
	if _, err := h.db.ExecContext(ctx, "INSERT INTO berths(ship, quay) VALUES($1, $2)", in.Ship, in.Quay); err != nil {
		return nil, out{}, errors.New("the ship may have a berth; list the berths")
	}
	return nil, out{Note: "berthed"}, nil
}

// A dry run that runs a command.

func (h *harbour) pushLate(ctx context.Context, _ *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, any, error) {
	if err := exec.CommandContext(ctx, "git", "push", "origin", "charts").Run(); err != nil {
		return nil, nil, errors.New("whether the charts were pushed is unknown; fetch them")
	}
	if in.DryRun { // want "the argument DryRun after the command git push"
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "would push the charts"}}}, nil, nil
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "pushed"}}}, nil, nil
}

func (h *harbour) push(ctx context.Context, _ *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, any, error) {
	if in.DryRun {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "would push the charts"}}}, nil, nil
	}
	if err := exec.CommandContext(ctx, "git", "push", "origin", "charts").Run(); err != nil {
		return nil, nil, errors.New("whether the charts were pushed is unknown; fetch them")
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "pushed"}}}, nil, nil
}

// The session asks the user.

func (h *harbour) evictLate(ctx context.Context, req *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, any, error) {
	if _, err := h.db.ExecContext(ctx, "DELETE FROM berths WHERE ship = $1", in.Ship); err != nil {
		return nil, nil, errors.New("whether the berth is free is unknown; list the berths")
	}
	answer, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Evict " + in.Ship + "?"})
	if err != nil {
		return nil, nil, errors.New("evicted; the question could not be asked") // want "the user's confirmation after"
	}
	if answer.Action != "accept" { // want "the user's confirmation after"
		return nil, nil, errors.New("the user declined")
	}
	return nil, nil, nil
}

func (h *harbour) evict(ctx context.Context, req *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, any, error) {
	answer, err := req.Session.Elicit(ctx, &mcp.ElicitParams{Message: "Evict " + in.Ship + "?"})
	if err != nil {
		return nil, nil, errors.New("the question could not be asked")
	}
	if answer.Action != "accept" {
		return nil, nil, errors.New("the user declined")
	}
	if _, err := h.db.ExecContext(ctx, "DELETE FROM berths WHERE ship = $1", in.Ship); err != nil {
		return nil, nil, errors.New("whether the berth is free is unknown; list the berths")
	}
	return nil, nil, nil
}

// The token says what the caller may do: from the context, and from the request.

func (h *harbour) closeLate(ctx context.Context, _ *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, any, error) {
	if _, err := h.db.ExecContext(ctx, "UPDATE quays SET closed = true WHERE name = $1", in.Quay); err != nil {
		return nil, nil, errors.New("whether the quay is closed is unknown")
	}
	ti := auth.TokenInfoFromContext(ctx)
	if ti == nil || !slices.Contains(ti.Scopes, "harbour:write") { // want "the caller's permission after"
		return nil, nil, errors.New("the token lacks the scope harbour:write")
	}
	return nil, nil, nil
}

func (h *harbour) closeQuay(ctx context.Context, _ *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, any, error) {
	ti := auth.TokenInfoFromContext(ctx)
	if ti == nil || !slices.Contains(ti.Scopes, "harbour:write") {
		return nil, nil, errors.New("the token lacks the scope harbour:write")
	}
	if _, err := h.db.ExecContext(ctx, "UPDATE quays SET closed = true WHERE name = $1", in.Quay); err != nil {
		return nil, nil, errors.New("whether the quay is closed is unknown")
	}
	return nil, nil, nil
}

func scoped(req *mcp.CallToolRequest, scope string) error {
	if req.Extra == nil || req.Extra.TokenInfo == nil {
		return errors.New("sign in first")
	}
	for _, s := range req.Extra.TokenInfo.Scopes {
		if s == scope {
			return nil
		}
	}
	return fmt.Errorf("the token lacks the scope %s", scope)
}

func (h *harbour) reopenLate(ctx context.Context, req *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, any, error) {
	if _, err := h.db.ExecContext(ctx, "UPDATE quays SET closed = false WHERE name = $1", in.Quay); err != nil {
		return nil, nil, errors.New("whether the quay is open is unknown")
	}
	return nil, nil, scoped(req, "harbour:write") // want "the caller's permission after"
}

func (h *harbour) reopen(ctx context.Context, req *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, any, error) {
	if err := scoped(req, "harbour:write"); err != nil {
		return nil, nil, err
	}
	_, err := h.db.ExecContext(ctx, "UPDATE quays SET closed = false WHERE name = $1", in.Quay)
	return nil, nil, err
}

// A raw handler decodes its arguments by itself, and late.

func refusal(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

func hoistLate(s *guard.Shelf) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if err := s.Put("flag", "up"); err != nil {
			return refusal("the flag was not written"), nil
		}
		var in struct{ Colour string }
		if err := json.Unmarshal(req.Params.Arguments, &in); err != nil { // want "refused for the arguments after .*WriteFile"
			return refusal("colour is missing"), nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: in.Colour}}}, nil
	}
}

func hoist(s *guard.Shelf) mcp.ToolHandler {
	return func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in struct{ Colour string }
		dec := json.NewDecoder(bytes.NewReader(req.Params.Arguments))
		dec.DisallowUnknownFields()
		if err := dec.Decode(&in); err != nil {
			return refusal("colour is missing"), nil
		}
		if err := s.Put("flag", in.Colour); err != nil {
			return refusal("the flag was not written"), nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: in.Colour}}}, nil
	}
}

// The same with a decoder, a helper that returns the result, and a pointer that
// says whether there is one.

func lower(s *guard.Shelf, in berthIn) *mcp.CallToolResult {
	if err := s.Put("flag", "down"); err != nil {
		return refusal("the flag was not written")
	}
	if guard.Name(in.Ship) != nil { // want "refused for the arguments after"
		return refusal("the ship has no valid name")
	}
	return nil
}

func lowerLate(s *guard.Shelf) mcp.ToolHandlerFor[berthIn, any] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, any, error) {
		if res := lower(s, in); res != nil {
			return res, nil, nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "down"}}}, nil, nil
	}
}

func lowerChecked(s *guard.Shelf, in berthIn) *mcp.CallToolResult {
	if guard.Name(in.Ship) != nil {
		return refusal("the ship has no valid name")
	}
	if err := s.Put("flag", "down"); err != nil {
		return refusal("the flag was not written")
	}
	return nil
}

func lowerFlag(s *guard.Shelf) mcp.ToolHandlerFor[berthIn, any] {
	return func(ctx context.Context, req *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, any, error) {
		if res := lowerChecked(s, in); res != nil {
			return res, nil, nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "down"}}}, nil, nil
	}
}

// An interface of the program's own holds the change; who implements it is known.

type registry interface {
	Enter(ctx context.Context, ship string) error
}

type dbRegistry struct{ db *sql.DB }

func (r dbRegistry) Enter(ctx context.Context, ship string) error {
	_, err := r.db.ExecContext(ctx, "INSERT INTO ships(name) VALUES($1)", ship)
	return err
}

type service struct {
	reg   registry
	check func(berthIn) error
}

func (s *service) enterLate(ctx context.Context, _ *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, out, error) {
	if err := s.reg.Enter(ctx, in.Ship); err != nil {
		return nil, out{}, errors.New("the ship may be entered; look it up")
	}
	if err := s.check(in); err != nil { // want "refused for the arguments after"
		return nil, out{}, err
	}
	return nil, out{Note: "entered"}, nil
}

func (s *service) enter(ctx context.Context, _ *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, out, error) {
	if err := s.check(in); err != nil {
		return nil, out{}, err
	}
	if err := s.reg.Enter(ctx, in.Ship); err != nil {
		return nil, out{}, errors.New("the ship may be entered; look it up")
	}
	return nil, out{Note: "entered"}, nil
}

func complete(in berthIn) error {
	var missing []string
	if in.Ship == "" {
		missing = append(missing, "ship")
	}
	if in.Quay == "" {
		missing = append(missing, "quay")
	}
	if len(missing) > 0 {
		return fmt.Errorf("missing: %s", strings.Join(missing, ", "))
	}
	return nil
}

// A message goes out and the status is looked at; what comes after that is about
// the argument again, or about what the status said.

func (h *harbour) signalLate(ctx context.Context, _ *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, out, error) {
	status, err := send(ctx, in.Ship)
	if err != nil {
		return nil, out{}, errors.New("whether the signal was sent is unknown")
	}
	if status >= 300 {
		return nil, out{}, fmt.Errorf("the tower answered %d", status)
	}
	if in.Quay == "" { // want "refused for the arguments after"
		return nil, out{}, errors.New("quay is missing")
	}
	return nil, out{Note: "sent"}, nil
}

func (h *harbour) signal(ctx context.Context, _ *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, out, error) {
	status, err := send(ctx, in.Ship)
	if err != nil {
		return nil, out{}, errors.New("whether the signal was sent is unknown")
	}
	if status == http.StatusAccepted {
		if in.Quay == "" {
			return nil, out{}, errors.New("the tower wants to know the quay as well; it has taken the signal")
		}
		return nil, out{Note: "taken"}, nil
	}
	return nil, out{Note: "sent"}, nil
}

func send(ctx context.Context, ship string) (int, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "http://tower.internal/signals/"+ship, nil)
	if err != nil {
		return 0, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0, err
	}
	_ = resp.Body.Close()
	return resp.StatusCode, nil
}

// A cancelled call is not refused, and a failure of the change is no check.

func (h *harbour) tow(ctx context.Context, _ *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, out, error) {
	if _, err := h.db.ExecContext(ctx, "UPDATE berths SET towed = true WHERE ship = $1", in.Ship); err != nil {
		return nil, out{}, errors.New("whether the ship is towed is unknown")
	}
	if err := ctx.Err(); err != nil {
		return nil, out{}, err
	}
	if in.Length > 100 {
		if _, err := h.db.ExecContext(ctx, "UPDATE berths SET tugs = 2 WHERE ship = $1", in.Ship); err != nil {
			return nil, out{}, errors.New("towed; the second tug was not noted")
		}
	}
	return nil, out{Note: "towed"}, nil
}

// Rows that the insert gave back decide.

func (h *harbour) reserve(ctx context.Context, _ *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, out, error) {
	var quay string
	if err := h.db.QueryRowContext(ctx, "INSERT INTO reservations(ship) VALUES($1) RETURNING quay", in.Ship).Scan(&quay); err != nil {
		return nil, out{}, errors.New("the reservation may be there; list them")
	}
	if quay != in.Quay {
		return nil, out{}, fmt.Errorf("reserved at %s, since %s is full", quay, in.Quay)
	}
	return nil, out{Note: quay}, nil
}

func (h *harbour) reserveLate(ctx context.Context, _ *mcp.CallToolRequest, in berthIn) (*mcp.CallToolResult, out, error) {
	var quay string
	if err := h.db.QueryRowContext(ctx, "INSERT INTO reservations(ship) VALUES($1) RETURNING quay", in.Ship).Scan(&quay); err != nil {
		return nil, out{}, errors.New("the reservation may be there; list them")
	}
	if in.Quay == "north" && in.Length > 80 { // want "refused for the arguments after"
		return nil, out{}, errors.New("the north quay takes 80 metres")
	}
	return nil, out{Note: quay}, nil
}

// A deferred function gives the refusal its words; the order is in the body.

func (h *harbour) dredgeLate(ctx context.Context, _ *mcp.CallToolRequest, in berthIn) (_ *mcp.CallToolResult, _ out, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("dredge: %w", err)
		}
	}()
	if _, err = h.db.ExecContext(ctx, "INSERT INTO works(quay) VALUES($1)", in.Quay); err != nil {
		return nil, out{}, errors.New("the works may be noted; list them")
	}
	if err = guard.Name(in.Quay); err != nil { // want "refused for the arguments after"
		return nil, out{}, err
	}
	return nil, out{Note: "noted"}, nil
}

func (h *harbour) dredge(ctx context.Context, _ *mcp.CallToolRequest, in berthIn) (_ *mcp.CallToolResult, _ out, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("dredge: %w", err)
		}
	}()
	if err = guard.Name(in.Quay); err != nil {
		return nil, out{}, err
	}
	if _, err = h.db.ExecContext(ctx, "INSERT INTO works(quay) VALUES($1)", in.Quay); err != nil {
		return nil, out{}, errors.New("the works may be noted; list them")
	}
	return nil, out{Note: "noted"}, nil
}

// An own registration helper, and a description with its handler in a field.

type entry[In any] struct {
	tool *mcp.Tool
	run  func(context.Context, In) (string, error)
}

func serve[In any](s *mcp.Server, e entry[In]) {
	mcp.AddTool(s, e.tool, func(ctx context.Context, _ *mcp.CallToolRequest, in In) (*mcp.CallToolResult, any, error) {
		text, err := e.run(ctx, in)
		if err != nil {
			return refusal(err.Error()), nil, nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}, nil, nil
	})
}

func (h *harbour) tollLate(ctx context.Context, in berthIn) (string, error) {
	tx, err := h.db.BeginTx(ctx, nil)
	if err != nil {
		return "", errors.New("no transaction")
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO tolls(ship) VALUES($1)", in.Ship); err != nil {
		return "", errors.New("no toll was taken")
	}
	if err := tx.Commit(); err != nil {
		return "", errors.New("whether the toll was taken is unknown")
	}
	if err := complete(in); err != nil { // want "refused for the arguments after"
		return "", err
	}
	return "taken", nil
}

func (h *harbour) toll(ctx context.Context, in berthIn) (string, error) {
	tx, err := h.db.BeginTx(ctx, nil)
	if err != nil {
		return "", errors.New("no transaction")
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "INSERT INTO tolls(ship) VALUES($1)", in.Ship); err != nil {
		return "", errors.New("no toll was taken")
	}
	if err := complete(in); err != nil {
		return "", err
	}
	if err := tx.Commit(); err != nil {
		return "", errors.New("whether the toll was taken is unknown")
	}
	return "taken", nil
}

// Serve registers the tools.
func Serve(s *mcp.Server, h *harbour, sh *guard.Shelf) {
	mcp.AddTool(s, &mcp.Tool{Name: "berth_late"}, h.berthLate)
	mcp.AddTool(s, &mcp.Tool{Name: "berth"}, h.berth)
	mcp.AddTool(s, &mcp.Tool{Name: "push_late"}, h.pushLate)
	mcp.AddTool(s, &mcp.Tool{Name: "push"}, h.push)
	mcp.AddTool(s, &mcp.Tool{Name: "evict_late"}, h.evictLate)
	mcp.AddTool(s, &mcp.Tool{Name: "evict"}, h.evict)
	mcp.AddTool(s, &mcp.Tool{Name: "close_late"}, h.closeLate)
	mcp.AddTool(s, &mcp.Tool{Name: "close"}, h.closeQuay)
	mcp.AddTool(s, &mcp.Tool{Name: "reopen_late"}, h.reopenLate)
	mcp.AddTool(s, &mcp.Tool{Name: "reopen"}, h.reopen)
	mcp.AddTool(s, &mcp.Tool{Name: "signal_late"}, h.signalLate)
	mcp.AddTool(s, &mcp.Tool{Name: "signal"}, h.signal)
	mcp.AddTool(s, &mcp.Tool{Name: "tow"}, h.tow)
	mcp.AddTool(s, &mcp.Tool{Name: "reserve_late"}, h.reserveLate)
	mcp.AddTool(s, &mcp.Tool{Name: "reserve"}, h.reserve)
	mcp.AddTool(s, &mcp.Tool{Name: "dredge_late"}, h.dredgeLate)
	mcp.AddTool(s, &mcp.Tool{Name: "dredge"}, h.dredge)
	mcp.AddTool(s, &mcp.Tool{Name: "lower_late"}, lowerLate(sh))
	mcp.AddTool(s, &mcp.Tool{Name: "lower"}, lowerFlag(sh))
	s.AddTool(&mcp.Tool{Name: "hoist_late", InputSchema: map[string]any{"type": "object"}}, hoistLate(sh))
	s.AddTool(&mcp.Tool{Name: "hoist", InputSchema: map[string]any{"type": "object"}}, hoist(sh))
	svc := &service{reg: dbRegistry{h.db}, check: complete}
	mcp.AddTool(s, &mcp.Tool{Name: "enter_late"}, svc.enterLate)
	mcp.AddTool(s, &mcp.Tool{Name: "enter"}, svc.enter)
	for _, e := range []entry[berthIn]{{&mcp.Tool{Name: "toll_late"}, h.tollLate}, {&mcp.Tool{Name: "toll"}, h.toll}} {
		serve(s, e)
	}
}
