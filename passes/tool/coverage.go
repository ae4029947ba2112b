package tool

import "go/token"

// Coverage says what was seen of one package, so that a clean report can be
// told from an analysis that saw nothing.
type Coverage struct {
	Registrations int // handlers that a registration reaches, one for each in a table, and registrations that reach none
	Handlers      int // distinct handlers analysed
	Unresolved    []Unresolved
	Skipped       []Unresolved // functions that were not analysed, and why
}

// Unresolved is a place that could not be followed.
type Unresolved struct {
	Pos    token.Pos
	Reason string // one lower-case line
}
