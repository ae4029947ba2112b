// Package ward keeps beds.
package ward

import "errors"

// BadPage is a part of a list.
func BadPage[T any](rows []T, from, count int) []T {
	end := from + count
	if end > len(rows) {
		end = len(rows)
	}
	return rows[from:end] // want `an argument decides a slice bound`
}

// GoodPage is a part of a list.
func GoodPage[T any](rows []T, from, count int) []T {
	if from < 0 || from > len(rows) {
		from = len(rows)
	}
	if count < 0 || count > len(rows)-from {
		count = len(rows) - from
	}
	return rows[from : from+count]
}

// Bed is a bed.
type Bed struct{ Patient string }

// Ward has beds by number.
type Ward struct{ Beds map[int]*Bed }

// BadBed is nil for a number that there is not.
func (w *Ward) BadBed(n int) *Bed { return w.Beds[n] }

// GoodBed is a bed, or an error.
func (w *Ward) GoodBed(n int) (*Bed, error) {
	if b, ok := w.Beds[n]; ok {
		return b, nil
	}
	return nil, errors.New("there is no bed of this number")
}
