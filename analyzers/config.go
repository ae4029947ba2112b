package analyzers

import (
	"golang.org/x/tools/go/analysis"

	"github.com/gomcplint/mcplint/passes/model"
)

// Config is an analyzer that reports nothing: it carries the settings that all
// rules share as flags (go vet -vettool=… -mcplint.sanitizers=…).
var Config = &analysis.Analyzer{
	Name: "mcplint",
	Doc:  "settings shared by mcplint's rules",
	Run:  func(*analysis.Pass) (any, error) { return nil, nil },
}

func init() { model.Config.Register(&Config.Flags) }
