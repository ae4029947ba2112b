// Package gosdk holds handlers of a hotel.
package gosdk

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type stay struct {
	From string `json:"from"`
}

type refused struct{ Status int }

func (r *refused) Error() string { return fmt.Sprintf("the house refused with status %d", r.Status) }

func reserve(from string) error {
	if from == "" {
		return errors.New("from must be a date like 2031-04-01")
	}
	return &refused{409}
}

// A typed error whose status would tell.
func book(_ context.Context, _ *mcp.CallToolRequest, in stay) (*mcp.CallToolResult, any, error) {
	if err := reserve(in.From); err != nil {
		return nil, nil, errors.New("request failed, please try again later") // want `tells the model nothing to act on`
	}
	return nil, "booked", nil
}

// In other languages.
func buchen(_ context.Context, _ *mcp.CallToolRequest, in stay) (*mcp.CallToolResult, any, error) {
	if err := reserve(in.From); err != nil {
		return nil, nil, errors.New("Es ist ein Fehler aufgetreten") // want `tells the model nothing to act on`
	}
	return nil, "gebucht", nil
}

// A deferred literal and a deferred function that mask advice.
func cancel(_ context.Context, _ *mcp.CallToolRequest, in stay) (_ *mcp.CallToolResult, _ any, err error) {
	defer func() {
		if err != nil {
			err = errors.New("the booking system refused the request") // want `replaces every error, also the handler's own advice`
		}
	}()
	if in.From == "" {
		return nil, nil, errors.New("from must be a date like 2031-04-01")
	}
	return nil, "cancelled", nil
}

func hide(err *error) {
	if *err != nil {
		*err = errors.New("internal error") // want `replaces every error, also the handler's own advice`
	}
}

func extend(_ context.Context, _ *mcp.CallToolRequest, in stay) (_ *mcp.CallToolResult, _ any, err error) {
	defer hide(&err)
	if in.From == "" {
		return nil, nil, errors.New("from must be a date like 2031-04-01")
	}
	return nil, "extended", nil
}

func RegisterBad(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "book"}, book)
	mcp.AddTool(s, &mcp.Tool{Name: "buchen"}, buchen)
	mcp.AddTool(s, &mcp.Tool{Name: "cancel"}, cancel)
	mcp.AddTool(s, &mcp.Tool{Name: "extend"}, extend)
}
