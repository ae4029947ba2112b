// Package archive is a document store on the go-sdk: each handler that shows a
// credential stands before its twin that does not.
package archive

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"text/template"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type docArgs struct {
	ID string `json:"id"`
}

// Mirror is a second store.
type Mirror struct {
	Host        string
	User        string
	AccessToken string
}

func (m Mirror) where() string { return m.User + "@" + m.Host }

func (m Mirror) whereWith() string { return m.User + ":" + m.AccessToken + "@" + m.Host }

// A tool of the program's own kind, behind one adapter.

type tool interface {
	Name() string
	Execute(ctx context.Context, args map[string]any) (string, error)
}

type badOpen struct{ mirror Mirror }

func (badOpen) Name() string { return "bad_open" }

func (b badOpen) Execute(_ context.Context, args map[string]any) (string, error) {
	if args["id"] == nil {
		return "", errors.New("id must be given; asked was " + b.mirror.whereWith()) // want `the credential in archive.Mirror.AccessToken`
	}
	return "opened", nil
}

type goodOpen struct{ mirror Mirror }

func (goodOpen) Name() string { return "good_open" }

func (g goodOpen) Execute(_ context.Context, args map[string]any) (string, error) {
	if args["id"] == nil {
		return "", errors.New("id must be given; asked was " + g.mirror.where())
	}
	return "opened", nil
}

func add(s *mcp.Server, t tool) {
	s.AddTool(&mcp.Tool{Name: t.Name(), InputSchema: map[string]any{"type": "object"}}, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var args map[string]any
		if err := json.Unmarshal(req.Params.Arguments, &args); err != nil {
			return failed("arguments must be an object"), nil
		}
		out, err := t.Execute(ctx, args)
		if err != nil {
			return failed(err.Error()), nil
		}
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: out}}}, nil
	})
}

func failed(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// A closure that reports, over everything that it has been given.

func badCopy(m Mirror) mcp.ToolHandlerFor[docArgs, any] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in docArgs) (*mcp.CallToolResult, any, error) {
		fail := func(what string, with ...any) (*mcp.CallToolResult, any, error) {
			return nil, nil, fmt.Errorf("%s: %v", what, with)
		}
		if in.ID == "" {
			return fail("id must be given", "mirror", m) // want `archive.Mirror with its field AccessToken`
		}
		return nil, "copied", nil
	}
}

func goodCopy(m Mirror) mcp.ToolHandlerFor[docArgs, any] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in docArgs) (*mcp.CallToolResult, any, error) {
		fail := func(what string, with ...any) (*mcp.CallToolResult, any, error) {
			return nil, nil, fmt.Errorf("%s: %v", what, with)
		}
		if in.ID == "" {
			return fail("id must be given", "mirror", m.Host)
		}
		return nil, "copied", nil
	}
}

// A list of the settings, sorted, in a builder.

type settings struct{ vars map[string]string }

func load() *settings {
	vars := map[string]string{}
	for _, k := range []string{"ARCHIVE_HOST", "ARCHIVE_REGION"} {
		vars[k] = os.Getenv(k)
	}
	vars["ARCHIVE_PASSWORD"] = os.Getenv("ARCHIVE_PASSWORD")
	return &settings{vars}
}

func (s *settings) badSettings(_ context.Context, _ *mcp.CallToolRequest, in docArgs) (*mcp.CallToolResult, any, error) {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(s.vars)) {
		fmt.Fprintf(&b, "%s=%s\n", k, s.vars[k])
	}
	return failed("the store refuses " + in.ID + " with\n" + b.String()), nil, nil // want `the credential in the variable ARCHIVE_PASSWORD`
}

func (s *settings) goodSettings(_ context.Context, _ *mcp.CallToolRequest, in docArgs) (*mcp.CallToolResult, any, error) {
	var b strings.Builder
	for _, k := range slices.Sorted(maps.Keys(s.vars)) {
		fmt.Fprintf(&b, "%s (%d characters)\n", k, len(s.vars[k]))
	}
	return failed("the store refuses " + in.ID + " with\n" + b.String()), nil, nil
}

// A registration function in a list, with a template in the handler.

type entry struct {
	tool     *mcp.Tool
	register func(*mcp.Server, *mcp.Tool)
}

var notice = template.Must(template.New("notice").Parse("{{.ID}} is not on {{.Mirror}}"))

func entries(m *Mirror) []entry {
	return []entry{
		{&mcp.Tool{Name: "bad_notice"}, func(s *mcp.Server, t *mcp.Tool) { mcp.AddTool(s, t, badNotice(m)) }},
		{&mcp.Tool{Name: "good_notice"}, func(s *mcp.Server, t *mcp.Tool) { mcp.AddTool(s, t, goodNotice(m)) }},
	}
}

