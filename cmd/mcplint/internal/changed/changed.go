// Package changed tells which lines differ from a revision of the repository.
package changed

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Lines knows the changed lines of files, by absolute name.
type Lines struct {
	spans map[string][][2]int // first and last line
	whole map[string]bool     // files that are new
}

// Since returns the lines that differ from the point where the work in dir left
// rev: changes that rev got since do not count as ours. Files that are not
// tracked are new as a whole.
func Since(dir, rev string) (*Lines, error) {
	top, err := git(dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, fmt.Errorf("-new-from needs a git repository: %w", err)
	}
	root := strings.TrimRight(top, "\r\n")
	if strings.HasPrefix(rev, "-") {
		return nil, fmt.Errorf("-new-from: %q is no revision", rev)
	}
	if _, err := git(root, "rev-parse", "--verify", "--quiet", rev+"^{commit}"); err != nil {
		return nil, fmt.Errorf("-new-from: %q is no revision of this repository (is the clone shallow?)", rev)
	}
	base := rev
	if out, err := git(root, "merge-base", rev, "HEAD"); err == nil {
		base = strings.TrimSpace(out)
	}
	// The user's configuration of git must not change what the answer looks like.
	diff, err := git(root, "-c", "core.quotePath=false", "diff", "--unified=0", "--inter-hunk-context=0", "--find-renames", "--no-color",
		"--no-ext-diff", "--no-textconv", "--no-relative", "--src-prefix=a/", "--dst-prefix=b/", base, "--")
	if err != nil {
		return nil, fmt.Errorf("-new-from: %w", err)
	}
	l := &Lines{spans: map[string][][2]int{}, whole: map[string]bool{}}
	if err := l.parse(root, diff); err != nil {
		return nil, fmt.Errorf("-new-from: %w", err)
	}
	others, err := git(root, "ls-files", "-z", "--others", "--exclude-standard")
	if err != nil {
		return nil, fmt.Errorf("-new-from: %w", err)
	}
	for name := range strings.SplitSeq(others, "\x00") {
		if name != "" {
			l.whole[filepath.Join(root, filepath.FromSlash(name))] = true
		}
	}
	return l, nil
}

// parse reads a unified diff without context.
func (l *Lines) parse(root, diff string) error {
	file, left := "", 0
	for line := range strings.Lines(diff) {
		line = strings.TrimRight(line, "\r\n")
		if left > 0 && (strings.HasPrefix(line, "+") || strings.HasPrefix(line, "-")) {
			left-- // a changed line, whatever it looks like
			continue
		}
		if name, ok := strings.CutPrefix(line, "+++ "); ok {
			file = ""
			name = strings.TrimSuffix(name, "\t")
			if strings.HasPrefix(name, `"`) {
				if u, err := strconv.Unquote(name); err == nil {
					name = u
				}
			}
			if name, ok := strings.CutPrefix(name, "b/"); ok {
				file = filepath.Join(root, filepath.FromSlash(name))
			}
			continue
		}
		if rest, ok := strings.CutPrefix(line, "@@ -"); ok {
			old, rest, _ := strings.Cut(rest, " +")
			now, _, _ := strings.Cut(rest, " ")
			_, m, err1 := span(old)
			first, n, err2 := span(now)
			if err := errors.Join(err1, err2); err != nil {
				return fmt.Errorf("git diff said %q", line)
			}
			left = m + n
			if n > 0 && file != "" {
				l.spans[file] = append(l.spans[file], [2]int{first, first + n - 1})
			}
		}
	}
	return nil
}

func span(s string) (first, n int, err error) {
	a, b, ok := strings.Cut(s, ",")
	if first, err = strconv.Atoi(a); err != nil || !ok {
		return first, 1, err
	}
	n, err = strconv.Atoi(b)
	return first, n, err
}

// Has reports whether the line of the file is changed.
func (l *Lines) Has(file string, line int) bool {
	if l.whole[file] {
		return true
	}
	for _, s := range l.spans[file] {
		if s[0] <= line && line <= s[1] {
			return true
		}
	}
	return false
}

func git(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	var x *exec.ExitError
	if errors.As(err, &x) {
		return "", fmt.Errorf("git: %s", strings.Join(strings.Fields(string(x.Stderr)), " "))
	}
	return string(out), err
}
