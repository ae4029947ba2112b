package malformedresult_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/errleak"
	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
	"github.com/gomcplint/mcplint/analyzers/malformedresult"
	"github.com/gomcplint/mcplint/analyzers/protocolerror"
)

func Test(t *testing.T) { ruletest.Run(t, malformedresult.Rule, "./malformedresult/...") }

func TestFix(t *testing.T) {
	if n := ruletest.Fix(t, malformedresult.Rule, "./malformedresult/...", errleak.Rule, protocolerror.Rule); n < 5 {
		t.Errorf("%d fixes, want at least 5", n)
	}
}
