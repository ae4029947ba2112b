package main

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis/checker"

	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/load"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/report"
	"github.com/gomcplint/mcplint/passes/outcome"
	"github.com/gomcplint/mcplint/passes/tool"
)

// converter turns positions and findings of the analysis into those of reports.
type converter struct {
	m     *load.Module
	base  string
	lines map[string][]string
	files map[*token.File]*ast.File
}

func newConverter(m *load.Module, dir string) *converter {
	base, _ := os.Getwd()
	if dir != "" {
		if abs, err := filepath.Abs(dir); err == nil {
			base = abs
		}
	}
	c := &converter{m: m, base: base, lines: map[string][]string{}, files: map[*token.File]*ast.File{}}
	for _, p := range m.Packages {
		for _, f := range p.Syntax {
			c.files[m.Fset.File(f.FileStart)] = f
		}
	}
	return c
}

// rel is a file name relative to the working directory, with slashes.
func (c *converter) rel(name string) string {
	if r, err := filepath.Rel(c.base, name); err == nil {
		name = r
	}
	return filepath.ToSlash(name)
}

// wanted reports whether the patterns of the command line ask for the place.
func (c *converter) wanted(act *checker.Action, _ token.Pos) bool {
	path := act.Package.PkgPath
	if c.m.Wanted[path] || c.m.Wanted[strings.TrimSuffix(path, "_test")] {
		return true
	}
	return act.Package.ForTest != "" && c.m.Wanted[act.Package.ForTest]
}

func (c *converter) line(file string, n int) string {
	ls, ok := c.lines[file]
	if !ok {
		b, err := os.ReadFile(file)
		if err == nil {
			ls = strings.Split(string(b), "\n")
		}
		c.lines[file] = ls
	}
	if n < 1 || n > len(ls) {
		return ""
	}
	return ls[n-1]
}

func (c *converter) finding(r *rule.Rule, f rule.Finding) report.Finding {
	p := c.m.Fset.Position(f.Pos)
	end := p
	if f.End.IsValid() && f.End >= f.Pos {
		end = c.m.Fset.Position(f.End)
	}
	level := f.Level
	if level == "" {
		level = r.Level
	}
	out := report.Finding{
		Rule: r.Analyzer.Name, Level: string(level), Confidence: f.Confidence.String(), Message: f.Message,
		File: c.rel(p.Filename), Line: p.Line, Column: p.Column, EndLine: end.Line, EndColumn: end.Column,
		Tool: f.Tool, URL: rule.URL(r.Analyzer.Name), Func: c.enclosing(f.Pos), Text: c.line(p.Filename, p.Line),
	}
	if !p.IsValid() { // a finding always has a place
		out.File, out.Line, out.Column, out.EndLine, out.EndColumn = "go.mod", 1, 1, 1, 1
	}
	for _, s := range f.Related {
		if q := c.m.Fset.Position(s.Pos); q.IsValid() {
			out.Related = append(out.Related, report.Related{File: c.rel(q.Filename), Line: q.Line, Column: q.Column, Message: s.Message})
		}
	}
	for _, fx := range f.Fixes {
		fix := report.Fix{Message: fx.Message}
		for _, e := range fx.TextEdits {
			s := c.m.Fset.Position(e.Pos)
			t := s
			if e.End.IsValid() {
				t = c.m.Fset.Position(e.End)
			}
			fix.Edits = append(fix.Edits, report.Edit{File: c.rel(s.Filename), Line: s.Line, Column: s.Column, EndLine: t.Line, EndColumn: t.Column, NewText: string(e.NewText), Start: s.Offset, End: t.Offset})
		}
		out.Fixes = append(out.Fixes, fix)
	}
	return out
}

// enclosing names the declaration around a position.
func (c *converter) enclosing(pos token.Pos) string {
	f := c.files[c.m.Fset.File(pos)]
	if f == nil {
		return ""
	}
	for _, d := range f.Decls {
		if d.Pos() <= pos && pos < d.End() {
			if fd, ok := d.(*ast.FuncDecl); ok {
				return fd.Name.Name
			}
		}
	}
	return ""
}

// coverage adds what was seen of one package, once for all its variants.
func (c *converter) coverage(cov *report.Coverage, act *checker.Action, res *outcome.Result, seen map[string]bool) {
	if seen[act.Package.PkgPath] || act.Package.ForTest != "" || !c.wanted(act, token.NoPos) {
		return
	}
	seen[act.Package.PkgPath] = true
	cov.Packages++
	pc := res.PackageCoverage()
	if pc == nil {
		return
	}
	cov.Registrations += pc.Registrations
	cov.Handlers += pc.Handlers
	add := func(dst *[]report.Place, us []tool.Unresolved) {
		for _, u := range us {
			p := c.m.Fset.Position(u.Pos)
			*dst = append(*dst, report.Place{File: c.rel(p.Filename), Line: max(p.Line, 1), Reason: u.Reason})
		}
	}
	add(&cov.Unresolved, pc.Unresolved)
	add(&cov.Skipped, pc.Skipped)
}
