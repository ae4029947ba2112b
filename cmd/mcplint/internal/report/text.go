package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Text writes the findings for a person: position, message, source line with a
// caret, and the numbered way of the value. Colours only when colour is set.
func Text(w io.Writer, r *Report, colour bool) error {
	b := bufio.NewWriter(w)
	paint := func(code, s string) string {
		if !colour {
			return s
		}
		return "\x1b[" + code + "m" + s + "\x1b[0m"
	}
	for _, f := range r.Shown() {
		code := "33"
		switch f.Level {
		case "error":
			code = "31"
		case "note":
			code = "36"
		}
		fmt.Fprintf(b, "%s %s (%s, %s)\n", paint("1", fmt.Sprintf("%s:%d:%d:", f.File, f.Line, f.Column)), f.Message, paint(code, f.Rule), f.Confidence)
		if f.Text != "" {
			line := strings.TrimRight(f.Text, "\r\n")
			fmt.Fprintf(b, "    %s\n", strings.ReplaceAll(line, "\t", "    "))
			if f.Column >= 1 && f.Column <= len(line)+1 {
				lead := strings.ReplaceAll(line[:f.Column-1], "\t", "    ")
				n := 1
				if f.EndLine == f.Line && f.EndColumn > f.Column {
					n = min(f.EndColumn, len(line)+1) - f.Column
				}
				fmt.Fprintf(b, "    %s%s\n", strings.Repeat(" ", len([]rune(lead))), paint(code, strings.Repeat("^", max(n, 1))))
			}
		}
		for i, s := range f.Related {
			fmt.Fprintf(b, "      %d. %s:%d:%d: %s\n", i+1, s.File, s.Line, s.Column, s.Message)
		}
	}
	return b.Flush()
}

// Summary is the line that says what was looked at.
func Summary(r *Report) string {
	c := r.Coverage
	n := len(r.Shown())
	s := fmt.Sprintf("%s in %s; %s, %s analysed", count(n, "finding"), count(c.Packages, "package"), count(c.Registrations, "registration"), count(c.Handlers, "handler"))
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
