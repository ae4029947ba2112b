package secretleak_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
	"github.com/gomcplint/mcplint/analyzers/secretleak"
)

func Test(t *testing.T) { ruletest.Run(t, secretleak.Rule, "./secretleak/...") }
