package hiddeneffect_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/hiddeneffect"
	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, hiddeneffect.Rule, "./hiddeneffect/...") }
