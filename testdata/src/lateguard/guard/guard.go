// Package guard holds what servers share: who may call, which names are valid,
// and a shelf on disk.
package guard

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
)

type roleKey struct{}

// WithRole puts the caller's role into the context.
func WithRole(ctx context.Context, role string) context.Context {
	return context.WithValue(ctx, roleKey{}, role)
}

// Curator reports whether the caller is a curator.
func Curator(ctx context.Context) bool {
	role, ok := ctx.Value(roleKey{}).(string)
	return ok && role == "curator"
}

var name = regexp.MustCompile(`^[a-z][a-z0-9-]{1,40}$`)

// Name says whether a name is valid.
func Name(s string) error {
	if !name.MatchString(s) {
		return fmt.Errorf("the name %q has to be lower-case letters, digits and hyphens", s)
	}
	return nil
}

// Shelf keeps items in files.
type Shelf struct{ Dir string }

// Put writes an item.
func (s *Shelf) Put(item, text string) error {
	if s.Dir == "" {
		return errors.New("no folder is configured")
	}
	return os.WriteFile(filepath.Join(s.Dir, item), []byte(text), 0o600)
}

// Has looks whether an item is there.
func (s *Shelf) Has(item string) bool {
	_, err := os.Stat(filepath.Join(s.Dir, item))
	return err == nil
}

// Drop removes an item.
func (s *Shelf) Drop(item string) error { return os.Remove(filepath.Join(s.Dir, item)) }
