// Package stall knows what is sold where.
package stall

import (
	"fmt"
	"regexp"
	"strings"
)

// Place is a row and a number.
type Place struct{ Row, Number string }

var place = regexp.MustCompile(`^([A-Z])-(\d+)$`)

// BadPlace reads a place like A-12.
func BadPlace(s string) Place {
	parts := strings.SplitN(s, "-", 2)
	return Place{parts[0], parts[1]} // want `index 1 panics when what strings.SplitN finds in an argument is too short`
}

// GoodPlace reads a place like A-12.
func GoodPlace(s string) (Place, error) {
	m := place.FindStringSubmatch(s)
	if m == nil {
		return Place{}, fmt.Errorf("%q is no place like A-12", s)
	}
	return Place{m[1], m[2]}, nil
}

// BadKind is a kind by its name.
func BadKind(name string) int {
	switch name {
	case "fruit":
		return 1
	case "cloth":
		return 2
	}
	panic("no kind " + name) // want `an argument leads to panic`
}

// GoodKind is a kind by its name.
func GoodKind(name string) (int, bool) {
	switch name {
	case "fruit":
		return 1, true
	case "cloth":
		return 2, true
	}
	return 0, false
}
