package gosdk

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// What a server does for itself on the way is not what the call was asked to
// change; a failure afterwards has nothing to confess.

type moorings struct {
	db    *sql.DB
	once  sync.Once
	fault error
	path  string
}

func (m *moorings) ensureInitialised(ctx context.Context) error {
	_, err := m.db.ExecContext(ctx, "INSERT INTO visits(host) VALUES($1)", "quay")
	return err
}

type mooringIn struct {
	Ship string `json:"ship"`
}

func (m *moorings) find(ctx context.Context, _ *mcp.CallToolRequest, in mooringIn) (*mcp.CallToolResult, any, error) {
	if err := m.ensureInitialised(ctx); err != nil {
		return nil, nil, errors.New("the register is not ready; ask again in a minute")
	}
	var place string
	if err := m.db.QueryRowContext(ctx, "SELECT place FROM moorings WHERE ship = $1", in.Ship).Scan(&place); err != nil {
		return nil, nil, fmt.Errorf("no mooring of %s was found; list the ships", in.Ship)
	}
	return nil, place, nil
}

func (m *moorings) findOnce(ctx context.Context, _ *mcp.CallToolRequest, in mooringIn) (*mcp.CallToolResult, any, error) {
	m.once.Do(func() {
		_, m.fault = m.db.ExecContext(ctx, "INSERT INTO visits(host) VALUES($1)", "quay")
	})
	if m.fault != nil {
		return nil, nil, errors.New("the register is not ready")
	}
	var place string
	if err := m.db.QueryRowContext(ctx, "SELECT place FROM moorings WHERE ship = $1", in.Ship).Scan(&place); err != nil {
		return nil, nil, fmt.Errorf("no mooring of %s was found; list the ships", in.Ship)
	}
	return nil, place, nil
}

func (m *moorings) note(ctx context.Context, ship string) error {
	_, err := m.db.ExecContext(ctx, "INSERT INTO visits(host) VALUES($1)", ship)
	return err
}

// Here the row is what the caller asked for.
func (m *moorings) book(ctx context.Context, _ *mcp.CallToolRequest, in mooringIn) (*mcp.CallToolResult, any, error) {
	if err := m.note(ctx, in.Ship); err != nil {
		return nil, nil, errors.New("whether the ship is booked is unknown; list the bookings")
	}
	var place string
	if err := m.db.QueryRowContext(ctx, "SELECT place FROM moorings WHERE ship = $1", in.Ship).Scan(&place); err != nil {
		return nil, nil, fmt.Errorf("no mooring of %s was found", in.Ship) // want "ExecContext .* was applied before this failure"
	}
	return nil, place, nil
}

// The chart is written aside and then put in the old one's place.
func (m *moorings) chart(_ context.Context, _ *mcp.CallToolRequest, in mooringIn) (*mcp.CallToolResult, any, error) {
	if err := os.WriteFile(m.path+".tmp", []byte(in.Ship), 0o600); err != nil {
		return nil, nil, errors.New("the chart cannot be written")
	}
	if err := os.Rename(m.path+".tmp", m.path); err != nil {
		slog.Error("chart", "err", err)
		return nil, nil, errors.New("the chart is as it was")
	}
	return nil, "charted", nil
}

func (m *moorings) chartLost(_ context.Context, _ *mcp.CallToolRequest, in mooringIn) (*mcp.CallToolResult, any, error) {
	if err := os.WriteFile(m.path, []byte(in.Ship), 0o600); err != nil {
		return nil, nil, errors.New("the chart cannot be written")
	}
	if err := os.Rename(m.path, m.path+".old"); err != nil {
		slog.Error("chart", "err", err)
		return nil, nil, errors.New("the chart cannot be put away") // want "os.WriteFile .* was applied before this failure"
	}
	return nil, "charted", nil
}

// peek counts who looked; the project says that this is no change.
//
//mcplint:readonly
func (m *moorings) peek(ctx context.Context, ship string) error {
	_, err := m.db.ExecContext(ctx, "UPDATE looks SET n = n + 1 WHERE ship = $1", ship)
	return err
}

func (m *moorings) look(ctx context.Context, _ *mcp.CallToolRequest, in mooringIn) (*mcp.CallToolResult, any, error) {
	if err := m.peek(ctx, in.Ship); err != nil {
		return nil, nil, errors.New("the register cannot be read")
	}
	var place string
	if err := m.db.QueryRowContext(ctx, "SELECT place FROM moorings WHERE ship = $1", in.Ship).Scan(&place); err != nil {
		return nil, nil, fmt.Errorf("no mooring of %s was found", in.Ship)
	}
	return nil, place, nil
}

// maybe notes a ship only when it has a name.
func (m *moorings) maybe(ctx context.Context, ship string) error {
	if ship == "" {
		return nil
	}
	return m.note(ctx, ship)
}

func (m *moorings) pass(ctx context.Context, _ *mcp.CallToolRequest, in mooringIn) (*mcp.CallToolResult, any, error) {
	if err := m.maybe(ctx, in.Ship); err != nil {
		return nil, nil, errors.New("whether the ship was noted is unknown; list the notes")
	}
	var place string
	if err := m.db.QueryRowContext(ctx, "SELECT place FROM moorings WHERE ship = $1", in.Ship).Scan(&place); err != nil {
		return nil, nil, fmt.Errorf("no mooring of %s was found", in.Ship)
	}
	return nil, place, nil
}

// RegisterMoorings serves them.
func RegisterMoorings(s *mcp.Server, m *moorings) {
	mcp.AddTool(s, &mcp.Tool{Name: "find_mooring"}, m.find)
	mcp.AddTool(s, &mcp.Tool{Name: "find_mooring_once"}, m.findOnce)
	mcp.AddTool(s, &mcp.Tool{Name: "book_mooring"}, m.book)
	mcp.AddTool(s, &mcp.Tool{Name: "look_mooring"}, m.look)
	mcp.AddTool(s, &mcp.Tool{Name: "pass_mooring"}, m.pass)
	mcp.AddTool(s, &mcp.Tool{Name: "chart_mooring"}, m.chart)
	mcp.AddTool(s, &mcp.Tool{Name: "chart_mooring_lost"}, m.chartLost)
}
