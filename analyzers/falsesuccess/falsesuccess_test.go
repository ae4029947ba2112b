package falsesuccess_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/falsesuccess"
	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, falsesuccess.Rule, "./falsesuccess/...") }
