package gosdk

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type office struct {
	db    *sql.DB
	web   *http.Client
	queue publisher
	file  string
}

type publisher interface {
	Publish(ctx context.Context, topic string) error
	Status(ctx context.Context, topic string) (string, error)
}

type paper struct {
	Title string `json:"title"`
	Topic string `json:"topic"`
}

func said(s string, isError bool) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: isError, Content: []mcp.Content{&mcp.TextContent{Text: s}}}
}

// A message that is out, and a poll that ends without an answer.
func (o *office) wait(ctx context.Context, topic string) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for range 10 {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
		if s, err := o.queue.Status(ctx, topic); err == nil && s == "read" {
			return nil
		}
	}
	return errors.New("no answer")
}

func (o *office) badCircular(ctx context.Context, _ *mcp.CallToolRequest, in paper) (*mcp.CallToolResult, any, error) {
	if err := o.queue.Publish(ctx, in.Topic); err != nil {
		return nil, nil, errors.New("it is not known whether the circular went out; look at the queue")
	}
	if err := o.wait(ctx, in.Topic); err != nil {
		return nil, nil, errors.New("the readers are away; ask them tomorrow") // want `\(gosdk.publisher\).Publish \(API call\) was applied`
	}
	return nil, "read", nil
}

func (o *office) goodCircular(ctx context.Context, _ *mcp.CallToolRequest, in paper) (*mcp.CallToolResult, any, error) {
	if err := o.queue.Publish(ctx, in.Topic); err != nil {
		return nil, nil, errors.New("it is not known whether the circular went out; look at the queue")
	}
	if err := o.wait(ctx, in.Topic); err != nil {
		return nil, nil, errors.New("the circular was sent, the readers are away; ask them tomorrow")
	}
	return nil, "read", nil
}

// A deferred step turns a success into a failure.
func (o *office) badStamp(ctx context.Context, _ *mcp.CallToolRequest, in paper) (_ *mcp.CallToolResult, _ any, err error) {
	f, err := os.Open(o.file)
	if err != nil {
		return nil, nil, errors.New("there is no stamp; ask the user for one")
	}
	defer func() {
		if f.Close() != nil {
			err = errors.New("the stamp is stuck; tell the user") // want `was applied before this failure`
		}
	}()
	if _, err := o.db.ExecContext(ctx, "INSERT INTO stamped(title) VALUES($1)", in.Title); err != nil {
		return nil, nil, errors.New("it is not known whether the paper was stamped; look at list_papers")
	}
	return said("stamped", false), nil, nil
}

func (o *office) goodStamp(ctx context.Context, _ *mcp.CallToolRequest, in paper) (_ *mcp.CallToolResult, _ any, err error) {
	f, err := os.Open(o.file)
	if err != nil {
		return nil, nil, errors.New("there is no stamp; ask the user for one")
	}
	defer func() {
		if f.Close() != nil {
			err = errors.New("the stamp is stuck, the paper may have been stamped; tell the user")
		}
	}()
	if _, err := o.db.ExecContext(ctx, "INSERT INTO stamped(title) VALUES($1)", in.Title); err != nil {
		return nil, nil, errors.New("it is not known whether the paper was stamped; look at list_papers")
	}
	return said("stamped", false), nil, nil
}

// A raw handler with a literal for all failures.
func (o *office) badFile(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	fail := func(format string, args ...any) (*mcp.CallToolResult, error) {
		return said(fmt.Sprintf(format, args...), true), nil
	}
	var in paper
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return fail("title must be a text")
	}
	if err := o.put(ctx, in.Title); err != nil {
		return fail("it is not known whether %q was filed; look at list_papers", in.Title)
	}
	if _, err := o.queue.Status(ctx, in.Topic); err != nil {
		return fail("the topic %q is not served", in.Topic) // want `the HTTP request .+ was applied`
	}
	return said("filed", false), nil
}

func (o *office) goodFile(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	fail := func(format string, args ...any) (*mcp.CallToolResult, error) {
		return said(fmt.Sprintf(format, args...), true), nil
	}
	var in paper
	if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
		return fail("title must be a text")
	}
	if err := o.put(ctx, in.Title); err != nil {
		return fail("it is not known whether %q was filed; look at list_papers", in.Title)
	}
	if _, err := o.queue.Status(ctx, in.Topic); err != nil {
		return fail("%q was filed, but the topic %q is not served", in.Title, in.Topic)
	}
	return said("filed", false), nil
}

func (o *office) put(ctx context.Context, title string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "https://files.example.com/papers", strings.NewReader(title))
	if err != nil {
		return err
	}
	resp, err := o.web.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusNoContent {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	return nil
}

// A structured answer that names what was made.
type made struct {
	Created string `json:"created,omitempty"`
	Reason  string `json:"reason"`
}

