// Package cond holds what is known at a point of a function: the branches that
// were taken, and whether values are nil there.
package cond

import (
	"errors"
	"fmt"
	"os"
)

// when asks for the branches that every way here has taken, innermost first, isNil
// whether a value is nil here, reaching what a variable may hold.
func when()             {}
func isNil[T any](T)    {}
func reaching[T any](T) {}
func isOwn(error)       {}
func chain(error)       {}

func branches(id string, n int, err error) {
	when() // want ``
	if id == "" {
		when() // want `id == ""`
		return
	}
	when() // want `id != ""`
	if n > 3 && err != nil {
		when() // want `err != nil and n > 3 and id != ""`
	} else {
		when() // want `id != ""`
	}
	if !(n < 0) {
		when() // want `n >= 0 and id != ""`
	}
	switch n {
	case 1:
		when() // want `n == 1 and id != ""`
	case 2, 3:
		when() // want `n != 1 and id != ""`
	default:
		when() // want `n != 3 and n != 2 and n != 1 and id != ""`
	}
	when() // want `id != ""`
}

type request struct {
	args  map[string]any
	limit *int
}

func sources(r *request, errs chan error) {
	if _, err := os.Stat("a"); err != nil {
		when() // want `os.Stat("a")#1 != nil`
	}
	if v, ok := r.args["id"].(string); ok && v != "" {
		when() // want `r.args["id"].(string)#0 != "" and r.args["id"].(string)#1`
	}
	if _, ok := r.args["id"]; !ok {
		when() // want `!r.args["id"]#1`
	}
	if r.limit == nil {
		when() // want `r.limit == nil`
	}
	err := <-errs
	if errors.Is(err, os.ErrNotExist) {
		when() // want `errors.Is(<-errs, ErrNotExist)`
	}
}

// loops: an early exit leaves what it tested, and so does the end of the loop.
func loops(ids []string) error {
	for _, id := range ids {
		if id == "" {
			break
		}
		when() // want `ids[rangeindex + 1] != "" and rangeindex + 1 < len(ids)`
		if err := os.Remove(id); err != nil {
			when() // want `os.Remove(ids[rangeindex + 1]) != nil and ids[rangeindex + 1] != "" and rangeindex + 1 < len(ids)`
			continue
		}
	}
	when() // want ``
	return nil
}

func nilness(err error, p *request) {
	isNil(err) // want `maybe nil`
	if err != nil {
		isNil(err) // want `not nil`
		return
	}
	isNil(err)                      // want `nil`
	isNil(p)                        // want `maybe nil`
	isNil(&request{})               // want `not nil`
	isNil(errors.New("x"))          // want `not nil`
	isNil(fmt.Errorf("x: %w", err)) // want `not nil`
	isNil(os.Remove("a"))           // want `maybe nil`
	isNil(os.ErrNotExist)           // want `not nil`
	var none error
	isNil(none) // want `nil`
	var typed *os.PathError
	isNil[error](typed) // want `not nil`
	if p.limit != nil {
		isNil(p.limit) // want `not nil`
	}
	var pe *os.PathError
	other := os.Remove("b")
	if errors.As(other, &pe) {
		isNil(other) // want `not nil`
	}
	if _, ok := other.(*os.LinkError); ok {
		isNil(other) // want `not nil`
	}
}

// phi: the ways that meet have to agree.
func phi(keep bool) {
	var err error
	if keep {
		err = errors.New("kept")
		isNil(err) // want `not nil`
	}
	isNil(err) // want `maybe nil`
	var other error
	if keep {
		other = errors.New("a")
	} else {
		other = errors.New("b")
	}
	isNil(other) // want `not nil`
}

// Functions of the view are looked into.
func check(id string) error {
	if id == "" {
		return errors.New("an id is needed")
	}
	return nil
}

func never(string) error { return nil }

func always(id string) error { return fmt.Errorf("no %s", id) }

func both(id string) (*request, error) {
	if id == "" {
		return nil, errors.New("an id is needed")
	}
	return &request{}, nil
}

func results(id string) {
	isNil(check(id))  // want `maybe nil`
	isNil(never(id))  // want `nil`
	isNil(always(id)) // want `not nil`
	r, err := both(id)
	if err != nil {
		isNil(err) // want `not nil`
		return
	}
	isNil(r) // want `maybe nil`
}

// Named results and variables that a literal captures.
func named(id string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("named: %w", err)
		}
	}()
	reaching(err) // want `zero`
	isNil(err)    // want `nil`
	if id == "" {
		err = errors.New("an id is needed")
		reaching(err) // want `errors.New("an id is needed")`
		isNil(err)    // want `not nil`
	}
	reaching(err) // want `errors.New("an id is needed"), zero`
	isNil(err)    // want `maybe nil`
	for range 3 {
		reaching(err) // want `errors.New("an id is needed"), os.Remove("a"), zero`
		err = os.Remove("a")
	}
	return nil
}

func captured() {
	var err error
	set := func() { err = errors.New("set") }
	set()
	isNil(err) // want `maybe nil`
}

// Package variables that only initialisation writes are sentinels.
var errNone = errors.New("none")

var errLast error

func last(err error) { errLast = err }

func sentinels() {
	isNil(errNone) // want `not nil`
	isNil(errLast) // want `maybe nil`
}

// Errors that the program makes out of nothing, and chains of errors.
type failure struct{ code int }

func (failure) Error() string { return "failure" }

func own(err error) {
	isOwn(errors.New("mine"))                 // want `true`
	isOwn(fmt.Errorf("%w", errNone))          // want `true`
	isOwn(fmt.Errorf("%w: %w", errNone, err)) // want `false`
	isOwn(err)                                // want `false`
	isOwn(os.Remove("a"))                     // want `false`
	isOwn(failure{1})                         // want `false`
	wrapped := fmt.Errorf("%s: %w", err.Error(), os.Remove("a"))
	chain(wrapped)                       // want `os.Remove("a")`
	chain(errors.Join(wrapped, errNone)) // want `errors.New("none"), os.Remove("a")`
	chain(fmt.Errorf("%d", 3))           // want `fmt.Errorf("%d", 3)`
}
