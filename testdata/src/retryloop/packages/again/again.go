// Package again runs functions until they succeed.
package again

import (
	"context"
	"time"
)

// Policy says how often.
type Policy struct {
	attempts int
	wait     time.Duration
}

// Option changes a policy.
type Option func(*Policy)

// Attempts bounds the attempts.
func Attempts(n int) Option { return func(p *Policy) { p.attempts = n } }

// Wait is the pause between them.
func Wait(d time.Duration) Option { return func(p *Policy) { p.wait = d } }

// New makes a policy.
func New(opts ...Option) *Policy {
	p := &Policy{attempts: 1}
	for _, o := range opts {
		o(p)
	}
	return p
}

// Do runs f until it succeeds or the attempts are used up.
func (p *Policy) Do(ctx context.Context, f func(context.Context) error) error {
	var err error
	for i := range p.attempts {
		if i > 0 {
			time.Sleep(p.wait)
		}
		if err = f(ctx); err == nil {
			return nil
		}
	}
	return err
}
