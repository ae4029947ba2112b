package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// inEnv runs the command with variables on top of those that command sets.
func inEnv(t *testing.T, dir string, env []string, args ...string) (stdout, stderr string, status int) {
	t.Helper()
	cmd := start(t, dir, env, args...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.Run() // what it ends with is the status
	return out.String(), errs.String(), cmd.ProcessState.ExitCode()
}

func start(t *testing.T, dir string, env []string, args ...string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := command(dir, exe, args...)
	cmd.Env = append(cmd.Env, env...)
	return cmd
}

// refused holds that a run ends with status 2 and a message of one line, and that
// it writes no report.
func refused(t *testing.T, dir string, env []string, want string, args ...string) {
	t.Helper()
	report := filepath.Join(t.TempDir(), "report")
	for _, format := range []string{"text", "sarif"} {
		out, errs, status := inEnv(t, dir, env, append([]string{"-f", format, "-o", report}, args...)...)
		if status != exitUsage || out != "" || !strings.HasPrefix(errs, "mcplint: ") || strings.Count(errs, "\n") != 1 || !strings.Contains(errs, want) {
			t.Errorf("%v: status %d, stdout %q, stderr %q; want %q", args, status, out, errs, want)
		}
		if _, err := os.Stat(report); err == nil {
			t.Errorf("%v: it has written a report", args)
		}
	}
}

var workspaceEnv = []string{"GOWORK=", "GOFLAGS="}

// workspace has a handler in one module and its registration in another.
func workspace(t *testing.T) string {
	t.Helper()
	src := module(t, nil)
	dir := tempDir(t)
	mod, sum := readFile(t, filepath.Join(src, "go.mod")), readFile(t, filepath.Join(src, "go.sum"))
	handlers := strings.Replace(named("notes", "Note"), "getNote", "GetNote", 2)
	handlers, _, _ = strings.Cut(handlers, "func register")
	handlers = strings.Replace(handlers, "\t\"github.com/mark3labs/mcp-go/server\"\n", "", 1)
	server := `package main

import (
	"example.com/handlers/notes"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

func main() {
	s := server.NewMCPServer("notes", "1.0.0")
	s.AddTool(mcp.NewTool("get_note"), notes.GetNote)
	_ = server.ServeStdio(s)
}
`
	for name, src := range map[string]string{
		"go.work":                 "go 1.26.0\n\nuse (\n\t./handlers\n\t./cmd/server\n)\n",
		"handlers/go.mod":         strings.Replace(mod, "example.com/notes", "example.com/handlers", 1),
		"handlers/go.sum":         sum,
		"handlers/notes/notes.go": handlers,
		"cmd/server/go.mod":       strings.Replace(mod, "example.com/notes", "example.com/server", 1),
		"cmd/server/go.sum":       sum,
		"cmd/server/main.go":      server,
		"cmd/unused/go.mod":       "module example.com/unused\n\ngo 1.26.0\n",
		"cmd/unused/unused.go":    "package unused\n",
		"docs/how.md":             "",
	} {
		writeFile(t, filepath.Join(dir, name), src)
	}
	return dir
}

func TestWorkspace(t *testing.T) {
	root := workspace(t)
	gitIn(t, root, "init", "-q")
	for _, c := range []struct {
		dir    string
		args   []string
		status int
		file   string
	}{
		{"", nil, exitFindings, "handlers/notes/notes.go"}, // no module itself
		{"", []string{"./..."}, exitFindings, "handlers/notes/notes.go"},
		{"handlers", nil, exitFindings, "notes/notes.go"},
		{"cmd/server", nil, exitClean, ""},
		{"cmd/server", []string{"example.com/handlers/..."}, exitFindings, "../../handlers/notes/notes.go"},
		{"cmd", nil, exitClean, ""},
	} {
		out, errs, status := inEnv(t, filepath.Join(root, c.dir), workspaceEnv, append([]string{"-f", "json"}, c.args...)...)
		if status != c.status {
			t.Errorf("in %q %v: status %d, want %d\n%s%s", c.dir, c.args, status, c.status, out, errs)
			continue
		}
		f := hasRule(decode(t, out), "errleak")
		if (f == nil) != (c.file == "") || f != nil && f.File != c.file {
			t.Errorf("in %q %v: %+v, want a finding in %q", c.dir, c.args, f, c.file)
		}
	}
	out, _, _ := inEnv(t, root, workspaceEnv, "-f", "sarif")
	contains(t, "SARIF", out, `"uri": "handlers/notes/notes.go"`)

	refused(t, filepath.Join(root, "docs"), workspaceEnv, "go.work")
	refused(t, filepath.Join(root, "cmd", "unused"), workspaceEnv, "go.work")
	writeFile(t, filepath.Join(root, "go.work"), "go 1.26.0\n\nuse ./nowhere\n")
	refused(t, filepath.Join(root, "handlers"), workspaceEnv, "nowhere")
	writeFile(t, filepath.Join(root, "go.work"), "gone\n")
	refused(t, filepath.Join(root, "handlers"), workspaceEnv, "unknown directive: gone")
	writeFile(t, filepath.Join(root, "go.work"), "go 1.26.0\n")
	refused(t, root, workspaceEnv, "uses no module")
}

func TestVendor(t *testing.T) {
	dir := module(t, map[string]string{"main.go": serverSrc})
	for _, args := range [][]string{{"mod", "tidy"}, {"mod", "vendor"}} {
		if out, err := command(dir, "go", args...).CombinedOutput(); err != nil {
			t.Fatalf("go %v: %v\n%s", args, err, out)
		}
	}
	// The go command takes the folder by itself, and what is in it is not reported.
	for _, env := range [][]string{{"GOFLAGS="}, {"GOFLAGS=-mod=vendor"}} {
		out, errs, status := inEnv(t, dir, env, "-f", "json")
		if status != exitFindings {
			t.Fatalf("%v: status %d\n%s%s", env, status, out, errs)
		}
		r := decode(t, out)
		if len(r.Findings) != 1 || r.Findings[0].File != "main.go" || r.Coverage.Packages != 1 {
			t.Errorf("%v: %d packages, %+v", env, r.Coverage.Packages, r.Findings)
		}
	}
	// A folder that does not fit go.mod, and one that lacks a package.
	name := filepath.Join(dir, "vendor", "modules.txt")
	writeFile(t, name, strings.Replace(readFile(t, name), "mcp-go v", "mcp-go v9", 1))
	refused(t, dir, []string{"GOFLAGS="}, "inconsistent vendoring")
	if err := os.RemoveAll(filepath.Join(dir, "vendor", "github.com", "mark3labs")); err != nil {
		t.Fatal(err)
	}
	writeFile(t, name, strings.Replace(readFile(t, name), "mcp-go v9", "mcp-go v", 1))
	out, errs, status := inEnv(t, dir, []string{"GOFLAGS="}, "-f", "json")
	if status != exitUsage || len(decode(t, out).Findings) != 0 {
		t.Errorf("without the SDK: status %d, %s", status, out)
	}
	contains(t, "stderr", errs, "main.go:7:2: ", "github.com/mark3labs/mcp-go/mcp")
}

func TestNoModule(t *testing.T) {
	const want = "no go.mod or go.work in this directory or above it: run mcplint inside a module"
	dir := tempDir(t)
	refused(t, dir, nil, want)
	writeFile(t, filepath.Join(dir, "main.go"), serverSrc)
	refused(t, dir, nil, want)
	refused(t, dir, nil, want, "./...")
	refused(t, dir, nil, want, "-fix")
	refused(t, tempDir(t), nil, want, "-C", dir)
	refused(t, module(t, map[string]string{"main.go": serverSrc}), []string{"GO111MODULE=off"}, want)
	refused(t, dir, []string{"PATH=" + dir}, "the go command is not in PATH")
}

func TestBadModule(t *testing.T) {
	for _, c := range []struct{ mod, want string }{
		{"module\n", "go.mod:1: usage: module module/path"},
		{"module example.com/x\n\ngone 1.26\n", "go.mod:3: unknown directive: gone"},
		{"module example.com/x\n\ngo 1.99.0\n", "go.mod requires go >= 1.99.0"},
	} {
		dir := tempDir(t)
		writeFile(t, filepath.Join(dir, "go.mod"), c.mod)
		writeFile(t, filepath.Join(dir, "x.go"), "package x\n")
		refused(t, dir, []string{"GOTOOLCHAIN=local"}, c.want)
	}
}

func TestNoPackages(t *testing.T) {
	dir := module(t, map[string]string{"main.go": serverSrc, "docs/x.txt": "", "tagged/x.go": "//go:build special\n\npackage tagged\n"})
	for _, c := range []struct{ pattern, want string }{
		{"./docs/...", "no packages match ./docs/..."},
		{"./docs", "no Go files in"},
		{"./tagged", "build constraints exclude all Go files in"},
		{"./nowhere", "nowhere: directory not found"},
		{"./nowhere/...", "nowhere"},
		{"example.com/notes/nowhere", "example.com/notes/nowhere"},
		{"main.go", "main.go is a file: name its package instead (./.)"},
	} {
		refused(t, dir, nil, c.want, c.pattern)
	}
	empty := tempDir(t)
	writeFile(t, filepath.Join(empty, "go.mod"), "module example.com/x\n\ngo 1.26\n")
	refused(t, empty, nil, "no packages match ./...")
}

func TestUnwritable(t *testing.T) {
	dir := module(t, map[string]string{"main.go": serverSrc})
	writeFile(t, filepath.Join(dir, "file"), "old")
	names := []string{filepath.Join(dir, "no", "such", "dir.json"), dir, filepath.Join(dir, "file", "below")}
	if _, err := os.Stat("/dev/full"); err == nil {
		names = append(names, "/dev/full")
	}
	before := files(t, dir)
	for _, name := range names {
		for _, args := range [][]string{{"-o", name}, {"-f", "sarif", "-o", name}, {"-write-baseline", name}} {
			out, errs, status := mcplint(t, dir, args...)
			if status != exitUsage || out != "" || !strings.Contains(errs, "mcplint: cannot write "+name+": ") || strings.Contains(errs, "wrote") {
				t.Errorf("%v: status %d, %q %q", args, status, out, errs)
			}
		}
	}
	_, errs, status := inEnv(t, dir, []string{"GITHUB_STEP_SUMMARY=" + names[0]}, "-f", "github")
	if status != exitUsage || !strings.Contains(errs, "cannot write the job summary: ") {
		t.Errorf("summary: status %d, %q", status, errs)
	}
	if after := files(t, dir); !slices.Equal(before, after) || readFile(t, filepath.Join(dir, "file")) != "old" {
		t.Errorf("files %v, were %v", after, before)
	}

	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		return // none here
	}
	defer full.Close()
	for _, f := range formats {
		cmd := start(t, dir, nil, "-f", f)
		var errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = full, &errs
		cmd.Run()
		if s := cmd.ProcessState.ExitCode(); s != exitUsage || !strings.Contains(errs.String(), "mcplint: cannot write the report: ") {
			t.Errorf("-f %s to a full disk: status %d, %q", f, s, errs.String())
		}
	}
	cmd := start(t, dir, nil, "-diff", "-rules=all")
	writeFile(t, filepath.Join(dir, "main.go"), fixableSrc)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = full, &said
	cmd.Run()
	if s := cmd.ProcessState.ExitCode(); s != exitUsage || !strings.Contains(said.String(), "mcplint: cannot write the patch: ") {
		t.Errorf("-diff to a full disk: status %d, %q", s, said.String())
	}
}

