// Package press prints sheets.
package press

import (
	"fmt"
	"io"
	"os"
)

// BadOut is where the press says what it does.
var BadOut io.Writer = os.Stdout // want `fmt.Fprintf is given standard output`

// GoodOut is where the press says what it does.
var GoodOut io.Writer = os.Stderr

func init() {
	fmt.Println("the press is warm") // want `fmt.Println writes to standard output`
	fmt.Fprintln(os.Stderr, "the press is warm")
}

// BadSay tells of a sheet.
func BadSay(sheet string) { fmt.Fprintf(BadOut, "sheet %s\n", sheet) }

// GoodSay tells of a sheet.
func GoodSay(sheet string) { fmt.Fprintf(GoodOut, "sheet %s\n", sheet) }

// Show shows anything.
func Show[T any](w io.Writer, v T) error {
	_, err := fmt.Fprintf(w, "%v\n", v)
	return err
}
