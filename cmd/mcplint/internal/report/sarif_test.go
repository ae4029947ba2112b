package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/lint"

	"github.com/gomcplint/mcplint/analyzers/rule"
)

// valid holds a SARIF file against the schema of the standard, which the library
// embeds.
func valid(t *testing.T, b []byte) *sarif.Report {
	t.Helper()
	r, err := sarif.FromBytes(b)
	if err == nil {
		err = r.Validate()
	}
	if err != nil {
		t.Fatalf("%v\n%.3000s", err, b)
	}
	return r
}

// sample is a report on one file below a repository whose module is in a folder.
func sample(t *testing.T) *Report {
	t.Helper()
	repo := t.TempDir()
	mod := filepath.Join(repo, "söme server")
	for _, d := range []string{filepath.Join(repo, ".git"), mod} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	src := "package x\n\n\tvar s = \"ä𝄞\" + leak\n"
	if err := os.WriteFile(filepath.Join(mod, "a b.go"), []byte(src), 0o644); err != nil {
		t.Fatal(err)
	}
	r := &rule.Rule{
		Analyzer: &analysis.Analyzer{Name: "leak"}, Level: rule.Error, Default: true, Security: true,
		Doc: &lint.RawDocumentation{Title: "A secret leaves", Text: "It says so."},
	}
	rep := &Report{Tool: Tool{"mcplint", "v1.2.3"}, Rules: []*rule.Rule{r}, Source: NewSource(mod, mod), Args: []string{"./..."}, Status: 1}
	rep.Findings = []Finding{{
		Rule: "leak", Level: "error", Confidence: "high", Message: "the key [x] leaves", File: "a b.go", Line: 3, Column: 22, EndLine: 3, EndColumn: 26,
		Tool: "t", URL: rule.URL("leak"), Text: "\tvar s = \"ä𝄞\" + leak",
		Related: []Related{{File: "a b.go", Line: 1, Column: 1, Message: "here it begins"}},
		Fixes:   []Fix{{Message: "take it out", Edits: []Edit{{File: "a b.go", Line: 3, Column: 22, EndLine: 3, EndColumn: 26, NewText: ""}}}},
	}}
	rep.Sort()
	return rep
}

func TestSARIF(t *testing.T) {
	rep := sample(t)
	rep.Coverage.Skipped = []Place{{File: "a b.go", Line: 3, Reason: "too large"}}
	rep.Faults = []string{"package bad does not build"}
	var b bytes.Buffer
	if cut, err := SARIF(&b, rep, false); err != nil || cut != nil {
		t.Fatal(cut, err)
	}
	run := valid(t, b.Bytes()).Runs[0]
	res := run.Results[0]
	loc := res.Locations[0].PhysicalLocation
	// Below the repository's root, escaped; ä is one UTF-16 unit of two bytes and
	// 𝄞 two of four.
	if got := *loc.ArtifactLocation.URI; got != "s%C3%B6me%20server/a%20b.go" {
		t.Errorf("uri %q", got)
	}
	if *loc.Region.StartColumn != 19 || *loc.Region.EndColumn != 23 || *loc.Region.StartLine != 3 {
		t.Errorf("region %d:%d-%d", *loc.Region.StartLine, *loc.Region.StartColumn, *loc.Region.EndColumn)
	}
	if got := *res.Message.Text; got != `the key \[x\] leaves; steps: [1](1)` {
		t.Errorf("message %q", got)
	}
	if res.RelatedLocations[0].ID != 1 || len(res.CodeFlows[0].ThreadFlows[0].Locations) != 2 {
		t.Errorf("flow %+v", res.RelatedLocations)
	}
	if h := res.PartialFingerprints["primaryLocationLineHash"]; h != lineHashes("package x\n\n\tvar s = \"ä𝄞\" + leak\n")[2] {
		t.Errorf("hash %q", h)
	}
	if len(res.Fixes) != 1 || len(res.Suppressions) != 0 {
		t.Errorf("fixes %+v, suppressions %+v", res.Fixes, res.Suppressions)
	}
	d := run.Tool.Driver.Rules[0]
	if p := d.Properties.Properties; p["security-severity"] != "7.5" || p["precision"] != "high" || p["problem.severity"] != "error" || d.Help.Markdown == nil || *run.Tool.Driver.Version != "1.2.3" {
		t.Errorf("rule %+v", d)
	}
	inv := run.Invocations[0]
	if *inv.ExitCode != 1 || *inv.ExecutionSuccessful {
		t.Errorf("invocation %+v", inv)
	}
	var notes []string
	for _, n := range inv.ToolExecutionNotifications {
		notes = append(notes, n.Level+" "+*n.Message.Text)
	}
	if s := strings.Join(notes, "\n"); !strings.Contains(s, "error package bad does not build") || !strings.Contains(s, "warning not analysed: too large") {
		t.Errorf("notifications %s", s)
	}
	for _, junk := range []string{`"index"`, "-1", "null", "[]"} {
		if strings.Contains(b.String(), junk) {
			t.Errorf("%s in the report:\n%s", junk, &b)
		}
	}
}

