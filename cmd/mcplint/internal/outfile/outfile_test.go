package outfile

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// The test binary stands in for a program that is stopped while it writes.
const (
	folder = "MCPLINT_TEST_FOLDER"
	moment = "MCPLINT_TEST_MOMENT" // when to stop
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(folder); dir != "" {
		err := WriteAll(many(dir, 0))
		go func() {
			for !reached(dir, os.Getenv(moment)) {
			}
			Stop()
			os.Exit(2)
		}()
		for n := 1; err == nil; n++ {
			err = WriteAll(many(dir, n))
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func reached(dir, moment string) bool {
	switch moment {
	case "some are begun":
		temps, err := filepath.Glob(filepath.Join(dir, ".mcplint-*"))
		return err == nil && len(temps) > files/2
	case "one has its name":
		b, err := os.ReadFile(filepath.Join(dir, "000"))
		return err == nil && b[0] != 'a'
	}
	return true
}

const (
	files = 100
	large = 256 << 10
)

// many files of one letter, of which the first is large.
func many(dir string, n int) []File {
	data := bytes.Repeat([]byte{byte('a' + n%26)}, large)
	var out []File
	for i := range files {
		out = append(out, File{filepath.Join(dir, fmt.Sprintf("%03d", i)), data})
		data = data[:100]
	}
	return out
}

// TestStop: of files that belong together, all are old or all are new, and nothing
// else is left.
func TestStop(t *testing.T) {
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		when := []string{"at once", "some are begun", "one has its name"}[i%3]
		dir := t.TempDir()
		cmd := exec.Command(exe)
		cmd.Env = append(os.Environ(), folder+"="+dir, moment+"="+when)
		out, _ := cmd.CombinedOutput() // it fails, with the status that is looked at
		if s := cmd.ProcessState.ExitCode(); s != 2 {
			t.Fatalf("%s: exit status %d: %s", when, s, out)
		}
		fs := names(t, dir)
		if len(fs) != files || fs[0] != "000" {
			t.Errorf("%s: files %v", when, fs)
		}
		first := read(t, filepath.Join(dir, "000"))
		if len(first) != large || strings.Trim(first, first[:1]) != "" {
			t.Errorf("%s: %d bytes, which begin with %.1q and are not all the same", when, len(first), first)
		}
		for _, f := range fs {
			if s := read(t, filepath.Join(dir, f)); !strings.HasPrefix(first, s) || s == "" {
				t.Errorf("%s: %s is of another time than the first file: %.1q and %.1q", when, f, s, first)
				break
			}
		}
	}
}

func names(t *testing.T, dir string) []string {
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

func read(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "out.json")
	for _, s := range []string{"first, which is longer", "second", ""} {
		if err := Write(name, []byte(s)); err != nil {
			t.Fatal(err)
		}
		if got := read(t, name); got != s {
			t.Errorf("%q, want %q", got, s)
		}
	}
	if fs := names(t, dir); !slices.Equal(fs, []string{"out.json"}) {
		t.Errorf("files %v", fs)
	}
	// A name without a folder is in the working directory.
	t.Chdir(dir)
	if err := Write("plain", []byte("x")); err != nil || read(t, "plain") != "x" {
		t.Error(err)
	}
}

func TestMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("no modes")
	}
	dir := t.TempDir()
	for _, mode := range []os.FileMode{0o600, 0o640, 0o755} {
		name := filepath.Join(dir, fmt.Sprintf("%o", mode))
		if err := os.WriteFile(name, nil, mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
		if err := Write(name, []byte("x")); err != nil {
			t.Fatal(err)
		}
		if st, err := os.Stat(name); err != nil || st.Mode().Perm() != mode {
			t.Errorf("%v, %v, want %v", st.Mode(), err, mode)
		}
	}
	name := filepath.Join(dir, "new")
	if err := Write(name, nil); err != nil {
		t.Fatal(err)
	}
	if st, err := os.Stat(name); err != nil || st.Mode().Perm() != 0o644 {
		t.Errorf("a new file: %v, %v", st.Mode(), err)
	}
}

func TestLink(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "target", "file")
	if err := os.Mkdir(filepath.Dir(target), 0o755); err != nil {
		t.Fatal(err)
	}
	link := filepath.Join(dir, "link")
	if err := Write(target, []byte("old")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join("target", "file"), link); err != nil {
		t.Skip(err)
	}
	if err := Write(link, []byte("new")); err != nil {
		t.Fatal(err)
	}
	if st, err := os.Lstat(link); err != nil || st.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is one no more: %v", err)
	}
	if got := read(t, target); got != "new" {
		t.Errorf("the link's file has %q", got)
	}
}

// What is no file is written to and stays what it is.
func TestDevice(t *testing.T) {
	st, err := os.Stat(os.DevNull)
	if err != nil || st.Mode().IsRegular() {
		t.Skip("no such device")
	}
	if err := Write(os.DevNull, []byte("x")); err != nil {
		t.Error(err)
	}
	if now, err := os.Stat(os.DevNull); err != nil || now.Mode() != st.Mode() {
		t.Errorf("%v is %v, %v", os.DevNull, now.Mode(), err)
	}
	if _, err := os.Stat("/dev/full"); err == nil {
		if err := Write("/dev/full", []byte("x")); err == nil || !strings.HasPrefix(err.Error(), "cannot write /dev/full: no space") {
			t.Errorf("a full device: %v", err)
		}
	}
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string]string{
		dir:                               "it is a directory",
		filepath.Join(dir, "no", "such"):  "no such file or directory",
		filepath.Join(dir, "file", "sub"): "not a directory",
	} {
		if err := os.WriteFile(filepath.Join(dir, "file"), []byte("old"), 0o644); err != nil {
			t.Fatal(err)
		}
		err := Write(name, []byte("x"))
		if err == nil || !strings.HasPrefix(err.Error(), "cannot write "+name+": ") || runtime.GOOS != "windows" && !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%s: %v", name, err)
		}
		if strings.Contains(err.Error(), ".mcplint-") {
			t.Errorf("it names the temporary file: %v", err)
		}
		// None of several, and nothing is left behind.
		if err := WriteAll([]File{{filepath.Join(dir, "file"), []byte("new")}, {filepath.Join(dir, "fresh"), nil}, {name, []byte("x")}}); err == nil {
			t.Errorf("%s: no error among several", name)
		}
		if fs := names(t, dir); !slices.Equal(fs, []string{"file"}) || read(t, filepath.Join(dir, "file")) != "old" {
			t.Errorf("%s: files %v", name, fs)
		}
	}
}
