package uncheckediserror_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
	"github.com/gomcplint/mcplint/analyzers/uncheckediserror"
)

func Test(t *testing.T) { ruletest.Run(t, uncheckediserror.Rule, "./uncheckediserror/...") }
