package protocolerror_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
	"github.com/gomcplint/mcplint/analyzers/protocolerror"
)

func Test(t *testing.T) { ruletest.Run(t, protocolerror.Rule, "./protocolerror/...") }

// Servers without an SDK.
func TestOwn(t *testing.T) { ruletest.Run(t, protocolerror.Rule, "./ownrpc/protocol/...") }
