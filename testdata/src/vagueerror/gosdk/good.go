package gosdk

import (
	"context"
	"errors"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func goodBook(_ context.Context, _ *mcp.CallToolRequest, in stay) (*mcp.CallToolResult, any, error) {
	err := reserve(in.From)
	if r := (*refused)(nil); errors.As(err, &r) && r.Status == 409 {
		return nil, nil, errors.New("this night is taken; free_nights lists the others")
	}
	if err != nil {
		return nil, nil, err
	}
	return nil, "booked", nil
}

// A mask that lets the handler's own advice pass.
type advice struct{ text string }

func (a *advice) Error() string { return a.text }

func goodCancel(_ context.Context, _ *mcp.CallToolRequest, in stay) (_ *mcp.CallToolResult, _ any, err error) {
	defer func() {
		var a *advice
		if err != nil && !errors.As(err, &a) {
			slog.Error("cancel", "err", err)
			err = errors.New("the booking system cannot be read; tell the guest that nothing is known")
		}
	}()
	if in.From == "" {
		return nil, nil, &advice{"from must be a date like 2031-04-01"}
	}
	return nil, "cancelled", reserve(in.From)
}

func RegisterGood(s *mcp.Server) {
	mcp.AddTool(s, &mcp.Tool{Name: "book"}, goodBook)
	mcp.AddTool(s, &mcp.Tool{Name: "cancel"}, goodCancel)
}
