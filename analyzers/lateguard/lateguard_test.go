package lateguard_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
	"github.com/gomcplint/mcplint/analyzers/lateguard"
)

func Test(t *testing.T) { ruletest.Run(t, lateguard.Rule, "./lateguard/...") }
