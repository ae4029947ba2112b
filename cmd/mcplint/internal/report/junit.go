package report

import (
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jstemmer/go-junit-report/v2/junit"
)

// JUnitOptions say how JUnit writes.
type JUnitOptions struct {
	Counts         func(Finding) bool // whether a finding fails the run
	ShowSuppressed bool
}

// JUnit writes the report as JUnit XML, with paths below the root of the repository.
// Every rule that ran is a test suite, and each of its findings a failed test case;
// one that does not fail the run is a skipped one, so that a reader of the file
// and the exit status agree. A rule without findings has one case that passed. The
// suite of the run itself comes first: it fails when the run is not complete.
func JUnit(w io.Writer, r *Report, o JUnitOptions) error {
	out := &junit.Testsuites{Name: r.Tool.Name}
	add := func(s junit.Testsuite) {
		s.ID, s.Time = len(out.Suites), noTime
		out.AddSuite(s)
	}
	add(r.junitRun())
	byRule := map[string][]Finding{}
	var rules []string
	for _, rule := range r.Rules {
		rules = append(rules, rule.Analyzer.Name)
	}
	for _, f := range r.Findings {
		if f.Suppressed == nil || o.ShowSuppressed {
			byRule[f.Rule] = append(byRule[f.Rule], f)
			if !slices.Contains(rules, f.Rule) {
				rules = append(rules, f.Rule)
			}
		}
	}
	for _, rule := range rules {
		s := junit.Testsuite{Name: rule}
		same := map[string]int{}
		for _, f := range byRule[rule] {
			c := r.junitCase(f, o)
			// A case is known again by its name, which has no line in it.
			if same[c.Name]++; same[c.Name] > 1 {
				c.Name += fmt.Sprintf(" (%d)", same[c.Name])
			}
			s.AddTestcase(c)
		}
		if len(byRule[rule]) == 0 {
			s.AddTestcase(junit.Testcase{Name: "no finding", Classname: "mcplint." + rule, Time: noTime})
		}
		add(s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	return out.WriteXML(w)
}

// noTime is the time of everything: readers want a number.
const noTime = "0.000"

func (r *Report) junitRun() junit.Testsuite {
	s := junit.Testsuite{Name: r.Tool.Name}
	s.AddProperty("version", r.Tool.Version)
	for _, p := range []struct {
		name string
		n    int
	}{
		{"packages", r.Coverage.Packages}, {"registrations", r.Coverage.Registrations}, {"handlers", r.Coverage.Handlers},
		{"unresolved", len(r.Coverage.Unresolved)}, {"skipped", len(r.Coverage.Skipped)},
	} {
		s.AddProperty(p.name, fmt.Sprint(p.n))
	}
	c := junit.Testcase{Name: "run", Classname: "mcplint", Time: noTime}
	if len(r.Faults) > 0 {
		c.Error = &junit.Result{Message: "the run is not complete", Type: "fault", Data: printable(strings.Join(r.Faults, "\n"))}
	}
	text := Summary(r) + "\n"
	for _, p := range slices.Concat(r.Coverage.Unresolved, r.Coverage.Skipped) {
		text += fmt.Sprintf("%s:%d: not analysed: %s\n", p.File, p.Line, p.Reason)
	}
	c.SystemOut = &junit.Output{Data: printable(text)}
	s.AddTestcase(c)
	return s
}

func (r *Report) junitCase(f Finding, o JUnitOptions) junit.Testcase {
	path, _ := r.RepositoryPath(f.File)
	c := junit.Testcase{Name: path, Classname: "mcplint." + f.Rule, Time: noTime}
	if f.Func != "" {
		c.Name += " " + f.Func
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s:%d:%d: %s (%s, %s)\n", path, f.Line, f.Column, f.Message, f.Rule, f.Confidence)
	excerpt(&b, &f, func(s string) string { return s })
	for i, s := range f.Related {
		step, _ := r.RepositoryPath(s.File)
		fmt.Fprintf(&b, "      %d. %s:%d:%d: %s\n", i+1, step, s.Line, s.Column, s.Message)
	}
	fmt.Fprintf(&b, "%s\n", f.URL)
	res := &junit.Result{Message: f.Message, Type: f.Level, Data: printable(b.String())}
	switch {
	case f.Suppressed != nil:
		c.Skipped = res
		res.Message = "suppressed (" + f.Suppressed.Reason + "): " + f.Message
	case o.Counts(f):
		c.Failure = res
	default:
		c.Skipped = res
	}
	return c
}

// printable replaces what XML cannot hold, which the library does not do in the
// sections that it writes text in.
func printable(s string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c == '\t' || c == '\n' || c == '\r' || c >= 0x20 && c <= 0xD7FF || c >= 0xE000 && c <= 0xFFFD || c >= 0x10000:
			return c
		}
		return '\uFFFD'
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
