// Commandfails prints what its command reports after it has served.
package main

import (
	"fmt"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"
)

func main() {
	root := &cobra.Command{Use: "commandfails", RunE: func(c *cobra.Command, _ []string) error {
		s := mcp.NewServer(&mcp.Implementation{Name: "commandfails", Version: "1.0.0"}, nil)
		if err := s.Run(c.Context(), &mcp.StdioTransport{}); err != nil {
			return fmt.Errorf("serve: %w", err)
		}
		return nil
	}}
	if err := root.Execute(); err != nil {
		fmt.Println(err) // want `fmt.Println writes to standard output`
		os.Exit(1)
	}
}
