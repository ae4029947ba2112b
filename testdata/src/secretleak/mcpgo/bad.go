// Package mcpgo holds handlers of a weather station.
package mcpgo

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type config struct {
	Host     string `json:"host"`
	Password string `json:"password"`
	Retries  int    `json:"retries"`
}

type station struct {
	cfg    config
	ptr    *config
	apiKey string
	dsn    string
	log    *server.MCPServer
}

// A configuration printed whole: by value, by pointer, as JSON, in a list.
func (s *station) whole(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	switch req.GetString("how", "") {
	case "value":
		return mcp.NewToolResultErrorf("cannot use %v", s.cfg), nil // want `mcpgo.config with its field Password is in the text`
	case "pointer":
		return mcp.NewToolResultErrorf("cannot use %+v", s.ptr), nil // want `mcpgo.config with its field Password`
	case "list":
		return mcp.NewToolResultErrorf("tried %v", []config{s.cfg}), nil // want `mcpgo.config with its field Password`
	}
	b, _ := json.Marshal(s.cfg)
	return mcp.NewToolResultError("cannot use " + string(b)), nil // want `mcpgo.config with its field Password`
}

// A nested configuration and one behind an error.
type setup struct {
	Name string
	Conf config
}

func check(s setup) error { return fmt.Errorf("bad setup %+v", s) }

func (s *station) nested(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := check(setup{"a", s.cfg}); err != nil {
		return mcp.NewToolResultErrorFromErr("refused", err), nil // want `mcpgo.setup with its field Password`
	}
	return mcp.NewToolResultText("ok"), nil
}

// The environment, through a helper with a default.
func env(key, def string) string {
	if v, ok := os.LookupEnv(key); ok {
		return v
	}
	return def
}

func (s *station) fromEnv(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	token := env("STATION_TOKEN", "none")
	if req.GetBool("why", false) {
		return mcp.NewToolResultError("the station refuses " + token), nil // want `the credential in the variable STATION_TOKEN`
	}
	return mcp.NewToolResultText("token: " + token), nil // want `the credential in the variable STATION_TOKEN`
}

// A key in a query: printed by net/http's error, by String, by Redacted.
func (s *station) query(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	u := url.URL{Scheme: "https", Host: "api.example.com"}
	q := u.Query()
	q.Set("api_key", s.key())
	u.RawQuery = q.Encode()
	resp, err := http.Get(u.String())
	if err != nil {
		return mcp.NewToolResultErrorFromErr("no answer", err), nil // want `the credential in the parameter api_key`
	}
	defer resp.Body.Close()
	return mcp.NewToolResultErrorf("%s answered %d", u.Redacted(), resp.StatusCode), nil // want `the credential in the parameter api_key`
}

func (s *station) key() string { return strings.TrimSpace(s.apiKey) }

func (s *station) sprintf(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	resp, err := http.Get(fmt.Sprintf("https://api.example.com/now?token=%s", s.cfg.Host))
	if err != nil {
		return mcp.NewToolResultError(err.Error()), nil // want `the credential in the query parameter token`
	}
	return mcp.NewToolResultText(resp.Status), nil
}

// A DSN, and a parser that quotes it.
func (s *station) dial(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if s.dsn == "" {
		return mcp.NewToolResultErrorf("cannot open %q", s.dsn), nil // want `the credential in mcpgo.station.dsn`
	}
	if _, err := url.Parse(os.Getenv("STATION_DATABASE_URL")); err != nil {
		return mcp.NewToolResultError(err.Error()), nil // want `the credential in the variable STATION_DATABASE_URL`
	}
	if _, err := strconv.Atoi(os.Getenv("STATION_SECRET_KEY")); err != nil {
		return mcp.NewToolResultErrorf("bad key: %v", err), nil // want `the credential in the variable STATION_SECRET_KEY`
	}
	return mcp.NewToolResultText("ok"), nil
}

// The userinfo of a URL that the program puts together.
func (s *station) userinfo(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	u := &url.URL{Scheme: "ftp", Host: "box", User: url.UserPassword("me", s.cfg.Password)}
	if req.GetBool("plain", false) {
		addr := fmt.Sprintf("ftp://%s:%s@box", "me", s.cfg.Host)
		return mcp.NewToolResultError("cannot reach " + addr), nil // want `the credential in the password in a URL`
	}
	return mcp.NewToolResultError("cannot reach " + u.String()), nil // want `the credential in the password in a URL`
}

// Headers, one by one.
func (s *station) headers(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.com", nil)
	if err != nil {
		return mcp.NewToolResultError("bad address"), nil
	}
	s.sign(req)
	var b strings.Builder
	for k, v := range req.Header {
		fmt.Fprintf(&b, "%s: %s\n", k, v)
	}
	return mcp.NewToolResultError("refused:\n" + b.String()), nil // want `the credential in the Authorization header`
}

func (s *station) sign(req *http.Request) { req.Header.Set("Authorization", "Bearer "+s.apiKey) }

// %#v asks no String method.
type quiet struct{ Token, Secret string }

func (quiet) String() string { return "quiet" }

func (s *station) sharp(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	q := quiet{"a", s.apiKey}
	return mcp.NewToolResultErrorf("unusable: %#v", q), nil // want `mcpgo.quiet with its field Secret`
}

// Log messages and notifications go to the client.
func (s *station) notify(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	_ = s.log.SendNotificationToClient(ctx, "notifications/message", map[string]any{"data": "using " + s.apiKey}) // want `sent to the client, with the credential in mcpgo.station.apiKey`
	return mcp.NewToolResultText("ok"), nil
}

// In a JSON-RPC error the host reads it.
func (s *station) protocol(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return nil, fmt.Errorf("login with %s refused", s.cfg.Password) // want `is in the text that the host reads`
}

// A command line with a password.
func (s *station) dump(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	cmd := exec.CommandContext(ctx, "dump", "--user", "me", "--password="+s.cfg.Password)
	if err := cmd.Run(); err != nil {
		if req.GetBool("args", false) {
			return mcp.NewToolResultErrorf("%v failed", cmd.Args), nil // want `the credential in mcpgo.config.Password`
		}
		return mcp.NewToolResultErrorf("%s failed", cmd.String()), nil // want `the credential in mcpgo.config.Password`
	}
	return mcp.NewToolResultText("dumped"), nil
}

// A successful answer with the set-up, or with all of the environment.
func (s *station) info(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.GetBool("env", false) {
		return mcp.NewToolResultText(strings.Join(os.Environ(), "\n")), nil // want `the credential in os.Environ`
	}
	return mcp.NewToolResultText(fmt.Sprintf("running with %+v", s.cfg)), nil // want `mcpgo.config with its field Password`
}

func (s *station) RegisterBad(m *server.MCPServer) {
	m.AddTool(mcp.NewTool("whole"), s.whole)
	m.AddTool(mcp.NewTool("nested"), s.nested)
	m.AddTool(mcp.NewTool("from_env"), s.fromEnv)
	m.AddTool(mcp.NewTool("query"), s.query)
	m.AddTool(mcp.NewTool("sprintf"), s.sprintf)
	m.AddTool(mcp.NewTool("dial"), s.dial)
	m.AddTool(mcp.NewTool("userinfo"), s.userinfo)
	m.AddTool(mcp.NewTool("headers"), s.headers)
	m.AddTool(mcp.NewTool("sharp"), s.sharp)
	m.AddTool(mcp.NewTool("notify"), s.notify)
	m.AddTool(mcp.NewTool("dump"), s.dump)
	m.AddTool(mcp.NewTool("info"), s.info)
	m.AddTool(mcp.NewTool("protocol"), s.protocol)
}
