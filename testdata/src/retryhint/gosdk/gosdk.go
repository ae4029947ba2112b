// Package gosdk has hints to retry on the go-sdk, before and after changes.
package gosdk

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type parcel struct {
	ID  string `json:"id"`
	Key string `json:"key"`
}

type depot struct {
	db     *sql.DB
	web    *http.Client
	broker broker
	log    string
}

type broker interface {
	Publish(ctx context.Context, id string) error
	Peek(ctx context.Context, id string) error
}

// An Out struct with a field for machines.
type state struct {
	Done      bool   `json:"done"`
	Retryable bool   `json:"retryable"`
	Reason    string `json:"reason,omitempty"`
}

func failed(st *state) (*mcp.CallToolResult, *state, error) {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: st.Reason}}}, st, nil
}

func (d *depot) badAccept(ctx context.Context, _ *mcp.CallToolRequest, in parcel) (*mcp.CallToolResult, *state, error) {
	if _, err := d.db.ExecContext(ctx, "INSERT INTO parcels(id) VALUES($1)", in.ID); err != nil {
		return failed(&state{Reason: "the parcel was not accepted", Retryable: true}) // want `the field "Retryable" invites to try again although .+ may have been applied`
	}
	return nil, &state{Done: true}, nil
}

func (d *depot) goodAccept(ctx context.Context, _ *mcp.CallToolRequest, in parcel) (*mcp.CallToolResult, *state, error) {
	if in.ID == "" {
		return failed(&state{Reason: "id is required", Retryable: true})
	}
	if _, err := d.db.ExecContext(ctx, "INSERT INTO parcels(id) VALUES($1)", in.ID); err != nil {
		return failed(&state{Reason: "it is not known whether the parcel was accepted; look at list_parcels"})
	}
	return nil, &state{Done: true}, nil
}

// Rows of sentinels and what is said of them.
var errSlow = errors.New("slow")

var badRows = []struct {
	is  error
	say string
}{
	{context.DeadlineExceeded, "the broker is slow, please try again shortly"},
	{errSlow, "the broker is closed; tell the user"},
}

var goodRows = []struct {
	is  error
	say string
}{
	{context.DeadlineExceeded, "the broker is slow and may have taken the message; look at the queue"},
	{errSlow, "the broker is closed; tell the user"},
}

func badSay(err error) error {
	for _, r := range badRows {
		if errors.Is(err, r.is) {
			return errors.New(r.say)
		}
	}
	return errors.New("the broker has a fault; tell the user")
}

func goodSay(err error) error {
	for _, r := range goodRows {
		if errors.Is(err, r.is) {
			return errors.New(r.say)
		}
	}
	return errors.New("the broker has a fault; tell the user")
}

func (d *depot) badPublish(ctx context.Context, _ *mcp.CallToolRequest, in parcel) (*mcp.CallToolResult, any, error) {
	if err := d.broker.Publish(ctx, in.ID); err != nil {
		return nil, nil, badSay(err) // want `\(gosdk.broker\).Publish \(API call\) may have been applied`
	}
	return nil, "published", nil
}

func (d *depot) goodPublish(ctx context.Context, _ *mcp.CallToolRequest, in parcel) (*mcp.CallToolResult, any, error) {
	if err := d.broker.Publish(ctx, in.ID); err != nil {
		return nil, nil, goodSay(err)
	}
	return nil, "published", nil
}

func (d *depot) goodPeek(ctx context.Context, _ *mcp.CallToolRequest, in parcel) (*mcp.CallToolResult, any, error) {
	if err := d.broker.Peek(ctx, in.ID); err != nil {
		return nil, nil, badSay(err)
	}
	return nil, "there", nil
}

// Options of an answer, one of which invites.
type answer struct {
	code string
	wait int
}

type option func(*answer)

func after(seconds int) option {
	return func(a *answer) { a.wait = seconds }
}

func code(s string) option {
	return func(a *answer) { a.code = s }
}

func refuse(text string, opts ...option) (*mcp.CallToolResult, error) {
	var a answer
	for _, o := range opts {
		o(&a)
	}
	return &mcp.CallToolResult{
		IsError: true,
		Meta:    mcp.Meta{"retry_after": a.wait, "code": a.code},
		Content: []mcp.Content{&mcp.TextContent{Text: text}},
	}, nil
}

func (d *depot) badWeigh(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in parcel
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return refuse("id must be a text", code("arguments"))
	}
	if err := d.post(ctx, in.ID); err != nil {
		slog.ErrorContext(ctx, "weigh", "err", err)
		return refuse("the scales did not confirm", after(10)) // want `the field "retry_after" invites`
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "weighed"}}}, nil
}

func (d *depot) goodWeigh(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var in parcel
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return refuse("id must be a text", code("arguments"))
	}
	if err := d.post(ctx, in.ID); err != nil {
		slog.ErrorContext(ctx, "weigh", "err", err)
		return refuse("the scales did not confirm; look at list_weights", code("unknown"))
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "weighed"}}}, nil
}

