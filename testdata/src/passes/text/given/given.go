// Package given hands a function to another package, whose summary cannot say what
// that will return.
package given

import (
	"errors"

	"example.com/mcplinttest/passes/text/through/helper"
)

func shows[T any](T) {}

func given() {
	shows(helper.Ask(func() error { return errors.New("mine") })) // want `opaque a function value (medium)`
}
