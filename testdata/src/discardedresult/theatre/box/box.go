// Package box makes the answers of the box office.
package box

import (
	"errors"
	"fmt"

	"github.com/mark3labs/mcp-go/mcp"
)

// ErrSold says that there is no seat.
var ErrSold = errors.New("sold out")

// BadRefuse makes an answer and an error of it.
func BadRefuse(play string) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultError(play + " is sold out; list_plays names others"), fmt.Errorf("refuse %s: %w", play, ErrSold)
}

// GoodRefuse makes an answer.
func GoodRefuse(play string) (*mcp.CallToolResult, error) {
	return mcp.NewToolResultError(play + " is sold out; list_plays names others"), nil
}
