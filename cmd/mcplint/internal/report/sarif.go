package report

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"github.com/gomcplint/mcplint/analyzers/rule"
)

// Limits of GitHub code scanning for one file.
const (
	sarifResults = 25_000 // results beyond are refused
	sarifShown   = 5_000  // of these, the gravest are shown
	sarifSteps   = 1_000  // locations of one code flow that are shown; beyond 10,000 the file is refused
	sarifText    = 1_024  // characters of one text
)

var sarifBytes = 10 << 20 // gzipped; tests have less

// SARIF writes the report as SARIF 2.1.0 in the form that GitHub code scanning
// reads: paths below the root of the repository, UTF-16 columns, the line hash
// of its upload action. Suppressed findings are in it only when asked for. What
// had to be left out for the limits of GitHub, and what it will not show, is
// returned, one line each, and noted in the file.
func SARIF(w io.Writer, r *Report, suppressed bool) (cut []string, err error) {
	s := &sarifWriter{Report: r, hashes: map[string][]string{}, index: map[string]int{}, flows: true}
	for _, f := range r.Findings {
		if f.Suppressed == nil || suppressed {
			s.findings = append(s.findings, f)
		}
	}
	all := len(s.findings)
	// keep leaves that many findings, the graver and surer ones.
	keep := func(n int) {
		slices.SortStableFunc(s.findings, func(a, b Finding) int {
			return cmp.Or(cmp.Compare(weight(b.Level), weight(a.Level)), cmp.Compare(weight(b.Confidence), weight(a.Confidence)))
		})
		s.findings = s.findings[:n]
	}
	if all > sarifResults {
		keep(sarifResults)
		cut = append(cut, fmt.Sprintf("GitHub takes %d results of a file; %d findings are left out of the SARIF report", sarifResults, all-sarifResults))
	}
	if slices.ContainsFunc(s.findings, func(f Finding) bool { return len(f.Related) >= sarifSteps }) {
		cut = append(cut, fmt.Sprintf("GitHub shows %d steps of a code flow; those beyond are left out of the SARIF report", sarifSteps))
	}
	if len(s.findings) > sarifShown {
		cut = append(cut, fmt.Sprintf("GitHub shows %d results of a file, the gravest; %d more are in the SARIF report", sarifShown, len(s.findings)-sarifShown))
	}
	out, err := s.encode(cut)
	if err != nil {
		return nil, err
	}
	base := cut
	for size(out) > sarifBytes && len(s.findings) > 0 {
		if s.flows {
			s.flows = false
			base = append(base, "GitHub takes 10 MB of a gzipped file; code flows, related places and fixes are left out of the SARIF report")
			cut = base
		} else {
			keep(int(0.9 * float64(len(s.findings)) * float64(sarifBytes) / float64(size(out))))
			cut = append(slices.Clip(base), fmt.Sprintf("GitHub takes 10 MB of a gzipped file; %d findings are left out of the SARIF report", all-len(s.findings)))
		}
		if out, err = s.encode(cut); err != nil {
			return nil, err
		}
	}
	_, err = w.Write(out)
	return cut, err
}

func weight(word string) int {
	return slices.Index([]string{"note", "low", "warning", "medium", "error", "high"}, word)
}

func size(b []byte) int {
	var z bytes.Buffer
	g := gzip.NewWriter(&z)
	g.Write(b) // a buffer takes everything
	g.Close()
	return z.Len()
}

type sarifWriter struct {
	*Report
	findings []Finding
	hashes   map[string][]string // by file
	index    map[string]int      // of rules
	flows    bool
}

