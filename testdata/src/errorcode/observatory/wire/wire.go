// Package wire has the coded errors of an observatory.
package wire

import (
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// ErrClouds says until when the sky is covered.
var ErrClouds = &jsonrpc.Error{Code: 5031, Message: "clouds", Data: json.RawMessage(`{"until":"dawn"}`)}

// Invalid is an error about the request itself.
func Invalid(format string, args ...any) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: fmt.Sprintf(format, args...)}
}
