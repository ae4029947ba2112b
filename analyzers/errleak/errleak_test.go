package errleak_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/errleak"
	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
)

func Test(t *testing.T) { ruletest.Run(t, errleak.Rule, "./errleak/...") }

// Servers without an SDK.
func TestOwn(t *testing.T) { ruletest.Run(t, errleak.Rule, "./ownrpc/result/...") }
