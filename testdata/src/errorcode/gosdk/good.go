package gosdk

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func goodSheet(r room) mcp.ToolHandlerFor[sheetArgs, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in sheetArgs) (*mcp.CallToolResult, any, error) {
		text, err := r.Sheet(ctx, in.Sheet)
		if err != nil {
			return nil, nil, fmt.Errorf("sheet %s is not here; list_sheets has the names", in.Sheet)
		}
		return nil, text, nil
	}
}

// A router that knows no such tool: a protocol matter.
func goodRouter(peers map[string]*mcp.ClientSession) mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if call, ok := req.(*mcp.CallToolRequest); ok {
				prefix, name, _ := strings.Cut(call.Params.Name, ".")
				peer, ok := peers[prefix]
				if !ok {
					return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "unknown tool " + name}
				}
				_ = peer
			}
			return next(ctx, method, req)
		}
	}
}

// Resources: the error as it is; a wrap of a plain error.
func goodPaper(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
	if req.Params.URI == "map://" {
		return nil, fmt.Errorf("reading: %w", errors.New("no sheet is named"))
	}
	return nil, mcp.ResourceNotFoundError(req.Params.URI)
}

// Prompts: a missing argument is what -32602 is for; codes of one's own.
func goodPrompt(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
	if req.Params.Arguments["sheet"] == "" {
		return nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "sheet is required"}
	}
	if req.Params.Arguments["sheet"] == "locked" {
		return nil, &jsonrpc.Error{Code: 7423, Message: "locked"}
	}
	return nil, &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "the room is dark"}
}

// A client that looks at codes makes none.
func goodClient(err error) bool {
	var wire *jsonrpc.Error
	return errors.As(err, &wire) && (wire.Code == -32002 || wire.Code == -32042)
}

func RegisterGood(s *mcp.Server, r room, peers map[string]*mcp.ClientSession) {
	mcp.AddTool(s, &mcp.Tool{Name: "sheet"}, goodSheet(r))
	s.AddReceivingMiddleware(goodRouter(peers))
	s.AddResource(&mcp.Resource{Name: "paper", URI: "map://paper"}, goodPaper)
	s.AddPrompt(&mcp.Prompt{Name: "prompt"}, goodPrompt)
	_ = goodClient(nil)
}
