package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/gomcplint/mcplint/analyzers"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/load"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/report"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
)

// The exit statuses, the same for every format.
const (
	exitClean    = 0
	exitFindings = 1 // findings at or above -fail-on
	exitUsage    = 2 // wrong usage, packages that do not build, internal fault
)

type options struct {
	format, rules, failOn, out, tags, dir, explain string
	tests, list, version, verbose                  bool
}

const usage = `mcplint finds defects in the error channels of MCP servers written in Go.

usage: mcplint [flags] [packages]

The whole module is analysed; packages (default ./...) narrow what is reported.
Exit status: 0 nothing found, 1 findings at or above -fail-on, 2 wrong usage,
packages that do not build, or an internal fault.

flags:
`

// run is the standalone command.
func run(args []string, stdout, stderr io.Writer) int {
	var o options
	fs := flag.NewFlagSet("mcplint", flag.ContinueOnError)
	fs.SetOutput(stderr)
	fs.Usage = func() { fmt.Fprint(stderr, usage); fs.PrintDefaults() }
	fs.StringVar(&o.format, "f", "text", "output `format`: text or json")
	fs.StringVar(&o.rules, "rules", "default", "`rules` to run: default, all, names, or default,-name")
	fs.StringVar(&o.failOn, "fail-on", "warning", "exit with 1 on findings of at least this `level`: error, warning, note or none")
	fs.StringVar(&o.out, "o", "", "write the report to this `file`")
	fs.StringVar(&o.tags, "tags", "", "build `tags`")
	fs.StringVar(&o.dir, "C", "", "run in this `directory`")
	fs.StringVar(&o.explain, "explain", "", "print the page of a `rule`")
	fs.BoolVar(&o.tests, "tests", true, "analyse test files too")
	fs.BoolVar(&o.list, "list", false, "list the rules")
	fs.BoolVar(&o.version, "version", false, "print the version")
	fs.BoolVar(&o.verbose, "v", false, "say everything that was not resolved or skipped")
	model.Config.Register(fs)
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
	rules, err := selectRules(o.rules)
	if err != nil {
		return complain("%v", err)
	}
	if !slices.Contains([]string{"text", "json"}, o.format) {
		return complain("unknown format %q: use text or json", o.format)
	}
	threshold, ok := levels[o.failOn]
	if !ok {
		return complain("unknown level %q for -fail-on: use error, warning, note or none", o.failOn)
	}
	if v := load.GoVersion(o.dir); v != "" && v != runtime.Version() {
		fmt.Fprintf(stderr, "mcplint: built with %s, but the go command in use is %s; rebuild it if packages fail to load\n", runtime.Version(), v)
	}
	progress(stderr, "loading packages …")
	m, err := load.Load(load.Options{Dir: o.dir, Patterns: fs.Args(), Tests: o.tests, Tags: o.tags})
	if err != nil {
		progress(stderr, "")
		return complain("%v", err)
	}
	progress(stderr, "analysing …")
	rep, faults := analyse(m, rules, o)
	progress(stderr, "")
	status := exitClean
	for _, b := range m.Broken {
		fmt.Fprintf(stderr, "mcplint: package %s does not build and was not analysed: %s\n", b.Path, b.Err)
		rep.Coverage.Skipped = append(rep.Coverage.Skipped, report.Place{File: b.Path, Line: 1, Reason: "does not build: " + b.Err.Msg})
		status = exitUsage
	}
	for _, f := range faults {
		fmt.Fprintf(stderr, "mcplint: %s\n", f)
		status = exitUsage
	}
	rep.Sort()
	if err := write(rep, o, stdout); err != nil {
		return complain("%v", err)
	}
	if o.format == "text" || o.out != "" {
		tell(stderr, rep, o.verbose)
	}
	if status != exitClean {
		return status
	}
	for _, f := range rep.Shown() {
		if levels[f.Level] >= threshold {
			return exitFindings
		}
	}
	return exitClean
}

var levels = map[string]int{"none": 9, "error": 3, "warning": 2, "note": 1}

// analyse runs the rules and gathers findings, coverage and faults.
func analyse(m *load.Module, rules []*rule.Rule, o options) (*report.Report, []string) {
	rep := &report.Report{Tool: report.Tool{Name: "mcplint", Version: version()}}
	byName := map[string]*rule.Rule{}
	for _, r := range rules {
		byName[r.Analyzer.Name] = r
	}
	var faults []string
	g, err := m.Analyze(append(analyzers.Analyzers(rules), outcome.Analyzer))
	if err != nil {
		return rep, []string{"internal fault: " + err.Error()}
	}
	c := newConverter(m, o.dir)
	seen := map[string]bool{}
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
				if c.wanted(act, f.Pos) {
					rep.Findings = append(rep.Findings, c.finding(r, f))
				}
			}
		}
	}
	slices.Sort(faults)
	return rep, faults
}

