// Package toll has the codes of a gate.
package toll

// Codes in the range that the specification keeps, and codes of the gate's own.
const (
	BadUnpaid  = -32010
	GoodUnpaid = 4020
)

// BadReason is why a car must wait.
type BadReason int

// Code is the code of a reason.
func (r BadReason) Code() int {
	if r == 0 {
		return -32055
	}
	return 4290
}

// GoodReason is why a car must wait.
type GoodReason int

// Code is the code of a reason.
func (r GoodReason) Code() int {
	if r == 0 {
		return 4291
	}
	return 4290
}
