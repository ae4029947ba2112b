package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gomcplint/mcplint/analyzers"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/baseline"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/changed"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/load"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/report"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
)

// The exit statuses, the same for every format.
const (
	exitClean    = 0
	exitFindings = 1 // findings at or above -fail-on
	exitUsage    = 2 // wrong usage, packages that do not build, internal fault, a run that was interrupted
)

type options struct {
	format, rules, failOn, out, tags, dir, explain    string
	config, baseline, writeBaseline, newFrom          string
	tests, list, version, verbose, fix, diff, showAll bool
	exclude                                           func(file string) bool
	levels                                            map[string]string
}

const usage = `mcplint finds defects in the error channels of MCP servers written in Go.

usage: mcplint [flags] [packages]
       mcplint config [flags]     print the settings in force

The whole module is analysed; packages (default ./...) narrow what is reported.
Exit status: 0 nothing found, 1 findings at or above -fail-on, 2 wrong usage,
packages that do not build, an internal fault, or a run that was interrupted.

flags:
`

func (o *options) flags(stderr io.Writer) *flag.FlagSet {
	fs := flag.NewFlagSet("mcplint", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() { fmt.Fprint(stderr, usage); fs.PrintDefaults() }
	fs.StringVar(&o.format, "f", "text", "output `format`: "+strings.Join(formats, ", "))
	fs.StringVar(&o.rules, "rules", "default", "`rules` to run: default, all, names, or default,-name")
	fs.StringVar(&o.failOn, "fail-on", "warning", "exit with 1 on findings of at least this `level`: error, warning, note or none")
	fs.StringVar(&o.out, "o", "", "write the report to this `file`")
	fs.StringVar(&o.tags, "tags", "", "build `tags`")
	fs.StringVar(&o.dir, "C", "", "run in this `directory`")
	fs.StringVar(&o.explain, "explain", "", "print the page of a `rule`")
	fs.StringVar(&o.config, "config", "", "read settings from this `file` (default .mcplint.yml beside go.mod)")
	fs.StringVar(&o.baseline, "baseline", "", "accept the findings that this `file` holds")
	fs.StringVar(&o.writeBaseline, "write-baseline", "", "write the findings to this `file` as a baseline, and exit with 0")
	fs.StringVar(&o.newFrom, "new-from", "", "report only what touches lines that differ from this git `revision`")
	fs.BoolVar(&o.fix, "fix", false, "apply the suggested fixes")
	fs.BoolVar(&o.diff, "diff", false, "print the suggested fixes as a patch, and change nothing")
	fs.BoolVar(&o.showAll, "show-suppressed", false, "show what directives and the baseline accept, too")
	fs.BoolVar(&o.tests, "tests", true, "analyse test files too")
	fs.BoolVar(&o.list, "list", false, "list the rules")
	fs.BoolVar(&o.version, "version", false, "print the version")
	fs.BoolVar(&o.verbose, "v", false, "say everything that was not resolved or skipped")
	model.Config.Register(fs)
	return fs
}

// run is the standalone command.
func run(args []string, stdout, stderr io.Writer) int {
	var o options
	fs := o.flags(stderr)
	printConfig := len(args) > 0 && args[0] == "config"
	if printConfig {
		args = args[1:]
	}
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return exitClean
		}
		return exitUsage
	}
	complain := func(format string, args ...any) int {
		fmt.Fprintf(stderr, "mcplint: "+format+"\n", args...)
		return exitUsage
	}
	switch {
	case o.version:
		fmt.Fprintln(stdout, "mcplint", version())
		return exitClean
	case o.list:
		list(stdout)
		return exitClean
	case o.explain != "":
		r := analyzers.ByName(o.explain)
		if r == nil {
			return complain("%s", unknownRule(o.explain))
		}
		fmt.Fprint(stdout, rule.Page(r))
		return exitClean
	}
	env, err := load.Environment(o.dir)
	if err != nil {
		return complain("%v", err)
	}
	inForce, err := o.settings(fs, env)
	if err != nil {
		return complain("%v", err)
	}
	if printConfig {
		fmt.Fprint(stdout, inForce)
		return exitClean
	}
	sel, err := selectRules(o.rules)
	if err != nil {
		return complain("%v", err)
	}
	if !slices.Contains(formats, o.format) {
		return complain("unknown format %q: use %s", o.format, strings.Join(formats, ", "))
	}
	if o.fix && o.diff {
		return complain("-fix and -diff exclude each other")
	}
	var known []baseline.Entry
	if o.baseline != "" && o.writeBaseline == "" {
		if known, err = baseline.Read(o.baseline); err != nil {
			return complain("%v", err)
		}
	}
	progress(stderr, "loading packages …")
	opts := load.Options{Dir: o.dir, Env: env, Patterns: fs.Args(), Tests: o.tests, Tags: o.tags}
	m, err := load.Load(opts)
	if err != nil {
		progress(stderr, "")
		return complain("%v", err)
	}
	if w := env.TooOld(); w != "" {
		fmt.Fprintf(stderr, "mcplint: %s\n", w)
	}
	progress(stderr, "analysing …")
	rep, faults := analyse(m, sel, &o)
	progress(stderr, "")
	for _, b := range m.Broken {
		where := b.Path
		if b.Pos != "" {
			where = b.Pos
		}
		faults = append(faults, fmt.Sprintf("package %s does not build and was not analysed: %s: %s", b.Path, where, b.Reason))
		rep.Coverage.Skipped = append(rep.Coverage.Skipped, report.Place{File: b.Path, Line: 1, Reason: "does not build: " + b.Reason})
	}
	rep.Faults = faults
	status := exitClean
	for _, f := range faults {
		fmt.Fprintf(stderr, "mcplint: %s\n", f)
		status = exitUsage
	}
	rep.Sort()
	if o.newFrom != "" {
		if err := onlyNew(m, rep, o.newFrom); err != nil {
			return complain("%v", err)
		}
	}
	if o.writeBaseline != "" {
		n, err := baseline.Write(o.writeBaseline, rep.Findings)
		if err != nil {
			return complain("%v", err)
		}
		fmt.Fprintf(stderr, "mcplint: wrote %d findings to %s\n", n, o.writeBaseline)
		return status
	}
	if o.baseline != "" {
		// Only a whole run can say that an entry is gone.
		whole := o.newFrom == "" && len(fs.Args()) == 0 && status == exitClean
		gone := baseline.Apply(o.baseline, known, rep.Findings, func(e baseline.Entry) bool { return whole && sel.Ran(e.Rule) })
		for _, e := range gone {
			fmt.Fprintf(stderr, "mcplint: %s holds a finding that is gone, take it out with -write-baseline: %s: %s: %s\n", o.baseline, e.File, e.Rule, e.Message)
		}
	}
	if o.fix || o.diff {
		return max(status, applyFixes(m, rep, opts, o, stdout, stderr))
	}
	if status == exitClean && slices.ContainsFunc(rep.Shown(), o.counts) {
		status = exitFindings
	}
	rep.Args, rep.Status = args, status
	if err := write(rep, o, stdout, stderr); err != nil {
		return complain("%v", err)
	}
	if o.format == "text" || o.out != "" {
		tell(stderr, rep, o.verbose)
	}
	return status
}

