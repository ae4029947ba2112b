package dispatch

import (
	"encoding/json"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A table of cases in subtests.

func TestBadTable(t *testing.T) {
	for _, args := range []string{`{"a":1}`, `[]`} {
		t.Run(args, func(t *testing.T) {
			res, err := count(t.Context(), &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Arguments: json.RawMessage(args)}}) // want `this test passes when the tool fails`
			if err != nil {
				t.Fatal(err)
			}
			if res == nil || len(res.Content) == 0 {
				t.Error("no answer")
			}
		})
	}
}

func TestGoodTable(t *testing.T) {
	for _, c := range []struct {
		args    string
		refused bool
	}{{`{"a":1}`, false}, {`[]`, true}} {
		t.Run(c.args, func(t *testing.T) {
			res, err := count(t.Context(), &mcp.CallToolRequest{Params: &mcp.CallToolParamsRaw{Arguments: json.RawMessage(c.args)}})
			if err != nil {
				t.Fatal(err)
			}
			if res.IsError != c.refused || len(res.Content) == 0 {
				t.Error("no answer, or another than expected")
			}
		})
	}
}
