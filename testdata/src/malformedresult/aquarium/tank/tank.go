// Package tank holds what the tanks measure.
package tank

import (
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
)

// BadReading is a reading with the function that reads it anew.
type BadReading struct {
	Tank   string         `json:"tank"`
	Degree float64        `json:"degree"`
	Again  func() float64 `json:"again"`
}

// GoodReading is one that keeps the function to itself.
type GoodReading struct {
	Tank   string         `json:"tank"`
	Degree float64        `json:"degree"`
	Again  func() float64 `json:"-"`

	mu sync.Mutex
}

// Depth is a place in a tank.
type Depth struct{ From, To int }

// BadLine is a block of text.
func BadLine[S ~string](s S) mcp.Content {
	return mcp.TextContent{Text: string(s)} // want `no Type and is sent with "type":""`
}

// GoodLine is a block of text.
func GoodLine[S ~string](s S) mcp.Content {
	return mcp.TextContent{Type: mcp.ContentTypeText, Text: string(s)}
}