// counts reports whether a finding that is shown fails the run.
func (o *options) counts(f report.Finding) bool { return levels[f.Level] >= levels[o.failOn] }

var levels = map[string]int{"none": 9, "error": 3, "warning": 2, "note": 1}

// onlyNew leaves the findings that touch a line that differs from the revision,
// at their place or on the way to it.
func onlyNew(m *load.Module, rep *report.Report, rev string) error {
	ch, err := changed.Since(m.Env.Root(), rev)
	if err != nil {
		return err
	}
	real := func(name string) string {
		if r, err := filepath.EvalSymlinks(name); err == nil {
			return r
		}
		return name
	}
	rep.Findings = slices.DeleteFunc(rep.Findings, func(f report.Finding) bool {
		return !ch.Has(real(rep.Source.Abs(f.File)), f.Line) && !slices.ContainsFunc(f.Related, func(r report.Related) bool { return ch.Has(real(rep.Source.Abs(r.File)), r.Line) })
	})
	return nil
}

// analyse runs the rules and gathers findings, coverage and faults.
func analyse(m *load.Module, sel analyzers.Selection, o *options) (*report.Report, []string) {
	rep := &report.Report{Tool: report.Tool{Name: "mcplint", Version: version()}, Rules: sel.Rules}
	byName := map[string]*rule.Rule{}
	for _, r := range sel.Rules {
		byName[r.Analyzer.Name] = r
	}
	c := newConverter(m, o.dir)
	c.levels = o.levels
	rep.Source = c.src
	var faults []string
	g, err := m.Analyze(append(analyzers.Analyzers(sel.Rules), outcome.Analyzer))
	if err != nil {
		return rep, []string{"internal fault: " + err.Error()}
	}
	seen := map[string]bool{}
	var outside []report.Finding // what the patterns leave out
	for act := range g.All() {
		if act.Err != nil {
			faults = append(faults, fmt.Sprintf("internal fault in %s on %s: %v", act.Analyzer.Name, act.Package.PkgPath, act.Err))
			continue
		}
		switch res := act.Result.(type) {
		case *outcome.Result:
			c.coverage(&rep.Coverage, act, res, seen)
		case *rule.Result:
			r := byName[act.Analyzer.Name]
			if r == nil {
				continue
			}
			for _, f := range res.Findings {
				x := c.finding(act.Package.PkgPath, r, f)
				if m.IsWanted(act.Package) && !o.excluded(c.src.Abs(x.File)) {
					rep.Findings = append(rep.Findings, x)
				} else {
					outside = append(outside, x)
				}
			}
		}
	}
	slices.Sort(faults)
	c.directives(rep, outside, sel, o, len(faults) == 0 && len(m.Broken) == 0)
	return rep, slices.Compact(faults)
}

// excluded reports whether the settings take the file, an absolute name, out.
func (o *options) excluded(file string) bool { return o.exclude != nil && o.exclude(file) }
