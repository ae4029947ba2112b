package settings

import (
	"path"
	"slices"
	"strings"
)

// Glob reports whether a pattern matches a path with slashes. The pattern may
// name a directory, which stands for all that is in it; * and ? stay within one
// element, ** is any number of elements.
func Glob(pattern, name string) bool {
	return match(elements(pattern), strings.Split(name, "/"))
}

func elements(pattern string) []string {
	return strings.Split(strings.Trim(strings.TrimPrefix(pattern, "./"), "/"), "/")
}

// valid reports whether a pattern can match anything.
func valid(pattern string) bool {
	return !slices.ContainsFunc(elements(pattern), func(e string) bool {
		_, err := path.Match(e, "")
		return err != nil || e == "" || e == "." || e == ".."
	})
}

func match(pat, name []string) bool {
	if len(pat) == 0 {
		return true // the whole name, or a directory above it
	}
	if pat[0] == "**" {
		for i := range len(name) + 1 {
			if match(pat[1:], name[i:]) {
				return true
			}
		}
		return false
	}
	if len(name) == 0 {
		return false
	}
	ok, err := path.Match(pat[0], name[0])
	return err == nil && ok && match(pat[1:], name[1:])
}
