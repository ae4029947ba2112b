package query

import (
	"fmt"
	"go/token"
	"testing"

	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/model"
)

// A finding that several tools share is reported once, with the most confidence,
// and names the others.
func TestJoin(t *testing.T) {
	at := func(pos token.Pos, tool string, c model.Confidence) rule.Finding {
		return rule.Finding{Pos: pos, Tool: tool, Confidence: c, Message: "in " + tool}
	}
	fs := []rule.Finding{at(7, "a", model.Medium), at(7, "b", model.High), at(9, "c", model.High), at(7, "a", model.Low)}
	for i := range maxNamed + 2 {
		fs = append(fs, at(11, fmt.Sprint("t", i), model.High))
	}
	got := Join(fs)
	if len(got) != 3 {
		t.Fatalf("%d findings, want one a position", len(got))
	}
	for i, want := range []struct{ message, others string }{
		{"in b", "as in tool a"}, {"in c", ""}, {"in t0", "as in tool t1, t2, t3, t4, t5, t6 and 1 more"},
	} {
		others := ""
		if n := len(got[i].Related); n > 0 {
			others = got[i].Related[n-1].Message
		}
		if got[i].Message != want.message || others != want.others {
			t.Errorf("position %d: %q with %q, want %q with %q", got[i].Pos, got[i].Message, others, want.message, want.others)
		}
	}
}
