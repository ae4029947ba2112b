package report

import "io"

type gitlabIssue struct {
	Description string         `json:"description"`
	CheckName   string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string `json:"path"`
	Lines struct {
		Begin int `json:"begin"`
		End   int `json:"end"`
	} `json:"lines"`
}

// GitLab writes a Code Quality report: what is shown, with paths below the root
// of the repository. GitLab has no place for confidence, steps or fixes.
func GitLab(w io.Writer, r *Report) error {
	out := []gitlabIssue{}
	for _, f := range r.Shown() {
		i := gitlabIssue{Description: f.Message, CheckName: f.Rule, Fingerprint: f.Fingerprint, Severity: "major"}
		switch f.Level {
		case "error":
			i.Severity = "critical"
		case "note":
			i.Severity = "info"
		}
		i.Location.Path, _ = r.RepositoryPath(f.File)
		i.Location.Lines.Begin, i.Location.Lines.End = f.Line, f.EndLine
		out = append(out, i)
	}
	return encode(w, out)
}
