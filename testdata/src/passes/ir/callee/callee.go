// Package callee holds the ways from a call to the functions that it may run.
package callee

import (
	"context"
	"slices"
	"sync"
)

// holds asks which functions a value may hold, ran which functions the call may
// run whose result is given.
func holds[T any](T) {}
func ran[T any](T)   {}

type handler func(ctx context.Context, id string) error

type service struct {
	do    handler
	hooks []handler
}

func (s *service) open(ctx context.Context, id string) error { return nil }

func (s service) close(ctx context.Context, id string) error { return nil }

func plain(ctx context.Context, id string) error { return nil }

func direct(ctx context.Context, s *service) {
	ran(plain(ctx, "a"))     // want `plain`
	ran(s.open(ctx, "a"))    // want `(*service).open`
	ran(len("a"))            // want `no call`
	ran(slices.Max([]int{})) // want `nothing`
	holds(plain)             // want `plain`
	holds(s.open)            // want `(*service).open`
	holds(s.close)           // want `(service).close`
	holds((*service).open)   // want `(*callee.service).open$thunk`
	var none handler
	holds(none) // want `nothing`
}

// Closures, and values that meet.
func closures(ctx context.Context, open bool, s *service) {
	f := func(ctx context.Context, id string) error { return nil }
	holds(f)         // want `closures$1`
	ran(f(ctx, "a")) // want `closures$1`
	if open {
		f = s.open
	}
	holds(f)         // want `(*service).open, closures$1`
	ran(f(ctx, "a")) // want `(*service).open, closures$1`
}

// Fields: any store in view, since the struct's own history is not in sight.
func newService() *service {
	s := &service{do: plain}
	s.hooks = append(s.hooks, s.open, s.close)
	return s
}

func fields(ctx context.Context, s *service) {
	ran(s.do(ctx, "a")) // want `plain`
	for _, h := range s.hooks {
		holds(h) // want `(*service).open, (service).close`
	}
}

// Tables, maps, channels.
var table = []struct {
	name string
	do   handler
}{
	{"plain", plain},
	{"other", func(ctx context.Context, id string) error { return nil }},
}

var byName = map[string]handler{"plain": plain}

func init() { byName["late"] = (&service{}).open }

func tables(ctx context.Context, name string) {
	for _, row := range table {
		ran(row.do(ctx, "a")) // want `init$1, plain`
	}
	holds(byName[name]) // want `(*service).open, plain`
	h, ok := byName[name]
	if ok {
		ran(h(ctx, "a")) // want `(*service).open, plain`
	}
	ch := make(chan handler, 1)
	ch <- plain
	holds(<-ch) // want `plain`
}

// Factories with several results, and functions that wrap others.
func factory(s *service) (string, handler, handler) {
	return "name", func(ctx context.Context, id string) error { return nil }, s.open
}

func wrap(h handler) handler {
	return func(ctx context.Context, id string) error {
		ran(h(ctx, id)) // want `factory$1, plain, wrap$1`
		return h(ctx, id)
	}
}

func factories(ctx context.Context, s *service) {
	name, first, second := factory(s)
	_ = name
	holds(first)               // want `factory$1`
	holds(second)              // want `(*service).open`
	holds(wrap(first))         // want `wrap$1`
	ran(wrap(plain)(ctx, "a")) // want `wrap$1`
}

// Generics: instances of functions and methods of generic types.
type box[T any] struct{ val T }

func (b box[T]) get() T { return b.val }

func apply[T any](f func() T) T { return f() }

func generics() {
	b := box[handler]{plain}
	holds(b.val)                                  // want `plain`
	holds(b.get())                                // want `plain`
	ran(b.get())                                  // want `(box[handler]).get`
	ran(apply(func() string { return "" }))       // want `apply[string]`
	holds(apply(func() handler { return plain })) // want `plain`
}

// Interfaces: the concrete types that reach the value, else all that implement it.
type opener interface {
	Open(id string) error // want `(*file).Open, (memory).Open`
}

type file struct{}

func (*file) Open(id string) error { return nil }

type memory struct{}

func (memory) Open(id string) error { return nil }

type unused interface {
	Open(id string) error
	Shut()
}

var openers = []opener{&file{}, memory{}}

func interfaces(o opener) {
	ran(o.Open("a")) // want `(*file).Open, (memory).Open`
	o = memory{}
	ran(o.Open("a")) // want `(memory).Open`
	var e error
	_ = e
}

type embedded struct{ opener }

func embeds() {
	e := embedded{&file{}}
	ran(e.Open("a")) // want `(*file).Open`
}

// Functions of other modules that run what they are given.
func higher(ctx context.Context) {
	once := sync.OnceValue(func() error { return plain(ctx, "a") })
	holds(once) // want `higher$1`
	ran(once()) // want `higher$1`
	var o sync.Once
	o.Do(func() {})
	slices.SortFunc(table, func(a, b struct {
		name string
		do   handler
	}) int {
		return 0
	})
}

// Recursion comes to an end.
func twice(h handler, n int) handler {
	if n == 0 {
		return h
	}
	return twice(wrap(h), n-1)
}

func recursion() {
	holds(twice(plain, 2)) // want `plain, wrap$1`
}

// Directives are those of the declaration, of generic functions as well.
//
//mcplint:mutates idempotent
//mcplint:handler
func marked() {} // want `directive mutates idempotent` `directive handler`

//mcplint:readonly
func markedToo[T any](T) {} // want `directive readonly`

func uses() { markedToo(1) }