// selectRules understands "default", "all", names, and "-name" to take one out.
func selectRules(spec string) ([]*rule.Rule, error) {
	on := map[string]bool{}
	for _, w := range strings.Split(spec, ",") {
		w = strings.TrimSpace(w)
		name, out := strings.CutPrefix(w, "-")
		switch {
		case w == "":
		case w == "all" || w == "default":
			for _, r := range analyzers.All() {
				if w == "all" || r.Default {
					on[r.Analyzer.Name] = true
				}
			}
		case analyzers.ByName(name) == nil:
			return nil, errors.New(unknownRule(name))
		default:
			on[name] = !out
		}
	}
	var rs []*rule.Rule
	for _, r := range analyzers.All() {
		if on[r.Analyzer.Name] {
			rs = append(rs, r)
		}
	}
	if len(rs) == 0 {
		return nil, fmt.Errorf("-rules=%s selects no rule", spec)
	}
	return rs, nil
}

func unknownRule(name string) string {
	best, d := "", 4
	for _, r := range analyzers.All() {
		if n := distance(name, r.Analyzer.Name); n < d {
			best, d = r.Analyzer.Name, n
		}
	}
	if best != "" {
		return fmt.Sprintf("unknown rule %q: did you mean %s?", name, best)
	}
	return fmt.Sprintf("unknown rule %q: mcplint -list names them", name)
}

// distance is the number of edits between two words.
func distance(a, b string) int {
	prev := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := range a {
		cur := []int{i + 1}
		for j := range b {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			cur = append(cur, min(prev[j]+cost, prev[j+1]+1, cur[j]+1))
		}
		prev = cur
	}
	return prev[len(b)]
}

func list(w io.Writer) {
	for _, r := range analyzers.All() {
		on := "default"
		if !r.Default {
			on = "opt-in"
		}
		fmt.Fprintf(w, "%-17s %-8s %-8s %s\n", r.Analyzer.Name, r.Level, on, r.Analyzer.Doc)
	}
}

// write prints the report, or puts it into a file in one step so that a run that
// is interrupted leaves no half of it.
func write(rep *report.Report, o options, stdout io.Writer) error {
	var b bytes.Buffer
	colour := o.out == "" && terminal(stdout) && os.Getenv("NO_COLOR") == ""
	var err error
	switch o.format {
	case "json":
		err = report.JSON(&b, rep)
	default:
		err = report.Text(&b, rep, colour)
	}
	if err != nil {
		return err
	}
	if o.out == "" {
		_, err = stdout.Write(b.Bytes())
		return err
	}
	tmp, err := os.CreateTemp(filepath.Dir(o.out), ".mcplint-*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", o.out, err)
	}
	defer os.Remove(tmp.Name())
	if _, err = tmp.Write(b.Bytes()); err == nil {
		err = tmp.Chmod(0o644)
	}
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(tmp.Name(), o.out)
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", o.out, err)
	}
	return nil
}

// tell says on standard error what was looked at.
func tell(w io.Writer, rep *report.Report, verbose bool) {
	fmt.Fprintln(w, "mcplint:", report.Summary(rep))
	places := append(slices.Clone(rep.Coverage.Unresolved), rep.Coverage.Skipped...)
	for i, p := range places {
		if i == 5 && !verbose {
			fmt.Fprintf(w, "mcplint: … and %d more; -v lists all\n", len(places)-i)
			break
		}
		fmt.Fprintf(w, "mcplint: %s:%d: not analysed: %s\n", p.File, p.Line, p.Reason)
	}
}

func terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	st, err := f.Stat()
	return err == nil && st.Mode()&os.ModeCharDevice != 0
}

// progress shows what is being done on a terminal, and clears it with "".
func progress(w io.Writer, what string) {
	if terminal(w) {
		fmt.Fprintf(w, "\r\x1b[K%s", what)
	}
}

func version() string {
	if bi, ok := debug.ReadBuildInfo(); ok && bi.Main.Version != "" {
		return bi.Main.Version
	}
	return "(devel)"
}