func (s *sarifWriter) encode(notes []string) ([]byte, error) {
	root := sarif.ArtifactLocation{Description: message("The root of the repository.")}
	driver := &sarif.ToolComponent{
		Name: ptr("mcplint"), InformationURI: ptr("https://github.com/gomcplint/mcplint"), Version: ptr(numeric(s.Tool.Version)), Rules: s.rules(), Language: "en",
	}
	run := &sarif.Run{
		OriginalUriBaseIds: map[string]sarif.ArtifactLocation{"%SRCROOT%": root},
		ColumnKind:         ptr("utf16CodeUnits"),
		Language:           "en",
		NewlineSequences:   []string{"\r\n", "\n"},
		Tool:               &sarif.Tool{Driver: driver},
		Invocations:        []*sarif.Invocation{s.invocation(notes)},
		AutomationDetails:  &sarif.RunAutomationDetails{ID: ptr("mcplint/")},
	}
	for i := range s.findings {
		run.Results = append(run.Results, s.result(&s.findings[i]))
	}
	return tidy(&sarif.Report{
		Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []*sarif.Run{run},
	})
}

// numeric is the version in a form that begins with a number, so that tools can
// compare it.
func numeric(v string) string {
	if v = strings.TrimPrefix(v, "v"); v != "" && v[0] >= '0' && v[0] <= '9' {
		return v
	}
	return "0.0.0" + v
}

// pascal turns a sentence into one word, without articles and other single
// letters; SARIF wants a name beside the id that is not the id again.
func pascal(s string) string {
	var b strings.Builder
	for _, w := range strings.FieldsFunc(s, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		if len(w) > 1 {
			b.WriteString(strings.ToUpper(w[:1]) + strings.ToLower(w[1:]))
		}
	}
	return b.String()
}

// rules describes the rules that ran, and those of findings that no rule of the
// registry made (problems with directives).
func (s *sarifWriter) rules() []*sarif.ReportingDescriptor {
	clear(s.index)
	var out []*sarif.ReportingDescriptor
	for _, r := range s.Rules {
		s.index[r.Analyzer.Name] = len(out)
		out = append(out, descriptor(r))
	}
	for _, f := range s.findings {
		if _, ok := s.index[f.Rule]; !ok {
			s.index[f.Rule] = len(out)
			text := "A directive in the code that is malformed, misplaced or without effect."
			out = append(out, &sarif.ReportingDescriptor{
				ID: ptr(f.Rule), Name: ptr("DirectiveWithoutEffect"), ShortDescription: plainText(text), FullDescription: plainText(text), Help: plainText(text), HelpURI: ptr(f.URL),
				DefaultConfiguration: &sarif.ReportingConfiguration{Enabled: true, Level: f.Level},
				Properties:           bag([]string{"mcp"}, "precision", "very-high", "problem.severity", "warning"),
			})
		}
	}
	return out
}

func descriptor(r *rule.Rule) *sarif.ReportingDescriptor {
	name := r.Analyzer.Name
	title := strings.TrimSuffix(r.Doc.Title, ".") + "."
	page := rule.Page(r)
	precision, severity := "high", string(r.Level)
	if !r.Default {
		precision = "medium"
	}
	if r.Level == rule.Note {
		severity = "recommendation"
	}
	tags, props := []string{"mcp"}, []any{"precision", precision, "problem.severity", severity}
	if r.Security {
		tags = append(tags, "security")
		score := "5.0" // internals that help an attacker
		if r.Level == rule.Error {
			score = "7.5"
		}
		props = append(props, "security-severity", score)
	}
	return &sarif.ReportingDescriptor{
		ID: ptr(name), Name: ptr(pascal(r.Doc.Title)), HelpURI: ptr(rule.URL(name)),
		ShortDescription:     plainText(clip(title)),
		FullDescription:      plainText(clip(strings.Join(strings.Fields(r.Doc.Text), " "))),
		Help:                 &sarif.MultiformatMessageString{Text: ptr(page), Markdown: ptr(page)},
		DefaultConfiguration: &sarif.ReportingConfiguration{Enabled: true, Level: string(r.Level)},
		Properties:           bag(tags, props...),
	}
}

