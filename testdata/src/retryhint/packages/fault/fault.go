// Package fault has the errors that a program shows to the model.
package fault

import "fmt"

// Fault is one of them.
type Fault struct {
	Text      string
	Temporary bool
}

// Error is what the model reads.
func (f *Fault) Error() string {
	if f.Temporary {
		return fmt.Sprintf("%s; this is temporary, please try again", f.Text)
	}
	return f.Text + "; look at the list of transfers before anything else"
}

// Later is a fault that goes away.
func Later(text string) error { return &Fault{text, true} }

// Unclear is a fault of which the outcome is not known.
func Unclear(text string) error { return &Fault{Text: text} }
