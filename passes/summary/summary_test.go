package summary_test

import (
	"bytes"
	"encoding/gob"
	"path/filepath"
	"reflect"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/summary"
)

func TestFacts(t *testing.T) {
	dir, err := filepath.Abs(filepath.Join("..", "..", "testdata", "src"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range analysistest.Run(t, dir, summary.Analyzer, "./facts/store") {
		for obj, facts := range r.Facts {
			for _, f := range facts {
				checkCodec(t, obj.Name(), f.(*ir.Summary))
			}
		}
	}
}

// maxBytes keeps facts small: they are read by every importer.
const maxBytes = 2000

// checkCodec holds a fact against what its importers will get.
func checkCodec(t *testing.T, name string, s *ir.Summary) {
	t.Helper()
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(s); err != nil {
		t.Fatal(err)
	}
	if b.Len() > maxBytes {
		t.Errorf("the fact of %s has %d bytes", name, b.Len())
	}
	var back ir.Summary
	if err := gob.NewDecoder(&b).Decode(&back); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(*s, back) {
		t.Errorf("the fact of %s comes back as %s, was %s", name, &back, s)
	}
}

func TestString(t *testing.T) {
	s := &ir.Summary{
		Directives: []string{"readonly"},
		Results:    []ir.Said{{Index: 1, Flag: "set", Pieces: []ir.Part{{Const: "no", Operand: -1}, {Operand: 2}, {Operand: -1, Origin: model.Infra, What: "os.Open"}}}},
		Effects:    []ir.Change{{Effect: model.Effect{Kind: model.FileWrite, Idempotent: true}, What: "os.WriteFile", Must: true}},
	}
	const want = `//mcplint:readonly; result 1 isError set: "no", operand 2, infra os.Open; file write by os.WriteFile idempotent must`
	if got := s.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	checkCodec(t, "the sample", s)
}
