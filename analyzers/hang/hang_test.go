package hang_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/hang"
	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, hang.Rule, "./hang/...") }