func (d *depot) post(ctx context.Context, id string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://scales.local/weights", strings.NewReader(id))
	if err != nil {
		return err
	}
	resp, err := d.web.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return errors.New("not created")
	}
	return nil
}

// The status tells whether the other side took it.
func labelRequest(ctx context.Context, id string) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, http.MethodPost, "http://labels.local/create", strings.NewReader(id))
}

func (d *depot) badLabel(ctx context.Context, _ *mcp.CallToolRequest, in parcel) (*mcp.CallToolResult, any, error) {
	req, err := labelRequest(ctx, in.ID)
	if err != nil {
		return nil, nil, errors.New("id cannot be printed; take another one and try again")
	}
	resp, err := d.web.Do(req)
	if err != nil {
		return nil, nil, errors.New("it is not known whether the label was printed; look at the printer")
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return nil, nil, errors.New("the printer has a fault, retry in a minute") // want `the text invites to try again`
	}
	return nil, "printed", nil
}

func (d *depot) goodLabel(ctx context.Context, _ *mcp.CallToolRequest, in parcel) (*mcp.CallToolResult, any, error) {
	req, err := labelRequest(ctx, in.ID)
	if err != nil {
		return nil, nil, errors.New("id cannot be printed; take another one and try again")
	}
	resp, err := d.web.Do(req)
	if err != nil {
		return nil, nil, errors.New("it is not known whether the label was printed; look at the printer")
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusTooManyRequests {
		return nil, nil, errors.New("the printer is busy, retry in a minute")
	}
	if resp.StatusCode != http.StatusCreated {
		return nil, nil, errors.New("the printer may have printed it; look at the printer")
	}
	return nil, "printed", nil
}

// A hint that names the key under which the call may be repeated.
func (d *depot) orderVanOnce(ctx context.Context, in parcel) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://pickups.local/pickups", strings.NewReader(in.ID))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", in.Key)
	resp, err := d.web.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (d *depot) orderVan(ctx context.Context, in parcel) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://pickups.local/pickups", strings.NewReader(in.ID))
	if err != nil {
		return err
	}
	req.Header.Set("X-Depot", in.Key)
	resp, err := d.web.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (d *depot) badPickup(ctx context.Context, _ *mcp.CallToolRequest, in parcel) (*mcp.CallToolResult, any, error) {
	if err := d.orderVan(ctx, in); err != nil {
		return nil, nil, errors.New("no van was sent; please call this tool again") // want `the HTTP request .+ applied, so the model repeats it`
	}
	return nil, "a van comes", nil
}

func (d *depot) goodPickup(ctx context.Context, _ *mcp.CallToolRequest, in parcel) (*mcp.CallToolResult, any, error) {
	if err := d.orderVanOnce(ctx, in); err != nil {
		return nil, nil, errors.New("no van was sent; please call this tool again")
	}
	return nil, "a van comes", nil
}

// An append whose fate is read back before the hint.
func (d *depot) note(line string) error {
	f, err := os.OpenFile(d.log, os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteString(line + "\n")
	return err
}

func (d *depot) badNote(_ context.Context, _ *mcp.CallToolRequest, in parcel) (*mcp.CallToolResult, any, error) {
	if err := d.note(in.ID); err != nil {
		return nil, nil, errors.New("the log was not written; please retry") // want `the file \(file write\) .+ so the model repeats it`
	}
	return nil, "noted", nil
}

func (d *depot) goodNote(_ context.Context, _ *mcp.CallToolRequest, in parcel) (*mcp.CallToolResult, any, error) {
	if err := d.note(in.ID); err != nil {
		b, err := os.ReadFile(d.log)
		if err != nil || strings.HasSuffix(string(b), in.ID+"\n") {
			return nil, nil, errors.New("the log may hold the line; look at it")
		}
		return nil, nil, errors.New("the log was not written; please retry")
	}
	return nil, "noted", nil
}

// Register adds the tools.
func Register(s *mcp.Server, d *depot) {
	mcp.AddTool(s, &mcp.Tool{Name: "accept"}, d.badAccept)
	mcp.AddTool(s, &mcp.Tool{Name: "accept_well"}, d.goodAccept)
	for name, h := range map[string]mcp.ToolHandlerFor[parcel, any]{
		"publish": d.badPublish, "publish_well": d.goodPublish, "peek": d.goodPeek, "print_label": d.badLabel, "print_label_well": d.goodLabel,
		"pickup": d.badPickup, "pickup_once": d.goodPickup, "note": d.badNote, "note_well": d.goodNote,
	} {
		mcp.AddTool(s, &mcp.Tool{Name: name}, h)
	}
	schema := json.RawMessage(`{"type":"object"}`)
	s.AddTool(&mcp.Tool{Name: "weigh", InputSchema: schema}, d.badWeigh)
	s.AddTool(&mcp.Tool{Name: "weigh_well", InputSchema: schema}, d.goodWeigh)
}
