package discardedresult_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/discardedresult"
	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, discardedresult.Rule, "./discardedresult/...") }
