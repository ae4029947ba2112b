// Package settings reads .mcplint.yml. Only the standalone command does: it turns
// the file into the flags that every front end has, because an analyzer that
// read a file would be cached wrongly by go vet. Anything that is not understood
// is an error, with the line and the word that was probably meant: a setting that
// is silently ignored is worse than none.
package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/gomcplint/mcplint/analyzers/suggest"
)

// Name is the name of the file.
const Name = ".mcplint.yml"

// Setting is one flag with its value, lists joined by commas, and the line that
// says so.
type Setting struct {
	Flag, Value string
	Line        int
}

// File is what a settings file says.
type File struct {
	Path    string // "" when there is none
	Flags   []Setting
	Levels  map[string]string // by rule
	Exclude []string          // patterns of paths below the file's directory
}

// kind is the form of a key's value.
type kind int

const (
	scalar kind = iota
	list
	mapping
)

// keys lists what may stand in the file; the ones that are no flags are handled
// by name.
var keys = []struct {
	name string
	kind kind
}{
	{"rules", list}, {"levels", mapping}, {"confidence", scalar}, {"fail-on", scalar}, {"tests", scalar}, {"tags", list},
	{"baseline", scalar}, {"sanitizers", list}, {"mutators", list}, {"readonly", list}, {"converters", list}, {"handlers", list},
	{"registrations", list}, {"exclude", list},
}

// Find returns the settings file of a run in dir: the nearest one upward, but not
// above root. It returns "" when there is none.
func Find(dir, root string) string {
	for d := dir; ; d = filepath.Dir(d) {
		name := filepath.Join(d, Name)
		if _, err := os.Stat(name); err == nil || !errors.Is(err, fs.ErrNotExist) {
			return name
		}
		if d == root || d == filepath.Dir(d) {
			return ""
		}
	}
}

// Read reads a settings file. rules are the names that it may use.
func Read(name string, rules []string) (*File, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read settings: %w", err)
	}
	f, err := Parse(data, rules)
	if err != nil {
		return nil, fmt.Errorf("%s:%w", name, err)
	}
	f.Path = name
	return f, nil
}

// Parse reads settings. Errors begin with the line number and a colon.
func Parse(data []byte, rules []string) (*File, error) {
	var doc, next yaml.Node
	d := yaml.NewDecoder(bytes.NewReader(data))
	err := d.Decode(&doc)
	if err == nil {
		if err = d.Decode(&next); err == nil {
			return nil, fmt.Errorf("%d: a second document begins here: settings are one", next.Line)
		}
	}
	if !errors.Is(err, io.EOF) {
		msg := strings.TrimPrefix(err.Error(), "yaml: ")
		line := "1"
		if rest, ok := strings.CutPrefix(msg, "line "); ok {
			if n, m, ok := strings.Cut(rest, ": "); ok {
				line, msg = n, m
			}
		}
		return nil, fmt.Errorf("%s: no YAML: %s", line, msg)
	}
	f := &File{Levels: map[string]string{}}
	if len(doc.Content) == 0 {
		return f, nil // empty, or comments only
	}
	top := doc.Content[0]
	if top.Kind != yaml.MappingNode {
		return nil, fmt.Errorf("%d: settings are keys with values, as in \"confidence: high\"", top.Line)
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(top.Content); i += 2 {
		k, v := top.Content[i], top.Content[i+1]
		if seen[k.Value] {
			return nil, fmt.Errorf("%d: %q is set twice", k.Line, k.Value)
		}
		seen[k.Value] = true
		if err := f.set(k, v, rules); err != nil {
			return nil, err
		}
	}
	return f, nil
}

func (f *File) set(k, v *yaml.Node, rules []string) error {
	i := slices.IndexFunc(keys, func(d struct {
		name string
		kind kind
	}) bool {
		return d.name == k.Value
	})
	if i < 0 {
		var names []string
		for _, d := range keys {
			names = append(names, d.name)
		}
		hint := suggest.Hint(k.Value, names)
		if hint == "" {
			hint = ": there are " + strings.Join(names, ", ")
		}
		return fmt.Errorf("%d: unknown key %q%s", k.Line, k.Value, hint)
	}
	if v.Kind == yaml.AliasNode {
		v = v.Alias
	}
	if v.Tag == "!!null" {
		return nil
	}
	if keys[i].kind == mapping {
		return f.levels(v, rules)
	}
	values, err := strs(v, keys[i].kind == list)
	if err != nil {
		return fmt.Errorf("%d: %s %w", v.Line, k.Value, err)
	}
	if k.Value == "exclude" {
		for _, p := range values {
			if !valid(p) {
				return fmt.Errorf("%d: exclude: bad pattern %q", v.Line, p)
			}
		}
		f.Exclude = values
		return nil
	}
	f.Flags = append(f.Flags, Setting{k.Value, strings.Join(values, ","), k.Line})
	return nil
}

func (f *File) levels(v *yaml.Node, rules []string) error {
	if v.Kind != yaml.MappingNode {
		return fmt.Errorf("%d: levels are rules with a level each, as in \"errleak: error\"", v.Line)
	}
	for i := 0; i+1 < len(v.Content); i += 2 {
		r, l := v.Content[i], v.Content[i+1]
		if f.Levels[r.Value] != "" {
			return fmt.Errorf("%d: levels: %q is set twice", r.Line, r.Value)
		}
		if !slices.Contains(rules, r.Value) {
			return fmt.Errorf("%d: levels: unknown rule %q%s", r.Line, r.Value, suggest.Hint(r.Value, rules))
		}
		if !slices.Contains([]string{"error", "warning", "note"}, l.Value) {
			return fmt.Errorf("%d: levels: unknown level %q for %s: use error, warning or note", l.Line, l.Value, r.Value)
		}
		f.Levels[r.Value] = l.Value
	}
	return nil
}

func strs(v *yaml.Node, many bool) ([]string, error) {
	switch {
	case v.Kind == yaml.ScalarNode:
		return []string{v.Value}, nil
	case v.Kind == yaml.SequenceNode && many:
		var out []string
		for _, e := range v.Content {
			if e.Kind != yaml.ScalarNode {
				return nil, errors.New("is a list of words")
			}
			out = append(out, e.Value)
		}
		return out, nil
	case many:
		return nil, errors.New("is a word or a list of words")
	}
	return nil, errors.New("is one word")
}

// Excluded reports whether the absolute path is taken out.
func (f *File) Excluded(path string) bool {
	if len(f.Exclude) == 0 {
		return false
	}
	abs, err := filepath.Abs(f.Path)
	if err != nil {
		return false
	}
	rel, err := filepath.Rel(filepath.Dir(abs), path)
	if err != nil {
		return false
	}
	rel = filepath.ToSlash(rel)
	return slices.ContainsFunc(f.Exclude, func(p string) bool { return Glob(p, rel) })
}
