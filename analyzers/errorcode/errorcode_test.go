package errorcode_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/errorcode"
	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, errorcode.Rule, "./errorcode/...") }
