// Package courier is a parcel service on mcp-go: each handler that shows a
// credential stands before its twin that does not.
package courier

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strings"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"

	"example.com/mcplinttest/secretleak/courier/carrier"
)

// Depot is a depot; Password opens its gate.
type Depot struct {
	Name     string
	Address  string
	Password string
}

type courier struct {
	carrier *carrier.Client
	depots  map[string]Depot
	hooks   []hook
}

type hook struct {
	name   string
	target string
}

// An error that another package makes.

func (c *courier) badLogin(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := c.carrier.Login(req.GetString("user", "")); err != nil {
		return mcp.NewToolResultErrorFromErr("cannot track", err), nil // want `the credential in carrier.Client.secret is in the text`
	}
	return mcp.NewToolResultText("logged in"), nil
}

func (c *courier) goodLogin(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if err := c.carrier.LoginQuietly(req.GetString("user", "")); err != nil {
		return mcp.NewToolResultErrorFromErr("cannot track", err), nil
	}
	return mcp.NewToolResultText("logged in"), nil
}

// A reason that a field of another package keeps between two calls.

func (c *courier) badPing(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !c.carrier.Ping(ctx) {
		return mcp.NewToolResultErrorf("the carrier is away: %v", c.carrier.Last()), nil // want `the credential in carrier.Client.secret`
	}
	return mcp.NewToolResultText("up"), nil
}

func (c *courier) goodPing(ctx context.Context, _ mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if !c.carrier.Ping(ctx) {
		return mcp.NewToolResultErrorf("the carrier is away (timeout: %t); ask again in a minute", c.carrier.Down()), nil
	}
	return mcp.NewToolResultText("up"), nil
}

// A tool and its handler from one factory.

func badLink(c *carrier.Client) (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("bad_link", mcp.WithString("id")), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		u := c.Link(req.GetString("id", ""))
		return mcp.NewToolResultError("nothing at " + u.String()), nil // want `tool "bad_link": the credential in carrier.Client.secret`
	}
}

func goodLink(c *carrier.Client) (mcp.Tool, server.ToolHandlerFunc) {
	return mcp.NewTool("good_link", mcp.WithString("id")), func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		u := c.Link(req.GetString("id", ""))
		return mcp.NewToolResultError("nothing at " + u.Host + u.Path), nil
	}
}

// A generic wrapper that turns every error into text.

type depotArgs struct {
	Name string `json:"name"`
}

func wrap[In any](f func(context.Context, In) (string, error)) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		var in In
		if err := req.BindArguments(&in); err != nil {
			return mcp.NewToolResultError("arguments must be an object with a name"), nil
		}
		out, err := f(ctx, in)
		if err != nil {
			return mcp.NewToolResultError(err.Error()), nil
		}
		return mcp.NewToolResultText(out), nil
	}
}

func (c *courier) badDepot(_ context.Context, in depotArgs) (string, error) {
	d, ok := c.depots[in.Name]
	if !ok {
		return "", fmt.Errorf("no depot %s among %d", in.Name, len(c.depots))
	}
	if d.Address == "" {
		return "", fmt.Errorf("depot %+v has no address", d) // want `courier.Depot with its field Password`
	}
	return d.Address, nil
}

func (c *courier) goodDepot(_ context.Context, in depotArgs) (string, error) {
	d, ok := c.depots[in.Name]
	if !ok {
		return "", fmt.Errorf("no depot %s among %d", in.Name, len(c.depots))
	}
	if d.Address == "" {
		return "", fmt.Errorf("depot %s has no address", d.Name)
	}
	return d.Address, nil
}

// A table of tools.

func (c *courier) table() []server.ServerTool {
	return []server.ServerTool{
		{Tool: mcp.NewTool("bad_route"), Handler: func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			dsn := os.Getenv("ROUTES_DSN")
			if !strings.HasPrefix(dsn, "postgres://") {
				return mcp.NewToolResultErrorf("no routes: %q is no address of a database", dsn), nil // want `tool "bad_route": the credential in the variable ROUTES_DSN`
			}
			return mcp.NewToolResultText("straight on"), nil
		}},
		{Tool: mcp.NewTool("good_route"), Handler: func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			dsn := os.Getenv("ROUTES_DSN")
			if !strings.HasPrefix(dsn, "postgres://") {
				return mcp.NewToolResultError("no routes: ROUTES_DSN must begin with postgres://; tell the operator"), nil
			}
			return mcp.NewToolResultText("straight on"), nil
		}},
	}
}

// A deferred function that adds what it knows to the answer.