func TestSARIFEmpty(t *testing.T) {
	rep := sample(t)
	rep.Findings, rep.Status = nil, 0
	var b bytes.Buffer
	if _, err := SARIF(&b, rep, false); err != nil {
		t.Fatal(err)
	}
	valid(t, b.Bytes())
	if !strings.Contains(b.String(), `"results": []`) {
		t.Errorf("no empty list of results, which says that nothing was found:\n%s", &b)
	}
}

func TestSARIFSuppressed(t *testing.T) {
	rep := sample(t)
	rep.Findings[0].Suppressed = &Suppression{Kind: InSource, Reason: "a test key"}
	var b bytes.Buffer
	if _, err := SARIF(&b, rep, false); err != nil {
		t.Fatal(err)
	}
	if n := len(valid(t, b.Bytes()).Runs[0].Results); n != 0 {
		t.Errorf("%d results", n)
	}
	b.Reset()
	if _, err := SARIF(&b, rep, true); err != nil {
		t.Fatal(err)
	}
	s := valid(t, b.Bytes()).Runs[0].Results[0].Suppressions
	if len(s) != 1 || *s[0].Kind != "inSource" || *s[0].Justification != "a test key" {
		t.Errorf("%+v", s)
	}
}

// A finding that has no place, and one outside the repository, are still accepted.
func TestSARIFPlaces(t *testing.T) {
	rep := sample(t)
	f := rep.Findings[0]
	f.Line, f.Column, f.EndLine, f.EndColumn, f.Related, f.Fixes = 0, 0, 0, 0, nil, nil
	g := f
	g.File = "../../elsewhere/y.go"
	rep.Findings = []Finding{f, g}
	var b bytes.Buffer
	if _, err := SARIF(&b, rep, false); err != nil {
		t.Fatal(err)
	}
	rs := valid(t, b.Bytes()).Runs[0].Results
	if *rs[0].Locations[0].PhysicalLocation.Region.StartLine != 1 {
		t.Error("startLine 0 makes GitHub refuse the file")
	}
	if u := *rs[1].Locations[0].PhysicalLocation.ArtifactLocation.URI; !strings.HasPrefix(u, "file:///") {
		t.Errorf("outside: %q", u)
	}
}

