// Package faults has the errors of a program, with a part for the caller and a
// part for the log.
package faults

// Fault is an error of which the caller reads Public.
type Fault struct {
	Public string
	Cause  error
}

// Error is for the log.
func (f *Fault) Error() string { return f.Public + ": " + f.Cause.Error() }

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Cause }
