// Commands serves stdio from commands of a command line library.
package main

import (
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/server"
	"github.com/spf13/cobra"
)

func main() {
	root := &cobra.Command{Use: "commands"}
	serve := &cobra.Command{Use: "serve", Run: func(*cobra.Command, []string) {
		if err := server.ServeStdio(server.NewMCPServer("commands", "1.0.0")); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}}
	root.AddCommand(serve)
	// What Execute reports here is a wrong flag: nothing was served.
	if err := root.Execute(); err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
	fmt.Println("bye") // want `fmt.Println writes to standard output`
}
