package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// TextOptions say how Text writes.
type TextOptions struct {
	Colour         bool
	ShowSuppressed bool
}

// Text writes the findings for a person: position, message, source line with a
// caret, and the numbered way of the value.
func Text(w io.Writer, r *Report, o TextOptions) error {
	b := bufio.NewWriter(w)
	paint := func(code, s string) string {
		if !o.Colour {
			return s
		}
		return "\x1b[" + code + "m" + s + "\x1b[0m"
	}
	for _, f := range r.Findings {
		if f.Suppressed != nil && !o.ShowSuppressed {
			continue
		}
		code := "33"
		switch f.Level {
		case "error":
			code = "31"
		case "note":
			code = "36"
		}
		note := ""
		if f.Suppressed != nil {
			note = " [suppressed by the baseline]"
			if f.Suppressed.Kind == InSource {
				note = " [suppressed: " + f.Suppressed.Reason + "]"
			}
		}
		fmt.Fprintf(b, "%s %s (%s, %s)%s\n", paint("1", fmt.Sprintf("%s:%d:%d:", f.File, f.Line, f.Column)), f.Message, paint(code, f.Rule), f.Confidence, note)
		excerpt(b, &f, func(s string) string { return paint(code, s) })
		for i, s := range f.Related {
			fmt.Fprintf(b, "      %d. %s:%d:%d: %s\n", i+1, s.File, s.Line, s.Column, s.Message)
		}
	}
	return b.Flush()
}

// excerpt shows the line with carets under what is meant. Tabs become four
// spaces, so that the carets stand right.
func excerpt(w io.Writer, f *Finding, paint func(string) string) {
	if strings.TrimSpace(f.Text) == "" {
		return
	}
	wide := func(s string) string { return strings.ReplaceAll(s, "\t", "    ") }
	fmt.Fprintf(w, "    %s\n", wide(f.Text))
	from := f.Column - 1
	if from < 0 || from >= len(f.Text) {
		return
	}
	to := from + 1
	switch {
	case f.EndLine == f.Line && f.EndColumn > f.Column:
		to = min(f.EndColumn-1, len(f.Text))
	case f.EndLine > f.Line:
		to = len(f.Text)
	}
	n := max(1, utf8.RuneCountInString(wide(f.Text[from:to])))
	fmt.Fprintf(w, "    %s%s\n", strings.Repeat(" ", utf8.RuneCountInString(wide(f.Text[:from]))), paint(strings.Repeat("^", n)))
}

// Summary is the line that says what was looked at and what was found.
func Summary(r *Report) string {
	c := r.Coverage
	s := count(len(r.Shown()), "finding")
	if n := len(r.Findings) - len(r.Shown()); n > 0 {
		s += fmt.Sprintf(" (and %d suppressed)", n)
	}
	s += fmt.Sprintf(" in %s; %s, %s analysed", count(c.Packages, "package"), count(c.Registrations, "registration"), count(c.Handlers, "handler"))
	if len(c.Unresolved) > 0 {
		s += fmt.Sprintf(", %d not resolved", len(c.Unresolved))
	}
	if len(c.Skipped) > 0 {
		s += fmt.Sprintf(", %d skipped", len(c.Skipped))
	}
	if c.Handlers == 0 {
		s += "; no MCP tool handler was found here"
	}
	return s
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
