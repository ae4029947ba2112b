package rule

import (
	"fmt"
	"strings"
)

// Page is what people are told about a rule, as Markdown: the same for
// docs/rules, -explain and SARIF.
func Page(r *Rule) string {
	var b strings.Builder
	name := r.Analyzer.Name
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n", name, r.Doc.Title)
	on := "on by default"
	if !r.Default {
		on = "opt-in: `-rules=default," + name + "`"
	}
	fmt.Fprintf(&b, "Level %s, %s.\n\n%s\n", r.Level, on, strings.TrimSpace(r.Doc.Text))
	if r.Doc.Before != "" {
		fmt.Fprintf(&b, "\n## Bad\n\n```go\n%s\n```\n", strings.TrimSpace(r.Doc.Before))
	}
	if r.Doc.After != "" {
		fmt.Fprintf(&b, "\n## Good\n\n```go\n%s\n```\n", strings.TrimSpace(r.Doc.After))
	}
	if len(r.Silent) > 0 {
		b.WriteString("\n## Stays silent on\n\n")
		for _, s := range r.Silent {
			fmt.Fprintf(&b, "- %s\n", s)
		}
	}
	fmt.Fprintf(&b, "\n## Take it out\n\n`-rules=default,-%s` leaves the rule out.\n", name)
	if r.Spec != "" {
		fmt.Fprintf(&b, "\n## Specification\n\n%s\n", r.Spec)
	}
	return b.String()
}
