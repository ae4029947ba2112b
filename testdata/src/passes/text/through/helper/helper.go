// Package helper is what package through knows by its summaries.
package helper

import (
	"errors"
	"fmt"
	"os"

	"github.com/mark3labs/mcp-go/mcp"
)

func Read(name string) (string, error) {
	if name == "" {
		return "", errors.New("a name is needed")
	}
	b, err := os.ReadFile(name)
	return string(b), err
}

func Wrap(step string, err error) error { return fmt.Errorf("%s: %w", step, err) }

// Plain says nothing of the error.
func Plain(err error) string {
	if errors.Is(err, os.ErrNotExist) {
		return "no such file"
	}
	return "the file cannot be read"
}

func Fail(err error) *mcp.CallToolResult { return mcp.NewToolResultError("failed: " + err.Error()) }

func Ask(f func() error) error { return f() }

//mcplint:sanitizes
func Redact(err error) string { return err.Error() }

type Store struct{ dir string }

func (s *Store) Title(id string) (string, error) {
	if _, err := os.Stat(s.dir); err != nil {
		return "", err
	}
	return "Title of " + id, nil
}
