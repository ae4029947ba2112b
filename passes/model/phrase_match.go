package model

import (
	"strings"
	"unicode"
)

// Texts are compared after folding: lower case, no accents, full-width letters
// made narrow. They are cut into clauses at . , ; : ! ? ( ) dashes and line
// ends, and clauses into words. Han, kana and Hangul have no usable word
// boundaries: each character is a word. A value that is not known may stand as
// a format verb (%s), which is the word "%".
//
// A pattern is a line, a run of words inside one clause:
//
//	try again        these words, one after the other
//	retry*           any word that begins so
//	call|run|send    one of them
//	(please)         may be there or not
//	_                any one word
//	..               up to six words
//	^ and $          the clause begins, ends here

// patterns is a list of compiled patterns.
type patterns struct{ list []pattern }

type pattern []element

// element is one step of a pattern.
type element struct {
	kind     elementKind
	optional bool
	// alts are runs of words, for the kind one: "don't" is the run don t.
	alts [][]string
}

type elementKind uint8

const (
	one elementKind = iota
	anyWord
	gap
	begin
	end
)

// maxGap is how many words ".." may skip.
const maxGap = 6

// add compiles patterns, one a line.
func (p *patterns) add(lines string) {
	for line := range strings.Lines(lines) {
		var pat pattern
		for _, f := range strings.Fields(line) {
			var e element
			if strings.HasPrefix(f, "(") && strings.HasSuffix(f, ")") {
				e.optional, f = true, f[1:len(f)-1]
			}
			switch f {
			case "_":
				e.kind = anyWord
			case "..":
				e.kind = gap
			case "^":
				e.kind = begin
			case "$":
				e.kind = end
			default:
				for alt := range strings.SplitSeq(f, "|") {
					run := words(strings.TrimSuffix(alt, "*"))
					if len(run) == 0 {
						panic("model: empty word in pattern " + line)
					}
					if strings.HasSuffix(alt, "*") {
						run[len(run)-1] += "*"
					}
					e.alts = append(e.alts, run)
				}
			}
			pat = append(pat, e)
		}
		if pat != nil {
			p.list = append(p.list, pat)
		}
	}
}

// match reports whether any pattern occurs in a clause.
func (p *patterns) match(clause []string) bool {
	for _, pat := range p.list {
		for i := range clause {
			if pat.at(clause, i, nil) {
				return true
			}
		}
	}
	return false
}

// ends returns where occurrences end.
func (p *patterns) ends(clause []string) map[int]bool {
	found := map[int]bool{}
	for _, pat := range p.list {
		for i := range clause {
			pat.at(clause, i, found)
		}
	}
	return found
}

// at matches at word i. With a set it collects all ends and goes on.
func (p pattern) at(clause []string, i int, ends map[int]bool) bool {
	if len(p) == 0 {
		if ends != nil {
			ends[i] = true
			return false
		}
		return true
	}
	e, rest := p[0], p[1:]
	if e.optional && rest.at(clause, i, ends) {
		return true
	}
	switch e.kind {
	case begin:
		return i == 0 && rest.at(clause, i, ends)
	case end:
		return i == len(clause) && rest.at(clause, i, ends)
	case anyWord:
		return i < len(clause) && rest.at(clause, i+1, ends)
	case gap:
		for n := 0; n <= maxGap && i+n <= len(clause); n++ {
			if rest.at(clause, i+n, ends) {
				return true
			}
		}
		return false
	}
	for _, run := range e.alts {
		if n := len(run); i+n <= len(clause) && runMatches(run, clause[i:i+n]) && rest.at(clause, i+n, ends) {
			return true
		}
	}
	return false
}

func runMatches(run, text []string) bool {
	for j, w := range run {
		if prefix, ok := strings.CutSuffix(w, "*"); ok {
			if !strings.HasPrefix(text[j], prefix) {
				return false
			}
		} else if w != text[j] {
			return false
		}
	}
	return true
}

// clauses cuts a text into clauses of words.
func clauses(text string) [][]string {
	var all [][]string
	runes := fold(text)
	start := 0
	cut := func(end int) {
		if c := words(string(runes[start:end])); len(c) > 0 {
			all = append(all, c)
		}
		start = end
	}
	for i, r := range runes {
		switch r {
		case ';', '!', '?', '(', ')', '\n', '—', '–', '。', '、', '「', '」', '《', '》', '…', '•':
			cut(i)
		case '.', ',', ':':
			// Not inside "v1.2", "1,000", "a:b".
			if i+1 == len(runes) || i == 0 || !alnum(runes[i+1]) || wide(runes[i+1]) || wide(runes[i-1]) {
				cut(i)
			}
		case '-':
			if i > 0 && i+1 < len(runes) && runes[i-1] == ' ' && runes[i+1] == ' ' {
				cut(i)
			}
		}
	}
	cut(len(runes))
	return all
}

// words cuts a folded text into words.
func words(s string) []string {
	var all []string
	start := -1
	runes := []rune(string(fold(s)))
	flush := func(i int) {
		if start >= 0 {
			all = append(all, string(runes[start:i]))
			start = -1
		}
	}
	for i := 0; i < len(runes); i++ {
		switch r := runes[i]; {
		case wide(r):
			flush(i)
			all = append(all, string(r))
		case alnum(r) || r == '_':
			if start < 0 {
				start = i
			}
		case r == '%' && start < 0 && i+1 < len(runes) && runes[i+1] != ' ':
			// A format verb, with its flags.
			j := i + 1
			for j < len(runes) && strings.ContainsRune("+-#0123456789.[] ", runes[j]) {
				j++
			}
			if j < len(runes) && alnum(runes[j]) {
				all = append(all, "%")
				i = j
			}
		default:
			flush(i)
		}
	}
	flush(len(runes))
	return all
}

func alnum(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// spelledOut writes English short forms out, so that "not" is a word.
var spelledOut = strings.NewReplacer("’", "'", "can't", "cannot", "can not", "cannot", "won't", "will not", "n't", " not")

// fold lowers case, drops accents and writes short forms out.
func fold(s string) []rune {
	out := make([]rune, 0, len(s))
	for _, r := range spelledOut.Replace(strings.ToLower(s)) {
		switch {
		case r >= 0x300 && r <= 0x36f: // combining accent
			continue
		case r >= 0xff01 && r <= 0xff5e: // full width
			r -= 0xfee0
		}
		switch r {
		case 'ß':
			out = append(out, 's')
			r = 's'
		case 'œ':
			out = append(out, 'o')
			r = 'e'
		case 'æ':
			out = append(out, 'a')
			r = 'e'
		}
		if plain, ok := unaccented[r]; ok {
			r = plain
		}
		out = append(out, r)
	}
	return out
}

// unaccented maps letters to what people type when they have no such key.
var unaccented = func() map[rune]rune {
	m := map[rune]rune{'ё': 'е', 'ø': 'o', 'ł': 'l', 'đ': 'd', 'ı': 'i', '，': ',', '：': ':', '；': ';'}
	for plain, accented := range map[rune]string{
		'a': "áàâäãåāăą", 'c': "çćč", 'e': "éèêëēęě", 'i': "íìîïī", 'n': "ñńň", 'o': "óòôöõōő", 'u': "úùûüūůű", 'y': "ýÿ", 's': "śš", 'z': "źżž",
	} {
		for _, r := range accented {
			m[r] = plain
		}
	}
	return m
}()