func (s *sarifWriter) invocation(notes []string) *sarif.Invocation {
	inv := &sarif.Invocation{
		Arguments: s.Args, ExitCode: &s.Status, ExecutionSuccessful: ptr(len(s.Faults) == 0),
		ExitCodeDescription: ptr([]string{"no finding counts", "there are findings", "the run is not complete"}[min(s.Status, 2)]),
	}
	note := func(level, msg string, at ...*sarif.Location) {
		inv.ToolExecutionNotifications = append(inv.ToolExecutionNotifications, &sarif.Notification{
			Level: level, Message: message(msg), Locations: at,
		})
	}
	for _, f := range s.Faults {
		note("error", f)
	}
	for _, n := range notes {
		note("warning", n)
	}
	for _, p := range slices.Concat(s.Coverage.Unresolved, s.Coverage.Skipped) {
		var at []*sarif.Location
		if strings.HasSuffix(p.File, ".go") {
			at = append(at, s.location(p.File, max(p.Line, 1), 0, 0, 0, ""))
		}
		note("warning", "not analysed: "+p.Reason, at...)
	}
	note("note", Summary(s.Report))
	return inv
}

func (s *sarifWriter) result(f *Finding) *sarif.Result {
	msg := clip(f.Message)
	res := &sarif.Result{
		RuleID: ptr(f.Rule), RuleIndex: s.index[f.Rule], Level: f.Level,
		Locations:           []*sarif.Location{s.location(f.File, f.Line, f.Column, f.EndLine, f.EndColumn, "")},
		PartialFingerprints: map[string]string{"mcplint/v1": f.Fingerprint},
		Properties:          bag(nil, "confidence", f.Confidence, "tool", f.Tool),
	}
	if h := s.hash(f.File, f.Line); h != "" {
		res.PartialFingerprints["primaryLocationLineHash"] = h
	}
	// In message texts, brackets make links.
	plain := strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(msg)
	if s.flows {
		s.flow(f, res, &plain)
		s.fixes(f, res)
	}
	res.Message = message(plain)
	switch {
	case f.Suppressed == nil:
	case f.Suppressed.Kind == InSource:
		res.Suppressions = []*sarif.Suppression{{Kind: ptr("inSource"), Justification: ptr(f.Suppressed.Reason)}}
	default:
		res.Suppressions = []*sarif.Suppression{{Kind: ptr("external"), Justification: ptr(f.Suppressed.Reason)}}
	}
	return res
}

// flow adds the way of the value: as a code flow that ends at the finding, and as
// related locations, which GitHub shows only where the message links them.
func (s *sarifWriter) flow(f *Finding, res *sarif.Result, msg *string) {
	if len(f.Related) == 0 {
		return
	}
	tf := &sarif.ThreadFlow{}
	add := func(loc *sarif.Location) {
		tf.Locations = append(tf.Locations, &sarif.ThreadFlowLocation{Location: loc, ExecutionOrder: len(tf.Locations) + 1, Importance: "essential"})
	}
	var links strings.Builder
	for i, r := range f.Related[:min(len(f.Related), sarifSteps-1)] {
		add(s.location(r.File, r.Line, r.Column, 0, 0, clip(r.Message)))
		loc := s.location(r.File, r.Line, r.Column, 0, 0, clip(r.Message))
		loc.ID = i + 1
		res.RelatedLocations = append(res.RelatedLocations, loc)
		fmt.Fprintf(&links, " [%d](%d)", i+1, i+1)
	}
	add(s.location(f.File, f.Line, f.Column, f.EndLine, f.EndColumn, clip(f.Message)))
	res.CodeFlows = []*sarif.CodeFlow{{ThreadFlows: []*sarif.ThreadFlow{tf}}}
	if len(*msg)+len("; steps:")+links.Len() <= sarifText {
		*msg += "; steps:" + links.String()
	}
}

