package stackleak_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
	"github.com/gomcplint/mcplint/analyzers/stackleak"
)

func Test(t *testing.T) { ruletest.Run(t, stackleak.Rule, "./stackleak/...") }
