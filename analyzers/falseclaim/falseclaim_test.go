package falseclaim_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/falseclaim"
	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, falseclaim.Rule, "./falseclaim/...") }
