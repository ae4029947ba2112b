package malformedresult_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
	"github.com/gomcplint/mcplint/analyzers/malformedresult"
)

func Test(t *testing.T) { ruletest.Run(t, malformedresult.Rule, "./malformedresult/...") }
