package discardedresult_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/discardedresult"
	"github.com/gomcplint/mcplint/analyzers/errleak"
	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
	"github.com/gomcplint/mcplint/analyzers/protocolerror"
)

func Test(t *testing.T) { ruletest.Run(t, discardedresult.Rule, "./discardedresult/...") }

func TestFix(t *testing.T) {
	if n := ruletest.Fix(t, discardedresult.Rule, "./discardedresult/...", errleak.Rule, protocolerror.Rule); n < 3 {
		t.Errorf("%d fixes, want at least 3", n)
	}
}
