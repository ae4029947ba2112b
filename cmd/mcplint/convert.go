package main

import (
	"go/ast"
	"go/token"
	"go/types"
	"path/filepath"

	"golang.org/x/tools/go/analysis/checker"

	"github.com/gomcplint/mcplint/analyzers/ignore"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/load"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/report"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
	"github.com/gomcplint/mcplint/passes/tool"
)

// converter turns positions and findings of the analysis into those of reports.
type converter struct {
	m      *load.Module
	src    *report.Source
	files  map[*token.File]*ast.File
	levels map[string]string // levels of rules that the configuration changes
}

func newConverter(m *load.Module, dir string) *converter {
	base, _ := filepath.Abs(dir) // fails only without a working directory; then names stay absolute
	c := &converter{m: m, src: report.NewSource(base, m.Env.Root()), files: map[*token.File]*ast.File{}}
	for _, p := range m.Packages {
		for _, f := range p.Syntax {
			c.files[m.Fset.File(f.FileStart)] = f
		}
	}
	return c
}

func (c *converter) rel(name string) string { return c.src.Rel(name) }

func (c *converter) line(name string, n int) string { return c.src.Line(c.src.Rel(name), n) }

// defaultConfidence reports whether findings are kept that the default keeps:
// with fewer, a directive that looks unused may have its use.
func defaultConfidence() bool { return model.Config.Confidence <= model.Medium }

// problem is the finding for a directive that is wrong or does nothing.
func (c *converter) problem(p ignore.Problem) report.Finding {
	level := c.levels[directiveRule]
	if level == "" {
		level = string(rule.Warning)
	}
	at, end := c.m.Fset.Position(p.Pos), c.m.Fset.Position(p.End)
	return report.Finding{
		Rule: directiveRule, Level: level, Confidence: model.High.String(), Message: p.Message, File: c.rel(at.Filename),
		Line: at.Line, Column: at.Column, EndLine: end.Line, EndColumn: end.Column, Text: c.line(at.Filename, at.Line),
		URL: "https://github.com/gomcplint/mcplint/blob/main/docs/front-ends.md#directives",
	}
}

func (c *converter) finding(pkg string, r *rule.Rule, f rule.Finding) report.Finding {
	p := c.m.Fset.Position(f.Pos)
	end := p
	if f.End.IsValid() && f.End >= f.Pos {
		end = c.m.Fset.Position(f.End)
	}
	level := f.Level
	if level == "" {
		level = r.Level
	}
	if l := c.levels[r.Analyzer.Name]; l != "" {
		level = rule.Level(l)
	}
	out := report.Finding{
		Rule: r.Analyzer.Name, Level: string(level), Confidence: f.Confidence.String(), Message: f.Message,
		File: c.rel(p.Filename), Line: p.Line, Column: p.Column, EndLine: end.Line, EndColumn: end.Column,
		Tool: f.Tool, URL: rule.URL(r.Analyzer.Name), Package: pkg, Func: c.enclosing(f.Pos), Text: c.line(p.Filename, p.Line),
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
		if file := c.files[c.m.Fset.File(f.Pos)]; file != nil && ast.IsGenerated(file) {
			fix.Unsafe = true
		}
		for _, e := range fx.TextEdits {
			if c.moved(e.Pos) || e.End.IsValid() && c.moved(e.End) {
				fix.Unsafe = true
			}
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

// moved reports whether a //line comment gives a position another place than it has
// in the file.
func (c *converter) moved(pos token.Pos) bool {
	return c.m.Fset.PositionFor(pos, false) != c.m.Fset.Position(pos)
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
				if fd.Recv != nil && len(fd.Recv.List) > 0 {
					return types.ExprString(fd.Recv.List[0].Type) + "." + fd.Name.Name
				}
				return fd.Name.Name
			}
		}
	}
	return ""
}

// coverage adds what was seen of one package, once for all its variants.
func (c *converter) coverage(cov *report.Coverage, act *checker.Action, res *outcome.Result, seen map[string]bool) {
	if seen[act.Package.PkgPath] || act.Package.ForTest != "" || !c.m.IsWanted(act.Package) {
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