func (s *sarifWriter) fixes(f *Finding, res *sarif.Result) {
	for _, fx := range f.Fixes {
		if fx.Unsafe {
			continue
		}
		byFile := map[string]*sarif.ArtifactChange{}
		out := &sarif.Fix{Description: message(clip(fx.Message))}
		for _, e := range fx.Edits {
			c := byFile[e.File]
			if c == nil {
				c = &sarif.ArtifactChange{ArtifactLocation: s.artifact(e.File)}
				byFile[e.File] = c
				out.ArtifactChanges = append(out.ArtifactChanges, c)
			}
			c.Replacements = append(c.Replacements, &sarif.Replacement{
				DeletedRegion: s.region(e.File, e.Line, e.Column, e.EndLine, e.EndColumn), InsertedContent: &sarif.ArtifactContent{Text: ptr(e.NewText)},
			})
		}
		if len(out.ArtifactChanges) > 0 {
			res.Fixes = append(res.Fixes, out)
		}
	}
}

func (s *sarifWriter) location(file string, line, col, endLine, endCol int, msg string) *sarif.Location {
	l := &sarif.Location{PhysicalLocation: &sarif.PhysicalLocation{ArtifactLocation: s.artifact(file), Region: s.region(file, line, col, endLine, endCol)}}
	if msg != "" {
		l.Message = message(msg)
	}
	return l
}

// artifact is a file by its path below the root of the repository.
func (s *sarifWriter) artifact(file string) *sarif.ArtifactLocation {
	path, inside := s.RepositoryPath(file)
	if !inside {
		u := url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(path), "/")}
		return &sarif.ArtifactLocation{URI: ptr(u.String())}
	}
	// A colon in the first step would read as a scheme.
	uri := strings.ReplaceAll((&url.URL{Path: path}).EscapedPath(), ":", "%3A")
	return &sarif.ArtifactLocation{URI: &uri, URIBaseID: ptr("%SRCROOT%")}
}

// region turns byte columns, from 1 on, into UTF-16 ones. Without columns it is
// the whole line.
func (s *sarifWriter) region(file string, line, col, endLine, endCol int) *sarif.Region {
	r := &sarif.Region{StartLine: ptr(max(line, 1))}
	if col < 1 {
		return r
	}
	r.StartColumn = ptr(s.column(file, line, col))
	if endLine > line || endLine == line && endCol >= col {
		r.EndLine, r.EndColumn = ptr(endLine), ptr(s.column(file, endLine, endCol))
	}
	return r
}

func (s *sarifWriter) column(file string, line, col int) int {
	text := s.Source.Line(file, line)
	n := 1
	for _, c := range text[:min(max(col-1, 0), len(text))] {
		n++
		if c > 0xFFFF {
			n++
		}
	}
	return n + max(col-1-len(text), 0) // behind the end, or a file that cannot be read
}

func (s *sarifWriter) hash(file string, line int) string {
	hs, ok := s.hashes[file]
	if !ok {
		if ls := s.Source.Lines(file); len(ls) > 0 {
			hs = lineHashes(strings.Join(ls, "\n"))
		}
		s.hashes[file] = hs
	}
	if line < 1 || line > len(hs) {
		return ""
	}
	return hs[line-1]
}

func ptr[T any](v T) *T { return &v }

func message(s string) *sarif.Message { return &sarif.Message{Text: &s} }

func plainText(s string) *sarif.MultiformatMessageString {
	return &sarif.MultiformatMessageString{Text: &s}
}

func bag(tags []string, kv ...any) *sarif.PropertyBag {
	b := &sarif.PropertyBag{Properties: sarif.Properties{}, Tags: tags}
	for i := 0; i < len(kv); i += 2 {
		if kv[i+1] != "" {
			b.Properties[kv[i].(string)] = kv[i+1]
		}
	}
	return b
}

// clip shortens a text to what GitHub takes.
func clip(s string) string {
	rs := []rune(s)
	if len(rs) <= sarifText {
		return s
	}
	return string(rs[:sarifText-1]) + "…"
}
