package argpanic_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/argpanic"
	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, argpanic.Rule, "./argpanic/...") }
