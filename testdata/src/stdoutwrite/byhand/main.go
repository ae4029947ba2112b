// Byhand speaks the protocol without an SDK.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
)

type request struct {
	ID     any    `json:"id"`
	Method string `json:"method"`
}

func answer(v any) {
	b, err := json.Marshal(v)
	if err != nil {
		return
	}
	fmt.Println(string(b))
}

func main() {
	log.SetOutput(os.Stdout)           // want `log.SetOutput is given standard output`
	fmt.Println("byhand server ready") // want `fmt.Println writes to standard output`
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		var r request
		if json.Unmarshal(in.Bytes(), &r) != nil {
			continue
		}
		switch r.Method {
		case "tools/call":
			answer(map[string]any{"jsonrpc": "2.0", "id": r.ID, "result": map[string]any{"content": []any{}}})
		default:
			log.Printf("unknown method %s", r.Method)
		}
	}
}
