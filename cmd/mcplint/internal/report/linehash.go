package report

import (
	"strconv"
	"unicode/utf16"
)

// hashBlock is the number of characters behind the start of a line that its hash
// covers, and hashBase the base of the rolling hash.
const (
	hashBlock = 100
	hashBase  = 37
)

// lineHashes returns, for each line of a file, the hash by which GitHub code
// scanning knows a result there again: a rolling hash modulo 2^64 over UTF-16
// units without blanks and tabs, with carriage returns as line feeds and the end
// of the file as 65535, in hex, and ":n" for the n-th equal one. The upload
// action computes the same and warns where it finds another value.
func lineHashes(text string) []string {
	var (
		window [hashBlock]uint64
		line   [hashBlock]int // number of the line that starts here, or 0
		hash   uint64
		first  = uint64(1)
		at     int
		out    []string
	)
	for range hashBlock {
		first *= hashBase
	}
	seen := map[string]int{}
	emit := func() {
		if line[at] > 0 {
			h := strconv.FormatUint(hash, 16)
			seen[h]++
			out = append(out, h+":"+strconv.Itoa(seen[h]))
			line[at] = 0
		}
	}
	update := func(c uint64) {
		hash = hash*hashBase + c - first*window[at]
		window[at] = c
		at = (at + 1) % hashBlock
	}
	n, start, afterCR := 0, true, false
	put := func(c uint16) {
		if c == ' ' || c == '\t' || afterCR && c == '\n' {
			afterCR = false
			return
		}
		afterCR = c == '\r'
		if afterCR {
			c = '\n'
		}
		emit()
		if start {
			n++
			line[at] = n
		}
		start = c == '\n'
		update(uint64(c))
	}
	for _, r := range text {
		if a, b := utf16.EncodeRune(r); a != '\uFFFD' {
			put(uint16(a))
			put(uint16(b))
		} else {
			put(uint16(r))
		}
	}
	put(0xFFFF)
	for range hashBlock {
		emit()
		update(0)
	}
	return out
}
