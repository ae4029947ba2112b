// Package gosdk holds handlers of a post office.
package gosdk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httputil"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type parcel struct {
	ID string `json:"id"`
}

type account struct {
	User        string
	Password    string
	AccessToken string
}

// The value's String is the pointer's.
func (a *account) String() string { return a.User }

func track(a account) mcp.ToolHandlerFor[parcel, any] {
	return func(context.Context, *mcp.CallToolRequest, parcel) (*mcp.CallToolResult, any, error) {
		return nil, nil, fmt.Errorf("parcel unknown to %v", a) // want `gosdk.account with its field Password`
	}
}

// A dumped request.
func trace(a account) mcp.ToolHandlerFor[parcel, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in parcel) (*mcp.CallToolResult, any, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://post.example.com/"+in.ID, nil)
		if err != nil {
			return nil, nil, errors.New("id must be a number")
		}
		req.SetBasicAuth(a.User, a.Password)
		dump, _ := httputil.DumpRequestOut(req, false)
		return nil, nil, fmt.Errorf("refused: %s", dump) // want `the credential in the Authorization header`
	}
}

// Headers as a map.
func show(a account) mcp.ToolHandlerFor[parcel, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in parcel) (*mcp.CallToolResult, any, error) {
		h := http.Header{}
		h.Set("X-Api-Key", a.AccessToken)
		return nil, nil, fmt.Errorf("refused with %v", h) // want `the credential in the Authorization header`
	}
}

// The caller's own headers.
func echo(_ context.Context, req *mcp.CallToolRequest, _ parcel) (*mcp.CallToolResult, any, error) {
	if req.Extra == nil {
		return nil, nil, errors.New("no headers")
	}
	auth := req.Extra.Header.Get("Authorization")
	return nil, nil, fmt.Errorf("no parcel for %s", auth) // want `the credential in the header or parameter Authorization`
}

// A logger whose records the client receives.
func logged(a account) mcp.ToolHandlerFor[parcel, any] {
	return func(ctx context.Context, req *mcp.CallToolRequest, _ parcel) (*mcp.CallToolResult, any, error) {
		log := slog.New(mcp.NewLoggingHandler(req.Session, nil)).With("tool", "logged")
		log.InfoContext(ctx, "login", "user", a.User, "password", a.Password)                              // want `the records of this logger are sent to the client`
		_ = req.Session.Log(ctx, &mcp.LoggingMessageParams{Level: "info", Data: "token " + a.AccessToken}) // want `sent to the client, with the credential in gosdk.account.AccessToken`
		return nil, "ok", nil
	}
}

// The environment in an error of one's own type.
type loginError struct{ with string }

func (e *loginError) Error() string { return "login refused with " + e.with }

func login(context.Context, *mcp.CallToolRequest, parcel) (*mcp.CallToolResult, any, error) {
	return nil, nil, &loginError{os.Getenv("POST_PASSWORD")} // want `the credential in the variable POST_PASSWORD`
}

// A structured part.
type problem struct {
	Code string `json:"code"`
	With string `json:"with"`
}

func structured(a account) mcp.ToolHandler {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "login refused; sign in again"}},
			StructuredContent: problem{"login", a.Password}}, nil // want `the credential in gosdk.account.Password`
	}
}

func RegisterBad(s *mcp.Server, a account) {
	mcp.AddTool(s, &mcp.Tool{Name: "track"}, track(a))
	mcp.AddTool(s, &mcp.Tool{Name: "trace"}, trace(a))
	mcp.AddTool(s, &mcp.Tool{Name: "show"}, show(a))
	mcp.AddTool(s, &mcp.Tool{Name: "echo"}, echo)
	mcp.AddTool(s, &mcp.Tool{Name: "logged"}, logged(a))
	mcp.AddTool(s, &mcp.Tool{Name: "login"}, login)
	s.AddTool(&mcp.Tool{Name: "structured", InputSchema: map[string]any{"type": "object"}}, structured(a))
}