func (c *courier) badLabel(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, _ error) {
	key := os.Getenv("LABEL_API_KEY")
	var reason error
	defer func() {
		if reason != nil {
			res = mcp.NewToolResultErrorf("no label (key %s): %v", key, reason) // want `the credential in the variable LABEL_API_KEY`
		}
	}()
	if req.GetString("id", "") == "" {
		reason = errors.New("id must not be empty")
	}
	return mcp.NewToolResultText("printed"), nil
}

func (c *courier) goodLabel(_ context.Context, req mcp.CallToolRequest) (res *mcp.CallToolResult, _ error) {
	key := os.Getenv("LABEL_API_KEY")
	var reason error
	defer func() {
		if reason != nil {
			res = mcp.NewToolResultErrorf("no label (key set: %t): %v", key != "", reason)
		}
	}()
	if req.GetString("id", "") == "" {
		reason = errors.New("id must not be empty")
	}
	return mcp.NewToolResultText("printed"), nil
}

// A list that a loop collects; the credential is in the userinfo.

func (c *courier) badHooks(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var errs []error
	for _, h := range c.hooks {
		u := &url.URL{Scheme: "https", User: url.UserPassword(h.name, os.Getenv("HOOK_PASSWORD")), Host: h.target}
		if h.target == "" {
			errs = append(errs, fmt.Errorf("hook %s cannot be reached at %s", h.name, u))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return mcp.NewToolResultError(err.Error()), nil // want `the credential in`
	}
	return mcp.NewToolResultText("all hooks answer"), nil
}

func (c *courier) goodHooks(context.Context, mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	var errs []error
	for _, h := range c.hooks {
		u := &url.URL{Scheme: "https", User: url.UserPassword(h.name, os.Getenv("HOOK_PASSWORD")), Host: h.target}
		if h.target == "" {
			errs = append(errs, fmt.Errorf("hook %s cannot be reached at %s", h.name, u.Redacted()))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return mcp.NewToolResultError(err.Error()), nil
	}
	return mcp.NewToolResultText("all hooks answer"), nil
}

// An answer of the program's own type, which an adapter makes a result.

type answer struct {
	Text  string
	Error string
	Sent  map[string]string
}

func adapt(f func(mcp.CallToolRequest) answer) server.ToolHandlerFunc {
	return func(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		a := f(req)
		if a.Error != "" {
			b, err := json.Marshal(a.Sent)
			if err != nil {
				return mcp.NewToolResultError(a.Error), nil
			}
			return mcp.NewToolResultError(a.Error + " " + string(b)), nil // want `the credential in the variable PICKUP_TOKEN`
		}
		return mcp.NewToolResultText(a.Text), nil
	}
}

func badPickup(req mcp.CallToolRequest) answer {
	if at := req.GetString("at", ""); at == "" {
		return answer{Error: "at must be a time; sent was", Sent: map[string]string{"at": at, "token": os.Getenv("PICKUP_TOKEN")}}
	}
	return answer{Text: "ordered"}
}

func goodPickup(req mcp.CallToolRequest) answer {
	if at := req.GetString("at", ""); at == "" {
		return answer{Error: "at must be a time; sent was", Sent: map[string]string{"at": at}}
	}
	return answer{Text: "ordered"}
}

// New makes the server.
func New(hosts ...string) *server.MCPServer {
	c := &courier{carrier: carrier.New("carrier.example.com", carrier.WithSecret(os.Getenv("CARRIER_SECRET"))), depots: map[string]Depot{}}
	for _, h := range hosts {
		c.hooks = append(c.hooks, hook{"hook", h})
	}
	s := server.NewMCPServer("courier", "1.0.0")
	s.AddTool(mcp.NewTool("bad_login"), c.badLogin)
	s.AddTool(mcp.NewTool("good_login"), c.goodLogin)
	s.AddTool(mcp.NewTool("bad_ping"), c.badPing)
	s.AddTool(mcp.NewTool("good_ping"), c.goodPing)
	s.AddTool(badLink(c.carrier))
	s.AddTool(goodLink(c.carrier))
	s.AddTool(mcp.NewTool("bad_depot"), wrap(c.badDepot))
	s.AddTool(mcp.NewTool("good_depot"), wrap(c.goodDepot))
	for _, t := range c.table() {
		s.AddTool(t.Tool, t.Handler)
	}
	s.AddTool(mcp.NewTool("bad_label"), c.badLabel)
	s.AddTool(mcp.NewTool("good_label"), c.goodLabel)
	s.AddTool(mcp.NewTool("bad_hooks"), c.badHooks)
	s.AddTool(mcp.NewTool("good_hooks"), c.goodHooks)
	s.AddTool(mcp.NewTool("bad_pickup"), adapt(badPickup))
	s.AddTool(mcp.NewTool("good_pickup"), adapt(goodPickup))
	return s
}
