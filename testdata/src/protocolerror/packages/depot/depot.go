// Package depot has the tools of a depot.
package depot

import (
	"context"
	"fmt"

	"example.com/mcplinttest/protocolerror/packages/kit"
	"github.com/mark3labs/mcp-go/server"
)

// Stock is what lies in the depot.
type Stock map[string]int

type count struct{ Stock }

func (count) Name() string { return "count" }

func (c count) Execute(_ context.Context, args map[string]any) (string, error) {
	name, _ := args["name"].(string)
	n, ok := c.Stock[name]
	if !ok {
		return "", fmt.Errorf("there is no %q in the depot", name)
	}
	return fmt.Sprint(n), nil
}

type take struct{ Stock }

func (take) Name() string { return "take" }

func (t take) Execute(_ context.Context, args map[string]any) (string, error) {
	name, _ := args["name"].(string)
	if t.Stock[name] == 0 {
		return "", fmt.Errorf("there is no %q left", name)
	}
	t.Stock[name]--
	return "taken", nil
}

// Register adds the tools to two servers.
func Register(plain, well *server.MCPServer, s Stock) {
	kit.Mount(plain, count{s}, take{s})
	kit.MountWell(well, count{s}, take{s})
}
