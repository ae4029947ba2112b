package gosdk

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The pointer prints itself.
func goodTrack(a *account) mcp.ToolHandlerFor[parcel, any] {
	return func(_ context.Context, _ *mcp.CallToolRequest, in parcel) (*mcp.CallToolResult, any, error) {
		return nil, nil, fmt.Errorf("parcel %s is unknown to %v", in.ID, a)
	}
}

func goodShow(a account) mcp.ToolHandlerFor[parcel, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in parcel) (*mcp.CallToolResult, any, error) {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://post.example.com/"+in.ID, nil)
		if err != nil {
			return nil, nil, errors.New("id must be a number")
		}
		req.Header.Set("Authorization", "Bearer "+a.AccessToken)
		sent := req.Header.Clone()
		sent.Del("Authorization")
		return nil, nil, fmt.Errorf("%s %s refused with %v", req.Method, req.URL.Path, sent)
	}
}

// Headers that hold nothing secret.
func goodPlain(_ context.Context, _ *mcp.CallToolRequest, in parcel) (*mcp.CallToolResult, any, error) {
	h := http.Header{}
	h.Set("Accept", in.ID)
	return nil, nil, fmt.Errorf("refused with %v", h)
}

// The server's own log, and the client's without the credential.
func goodLogged(a account) mcp.ToolHandlerFor[parcel, any] {
	return func(ctx context.Context, req *mcp.CallToolRequest, _ parcel) (*mcp.CallToolResult, any, error) {
		slog.InfoContext(ctx, "login", "user", a.User, "password", a.Password)
		slog.New(mcp.NewLoggingHandler(req.Session, nil)).Info("login", "user", a.User)
		return nil, "ok", nil
	}
}

func goodLogin(context.Context, *mcp.CallToolRequest, parcel) (*mcp.CallToolResult, any, error) {
	if os.Getenv("POST_PASSWORD") == "" {
		return nil, nil, errors.New("POST_PASSWORD is not set; ask the operator")
	}
	return nil, "ok", nil
}

func RegisterGood(s *mcp.Server, a account) {
	mcp.AddTool(s, &mcp.Tool{Name: "track"}, goodTrack(&a))
	mcp.AddTool(s, &mcp.Tool{Name: "show"}, goodShow(a))
	mcp.AddTool(s, &mcp.Tool{Name: "plain"}, goodPlain)
	mcp.AddTool(s, &mcp.Tool{Name: "logged"}, goodLogged(a))
	mcp.AddTool(s, &mcp.Tool{Name: "login"}, goodLogin)
}
