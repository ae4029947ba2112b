package stdoutwrite_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
	"github.com/gomcplint/mcplint/analyzers/stdoutwrite"
)

// Each is a program of its own: what serves stdio is asked of all that is in view.
func Test(t *testing.T) {
	for _, program := range []string{"banner", "logger", "child", "byhand", "typed", "quiet", "redirected", "library", "pressroom", "forge", "commands", "commandfails", "branches"} {
		t.Run(program, func(t *testing.T) { ruletest.Run(t, stdoutwrite.Rule, "./stdoutwrite/"+program+"/...") })
	}
}
