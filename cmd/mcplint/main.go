// Command mcplint finds defects in the error channels of MCP servers written in
// Go. It runs by itself on a module (mcplint ./...), and as the tool of
// go vet -vettool and go fix -fixtool.
package main

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/gomcplint/mcplint/analyzers"
	"github.com/gomcplint/mcplint/analyzers/ignore"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/load"
)

func main() {
	if vetProtocol(os.Args[1:]) {
		if os.Args[1] == "-V=full" {
			refuseNewerGo()
		}
		unitchecker.Main(vetAnalyzers()...)
	}
	endOnSignal(os.Stderr)
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// refuseNewerGo ends the program with a message when it was built with an older Go
// than the one that runs it: it could not read that one's export data, and go vet
// would say nothing of why.
func refuseNewerGo() {
	env, err := load.Environment("")
	if err != nil {
		return // the go command itself is calling; what is wrong shows elsewhere
	}
	if msg := env.TooOld(); msg != "" {
		fmt.Fprintf(os.Stderr, "mcplint: %s\n", msg)
		os.Exit(exitUsage)
	}
}

// vetProtocol reports whether the go command is calling: it asks for the version
// and the flags first, and then passes one configuration file a package.
func vetProtocol(args []string) bool {
	if len(args) == 0 {
		return false
	}
	for _, a := range args {
		if a == "-V=full" || a == "-flags" {
			return true
		}
	}
	return strings.HasSuffix(args[len(args)-1], ".cfg")
}

// vetAnalyzers are the rules that are on by default, and the shared settings.
// go vet has no way to ask for an opt-in rule but a flag of its name, which
// would switch all others off; the standalone command and golangci-lint select.
func vetAnalyzers() []*analysis.Analyzer {
	var as []*analysis.Analyzer
	for _, r := range analyzers.All() {
		if r.Default {
			as = append(as, ignore.Silence(r.Analyzer))
		}
	}
	return append(as, analyzers.Config)
}