// files lists what is in a folder, and how large it is.
func files(t *testing.T, dir string) []string {
	t.Helper()
	es, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range es {
		out = append(out, e.Name())
	}
	return out
}

// TestInterrupted: a stand-in for the go command holds the run up while it loads
// packages, and that is when the signal comes.
func TestInterrupted(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for the go command is a shell script")
	}
	goCmd, err := exec.LookPath("go")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		signal os.Signal
		args   []string
		kept   string // the file that is there, and is not written
	}{
		{"report", os.Interrupt, []string{"-f", "sarif", "-o", "out.sarif"}, "out.sarif"},
		{"standard output", os.Interrupt, []string{"-f", "json"}, "main.go"},
		{"baseline", os.Interrupt, []string{"-write-baseline", "base.json"}, "base.json"},
		{"fixes", syscall.SIGTERM, []string{"-fix"}, "main.go"},
		{"ignored", os.Interrupt, []string{"-f", "json"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := module(t, map[string]string{"main.go": fixableSrc, "out.sarif": "old report", "base.json": "old baseline"})
			bin := tempDir(t)
			waits, release := filepath.Join(bin, "waits"), filepath.Join(bin, "release")
			// A go command that lives on must not wait for ever.
			t.Cleanup(func() { writeFile(t, release, "") })
			writeFile(t, filepath.Join(bin, "go"), `#!/bin/sh
if [ "$1" = list ]; then
	: > '`+waits+`'
	n=0
	while [ ! -e '`+release+`' ] && [ $n -lt 600 ]; do n=$((n+1)); sleep 0.1; done
fi
exec '`+goCmd+`' "$@"
`)
			if err := os.Chmod(filepath.Join(bin, "go"), 0o755); err != nil {
				t.Fatal(err)
			}
			cmd := start(t, dir, []string{"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH")}, c.args...)
			if c.name == "ignored" { // as in the background of a shell
				cmd.Args = append([]string{"sh", "-c", `trap "" INT; exec "$0" "$@"`}, cmd.Args...)
				cmd.Path = "/bin/sh"
			}
			before := files(t, dir)
			var old string
			if c.kept != "" {
				old = readFile(t, filepath.Join(dir, c.kept))
			}
			var out, errs bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &errs
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			for began := time.Now(); ; time.Sleep(10 * time.Millisecond) {
				if _, err := os.Stat(waits); err == nil {
					break
				}
				if time.Since(began) > time.Minute {
					cmd.Process.Kill()
					t.Fatal("it does not load packages: ", errs.String())
				}
			}
			if err := cmd.Process.Signal(c.signal); err != nil {
				t.Fatal(err)
			}
			if c.name == "ignored" {
				time.Sleep(100 * time.Millisecond)
				writeFile(t, release, "")
				cmd.Wait()
				if s := cmd.ProcessState.ExitCode(); s != exitFindings || strings.Contains(errs.String(), "signal") {
					t.Errorf("status %d, %q", s, errs.String())
				}
				return
			}
			cmd.Wait()
			if s := cmd.ProcessState.ExitCode(); s != exitUsage || out.Len() > 0 {
				t.Errorf("status %d, stdout %q", s, out.String())
			}
			if want := "mcplint: stopped by a signal (" + c.signal.String() + ") before the run was complete\n"; errs.String() != want {
				t.Errorf("stderr %q, want %q", errs.String(), want)
			}
			if now := readFile(t, filepath.Join(dir, c.kept)); now != old {
				t.Errorf("%s is now %q", c.kept, now)
			}
			if after := files(t, dir); !slices.Equal(before, after) {
				t.Errorf("files %v, were %v", after, before)
			}
		})
	}
}