func badNotice(m *Mirror) mcp.ToolHandlerFor[docArgs, any] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in docArgs) (*mcp.CallToolResult, any, error) {
		var b bytes.Buffer
		if err := notice.Execute(&b, map[string]any{"ID": in.ID, "Mirror": m.whereWith()}); err != nil {
			return nil, nil, errors.New("id must be a text without line breaks")
		}
		return nil, nil, errors.New(b.String()) // want `the credential in archive.Mirror.AccessToken`
	}
}

func goodNotice(m *Mirror) mcp.ToolHandlerFor[docArgs, any] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in docArgs) (*mcp.CallToolResult, any, error) {
		var b bytes.Buffer
		if err := notice.Execute(&b, map[string]any{"ID": in.ID, "Mirror": m.where()}); err != nil {
			return nil, nil, errors.New("id must be a text without line breaks")
		}
		return nil, nil, errors.New(b.String())
	}
}

// A round tripper that says which request failed.

type badTransport struct{ token string }

func (t badTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", "Bearer "+t.token)
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return nil, fmt.Errorf("%s with %v", req.Method, req.Header)
	}
	return resp, nil
}

type goodTransport struct{ token string }

func (t goodTransport) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", "Bearer "+t.token)
	resp, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return nil, fmt.Errorf("%s with Accept %v", req.Method, req.Header.Get("Accept"))
	}
	return resp, nil
}

func badFetch(ctx context.Context, _ *mcp.CallToolRequest, in docArgs) (*mcp.CallToolResult, any, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://archive.example.com/"+in.ID, nil)
	if err != nil {
		return nil, nil, errors.New("id must be a number")
	}
	resp, err := badTransport{os.Getenv("ARCHIVE_TOKEN")}.RoundTrip(req)
	if err != nil {
		return nil, nil, err // want `the credential in`
	}
	defer resp.Body.Close()
	return nil, resp.StatusCode, nil
}

func goodFetch(ctx context.Context, _ *mcp.CallToolRequest, in docArgs) (*mcp.CallToolResult, any, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://archive.example.com/"+in.ID, nil)
	if err != nil {
		return nil, nil, errors.New("id must be a number")
	}
	resp, err := goodTransport{os.Getenv("ARCHIVE_TOKEN")}.RoundTrip(req)
	if err != nil {
		return nil, nil, err
	}
	defer resp.Body.Close()
	return nil, resp.StatusCode, nil
}

// A generic list of settings, printed by a generic helper.

func lines[T any](items []T) string {
	var parts []string
	for _, i := range items {
		parts = append(parts, fmt.Sprintf("%v", i))
	}
	return strings.Join(parts, "; ")
}

func badMirrors(ms []Mirror) mcp.ToolHandlerFor[docArgs, any] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in docArgs) (*mcp.CallToolResult, any, error) {
		return nil, nil, fmt.Errorf("%s is on none of %s", in.ID, lines(ms)) // want `archive.Mirror with its field AccessToken`
	}
}

func goodMirrors(ms []Mirror) mcp.ToolHandlerFor[docArgs, any] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in docArgs) (*mcp.CallToolResult, any, error) {
		var hosts []string
		for _, m := range ms {
			hosts = append(hosts, m.Host)
		}
		return nil, nil, fmt.Errorf("%s is on none of %s", in.ID, lines(hosts))
	}
}

// New makes the server.
func New(ms ...Mirror) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "archive", Version: "1.0.0"}, nil)
	for _, m := range ms {
		for _, t := range []tool{badOpen{m}, goodOpen{m}} {
			add(s, t)
		}
		mcp.AddTool(s, &mcp.Tool{Name: "bad_copy"}, badCopy(m))
		mcp.AddTool(s, &mcp.Tool{Name: "good_copy"}, goodCopy(m))
		for _, e := range entries(&m) {
			e.register(s, e.tool)
		}
	}
	set := load()
	mcp.AddTool(s, &mcp.Tool{Name: "bad_settings"}, set.badSettings)
	mcp.AddTool(s, &mcp.Tool{Name: "good_settings"}, set.goodSettings)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_fetch"}, badFetch)
	mcp.AddTool(s, &mcp.Tool{Name: "good_fetch"}, goodFetch)
	mcp.AddTool(s, &mcp.Tool{Name: "bad_mirrors"}, badMirrors(ms))
	mcp.AddTool(s, &mcp.Tool{Name: "good_mirrors"}, goodMirrors(ms))
	return s
}
