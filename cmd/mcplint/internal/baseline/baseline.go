// Package baseline keeps a list of findings that are known, so that a run can
// report the new ones alone.
//
// An entry has no line number. A finding is the same as an entry when what is
// said, or what is written there, is the same in the same place; what counts as
// the place is loosened step by step, so that a moved line, a renamed function
// and an edited line each keep their entry. Each entry answers for one finding
// only: the second leak in a function is new.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/gomcplint/mcplint/cmd/mcplint/internal/outfile"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/report"
)

// Version is the version of the format.
const Version = 1

// Entry is a known finding.
type Entry struct {
	Rule    string `json:"rule"`
	Package string `json:"package"`
	File    string `json:"file"` // for people, and to tell which entries a run could find again
	Func    string `json:"func,omitempty"`
	Code    string `json:"code"` // of the source line
	Message string `json:"message"`
}

type file struct {
	Version  int     `json:"version"`
	Findings []Entry `json:"findings"`
}

// Read reads a baseline.
func Read(name string) ([]Entry, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("cannot read the baseline: %w", err)
	}
	var f file
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		return nil, fmt.Errorf("%s is no baseline: %w", name, err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("%s is no baseline: there is more behind its end", name)
	}
	if f.Version != Version {
		return nil, fmt.Errorf("%s has version %d, and this mcplint reads version %d: write it again with -write-baseline", name, f.Version, Version)
	}
	return f.Findings, nil
}

// Write writes the findings as a baseline, but for those that a directive
// silences, one a line for the sake of diffs.
func Write(name string, findings []report.Finding) (int, error) {
	var es []Entry
	for _, f := range findings {
		if f.Suppressed == nil || f.Suppressed.Kind == report.Baseline {
			es = append(es, entry(f))
		}
	}
	slices.SortFunc(es, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Func, b.Func), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message), cmp.Compare(a.Code, b.Code))
	})
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\"version\": %d, \"findings\": [", Version)
	for i, e := range es {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n  ")
		var line bytes.Buffer
		enc := json.NewEncoder(&line)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(e); err != nil {
			return 0, err
		}
		b.Write(bytes.TrimSpace(line.Bytes()))
	}
	b.WriteString("\n]}\n")
	return len(es), outfile.Write(name, b.Bytes())
}

func entry(f report.Finding) Entry {
	return Entry{Rule: f.Rule, Package: f.Package, File: f.File, Func: f.Func, Code: f.Code(), Message: f.Message}
}

// ways of being the same, from strict to loose.
var ways = []func(Entry) []string{
	func(e Entry) []string { return []string{e.Package, e.File, e.Func, e.Code, plain(e.Message)} },
	func(e Entry) []string { return []string{e.Package, e.Func, e.Code} },           // another message
	func(e Entry) []string { return []string{e.Package, e.Func, plain(e.Message)} }, // an edited line
	func(e Entry) []string { return []string{e.Package, e.Code} },                   // a renamed function
	func(e Entry) []string { return []string{e.Code, plain(e.Message)} },            // a moved or renamed package
}

// Apply marks the findings that the baseline holds, and returns the entries that
// no finding answers to. judged tells which entries the run could have found.
func Apply(name string, entries []Entry, findings []report.Finding, judged func(Entry) bool) (gone []Entry) {
	left := slices.Clone(entries)
	for _, way := range ways {
		key := func(e Entry) string { return e.Rule + "\x00" + strings.Join(way(e), "\x00") }
		have := map[string]int{}
		for _, e := range left {
			have[key(e)]++
		}
		used := map[string]int{}
		for i := range findings {
			f := &findings[i]
			k := key(entry(*f))
			if f.Suppressed == nil && have[k] > used[k] {
				used[k]++
				f.Suppressed = &report.Suppression{Kind: report.Baseline, Reason: "in " + name}
			}
		}
		left = slices.DeleteFunc(left, func(e Entry) bool {
			k := key(e)
			if used[k] > 0 {
				used[k]--
				return true
			}
			return false
		})
	}
	// What a directive silences is there still.
	for _, f := range findings {
		if f.Suppressed != nil && f.Suppressed.Kind == report.InSource {
			e := entry(f)
			i := slices.IndexFunc(left, func(o Entry) bool {
				return o.Rule == e.Rule && o.Package == e.Package && o.Code == e.Code
			})
			if i >= 0 {
				left = slices.Delete(left, i, i+1)
			}
		}
	}
	return slices.DeleteFunc(left, func(e Entry) bool { return !judged(e) })
}

var numbers = regexp.MustCompile(`\d+`)

// plain is a message without the numbers in it, which are often lines.
func plain(msg string) string { return numbers.ReplaceAllString(msg, "0") }
