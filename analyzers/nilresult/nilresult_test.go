package nilresult_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
	"github.com/gomcplint/mcplint/analyzers/nilresult"
)

func Test(t *testing.T) { ruletest.Run(t, nilresult.Rule, "./nilresult/...") }
