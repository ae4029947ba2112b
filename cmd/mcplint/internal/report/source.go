package report

import (
	"os"
	"path/filepath"
	"strings"
)

// Source gives access to the files that findings are in.
type Source struct {
	Dir        string // working directory, absolute
	Module     string // directory of go.mod or go.work
	Repository string // root of the repository, or the module's where there is none

	lines map[string][]string
}

// NewSource returns the source of a run in dir for a module; both are absolute.
func NewSource(dir, module string) *Source {
	s := &Source{Dir: dir, Module: module, Repository: module, lines: map[string][]string{}}
	for d := module; ; d = filepath.Dir(d) {
		if _, err := os.Stat(filepath.Join(d, ".git")); err == nil {
			s.Repository = d
			break
		}
		if d == filepath.Dir(d) {
			break
		}
	}
	return s
}

// Rel is a file name relative to the working directory, with slashes.
func (s *Source) Rel(name string) string {
	if r, err := filepath.Rel(s.Dir, name); err == nil {
		name = r
	}
	return filepath.ToSlash(name)
}

// Abs undoes Rel.
func (s *Source) Abs(file string) string {
	file = filepath.FromSlash(file)
	if filepath.IsAbs(file) {
		return filepath.Clean(file)
	}
	return filepath.Join(s.Dir, file)
}

// Lines returns the lines of a file (a name that Rel gave) without their ends; a
// file that cannot be read has none. The line behind a last newline counts.
func (s *Source) Lines(file string) []string {
	ls, ok := s.lines[file]
	if !ok {
		if b, err := os.ReadFile(s.Abs(file)); err == nil {
			ls = strings.Split(string(b), "\n")
		}
		s.lines[file] = ls
	}
	return ls
}

// Line returns one line, from 1 on, or "".
func (s *Source) Line(file string, n int) string {
	ls := s.Lines(file)
	if n < 1 || n > len(ls) {
		return ""
	}
	return strings.TrimSuffix(ls[n-1], "\r")
}
