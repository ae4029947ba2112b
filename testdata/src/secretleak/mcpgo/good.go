package mcpgo

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Redacted before printing; single harmless fields.
func (s *station) goodWhole(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	c := s.cfg
	c.Password = "***"
	if req.GetBool("json", false) {
		b, _ := json.Marshal(struct {
			Host string `json:"host"`
			Set  bool   `json:"password_set"`
		}{s.cfg.Host, s.cfg.Password != ""})
		return mcp.NewToolResultError(string(b)), nil
	}
	slog.Error("unusable", "config", s.cfg)
	return mcp.NewToolResultErrorf("cannot use %+v with %d retries at %s", c, s.cfg.Retries, s.cfg.Host), nil
}

// A type that prints itself, a field that is left out.
type masked struct {
	Host     string
	Password string `json:"-"`
}

func (m masked) String() string { return "station at " + m.Host }

func (s *station) goodMasked(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	m := masked{s.cfg.Host, s.cfg.Password}
	if req.GetBool("json", false) {
		b, _ := json.Marshal(m)
		return mcp.NewToolResultError(string(b)), nil
	}
	return mcp.NewToolResultErrorf("cannot use %v", m), nil
}

// Lengths, hashes, the last characters, a helper that masks.
func maskKey(s string) string {
	if len(s) < 8 {
		return "****"
	}
	return "****" + s[len(s)-4:]
}

func (s *station) goodKey(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	key := os.Getenv("STATION_API_KEY")
	switch req.GetString("how", "") {
	case "len":
		return mcp.NewToolResultErrorf("the key has %d characters, 32 are needed", len(key)), nil
	case "hash":
		sum := sha256.Sum256([]byte(key))
		return mcp.NewToolResultError("the key " + hex.EncodeToString(sum[:4]) + " is revoked"), nil
	case "set":
		return mcp.NewToolResultErrorf("key set: %t", key != ""), nil
	}
	return mcp.NewToolResultError("the key " + maskKey(key) + " is revoked"), nil
}

// Variables that are no credentials.
func (s *station) goodEnv(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultErrorf("no station at %s in %s", os.Getenv("STATION_HOST"), env("STATION_REGION", "north")), nil
}

// The host of a URL; Redacted where only the userinfo is secret.
func (s *station) goodURL(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	u, err := url.Parse(os.Getenv("STATION_DATABASE_URL"))
	if err != nil {
		return mcp.NewToolResultError("the address of the station is malformed; tell the operator"), nil
	}
	if req.GetBool("host", false) {
		return mcp.NewToolResultErrorf("%s does not answer on %s", u.Hostname(), u.Path), nil
	}
	return mcp.NewToolResultErrorf("%s does not answer", u.Redacted()), nil
}

// Headers without the one that authenticates.
func (s *station) goodHeaders(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.com", nil)
	if err != nil {
		return mcp.NewToolResultError("bad address"), nil
	}
	s.sign(req)
	req.Header.Set("Accept", "text/plain")
	var b strings.Builder
	for k, v := range req.Header {
		if strings.EqualFold(k, "Authorization") {
			continue
		}
		fmt.Fprintf(&b, "%s: %s\n", k, v)
	}
	return mcp.NewToolResultError("refused as " + req.Header.Get("Accept") + ":\n" + b.String()), nil
}

// A client that holds a key does not print it.
type client struct {
	http *http.Client
	key  string
}

func (c *client) get(ctx context.Context, path string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://api.example.com/"+path, nil)
	if err != nil {
		return "", err
	}
	req.Header.Set("Authorization", "Bearer "+c.key)
	resp, err := c.http.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	return resp.Status, nil
}

func goodClient(c *client) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		text, err := c.get(ctx, req.GetString("path", ""))
		if err != nil {
			return mcp.NewToolResultErrorf("no answer: %v", err), nil
		}
		return mcp.NewToolResultText(text), nil
	}
}

// Another entry of the same map.
func (s *station) goodMap(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	m := map[string]string{"token": s.apiKey, "name": s.cfg.Host}
	return mcp.NewToolResultErrorf("station %s is off", m["name"]), nil
}

// Tokens that are no credentials.
type page struct {
	NextToken string
	MaxTokens int
}

func (s *station) goodPage(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	p := page{"abc", 3}
	return mcp.NewToolResultErrorf("page %s is gone (%+v)", p.NextToken, p), nil
}

// A tool that makes keys shows them.
type newKey struct {
	Name  string `json:"name"`
	Token string `json:"access_token"`
}

func (s *station) goodMake(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	k := newKey{req.GetString("name", ""), hex.EncodeToString([]byte("random"))}
	return mcp.NewToolResultJSON(k)
}

func (s *station) RegisterGood(m *server.MCPServer, c *client) {
	m.AddTool(mcp.NewTool("whole"), s.goodWhole)
	m.AddTool(mcp.NewTool("masked"), s.goodMasked)
	m.AddTool(mcp.NewTool("key"), s.goodKey)
	m.AddTool(mcp.NewTool("env"), s.goodEnv)
	m.AddTool(mcp.NewTool("url"), s.goodURL)
	m.AddTool(mcp.NewTool("headers"), s.goodHeaders)
	m.AddTool(mcp.NewTool("client"), goodClient(c))
	m.AddTool(mcp.NewTool("map"), s.goodMap)
	m.AddTool(mcp.NewTool("make"), s.goodMake)
	m.AddTool(mcp.NewTool("page"), s.goodPage)
}