func TestSARIFLimits(t *testing.T) {
	many := func(n int) *Report {
		rep := sample(t)
		f := rep.Findings[0]
		rep.Findings = nil
		for i := range n {
			g := f
			g.Message = fmt.Sprintf("%s %d", f.Message, i)
			g.Level = "note"
			if i == n-1 {
				g.Level = "error"
			}
			rep.Findings = append(rep.Findings, g)
		}
		return rep
	}
	// What is beyond a limit is said to whoever ran the command, and in the file.
	said := func(b []byte, cut []string) {
		t.Helper()
		for _, c := range cut {
			if !bytes.Contains(b, []byte(`"text": "`+c+`"`)) {
				t.Errorf("the file does not note that %s", c)
			}
		}
	}
	var b bytes.Buffer
	if cut, err := SARIF(&b, many(sarifShown), false); err != nil || cut != nil || results(t, b.Bytes()) != sarifShown {
		t.Fatalf("5,000 findings: %v %v", cut, err)
	}
	b.Reset()
	cut, err := SARIF(&b, many(20_000), false)
	if err != nil || len(cut) != 1 || cut[0] != "GitHub shows 5000 results of a file, the gravest; 15000 more are in the SARIF report" {
		t.Fatalf("20,000 findings: %v %v", cut, err)
	}
	said(b.Bytes(), cut)
	if n := results(t, b.Bytes()); n != 20_000 || size(b.Bytes()) > sarifBytes {
		t.Errorf("%d results, %d bytes", n, size(b.Bytes()))
	}
	b.Reset()
	cut, err = SARIF(&b, many(sarifResults+1), false)
	if err != nil || len(cut) != 2 || cut[0] != "GitHub takes 25000 results of a file; 1 findings are left out of the SARIF report" {
		t.Fatalf("%v %v", cut, err)
	}
	said(b.Bytes(), cut)
	if n := results(t, b.Bytes()); n != sarifResults || !strings.Contains(b.String(), `"level": "error"`) {
		t.Errorf("%d results; the gravest must stay", n)
	}

	// Too many bytes: first the flows go, then the findings that weigh least.
	before := sarifBytes
	defer func() { sarifBytes = before }()
	rep := many(1000)
	b.Reset()
	if cut, err := SARIF(&b, rep, false); err != nil || cut != nil {
		t.Fatal(cut, err)
	}
	sarifBytes = size(b.Bytes()) - 1
	b.Reset()
	cut, err = SARIF(&b, rep, false)
	if err != nil || len(cut) != 1 || !strings.Contains(cut[0], "code flows, related places and fixes are left out") || size(b.Bytes()) > sarifBytes {
		t.Errorf("%v %v, %d bytes of %d", cut, err, size(b.Bytes()), sarifBytes)
	}
	said(b.Bytes(), cut)
	if n := results(t, b.Bytes()); n != 1000 || strings.Contains(b.String(), "codeFlows") || strings.Contains(b.String(), "steps:") {
		t.Errorf("%d results, and there should be no flows:\n%.2000s", n, &b)
	}
	sarifBytes = size(b.Bytes()) * 2 / 3
	b.Reset()
	cut, err = SARIF(&b, rep, false)
	if err != nil || len(cut) != 2 || size(b.Bytes()) > sarifBytes {
		t.Errorf("%v %v, %d bytes of %d", cut, err, size(b.Bytes()), sarifBytes)
	}
	said(b.Bytes(), cut)
	n := len(valid(t, b.Bytes()).Runs[0].Results)
	if n < 300 || n > 900 || !strings.Contains(b.String(), `"level": "error"`) || len(cut) == 2 && cut[1] != fmt.Sprintf("GitHub takes 10 MB of a gzipped file; %d findings are left out of the SARIF report", 1000-n) {
		t.Errorf("%d results, and %v; the gravest must stay", n, cut)
	}
	sarifBytes = before

	// A flow with too many steps.
	rep = sample(t)
	for i := range 20_000 {
		rep.Findings[0].Related = append(rep.Findings[0].Related, Related{File: "a b.go", Line: i + 1, Column: 1, Message: "on it goes"})
	}
	b.Reset()
	cut, err = SARIF(&b, rep, false)
	if err != nil || len(cut) != 1 || !strings.Contains(cut[0], "1000 steps of a code flow") {
		t.Errorf("%v %v", cut, err)
	}
	said(b.Bytes(), cut)
	if res := valid(t, b.Bytes()).Runs[0].Results[0]; len(res.CodeFlows[0].ThreadFlows[0].Locations) != sarifSteps {
		t.Errorf("%d steps", len(res.CodeFlows[0].ThreadFlows[0].Locations))
	}

	rep = sample(t)
	rep.Findings[0].Message = strings.Repeat("long ", 1000)
	b.Reset()
	if _, err := SARIF(&b, rep, false); err != nil {
		t.Fatal(err)
	}
	if n := len([]rune(*valid(t, b.Bytes()).Runs[0].Results[0].Message.Text)); n > sarifText {
		t.Errorf("message of %d characters", n)
	}
}

func results(t *testing.T, b []byte) int {
	t.Helper()
	var r struct {
		Runs []struct{ Results []json.RawMessage }
	}
	if err := json.Unmarshal(b, &r); err != nil {
		t.Fatal(err)
	}
	return len(r.Runs[0].Results)
}
