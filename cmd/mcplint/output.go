package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"

	"github.com/gomcplint/mcplint/cmd/mcplint/internal/outfile"
	"github.com/gomcplint/mcplint/cmd/mcplint/internal/report"
)

var formats = []string{"text", "json", "sarif", "github", "gitlab", "junit"}

// write prints the report, or puts it into a file in one step so that a run that
// is interrupted leaves no half of it.
func write(rep *report.Report, o options, stdout, stderr io.Writer) error {
	var b bytes.Buffer
	colour := o.out == "" && terminal(stdout) && os.Getenv("NO_COLOR") == ""
	var err error
	switch o.format {
	case "json":
		err = report.JSON(&b, rep)
	case "sarif":
		var cut []string
		cut, err = report.SARIF(&b, rep, o.showAll)
		for _, c := range cut {
			fmt.Fprintf(stderr, "mcplint: %s\n", c)
		}
	case "gitlab":
		err = report.GitLab(&b, rep)
	case "junit":
		err = report.JUnit(&b, rep, report.JUnitOptions{Counts: o.counts, ShowSuppressed: o.showAll})
	case "github":
		var beyond int
		if beyond, err = report.GitHub(&b, rep); beyond > 0 {
			fmt.Fprintf(stderr, "mcplint: GitHub shows only %d annotations of a level; %d findings are beyond that\n", report.GitHubLimit, beyond)
		}
		if name := os.Getenv("GITHUB_STEP_SUMMARY"); name != "" && err == nil {
			err = summary(name, rep)
		}
	default:
		err = report.Text(&b, rep, report.TextOptions{Colour: colour, ShowSuppressed: o.showAll})
	}
	if err != nil {
		return err
	}
	if o.out == "" {
		if _, err = stdout.Write(b.Bytes()); err != nil {
			return fmt.Errorf("cannot write the report: %w", err)
		}
		return nil
	}
	return outfile.Write(o.out, b.Bytes())
}

// summary adds the report to the job's page, in one piece.
func summary(name string, rep *report.Report) error {
	var b bytes.Buffer
	if err := report.Markdown(&b, rep); err != nil {
		return err
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("cannot write the job summary: %w", err)
	}
	if _, err = f.Write(b.Bytes()); err == nil {
		return f.Close()
	}
	f.Close()
	return fmt.Errorf("cannot write the job summary: %w", err)
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
