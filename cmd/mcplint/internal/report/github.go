package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
)

// GitHubLimit is the number of annotations of one level that GitHub keeps of a
// step; it drops the others without a word.
const GitHubLimit = 10

// GitHub writes workflow commands, which GitHub Actions shows as annotations in
// the change. Paths are below the root of the repository. The graver findings
// come first, for the limit's sake, and it returns how many are beyond it.
func GitHub(w io.Writer, r *Report) (beyond int, err error) {
	b := bufio.NewWriter(w)
	n := map[string]int{}
	for _, level := range []string{"error", "warning", "note"} {
		for _, f := range r.Shown() {
			if f.Level != level {
				continue
			}
			cmd := level
			if level == "note" {
				cmd = "notice"
			}
			if n[cmd]++; n[cmd] > GitHubLimit {
				beyond++
			}
			path, _ := r.RepositoryPath(f.File)
			props := []string{"file=" + escapeProperty(path), fmt.Sprintf("line=%d", f.Line)}
			if f.EndLine > f.Line { // columns are for one line only
				props = append(props, fmt.Sprintf("endLine=%d", f.EndLine))
			} else {
				props = append(props, fmt.Sprintf("col=%d", f.Column))
				if f.EndColumn > f.Column {
					props = append(props, fmt.Sprintf("endColumn=%d", f.EndColumn))
				}
			}
			props = append(props, "title="+escapeProperty("mcplint "+f.Rule))
			msg := f.Message
			for i, s := range f.Related {
				msg += fmt.Sprintf("\n%d. %s:%d: %s", i+1, s.File, s.Line, s.Message)
			}
			fmt.Fprintf(b, "::%s %s::%s\n", cmd, strings.Join(props, ","), escapeData(msg))
		}
	}
	return beyond, b.Flush()
}

// escapeData and escapeProperty are those of @actions/core.
func escapeData(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func escapeProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}

// summaryLimit keeps a job summary below the 1 MiB that GitHub takes.
const summaryLimit = 1000

// Markdown writes the report as a job summary.
func Markdown(w io.Writer, r *Report) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "## mcplint\n\n%s.\n\n", Summary(r))
	for _, f := range r.Faults {
		fmt.Fprintf(b, "- :warning: %s\n", cell(f))
	}
	shown := r.Shown()
	if len(shown) > 0 {
		b.WriteString("\n| Place | Level | Rule | Finding |\n|---|---|---|---|\n")
	}
	for i, f := range shown {
		if i == summaryLimit {
			fmt.Fprintf(b, "\n… and %d more.\n", len(shown)-i)
			break
		}
		fmt.Fprintf(b, "| %s | %s | [%s](%s) | %s |\n", cell(fmt.Sprintf("%s:%d", f.File, f.Line)), f.Level, f.Rule, f.URL, cell(f.Message))
	}
	if u := slices.Concat(r.Coverage.Unresolved, r.Coverage.Skipped); len(u) > 0 {
		fmt.Fprintf(b, "\n<details><summary>%s not analysed</summary>\n\n", count(len(u), "place"))
		for i, p := range u {
			if i == summaryLimit {
				fmt.Fprintf(b, "- … and %d more\n", len(u)-i)
				break
			}
			fmt.Fprintf(b, "- %s: %s\n", cell(fmt.Sprintf("%s:%d", p.File, p.Line)), cell(p.Reason))
		}
		b.WriteString("\n</details>\n")
	}
	return b.Flush()
}

// cell makes text harmless in a Markdown table.
func cell(s string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "\r", " ", "<", "&lt;", ">", "&gt;", "`", "\\`", "*", `\*`, "_", `\_`).Replace(s)
}
