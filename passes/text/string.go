package text

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/gomcplint/mcplint/passes/model"
)

// String is the language of this pass's tests: the quoted words, or the origin
// and the source, with the confidence unless it is high.
func (p Piece) String() string {
	s := fmt.Sprintf("%q", p.Const)
	if p.Const == "" {
		s = p.Origin.String()
		if p.What != "" {
			s += " " + p.What
		}
	}
	if p.Confidence != model.High {
		s += " (" + p.Confidence.String() + ")"
	}
	return s
}

// String lists the pieces as the set that they are, harmless ones first.
func (t *Text) String() string {
	ps := slices.Clone(t.Pieces)
	slices.SortFunc(ps, func(a, b Piece) int {
		return cmp.Or(cmp.Compare(a.Origin, b.Origin), cmp.Compare(a.String(), b.String()))
	})
	var parts []string
	for _, p := range ps {
		parts = append(parts, p.String())
	}
	parts = slices.Compact(parts)
	if t.Cut {
		parts = append(parts, "…")
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

// String is that of the piece, after the kind.
func (s Secret) String() string { return s.Kind.String() + ": " + s.Piece.String() }

func (k SecretKind) String() string {
	return [...]string{"none", "environment", "field", "dump", "headers", "call"}[k]
}
