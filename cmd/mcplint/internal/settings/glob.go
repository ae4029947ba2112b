package settings

import (
	"path"
	"strings"
)

// Glob reports whether a pattern matches a path with slashes. The pattern may
// name a directory, which stands for all that is in it; * and ? stay within one
// element, ** is any number of elements.
func Glob(pattern, name string) bool {
	pattern = strings.Trim(strings.TrimPrefix(pattern, "./"), "/")
	return match(strings.Split(pattern, "/"), strings.Split(name, "/"))
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
