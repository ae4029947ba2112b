// Package trace holds the ways by which a value comes from others.
package trace

import (
	"context"
	"os"
)

// from asks what flows into a value, as far as its function and those that it
// calls tell; fromOpen asks the function's callers as well.
func from[T any](T)     {}
func fromOpen[T any](T) {}

// elements asks for the arguments of a call that spells them out.
func elements(...any) {}

func straight(a, b string, keep bool) {
	x := a
	from(x) // want `a`
	if keep {
		x = b
	}
	from(x)            // want `a, b`
	from(x + "!")      // want `"!", a, b`
	from("lit")        // want `"lit"`
	from(len(a))       // want `len(a)`
	from(a == b)       // want `a, b`
	from(os.Getenv(a)) // want `os.Getenv(a)`
	from([]byte(a))    // want `a`
	from(a[1:])        // want `a`
}

// Variables of one function are followed in order.
func order(a, b string) {
	var s struct{ x, y string }
	from(s.x) // want `zero`
	s.x = a
	from(s.x) // want `a`
	s.x = b
	from(s.x) // want `b`
	from(s.y) // want `zero`
	p := &s
	p.y = a
	from(s.y) // want `a`
	t := s
	s.x = "later"
	from(t.x) // want `b`
}

// Containers are one value for all of their elements.
func containers(a, b string, i int) {
	list := []string{a}
	list = append(list, b)
	from(list[i]) // want `a, b, zero`
	m := map[string]string{"k": a}
	m["l"] = b
	from(m["k"]) // want `a, b, zero`
	for k, v := range m {
		from(k) // want `"k", "l", zero`
		from(v) // want `a, b, zero`
	}
	ch := make(chan string, 2)
	go func() { ch <- a }()
	from(<-ch) // want `a, zero`
	select {
	case v := <-ch:
		from(v) // want `a, zero`
	case ch <- b:
	}
	arr := [2]string{a, "x"}
	from(arr[0]) // want `"x", a, zero`
	dst := make([]string, 1)
	copy(dst, list)
	from(dst[0]) // want `a, b, zero`
}

func swap(a, b string) (string, string) { return b, a }

func named(a string) (x, y string, err error) {
	x = a
	if a == "" {
		y = "empty"
		return
	}
	return x, "full", nil
}

// Calls: each is followed with its own arguments, and results are kept apart.
func calls(a, b string) {
	x, y := swap(a, b)
	from(x) // want `b`
	from(y) // want `a`
	x, y, err := named(a)
	from(x)   // want `a`
	from(y)   // want `"empty", "full"`
	from(err) // want `nil`
}

type config struct {
	name  string
	inner inner
	list  []inner
}

type inner struct{ text string }

func (c *config) setName(s string) { c.name = s }

func fill(c *config, s string) { c.inner.text = s }

func (c config) Name() string { return c.name }

// Objects that are handed to functions are what those make of them.
func objects(a, b string) {
	c := &config{name: a}
	from(c.name)   // want `a`
	from(c.Name()) // want `a`
	c.setName(b)
	from(c.name)   // want `b`
	from(c.Name()) // want `b`
	fill(c, a)
	from(c.inner.text) // want `a`
	from(c.inner)      // want `a, zero`
	c.list = append(c.list, inner{b})
	from(c.list[0].text) // want `b, zero`
	say := c.Name
	from(say()) // want `b`
}

// Where the history of a struct is not in sight, every store to the field counts.
func unseen(c *config) {
	from(c.name) // want `"n", "s", "shared", a, s`
}

// Closures: what they capture, and what they are called with.
func closures(a, b string) {
	x := a
	get := func(y string) (string, string) { return x, y }
	p, q := get(b)
	from(p) // want `a`
	from(q) // want `b`
	x = b
	p, _ = get(a)
	from(p) // want `b`
	set := func() { x = "set" }
	set()
	from(x) // want `"set", b`
}

// Variables of the package, with what init and others store in them.
var (
	title  = "a title"
	shared *config
	rows   = map[string]inner{"one": {"first"}}
)

func init() {
	shared = &config{name: "shared"}
	rows["two"] = inner{"second"}
}

func globals() {
	from(title)            // want `"a title"`
	from(shared.name)      // want `"shared"`
	from(rows["one"].text) // want `"first", "second", zero`
}

// Parameters end the walk, unless the callers are asked for.
func parameter(s string, c *config) {
	from(s)          // want `s`
	fromOpen(s)      // want `"one", "two", zero`
	fromOpen(c.name) // want `"n", "s", "shared", a, b`
}

func callers() {
	parameter("one", &config{name: "n"})
	for _, s := range []string{"two"} {
		parameter(s, &config{name: "s"})
	}
}

// Generics and type assertions.
type pair[K comparable, V any] struct {
	key K
	val V
}

func makePair[K comparable, V any](k K, v V) pair[K, V] { return pair[K, V]{k, v} }

func first[T any](list []T, none T) T {
	for _, x := range list {
		return x
	}
	return none
}

func generics(a, b string, v any) {
	p := makePair(a, b)
	from(p.key)                 // want `a`
	from(p.val)                 // want `b`
	from(first([]string{a}, b)) // want `a, b, zero`
	v = a
	s, ok := v.(string)
	from(s)  // want `a`
	from(ok) // want `a.(string)#1`
}

// Iterators: what they yield.
func pairs(a, b string) func(yield func(string, string) bool) {
	return func(yield func(string, string) bool) {
		if !yield(a, "x") {
			return
		}
		yield(b, "y")
	}
}

func iterators(a, b string) {
	for k, v := range pairs(a, b) {
		from(k) // want `a, b`
		from(v) // want `"x", "y"`
	}
}

func spelled(ctx context.Context, a string, rest []any) {
	elements()          // want ``
	elements("x", a, 3) // want `"x", a, 3`
	elements(rest...)   // want `not spelled out`
}

// Loops that feed each other come to an end.
func loops(a, b string, n int) {
	x, y := a, b
	for range n {
		x, y = y, x
	}
	from(x) // want `a, b`
	type node struct {
		next *node
		text string
	}
	var list *node
	for range n {
		list = &node{next: list, text: a}
	}
	from(list.next.text) // want `a, nil`
}
