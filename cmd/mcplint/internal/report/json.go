package report

import (
	"encoding/json"
	"io"
)

// JSON writes the report as one JSON object, with empty lists rather than null.
// Suppressed findings are in it, marked.
func JSON(w io.Writer, r *Report) error {
	c := *r
	c.Findings = append([]Finding{}, r.Findings...)
	for i := range c.Findings {
		f := &c.Findings[i]
		f.Related = append([]Related{}, f.Related...)
		f.Fixes = append([]Fix{}, f.Fixes...)
		for j := range f.Fixes {
			f.Fixes[j].Edits = append([]Edit{}, f.Fixes[j].Edits...)
		}
	}
	c.Coverage.Unresolved = append([]Place{}, r.Coverage.Unresolved...)
	c.Coverage.Skipped = append([]Place{}, r.Coverage.Skipped...)
	return encode(w, &c)
}

func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
