package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gomcplint/mcplint/analyzers"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/load"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/settings"
)

// settings joins the settings file of a run in env with the flags, which win, and returns what is
// in force, in the form of such a file.
func (o *options) settings(fs *flag.FlagSet, env load.Env) (string, error) {
	name := o.config
	if name == "" {
		if env.Root() == "" {
			return "", load.ErrNoModule
		}
		dir, err := filepath.Abs(o.dir)
		if err != nil {
			return "", err
		}
		name = settings.Find(dir, env.Root())
	}
	f := &settings.File{}
	if name != "" {
		rules := []string{directiveRule}
		for _, r := range analyzers.All() {
			rules = append(rules, r.Analyzer.Name)
		}
		var err error
		if f, err = settings.Read(name, rules); err != nil {
			return "", err
		}
	}
	set := map[string]bool{}
	fs.Visit(func(f *flag.Flag) { set[f.Name] = true })
	for _, s := range f.Flags {
		if set[s.Flag] {
			continue
		}
		value := s.Value
		if s.Flag == "baseline" && !filepath.IsAbs(value) {
			value = filepath.Join(filepath.Dir(name), value)
		}
		if err := fs.Set(s.Flag, value); err != nil {
			return "", fmt.Errorf("%s:%d: %s: %w", name, s.Line, s.Flag, err)
		}
		if s.Flag == "rules" {
			if _, err := selectRules(value); err != nil {
				return "", fmt.Errorf("%s:%d: rules: %w", name, s.Line, err)
			}
		}
	}
	if _, ok := levels[o.failOn]; !ok {
		return "", fmt.Errorf("unknown level %q for -fail-on: use error, warning, note or none", o.failOn)
	}
	o.levels, o.exclude = f.Levels, f.Excluded
	return inForce(fs, name, f), nil
}

// inForce writes settings as a settings file that would bring them about.
func inForce(fs *flag.FlagSet, name string, f *settings.File) string {
	var b strings.Builder
	if name != "" {
		fmt.Fprintf(&b, "# from %s and the command line\n", relative(name))
	} else {
		fmt.Fprintf(&b, "# defaults and the command line: there is no %s\n", settings.Name)
	}
	for _, key := range settings.Flags() {
		value := fs.Lookup(key).Value.String()
		if key == "baseline" && value != "" {
			value = relative(value)
		}
		settings.Write(&b, key, value)
	}
	f.WriteRest(&b)
	return b.String()
}

// relative is a file name as seen from the working directory, where there is one.
func relative(name string) string {
	if wd, err := os.Getwd(); err == nil {
		if abs, err := filepath.Abs(name); err == nil {
			if rel, err := filepath.Rel(wd, abs); err == nil {
				return filepath.ToSlash(rel)
			}
		}
	}
	return name
}
