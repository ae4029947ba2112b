package model

import (
	"strings"
	"sync"
	"unicode"
)

// phrases is what mcplint reads out of texts in one language. A text is cut into
// clauses, a clause into words (phrase_match.go has the pattern language); all
// languages are tried on every text.
type phrases struct {
	// retry invites to do the same thing again; noRetry takes the clause out.
	retry, noRetry string
	// check: look at the state first, use the same key, resume at a point, or
	// the outcome is unknown.
	check string
	// noChange claims that nothing was changed.
	noChange string
	// change says that something was changed or may have been. A match that
	// ends where one of unchanged ends is a negation and does not count.
	change, unchanged string
	// vague lists words that alone tell nothing; a text of only these is vague.
	vague string
	// failure says that something went wrong.
	failure string
}

var languages = []*phrases{&english, &german, &french, &spanish, &portuguese, &chinese, &japanese, &korean, &russian}

// phraseBook holds the patterns of all languages by subject.
type phraseBook struct {
	retry, noRetry, check, noChange, change, unchanged, failure patterns
	vague                                                       []vocabulary // one per language
}

var book = sync.OnceValue(func() *phraseBook {
	b := &phraseBook{}
	for _, l := range languages {
		b.retry.add(l.retry)
		b.noRetry.add(l.noRetry)
		b.check.add(l.check)
		b.noChange.add(l.noChange)
		b.change.add(l.change)
		b.unchanged.add(l.unchanged)
		b.failure.add(l.failure)
		b.vague = append(b.vague, newVocabulary(l.vague))
	}
	return b
})

// RetryHint reports whether a text invites to repeat the call. A clause that
// says not to, or to check first, is no such invitation.
func RetryHint(text string) bool {
	b := book()
	for _, c := range clauses(text) {
		if b.retry.match(c) && !b.noRetry.match(c) && !b.check.match(c) {
			return true
		}
	}
	return false
}

// CheckFirst reports whether a text says that the outcome is unknown, or to look
// at the state, use the same key or resume at a stated point. It outweighs a
// RetryHint in the same text.
func CheckFirst(text string) bool {
	for _, c := range clauses(text) {
		if book().check.match(c) {
			return true
		}
	}
	return false
}

// NoChange reports whether a text claims that nothing was changed.
func NoChange(text string) bool {
	for _, c := range clauses(text) {
		if book().noChange.match(c) {
			return true
		}
	}
	return false
}

// ChangeMade reports whether a text says that a change was or may have been made.
func ChangeMade(text string) bool {
	b := book()
	for _, c := range clauses(text) {
		negated := b.unchanged.ends(c)
		for end := range b.change.ends(c) {
			if !negated[end] {
				return true
			}
		}
	}
	return false
}

// FailureWord reports whether a text says that something failed.
func FailureWord(text string) bool {
	for _, c := range clauses(text) {
		if book().failure.match(c) {
			return true
		}
	}
	return false
}

// Vague reports whether a constant text gives the model nothing to act on: it is
// made of general words only, and names no subject, value, next step or code.
func Vague(text string) bool {
	c := clauses(text)
	for _, v := range book().vague {
		if v.covers(c) {
			return true
		}
	}
	return false
}

// vocabulary is a set of words, and of runs in scripts without spaces.
type vocabulary struct {
	words map[string]bool
	runs  []string
}

func newVocabulary(list string) vocabulary {
	v := vocabulary{words: map[string]bool{}}
	for w := range strings.FieldsSeq(list) {
		if w = string(fold(w)); wide([]rune(w)[0]) {
			v.runs = append(v.runs, w)
			continue
		}
		for _, part := range words(w) {
			v.words[part] = true
		}
	}
	return v
}

// covers reports whether all words of a text are in the vocabulary.
func (v vocabulary) covers(text [][]string) bool {
	for _, clause := range text {
		run := ""
		for _, w := range clause {
			if wide([]rune(w)[0]) {
				run += w
			} else if !v.words[w] {
				return false
			}
		}
		if !v.coversRun(run) {
			return false
		}
	}
	return true
}

func (v vocabulary) coversRun(s string) bool {
	ok := make([]bool, len(s)+1) // ok[i]: s[:i] is made of runs
	ok[0] = true
	for i := range s {
		if !ok[i] {
			continue
		}
		for _, r := range v.runs {
			if strings.HasPrefix(s[i:], r) {
				ok[i+len(r)] = true
			}
		}
	}
	return ok[len(s)]
}

// wide reports whether a character belongs to a script without spaces between
// words (Hangul has some, but particles stick to its words).
func wide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー' || r == '々'
}
