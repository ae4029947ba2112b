// Package suggest finds the word that was probably meant.
package suggest

// Word returns the candidate that is nearest to s in edits, or "" when none is
// near. Candidates are tried in order; the first of equals wins.
func Word(s string, candidates []string) string {
	best, d := "", 1+max(1, len(s)/3)
	for _, c := range candidates {
		if n := distance(s, c); n < d {
			best, d = c, n
		}
	}
	return best
}

// Hint is ": did you mean x?", or "" when no candidate is near.
func Hint(s string, candidates []string) string {
	if w := Word(s, candidates); w != "" {
		return ": did you mean " + w + "?"
	}
	return ""
}

// distance is the number of edits between two words; two neighbours that changed
// places are one edit.
func distance(a, b string) int {
	var before []int
	prev := make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := range len(a) {
		cur := make([]int, 1, len(b)+1)
		cur[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			n := min(prev[j]+cost, prev[j+1]+1, cur[j]+1)
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				n = min(n, before[j-1]+1)
			}
			cur = append(cur, n)
		}
		before, prev = prev, cur
	}
	return prev[len(b)]
}
