package flow

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"runtime/debug"
	"strconv"
	"time"
)

func origins(ctx context.Context, db *sql.DB, id string, req *http.Request) {
	shows("no such note")             // want `"no such note"`
	shows(id)                         // want `argument`
	shows(len(id))                    // want `nothing`
	_, err := strconv.Atoi(id)        //
	shows(err)                        // want `benign strconv.Atoi`
	_, err = db.ExecContext(ctx, "X") //
	shows(err)                        // want `infra (*sql.DB).ExecContext`
	_, err = os.ReadFile("notes.txt") //
	shows(err)                        // want `infra os.ReadFile`
	shows(ctx.Err())                  // want `cancel (context.Context).Err`
	shows(string(debug.Stack()))      // want `stack debug.Stack`
	out, err := exec.CommandContext(ctx, "git", "log").CombinedOutput()
	shows(out) // want `payload (*exec.Cmd).CombinedOutput`
	shows(err) // want `infra (*exec.Cmd).CombinedOutput`
	resp, err := http.DefaultClient.Do(req)
	shows(err) // want `infra (*http.Client).Do`
	body, err := io.ReadAll(resp.Body)
	shows(body)            // want `payload http.Response.Body`
	shows(err)             // want `infra io.ReadAll`
	shows(resp.Status)     // want `payload http.Response.Status (medium)`
	shows(resp.StatusCode) // want `nothing`
	shows(time.Now())      // want `nothing`
	var v map[string]any
	shows(json.Unmarshal(body, &v)) // want `benign json.Unmarshal`
	shows(v)                        // want `payload http.Response.Body`
}

func recovered() {
	defer func() {
		if r := recover(); r != nil {
			shows(r) // want `panic the recovered panic value`
		}
	}()
}

// What remains of an error after it was classified is clean.
func classified(err error) {
	shows(errors.Is(err, fs.ErrNotExist)) // want `nothing`
	shows(plain(err))                     // want `"something is wrong", "there is no such file"`
	shows(err)                            // want `opaque an error that a caller passes (medium)`
	var pe *fs.PathError
	if errors.As(err, &pe) {
		shows(pe.Op)   // want `authored fs.PathError.Op`
		shows(pe.Path) // want `infra fs.PathError.Path`
	}
}

func plain(err error) string {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "there is no such file"
	}
	return "something is wrong"
}

// Sanitizers: by the directive, and by a row.
func sanitized(err error) {
	shows(redact(err))          // want `authored`
	shows(http.StatusText(404)) // want `authored`
}

//mcplint:sanitizes
func redact(err error) string { return err.Error() }

var errNone = errors.New("none is left")

// Function values and interfaces that nothing in view resolves are opaque.
type service struct {
	get func(id string) error
}

func (s *service) open(id string) {
	shows(s.get(id)) // want `opaque a function value (medium)`
	shows(errNone)   // want `"none is left"`
}

// One that has an implementer in view is what the implementer says.
type shelf interface{ Find(id string) error }

type local struct{}

func (local) Find(id string) error {
	if id == "" {
		return errors.New("an id is needed")
	}
	_, err := os.Stat("shelf")
	return err
}

func implemented(s shelf, id string) {
	shows(s.Find(id)) // want `"an id is needed", infra os.Stat`
}

// A field that the module fills is what it was filled with.
type job struct {
	do func(id string) error
}

func newJob() *job { return &job{do: func(id string) error { return errors.New("not today: " + id) }} }

func (j *job) run(id string) {
	shows(j.do(id)) // want `"not today: ", argument`
}
