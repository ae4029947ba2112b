package retryloop_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
	"github.com/gomcplint/mcplint/analyzers/retryloop"
)

func Test(t *testing.T) { ruletest.Run(t, retryloop.Rule, "./retryloop/...") }
