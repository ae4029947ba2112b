// Package crane moves stones.
package crane

import "context"

// Crane is one crane; the driver takes orders from a channel.
type Crane struct {
	orders chan string
	lifted chan string
}

// New starts a crane with a driver.
func New(driver func(orders <-chan string, lifted chan<- string)) *Crane {
	c := &Crane{make(chan string), make(chan string)}
	go driver(c.orders, c.lifted)
	return c
}

// BadLift waits for the stone.
func (c *Crane) BadLift() string {
	return <-c.lifted // want `tool "bad_lift": a receive waits for a sender`
}

// GoodLift waits for the stone or the end of the call.
func (c *Crane) GoodLift(ctx context.Context) (string, error) {
	select {
	case s := <-c.lifted:
		return s, nil
	case <-ctx.Done():
		return "", ctx.Err()
	}
}
