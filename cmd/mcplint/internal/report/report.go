// Package report holds the findings of a run and writes them in the formats that
// people and machines read. Writers are pure functions of a Report.
package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/gomcplint/mcplint/analyzers/rule"
)

// Related is one step of a value's way.
type Related struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// Edit replaces the text between two positions.
type Edit struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	NewText   string `json:"newText"`

	Start, End int `json:"-"` // byte offsets
}

// Fix is a suggested change.
type Fix struct {
	Message string `json:"message"`
	Edits   []Edit `json:"edits"`
	// Unsafe says that it cannot be applied: the file is generated, or its
	// positions are not those of the file on disk (cgo, //line).
	Unsafe bool `json:"-"`
}

// The kinds of suppression.
const (
	InSource = "inSource" // by a directive
	Baseline = "baseline"
)

// Suppression says why a finding is not shown.
type Suppression struct {
	Kind   string `json:"kind"`
	Reason string `json:"reason"`
}

// Finding is one defect. Files are relative to the working directory, with
// slashes; lines and columns start at 1, columns count bytes.
type Finding struct {
	Rule        string       `json:"rule"`
	Level       string       `json:"level"`
	Confidence  string       `json:"confidence"`
	Message     string       `json:"message"`
	File        string       `json:"file"`
	Line        int          `json:"line"`
	Column      int          `json:"column"`
	EndLine     int          `json:"endLine"`
	EndColumn   int          `json:"endColumn"`
	Tool        string       `json:"tool"`
	URL         string       `json:"url"`
	Fingerprint string       `json:"fingerprint"`
	Related     []Related    `json:"related"`
	Fixes       []Fix        `json:"fixes"`
	Suppressed  *Suppression `json:"suppressed"`

	Package string `json:"-"` // import path
	Func    string `json:"-"` // enclosing declaration, with its receiver
	Text    string `json:"-"` // the source line
}

// Place is a position with a reason.
type Place struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

// Coverage says how much was looked at.
type Coverage struct {
	Packages      int     `json:"packages"`
	Registrations int     `json:"registrations"`
	Handlers      int     `json:"handlers"`
	Unresolved    []Place `json:"unresolved"`
	Skipped       []Place `json:"skipped"`
}

// Tool names the program that made the report.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
}

// Report is the outcome of a run.
type Report struct {
	Tool     Tool      `json:"tool"`
	Findings []Finding `json:"findings"`
	Coverage Coverage  `json:"coverage"`

	// What follows is for the formats that say more than the JSON report.

	Rules  []*rule.Rule `json:"-"` // those that ran, by name
	Source *Source      `json:"-"`
	Faults []string     `json:"-"` // why the run is not complete, one line each
	Args   []string     `json:"-"` // the command line
	Status int          `json:"-"` // exit status
}

// Sort brings the findings into the order of files, lines, columns and rules,
// drops doubles and gives each its fingerprint.
func (r *Report) Sort() {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column),
			cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
	})
	r.Findings = joined(r.Findings)
	n := map[string]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		// What stands at the place, not where it stands: a moved line keeps its
		// fingerprint. Equal ones in one function are numbered.
		key := strings.Join([]string{f.Rule, f.Package, f.Func, f.Code()}, "\x00")
		n[key]++
		f.Fingerprint = hash(key + "\x00" + strconv.Itoa(n[key]))
	}
	r.Coverage.Unresolved = sortPlaces(r.Coverage.Unresolved)
	r.Coverage.Skipped = sortPlaces(r.Coverage.Skipped)
}

// maxRelated bounds the steps of a finding that many tools share.
const maxRelated = 16

// joined makes one of the findings of a rule at one place, which are sorted. A
// package and its test variant find the same there; the tools of several packages
// that share a helper are told apart by name alone, and the others are named in
// Related.
func joined(fs []Finding) []Finding {
	var out []Finding
	for _, f := range fs {
		n := len(out) - 1
		if n < 0 || out[n].File != f.File || out[n].Line != f.Line || out[n].Column != f.Column || out[n].Rule != f.Rule {
			out = append(out, f)
			continue
		}
		first := &out[n]
		switch {
		case f.Message == first.Message:
		case f.Tool == first.Tool || f.Tool == "" || first.Tool == "":
			out = append(out, f)
		case len(first.Related) < maxRelated:
			first.Related = append(slices.Clone(first.Related), Related{File: f.File, Line: f.Line, Column: f.Column, Message: "as in tool " + f.Tool})
		}
	}
	return out
}

func sortPlaces(ps []Place) []Place {
	slices.SortFunc(ps, func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Reason, b.Reason))
	})
	return slices.Compact(ps)
}

// Code identifies the text of the finding's line, whatever its white space.
func (f *Finding) Code() string { return hash(strings.Join(strings.Fields(f.Text), " ")) }

func hash(s string) string {
	sum := sha256.Sum256([]byte(s))
	return hex.EncodeToString(sum[:12])
}

// Shown returns the findings that nothing suppresses.
func (r *Report) Shown() []Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return f.Suppressed != nil })
}

// RepositoryPath turns a file of the report into its path below the root of the
// repository, with slashes: that is what GitHub and GitLab know it by. It
// returns false for a file outside.
func (r *Report) RepositoryPath(file string) (string, bool) {
	abs := r.Source.Abs(file)
	rel, err := filepath.Rel(r.Source.Repository, abs)
	if err != nil || rel == ".." || strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		return filepath.ToSlash(abs), false
	}
	return filepath.ToSlash(rel), true
}
