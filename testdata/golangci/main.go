// Command golangci is golangci-lint with the mcplint plugin in it: what
// "golangci-lint custom" makes, without a clone of golangci-lint.
package main

import (
	"os"
	"runtime"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/gomcplint/mcplint/analyzers/golangci"
)

func main() {
	// golangci-lint keys its cache by the version, or by the binary itself when
	// it is "(devel)": a plugin that was rebuilt must not meet old results.
	info := commands.BuildInfo{GoVersion: runtime.Version(), Version: "(devel)", Commit: "?"}
	if err := commands.Execute(info); err != nil { // it has said so
		os.Exit(exitcodes.Failure)
	}
}