func (o *office) badDraft(ctx context.Context, _ *mcp.CallToolRequest, in paper) (*mcp.CallToolResult, *made, error) {
	if _, err := o.db.ExecContext(ctx, "INSERT INTO drafts(title) VALUES($1)", in.Title); err != nil {
		return nil, nil, errors.New("it is not known whether the draft was made; look at list_drafts")
	}
	if _, err := o.queue.Status(ctx, in.Topic); err != nil {
		return said("the topic is not served", true), &made{Reason: "topic"}, nil // want `was applied before this failure`
	}
	return nil, &made{Created: in.Title}, nil
}

func (o *office) goodDraft(ctx context.Context, _ *mcp.CallToolRequest, in paper) (*mcp.CallToolResult, *made, error) {
	if _, err := o.db.ExecContext(ctx, "INSERT INTO drafts(title) VALUES($1)", in.Title); err != nil {
		return nil, nil, errors.New("it is not known whether the draft was made; look at list_drafts")
	}
	if _, err := o.queue.Status(ctx, in.Topic); err != nil {
		return said("the draft was created, the topic is not served", true), &made{Created: in.Title, Reason: "topic"}, nil
	}
	return nil, &made{Created: in.Title}, nil
}

// Two failures behind one another: the first proves that nothing was changed.
func (o *office) badSign(ctx context.Context, _ *mcp.CallToolRequest, in paper) (*mcp.CallToolResult, any, error) {
	err := o.sign(ctx, in.Title)
	if err == nil {
		err = o.queue.Publish(ctx, in.Topic)
		if err != nil {
			return nil, nil, errors.New("the topic is not served") // want `was applied before this failure`
		}
		return nil, "signed", nil
	}
	return nil, nil, errors.New("it is not known whether the paper was signed; look at list_papers")
}

func (o *office) goodSign(ctx context.Context, _ *mcp.CallToolRequest, in paper) (*mcp.CallToolResult, any, error) {
	if _, err := o.queue.Status(ctx, in.Topic); err != nil {
		return nil, nil, errors.New("the topic is not served")
	}
	if err := o.sign(ctx, in.Title); err != nil {
		return nil, nil, errors.New("it is not known whether the paper was signed; look at list_papers")
	}
	return nil, "signed", nil
}

func (o *office) sign(ctx context.Context, title string) error {
	_, err := o.db.ExecContext(ctx, "UPDATE papers SET signed = true WHERE title = $1", title)
	return err
}

// What was made is looked at: its state is the answer.
type printer interface {
	CreateJob(ctx context.Context, title string) (*job, error)
	GetJob(ctx context.Context, id string) (*job, error)
	GetPaper(ctx context.Context, title string) (string, error)
}

type job struct{ ID, State string }

type print struct{ on printer }

func (p print) badPrint(ctx context.Context, _ *mcp.CallToolRequest, in paper) (*mcp.CallToolResult, any, error) {
	j, err := p.on.CreateJob(ctx, in.Title)
	if err != nil {
		return nil, nil, errors.New("it is not known whether the job was started; look at list_jobs")
	}
	format, err := p.on.GetPaper(ctx, in.Title)
	if err != nil {
		return nil, nil, errors.New("there is no such paper") // want `CreateJob \(API call\) was applied`
	}
	if format != "A4" {
		return nil, nil, fmt.Errorf("the format is %s", format) // want `CreateJob \(API call\) was applied`
	}
	return nil, j.ID, nil
}

func (p print) goodPrint(ctx context.Context, _ *mcp.CallToolRequest, in paper) (*mcp.CallToolResult, any, error) {
	j, err := p.on.CreateJob(ctx, in.Title)
	if err != nil {
		return nil, nil, errors.New("it is not known whether the job was started; look at list_jobs")
	}
	now, err := p.on.GetJob(ctx, j.ID)
	if err != nil {
		return nil, nil, errors.New("the job was started, its state is not known; look at list_jobs")
	}
	if now.State == "jammed" {
		return nil, nil, fmt.Errorf("job %s is jammed; open the printer", j.ID)
	}
	return nil, j.ID, nil
}

// RegisterPrint adds the tools.
func RegisterPrint(s *mcp.Server, on printer) {
	p := print{on}
	mcp.AddTool(s, &mcp.Tool{Name: "print"}, p.badPrint)
	mcp.AddTool(s, &mcp.Tool{Name: "print_well"}, p.goodPrint)
}

// RegisterOffice adds the tools.
func RegisterOffice(s *mcp.Server, o *office) {
	for name, h := range map[string]mcp.ToolHandlerFor[paper, any]{
		"circular": o.badCircular, "circular_well": o.goodCircular, "stamp": o.badStamp, "stamp_well": o.goodStamp, "sign": o.badSign, "sign_well": o.goodSign,
	} {
		mcp.AddTool(s, &mcp.Tool{Name: name}, h)
	}
	mcp.AddTool(s, &mcp.Tool{Name: "draft"}, o.badDraft)
	mcp.AddTool(s, &mcp.Tool{Name: "draft_well"}, o.goodDraft)
	schema := json.RawMessage(`{"type":"object"}`)
	s.AddTool(&mcp.Tool{Name: "file", InputSchema: schema}, o.badFile)
	s.AddTool(&mcp.Tool{Name: "file_well", InputSchema: schema}, o.goodFile)
}
