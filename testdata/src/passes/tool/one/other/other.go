// Package other holds handlers that serve no tools.
package other // want `0 registrations, 0 handlers`

import (
	"context"

	mcpgo "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func read(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) { // want `resource handler: modelcontextprotocol/go-sdk v1.8.0`
	return nil, mcp.ResourceNotFoundError(req.Params.URI)
}

func prompt(ctx context.Context, req mcpgo.GetPromptRequest) (*mcpgo.GetPromptResult, error) { // want `prompt handler: mark3labs/mcp-go v1.2.1`
	return &mcpgo.GetPromptResult{}, nil
}

func register(s *mcp.Server, m *server.MCPServer) {
	s.AddResource(&mcp.Resource{URI: "note://a"}, read)
	s.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "note://{id}"}, read)
	m.AddPrompt(mcpgo.NewPrompt("ask"), prompt)
}
