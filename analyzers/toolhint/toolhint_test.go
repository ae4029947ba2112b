package toolhint_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
	"github.com/gomcplint/mcplint/analyzers/toolhint"
)

func Test(t *testing.T) { ruletest.Run(t, toolhint.Rule, "./toolhint/...") }
