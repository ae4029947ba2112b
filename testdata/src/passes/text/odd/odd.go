// Package odd holds texts that were meant to explain something and do not.
package odd

import (
	"encoding/json"
	"errors"
	"fmt"
)

// odd asks for struct dumps and nil errors.
func odd[T any](T) {}

type node struct {
	name string
	next *node
}

type leaf struct{ name string }

type named struct{ next *node }

func (named) String() string { return "named" }

type hook struct{ run func() }

func dumps(n *node, h hook) {
	odd(fmt.Sprintf("bad node %v", n))      // want `dump of *odd.node`
	odd(fmt.Sprintf("bad node %v", *n))     // want `dump of odd.node`
	odd(fmt.Errorf("bad hook %+v", h))      // want `dump of odd.hook`
	odd(fmt.Sprintf("bad node %s", n.name)) //
	odd(fmt.Sprintf("bad leaf %v", leaf{})) //
	odd(fmt.Sprintf("bad %v", named{}))     //
	b, _ := json.Marshal(n)
	odd(string(b)) //
}

func nils(ok bool) {
	var err error
	if !ok {
		err = errors.New("not ok")
		odd(fmt.Sprintf("failed: %v", err)) //
	}
	if err == nil {
		odd(fmt.Sprintf("failed: %v", err)) // want `an error that is nil`
		return
	}
	odd(fmt.Sprintf("failed: %v", err)) //
}
