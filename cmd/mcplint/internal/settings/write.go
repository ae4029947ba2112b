package settings

import (
	"io"
	"maps"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Flags lists the keys that are flags of the command as well, in the order of
// the file's documentation.
func Flags() []string {
	var out []string
	for _, k := range keys {
		if k.kind != mapping && k.name != "exclude" {
			out = append(out, k.name)
		}
	}
	return out
}

// Write writes one key with its value in the form that Parse reads; a key without
// a value is left out.
func Write(w io.Writer, key, value string) {
	if value == "" {
		return
	}
	var node any = value
	for _, k := range keys {
		if k.name == key && k.kind == list {
			node = strings.Split(value, ",")
		}
	}
	put(w, key, node)
}

// WriteRest writes what a file says beyond flags.
func (f *File) WriteRest(w io.Writer) {
	if len(f.Levels) > 0 {
		m := &yaml.Node{Kind: yaml.MappingNode}
		for _, r := range slices.Sorted(maps.Keys(f.Levels)) {
			m.Content = append(m.Content, &yaml.Node{Kind: yaml.ScalarNode, Value: r}, &yaml.Node{Kind: yaml.ScalarNode, Value: f.Levels[r]})
		}
		put(w, "levels", m)
	}
	if len(f.Exclude) > 0 {
		put(w, "exclude", f.Exclude)
	}
}

func put(w io.Writer, key string, value any) {
	e := yaml.NewEncoder(w)
	e.SetIndent(2)
	// Words and lists of words always marshal, and a writer that fails shows at
	// the end of the command.
	_ = e.Encode(map[string]any{key: value})
	_ = e.Close()
}
