package flow

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
)

// load is the source of the carriers: an error of infra origin one frame down.
func load() ([]byte, error) { return os.ReadFile(os.Args[1]) }

func wrapped() error {
	_, err := load()
	return fmt.Errorf("load: %w", err)
}

func carriers() {
	err := wrapped()
	shows(err)                                      // want `"load: %w", infra os.ReadFile (medium)`
	shows(fmt.Errorf("again: %w", err))             // want `"again: %w", "load: %w", infra os.ReadFile (medium)`
	shows(fmt.Sprintf("%T after %d tries", err, 3)) // want `"%T after %d tries"`
	shows(errors.Join(errNone, err))                // want `"load: %w", "none is left", infra os.ReadFile (medium)`
	shows("failed: " + err.Error())                 // want `"failed: ", "load: %w", infra os.ReadFile (medium)`
	shows(errors.Unwrap(err))                       // want `"load: %w", infra os.ReadFile (medium)`

	var b strings.Builder
	b.WriteString("failed: ")
	fmt.Fprintf(&b, "%v", err)
	shows(b.String()) // want `"%v", "failed: ", "load: %w", infra os.ReadFile (medium)`

	var buf bytes.Buffer
	buf.WriteString(err.Error())
	shows(buf.String()) // want `"load: %w", infra os.ReadFile (medium)`
	js, _ := json.Marshal(map[string]string{"error": err.Error()})
	shows(js) // want `"error", "load: %w", infra os.ReadFile (medium)`

	lines := []string{"first", err.Error()}
	shows(strings.Join(lines, "\n")) // want `"\n", "first", "load: %w", infra os.ReadFile (medium)`
	shows(lines[0])                  // want `"first", "load: %w", infra os.ReadFile (medium)`

	ch := make(chan error, 1)
	ch <- err
	shows(<-ch) // want `"load: %w", infra os.ReadFile (medium)`

	byName := map[string]error{"a": errNone}
	byName["b"] = err
	shows(byName["a"]) // want `"load: %w", "none is left", infra os.ReadFile (medium)`
}

// Fields are kept apart, and so is what is stored before from what is after.
type report struct {
	Title  string
	Detail string
	note   string
	Hidden string `json:"-"`
	inner
}

type inner struct{ Reason string }

func fields() {
	_, err := load()
	r := report{Title: "a title", note: "a note"}
	shows(r.Detail) // want `nothing`
	r.Detail = err.Error()
	shows(r.Title)  // want `"a title"`
	shows(r.Detail) // want `infra os.ReadFile (medium)`
	r.Detail = "cut"
	shows(r.Detail) // want `"cut"`
}

func whole() {
	r := report{Title: "a title", note: "a note"}
	r.Hidden = "hidden"
	r.Reason = "a reason"
	encodes(r) // want `"a reason", "a title"`
	shows(r)   // want `"a note", "a reason", "a title", "hidden"`
}

// A condition settles which of the values arrives; where the ways meet both may.
func phi(bad bool) string {
	msg := "all is well"
	if bad {
		_, err := load()
		msg = err.Error()
		shows(msg) // want `infra os.ReadFile (medium)`
	}
	shows(msg) // want `"all is well", infra os.ReadFile (medium)`
	return msg
}

// Named results that a deferred literal writes.
func named() (msg string, err error) {
	defer func() {
		if err != nil {
			msg = "failed: " + err.Error()
		}
		shows(msg) // want `"failed: ", "loaded", infra os.ReadFile (medium)`
	}()
	_, err = load()
	return "loaded", err
}

func deferred() {
	_, err := named()
	shows(err) // want `infra os.ReadFile (medium)`
}

// One closure that is called before and after; the argument is that of the call.
func closure(id string) {
	_, err := load()
	fail := func(step string, err error) string { return step + ": " + err.Error() }
	shows(fail("check", errNone)) // want `": ", "check", "none is left"`
	shows(fail("read", err))      // want `": ", "read", infra os.ReadFile (medium)`
	var last error
	keep := func() { last = err }
	keep()
	shows(last) // want `infra os.ReadFile (medium)`
}

// Early exits and values that a loop carries.
func loop(paths []string) string {
	var failed []string
	for _, p := range paths {
		if p == "" {
			break
		}
		if _, err := os.Stat(p); err != nil {
			failed = append(failed, fmt.Sprint(p, ": ", err))
			continue
		}
	}
	shows(failed)                     // want `": ", argument, infra os.Stat (medium)`
	shows(strings.Join(failed, ", ")) // want `", ", ": ", argument, infra os.Stat (medium)`
	return ""
}

// Method values, generics, and functions with several results.
type reader struct{ dir string }

func (r reader) read() error {
	_, err := os.ReadDir(r.dir)
	return err
}

func must[T any](v T, err error) (T, string) {
	if err != nil {
		return v, "must: " + err.Error()
	}
	return v, ""
}

type pair[T any] struct {
	val T
	err error
}

func both() pair[string] {
	_, err := load()
	return pair[string]{"value", err}
}

func calls() {
	do := reader{"notes"}.read
	shows(do()) // want `infra os.ReadDir`
	_, s := must(load())
	shows(s) // want `"must: ", infra os.ReadFile (medium)`
	_, s = must("text", errNone)
	shows(s)          // want `"must: ", "none is left"`
	shows(both().val) // want `"value"`
	shows(both().err) // want `infra os.ReadFile (medium)`
	once := sync.OnceValue(wrapped)
	shows(once()) // want `"load: %w", infra os.ReadFile (medium)`
}

// The methods by which a value is printed or encoded.
type failure struct {
	code  string
	cause error
}

func (f *failure) Error() string { return "failure " + f.code }

type loud struct{ cause error }

func (l loud) Error() string { return "loud: " + l.cause.Error() }

type level struct{ name string }

func (l level) String() string { return "level" }

func (l level) MarshalText() ([]byte, error) { return []byte("text"), nil }

func printed() {
	_, err := load()
	var e error = &failure{"f1", err}
	shows(e) // want `"f1", "failure "`
	e = loud{err}
	shows(e)                              // want `"loud: ", infra os.ReadFile (medium)`
	shows(fmt.Sprint(level{err.Error()})) // want `"level"`
	b, _ := json.Marshal(level{err.Error()})
	shows(b) // want `"text"`
}
