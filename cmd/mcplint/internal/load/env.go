package load

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// ErrNoModule is returned when no go.mod or go.work is in force.
var ErrNoModule = errors.New("no go.mod or go.work in this directory or above it: run mcplint inside a module")

// Env is what the go command says about a directory.
type Env struct{ GOMOD, GOWORK, GOVERSION string }

// Environment asks the go command about dir.
func Environment(dir string) (Env, error) {
	var e Env
	if dir != "" {
		if st, err := os.Stat(dir); err != nil || !st.IsDir() {
			return e, fmt.Errorf("%s is no directory", dir)
		}
	}
	cmd := exec.Command("go", "env", "-json", "GOMOD", "GOWORK", "GOVERSION")
	cmd.Dir = dir
	out, err := cmd.Output()
	if errors.Is(err, exec.ErrNotFound) {
		return e, errors.New("the go command is not in PATH: mcplint loads packages through it")
	}
	if err != nil {
		return e, fmt.Errorf("go env: %s", oneLine(stderrOf(err)))
	}
	if err := json.Unmarshal(out, &e); err != nil {
		return e, fmt.Errorf("go env: %v", err)
	}
	return e, nil
}

// Root is the directory of the module around the working directory, or of the
// workspace when there is no module; "" when there is neither.
func (e Env) Root() string {
	switch {
	case e.module() != "":
		return filepath.Dir(e.GOMOD)
	case e.GOWORK != "" && e.GOWORK != "off":
		return filepath.Dir(e.GOWORK)
	}
	return ""
}

// module is the go.mod file around the directory, or "".
func (e Env) module() string {
	if e.GOMOD == os.DevNull || e.GOMOD == "NUL" {
		return ""
	}
	return e.GOMOD
}

// TooOld says that this program was built with an older release of Go than that of
// the go command in use, whose export data and syntax it may not read; "" when
// it was not. A difference in the patch level does no harm.
func (e Env) TooOld() string { return tooOld(runtime.Version(), e.GOVERSION) }

func tooOld(built, inUse string) string {
	a, b := version.Lang(built), version.Lang(inUse)
	if a == "" || b == "" || version.Compare(a, b) >= 0 {
		return ""
	}
	return fmt.Sprintf("built with %s, which cannot read what the newer %s writes: rebuild mcplint with the Go that runs it (go install, or go vet -vettool=$(go tool -n mcplint))", built, inUse)
}

func stderrOf(err error) string {
	var x *exec.ExitError
	if errors.As(err, &x) && len(x.Stderr) > 0 {
		return string(x.Stderr)
	}
	return err.Error()
}
