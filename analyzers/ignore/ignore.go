// Package ignore reads the comments that silence findings, for every front end.
//
//	//mcplint:ignore rule[,rule] reason
//	//nolint:mcplint
//
// A directive at the end of a line covers the line, what begins on it (a
// statement, a declaration) and the simple statement that ends on it. One on a
// line of its own covers the statement, declaration, field or element that
// follows. One above the package clause covers the file. A finding is silenced
// when its position, or the position of any step that leads to it, is covered:
// a cause can be excused once where it is, instead of at each handler that
// shows it.
//
// The reason is mandatory: a directive without one is a problem and has no
// effect. The package reports nothing; drivers ask for Problems and Unused.
package ignore

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// Prefix begins the directive.
const Prefix = "//mcplint:ignore"

// known are the other directives. They say something about a function, and have
// an effect only in its doc comment.
var known = []string{"sanitizes", "mutates", "readonly", "converts-errors", "handler"}

// Directive is one comment that silences findings.
type Directive struct {
	Pos    token.Pos
	Rules  []string // nil: every rule, as //nolint:mcplint says
	Reason string

	first, last int // lines that it covers
	used        map[string]bool
}

// Problem is a directive that does not do what it seems to.
type Problem struct {
	Pos, End token.Pos // of the comment, or of what is wrong in it
	Message  string
}

func (d *Directive) problem(msg string) Problem {
	return Problem{d.Pos, d.Pos + token.Pos(len(Prefix)), msg}
}

// Set holds the directives of some files.
type Set struct {
	byFile   map[string][]*Directive
	problems []Problem
	files    []string
}

// Read collects the directives of the files. A file that occurs twice (a package
// and its test variant hold the same ones) counts once.
func Read(fset *token.FileSet, files []*ast.File) *Set {
	s := &Set{byFile: map[string][]*Directive{}}
	done := map[string]bool{}
	for _, f := range files {
		name := fset.Position(f.Package).Filename
		if done[name] {
			continue
		}
		done[name] = true
		s.read(fset, f, name)
	}
	return s
}

func (s *Set) read(fset *token.FileSet, f *ast.File, name string) {
	var l *layout
	for _, g := range f.Comments {
		for _, c := range g.List {
			d, word := s.parse(c)
			if d == nil && word == "" {
				continue
			}
			if l == nil {
				l = newLayout(fset, f)
			}
			if word != "" { // another directive: only its place matters
				if !l.docs[c] {
					s.problem(c, "//mcplint:"+word+" has no effect here: put it into the doc comment of a function")
				}
				continue
			}
			d.used = map[string]bool{}
			d.first, d.last = l.scope(fset, f, g, c)
			if s.byFile[name] == nil {
				s.files = append(s.files, name)
			}
			s.byFile[name] = append(s.byFile[name], d)
		}
	}
}

// parse reads one comment. It returns a directive, or the name of one of the
// other directives, or neither; what is wrong is noted.
func (s *Set) parse(c *ast.Comment) (*Directive, string) {
	text := c.Text
	pos := c.Pos()
	if rest, ok := strings.CutPrefix(text, "//nolint:"); ok {
		list, reason, _ := strings.Cut(rest, "//")
		for n := range strings.SplitSeq(list, ",") {
			n, _, text := strings.Cut(strings.TrimSpace(n), " ")
			if n == "mcplint" {
				return &Directive{Pos: pos, Reason: strings.TrimSpace(reason)}, ""
			}
			if text { // what follows the last name explains it
				break
			}
		}
		return nil, ""
	}
	if strings.HasPrefix(text, "// mcplint:ignore") {
		s.problem(c, "a directive has no space after the slashes: write "+Prefix+" rule reason")
		return nil, ""
	}
	word, ok := strings.CutPrefix(text, "//mcplint:")
	if !ok {
		return nil, ""
	}
	if strings.HasPrefix(word, "ignore\t") { // the others are read elsewhere, where tabs are no blanks
		word = strings.ReplaceAll(word, "\t", " ")
	}
	name, rest, _ := strings.Cut(word, " ")
	if name != "ignore" {
		if rest = strings.TrimRight(rest, " "); name == "mutates" && rest != "" && rest != "idempotent" {
			s.problem(c, "unknown operand of //mcplint:mutates: "+rest+": there is idempotent")
			return nil, ""
		}
		if slices.Contains(known, name) {
			return nil, name
		}
		s.problem(c, "unknown directive //mcplint:"+name+": there are ignore, "+strings.Join(known, ", "))
		return nil, ""
	}
	rules, reason, _ := strings.Cut(strings.TrimSpace(rest), " ")
	d := &Directive{Pos: pos, Reason: strings.TrimSpace(reason)}
	for r := range strings.SplitSeq(rules, ",") {
		if r != "" {
			d.Rules = append(d.Rules, r)
		}
	}
	switch {
	case len(d.Rules) == 0:
		s.problem(c, "the directive names no rule: write "+Prefix+" rule reason")
		return nil, ""
	case strings.HasSuffix(rules, ","):
		s.problem(c, "the list of rules ends with a comma and has no effect: write it without blanks")
		return nil, ""
	case d.Reason == "":
		s.problem(c, "the directive gives no reason and has no effect: write "+Prefix+" "+rules+" reason")
		return nil, ""
	}
	return d, ""
}

func (s *Set) problem(c *ast.Comment, msg string) {
	s.problems = append(s.problems, Problem{c.Pos(), c.End(), msg})
}

// Match returns the directive that silences a finding of the rule at any of the
// positions, or nil. The directive counts as used from then on.
func (s *Set) Match(rule string, at ...token.Position) *Directive {
	var found *Directive
	for _, p := range at {
		for _, d := range s.byFile[p.Filename] {
			if d.first <= p.Line && p.Line <= d.last && (d.Rules == nil || slices.Contains(d.Rules, rule)) {
				d.used[rule] = true
				if found == nil {
					found = d
				}
			}
		}
	}
	return found
}

// Problems lists the directives that are malformed or misplaced, or name a rule
// that check does not know; check returns what is wrong with a name, or "".
func (s *Set) Problems(check func(rule string) string) []Problem {
	out := slices.Clone(s.problems)
	s.each(func(d *Directive) {
		for _, r := range d.Rules {
			if msg := check(r); msg != "" {
				out = append(out, d.problem(msg))
			}
		}
	})
	return out
}

// Unused lists what directives silence to no effect. Only rules that ran are
// judged; //nolint comments are left to golangci-lint's nolintlint.
func (s *Set) Unused(ran func(rule string) bool) []Problem {
	var out []Problem
	s.each(func(d *Directive) {
		for _, r := range d.Rules {
			if ran(r) && !d.used[r] {
				out = append(out, d.problem("the directive silences no finding of "+r+": take it out"))
			}
		}
	})
	return out
}

func (s *Set) each(f func(*Directive)) {
	for _, name := range s.files {
		for _, d := range s.byFile[name] {
			f(d)
		}
	}
}
