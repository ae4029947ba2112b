// Package result is a server without an SDK that shows errors of the file system
// in its own error objects and tool results.
package result

import (
	"encoding/json"
	"fmt"
	"log"
	"os"
)

type block struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type outcome struct {
	Content []block `json:"content"`
	Failed  bool    `json:"isError,omitempty"`
}

type fault struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    any    `json:"data,omitempty"`
}

type answer struct {
	JSONRPC string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  any             `json:"result,omitempty"`
	Error   *fault          `json:"error,omitempty"`
}

const ledger = "/srv/ledger/current"

func said(text string, failed bool) outcome {
	return outcome{Content: []block{{"text", text}}, Failed: failed}
}

func failure(text string) outcome { return said(text, true) }

func literal() outcome {
	b, err := os.ReadFile(ledger)
	if err != nil {
		return outcome{Failed: true, Content: []block{{"text", "no ledger: " + err.Error()}}} // want "the error text of os.ReadFile"
	}
	return outcome{Content: []block{{"text", fmt.Sprint(len(b), " bytes")}}}
}

// The helpers only hand the text through: the place is here.
func handed() outcome {
	b, err := os.ReadFile(ledger)
	if err != nil {
		return failure(err.Error()) // want "the error text of os.ReadFile"
	}
	return said(fmt.Sprint(len(b), " bytes"), false)
}

func marked() *outcome {
	_, err := os.Stat(ledger)
	r := &outcome{Content: []block{{"text", fmt.Sprint("state: ", err)}}} // want "the error text of os.Stat"
	r.Failed = true
	return r
}

func table() map[string]any {
	if _, err := os.Stat(ledger); err != nil {
		return map[string]any{"isError": true, "content": []map[string]any{{"type": "text", "text": err.Error()}}} // want "the error text of os.Stat"
	}
	return map[string]any{"isError": false, "content": []map[string]any{{"type": "text", "text": "there"}}}
}

// A helper that makes the text of an error is the place, whoever calls it.
func refuse(id json.RawMessage, err error) answer {
	return answer{JSONRPC: "2.0", ID: id, Error: &fault{Code: -32603, Message: err.Error()}} // want "the error text of os.ReadDir"
}

func list(id json.RawMessage) answer {
	names, err := os.ReadDir(ledger)
	if err != nil {
		return refuse(id, err)
	}
	return answer{JSONRPC: "2.0", ID: id, Result: len(names)}
}

func data(id json.RawMessage) answer {
	if err := os.Remove(ledger); err != nil {
		return answer{JSONRPC: "2.0", ID: id, Error: &fault{Code: -32603, Message: "the ledger cannot be closed", Data: err.Error()}} // want "the error text of os.Remove"
	}
	return answer{JSONRPC: "2.0", ID: id, Result: true}
}

func repaired(id json.RawMessage) answer {
	names, err := os.ReadDir(ledger)
	if err != nil {
		log.Print(err)
		return answer{JSONRPC: "2.0", ID: id, Result: failure("the ledger is closed, ask again after the harvest")}
	}
	return answer{JSONRPC: "2.0", ID: id, Result: said(fmt.Sprint(len(names)), false)}
}

func parsed(id json.RawMessage, line []byte) answer {
	var in struct{ N int }
	if err := json.Unmarshal(line, &in); err != nil {
		return answer{JSONRPC: "2.0", ID: id, Error: &fault{Code: -32700, Message: "no JSON", Data: err.Error()}}
	}
	return answer{JSONRPC: "2.0", ID: id, Result: in.N}
}

// code and message of an API that speaks something else.
type problem struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
}

func elsewhere() problem {
	_, err := os.Stat(ledger)
	return problem{500, fmt.Sprint(err)}
}
