package retryhint_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
	"github.com/gomcplint/mcplint/analyzers/retryhint"
)

func Test(t *testing.T) { ruletest.Run(t, retryhint.Rule, "./retryhint/...") }
