// Package shelf keeps things of any kind.
package shelf

import (
	"context"
	"errors"
	"os"
	"path/filepath"
)

// Indexer is told of what is kept.
type Indexer interface {
	Index(ctx context.Context, name string) error
}

// IndexError is a failure of the index.
type IndexError struct {
	Name string
	err  error
}

// Error says which thing is meant.
func (e *IndexError) Error() string { return "there is no room in the index for " + e.Name }

// Unwrap returns the cause.
func (e *IndexError) Unwrap() error { return e.err }

// KeptError is a failure behind what was kept.
type KeptError struct{ Name string }

// Error says which thing is meant.
func (e *KeptError) Error() string {
	return e.Name + " is stored, but there is no room in the index for it"
}

// Shelf keeps things that T can be written as.
type Shelf[T ~string | ~[]byte] struct {
	Dir   string
	Index Indexer
}

// ErrUnclear is returned when it is not known what was written.
var ErrUnclear = errors.New("it is not known whether it was stored; look at the shelf")

// Keep stores a thing.
func (s *Shelf[T]) Keep(ctx context.Context, name string, v T) error {
	if err := os.WriteFile(filepath.Join(s.Dir, filepath.Base(name)), []byte(v), 0o600); err != nil {
		return ErrUnclear
	}
	if err := s.Index.Index(ctx, name); err != nil {
		return &IndexError{name, err}
	}
	return nil
}

// KeepWell stores a thing.
func (s *Shelf[T]) KeepWell(ctx context.Context, name string, v T) error {
	if err := os.WriteFile(filepath.Join(s.Dir, filepath.Base(name)), []byte(v), 0o600); err != nil {
		return ErrUnclear
	}
	if err := s.Index.Index(ctx, name); err != nil {
		return &KeptError{name}
	}
	return nil
}
