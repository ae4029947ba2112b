// Package mcplinttest holds the servers by which the rules are tested. This file
// keeps the SDKs that they use in go.mod.
package mcplinttest

import (
	_ "github.com/mark3labs/mcp-go/server"
	_ "github.com/modelcontextprotocol/go-sdk/mcp"
	_ "trpc.group/trpc-go/trpc-mcp-go"
)
