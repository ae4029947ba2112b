package report

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// dropped lists the keys that the library writes with a default (zero, or -1 for
// "no index"), which validators warn about. None of them is used here with the
// value that is dropped: related locations are numbered from 1 on.
var dropped = []string{"index", "rank", "byteOffset", "charOffset", "id", "isComprehensive", "enabled"}

// kept lists the arrays that say something when they are empty.
var kept = []string{"runs", "results", "rules"}

// tidy encodes a report without the defaults that the library writes.
func tidy(r *sarif.Report) ([]byte, error) {
	b, err := json.Marshal(r)
	if err != nil {
		return nil, err
	}
	var tree any
	d := json.NewDecoder(bytes.NewReader(b))
	d.UseNumber()
	if err := d.Decode(&tree); err != nil {
		return nil, err
	}
	prune(tree)
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", " ")
	err = e.Encode(tree)
	return out.Bytes(), err
}

func prune(v any) {
	switch v := v.(type) {
	case []any:
		for _, e := range v {
			prune(e)
		}
	case map[string]any:
		for k, e := range v {
			prune(e)
			switch e := e.(type) {
			case nil:
				if slices.Contains(kept, k) {
					v[k] = []any{}
				} else {
					delete(v, k)
				}
			case []any:
				if len(e) == 0 && !slices.Contains(kept, k) {
					delete(v, k)
				}
			case map[string]any:
				if len(e) == 0 {
					delete(v, k)
				}
			case json.Number:
				if (e == "0" || e == "-1") && slices.Contains(dropped, k) {
					delete(v, k)
				}
			case bool:
				// "enabled": true and "isComprehensive": false are the defaults.
				if slices.Contains(dropped, k) && e == (k == "enabled") {
					delete(v, k)
				}
			case string:
				if e == "" && k != "text" && k != "uri" {
					delete(v, k)
				}
			}
		}
	}
}
