package changed

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// repo is a git repository that no configuration of the machine reaches.
type repo struct {
	t   *testing.T
	dir string
}

func newRepo(t *testing.T) repo {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(t.TempDir(), "gitconfig")
	if err := os.WriteFile(config, []byte("[user]\n\tname = t\n\temail = t@example.com\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("GIT_CONFIG_GLOBAL", config)
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	r := repo{t, dir}
	r.git("init", "-q", "-b", "main")
	return r
}

func (r repo) git(args ...string) {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	if out, err := cmd.CombinedOutput(); err != nil {
		r.t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

func (r repo) commit() {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-qm", "x")
}

func (r repo) write(name, s string) {
	r.t.Helper()
	name = filepath.Join(r.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(s), 0o644); err != nil {
		r.t.Fatal(err)
	}
}

// numbered has n lines; those in other are different ones.
func numbered(n int, other ...int) string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = fmt.Sprintf("line %d", i+1)
	}
	for _, i := range other {
		lines[i-1] += " is changed"
	}
	return strings.Join(lines, "\n") + "\n"
}

// changed lists the changed ones of the first 30 lines.
func (r repo) changed(l *Lines, name string) string {
	var out []string
	for i := 1; i <= 30; i++ {
		if l.Has(filepath.Join(r.dir, filepath.FromSlash(name)), i) {
			out = append(out, fmt.Sprint(i))
		}
	}
	return strings.Join(out, " ")
}

func (r repo) since(rev string) *Lines {
	r.t.Helper()
	l, err := Since(r.dir, rev)
	if err != nil {
		r.t.Fatal(err)
	}
	return l
}

const everything = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30"

// edit makes every kind of change at once, each to a file of its own, and says which
// lines are changed then.
func (r repo) edit() (want map[string]string) {
	r.t.Helper()
	for _, name := range []string{"same", "one", "hunks", "near", "grown", "shrunk", "gone", "moved", "moved too", "ends", "dir/täx t.go", "quo\"te", "tricky", "staged"} {
		r.write(name, numbered(30))
	}
	r.write("ends", "line 1\nline 2")
	r.write("tricky", "--- a/same\n+++ b/same\n@@ -1,1 +1,30 @@\n"+numbered(9))
	r.write("list", "one\n")
	r.commit()

	r.write("one", numbered(30, 7))
	r.write("hunks", numbered(30, 2, 3, 12, 30))
	r.write("near", numbered(30, 5, 7)) // one line between two hunks
	r.write("grown", strings.Replace(numbered(30), "line 9\n", "line 9\nnew a\nnew b\n", 1))
	r.write("shrunk", strings.Replace(numbered(30), "line 9\n", "", 1))
	r.git("rm", "-q", "gone")
	r.git("mv", "moved", "elsewhere")
	r.git("mv", "moved too", "dir/else where")
	r.write("dir/else where", numbered(30, 4))
	r.write("ends", "line 1\nline 2\nline 3") // no newline at the end of either
	r.write("dir/täx t.go", numbered(30, 6))
	r.write("quo\"te", numbered(30, 8))
	r.write("tricky", "--- a/same!\n+++ b/same\n++ b/same\n@@ -1,1 +1,30 @@\n"+numbered(9, 5)) // the patch has a line "+++ b/same"
	r.write("staged", numbered(30, 3))
	r.write("added", "a\nb\n")
	r.git("add", "staged", "added")
	r.write("untracked/new.go", "a\n")
	r.write("unträcked b.go", "a\n")
	r.write(".gitignore", "ignored.go\n")
	r.write("ignored.go", "a\n")
	return map[string]string{
		"same": "", "one": "7", "hunks": "2 3 12 30", "near": "5 7", "grown": "10 11", "shrunk": "", "gone": "",
		"moved": "", "elsewhere": "", "dir/else where": "4", "moved too": "", "ends": "2 3", "dir/täx t.go": "6", "quo\"te": "8",
		"tricky": "1 3 9", "staged": "3", "added": "1 2", "untracked/new.go": everything, "unträcked b.go": everything, "ignored.go": "", "list": "",
	}
}

func TestSince(t *testing.T) {
	for _, config := range []string{
		"",
		"[diff]\n\trenames = false\n\tinterHunkContext = 9\n\tcontext = 5\n",
		"[diff]\n\tnoprefix = true\n\trelative = true\n\tsuppressBlankEmpty = true\n",
		"[diff]\n\tmnemonicPrefix = true\n\texternal = false\n[color]\n\tui = always\n\tdiff = always\n[core]\n\tquotePath = true\n\tpager = false\n",
	} {
		r := newRepo(t)
		want := r.edit()
		r.write(".git/more", config)
		r.git("config", "include.path", "more")
		check := func(l *Lines, when string) {
			t.Helper()
			for name, lines := range want {
				if got := r.changed(l, name); got != lines {
					t.Errorf("%q %s: %s: changed lines %s; want %s", config, when, name, got, lines)
				}
			}
		}
		check(r.since("HEAD"), "in the work tree")
		r.commit()
		if got := r.changed(r.since("HEAD"), "one"); got != "" {
			t.Errorf("after a commit, since it: %s", got)
		}
		want["untracked/new.go"], want["unträcked b.go"] = "1", "1" // tracked by now
		check(r.since("HEAD~1"), "after a commit")

		// From a folder below, the files are the same.
		l, err := Since(filepath.Join(r.dir, "dir"), "HEAD~1")
		if err != nil {
			t.Fatal(err)
		}
		check(l, "from a folder below")
	}
}

// What the revision got since the branch left it is not ours.
func TestMergeBase(t *testing.T) {
	r := newRepo(t)
	r.write("a", numbered(30))
	r.commit()
	r.git("checkout", "-qb", "work")
	r.write("a", numbered(30, 20))
	r.commit()
	r.git("checkout", "-q", "main")
	r.write("a", numbered(30, 3))
	r.commit()
	r.git("checkout", "-q", "work")
	if got := r.changed(r.since("main"), "a"); got != "20" {
		t.Errorf("changed lines %s, want 20", got)
	}
	// Without a common point it is the revision itself.
	r.git("checkout", "-q", "--orphan", "apart")
	r.write("a", numbered(30, 25))
	r.commit()
	if got := r.changed(r.since("main"), "a"); got != "3 25" {
		t.Errorf("changed lines %s, want 3 and 25", got)
	}
}

func TestRefused(t *testing.T) {
	r := newRepo(t)
	r.write("a", "a\n")
	r.commit()
	blob := "HEAD:a"
	for _, rev := range []string{"nothing", "-p", "--output=x", "", blob} {
		if _, err := Since(r.dir, rev); err == nil || !strings.Contains(err.Error(), "-new-from: ") || !strings.Contains(err.Error(), "is no revision") {
			t.Errorf("%q: %v", rev, err)
		}
	}
	outside := t.TempDir()
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(outside))
	if _, err := Since(outside, "HEAD"); err == nil || !strings.Contains(err.Error(), "-new-from needs a git repository: ") {
		t.Errorf("outside a repository: %v", err)
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Since(r.dir, "HEAD"); err == nil || !strings.Contains(err.Error(), "git") {
		t.Errorf("without git: %v", err)
	}
}
