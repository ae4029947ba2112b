// Package report holds the findings of a run and writes them in the formats that
// people and machines read. Writers are pure functions of a Report.
package report

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"
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
}

// Suppression says why a finding is not shown.
type Suppression struct {
	Kind   string `json:"kind"` // "inSource" or "baseline"
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

	Func string `json:"-"` // enclosing declaration, for the fingerprint
	Text string `json:"-"` // the source line
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
}

// Sort brings the findings into the order of files, lines, columns and rules,
// drops doubles and gives each its fingerprint.
func (r *Report) Sort() {
	slices.SortStableFunc(r.Findings, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Message, b.Message))
	})
	r.Findings = slices.CompactFunc(r.Findings, func(a, b Finding) bool {
		return a.File == b.File && a.Line == b.Line && a.Column == b.Column && a.Rule == b.Rule && a.Message == b.Message
	})
	n := map[string]int{}
	for i := range r.Findings {
		f := &r.Findings[i]
		// What stands at the place, not where it stands: a moved line keeps its
		// fingerprint. Equal ones in one function are numbered.
		key := f.Rule + "\x00" + f.File + "\x00" + f.Func + "\x00" + strings.Join(strings.Fields(f.Text), " ")
		n[key]++
		sum := sha256.Sum256([]byte(key + "\x00" + strconv.Itoa(n[key])))
		f.Fingerprint = hex.EncodeToString(sum[:12])
	}
	less := func(a, b Place) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Reason, b.Reason))
	}
	slices.SortFunc(r.Coverage.Unresolved, less)
	r.Coverage.Unresolved = slices.Compact(r.Coverage.Unresolved)
	slices.SortFunc(r.Coverage.Skipped, less)
	r.Coverage.Skipped = slices.Compact(r.Coverage.Skipped)
}

// Shown returns the findings that nothing suppresses.
func (r *Report) Shown() []Finding {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(f Finding) bool { return f.Suppressed != nil })
}
