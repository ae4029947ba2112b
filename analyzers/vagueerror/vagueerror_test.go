package vagueerror_test

import (
	"testing"

	"github.com/gomcplint/mcplint/analyzers/internal/ruletest"
	"github.com/gomcplint/mcplint/analyzers/vagueerror"
)

func Test(t *testing.T) { ruletest.Run(t, vagueerror.Rule, "./vagueerror/...") }
