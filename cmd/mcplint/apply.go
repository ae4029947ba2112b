package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"io"

	"github.com/gomcplint/mcplint/analyzers"
	"github.com/gomcplint/mcplint/analyzers/ignore"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/fix"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/load"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/outfile"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/report"
)

// applyFixes applies the first fix of every finding that is shown, or prints the
// patch. What would not build afterwards is not written: the fixes are then tried
// one by one and the culprits are named.
func applyFixes(m *load.Module, rep *report.Report, opts load.Options, o options, stdout, stderr io.Writer) int {
	fault := func(err error) int {
		fmt.Fprintf(stderr, "mcplint: %v\n", err)
		return exitUsage
	}
	var todo []report.Finding
	for _, f := range rep.Shown() {
		if len(f.Fixes) > 0 && len(f.Fixes[0].Edits) > 0 && !f.Fixes[0].Unsafe {
			todo = append(todo, f)
		}
	}
	plan := fix.New(rep.Source.Abs)
	for _, f := range todo {
		plan.Add(f.Fixes[0])
	}
	contents := func(p *fix.Plan) (map[string][]byte, error) {
		over := map[string][]byte{}
		for _, name := range p.Files() {
			_, after, err := p.Content(name)
			if err != nil {
				return nil, err
			}
			over[name] = after
		}
		return over, nil
	}
	after, err := contents(plan)
	if err != nil {
		return fault(err)
	}
	if m.StillBuilds(opts, after) != nil {
		plan = fix.New(rep.Source.Abs)
		for _, f := range todo {
			try := plan.Clone()
			if !try.Add(f.Fixes[0]) {
				plan.Left++
				continue
			}
			if after, err = contents(try); err != nil {
				return fault(err)
			}
			if err := m.StillBuilds(opts, after); err != nil {
				fmt.Fprintf(stderr, "mcplint: %s:%d: the fix of %s is not applied, the code would not build: %v\n", f.File, f.Line, f.Rule, err)
				continue
			}
			plan = try
		}
		if after, err = contents(plan); err != nil {
			return fault(err)
		}
	}
	var files []outfile.File
	var patch bytes.Buffer
	for _, name := range plan.Files() {
		before, now, err := plan.Content(name)
		if err != nil {
			return fault(err)
		}
		if o.diff {
			patch.WriteString(fix.Diff(rep.Source.Rel(name), before, now))
			continue
		}
		if !bytes.Equal(now, after[name]) { // what was built is what is written
			return fault(fmt.Errorf("%s has changed since it was analysed", name))
		}
		files = append(files, outfile.File{Name: name, Data: now})
	}
	if err := outfile.WriteAll(files); err != nil {
		return fault(err)
	}
	if _, err := stdout.Write(patch.Bytes()); err != nil {
		return fault(fmt.Errorf("cannot write the patch: %w", err))
	}
	what := "applied"
	if o.diff {
		what = "printed"
	}
	fmt.Fprintf(stderr, "mcplint: %s %d fixes in %d files; %d findings have no fix, %d fixes overlap others and wait for the next run\n", what, plan.Taken, len(plan.Files()), len(rep.Shown())-len(todo), plan.Left)
	return exitClean
}

// directives marks what the code accepts, and reports directives that are wrong
// or, when complete says that nothing failed, unused. Findings that are not
// reported count as uses.
func (c *converter) directives(rep *report.Report, outside []report.Finding, sel analyzers.Selection, o *options, complete bool) {
	var files []*ast.File
	wanted := map[string]bool{}
	for _, p := range c.m.Packages {
		for _, f := range p.Syntax {
			files = append(files, f)
			// Of a file that cgo made, only what follows its head has the name that it
			// was made from.
			if name := c.m.Fset.Position(f.Package).Filename; c.m.IsWanted(p) && !o.excluded(name) {
				wanted[name] = true
			}
		}
	}
	set := ignore.Read(c.m.Fset, files)
	for _, fs := range [][]report.Finding{rep.Findings, outside} {
		for i := range fs {
			f := &fs[i]
			at := []token.Position{{Filename: c.src.Abs(f.File), Line: f.Line}}
			for _, r := range f.Related {
				at = append(at, token.Position{Filename: c.src.Abs(r.File), Line: r.Line})
			}
			d := set.Match(f.Rule, at...)
			if d != nil {
				f.Suppressed = &report.Suppression{Kind: report.InSource, Reason: d.Reason}
			}
		}
	}
	if !sel.Directives {
		return
	}
	problems := set.Problems(func(r string) string {
		if analyzers.ByName(r) == nil {
			return unknownRule(r)
		}
		return ""
	})
	if complete && defaultConfidence() {
		problems = append(problems, set.Unused(sel.Ran)...)
	}
	for _, p := range problems {
		if wanted[c.m.Fset.Position(p.Pos).Filename] {
			rep.Findings = append(rep.Findings, c.problem(p))
		}
	}
}
