// Package anvil runs commands and tells of them.
package anvil

import (
	"context"
	"os"
	"os/exec"
)

// Teller hears of what is done.
type Teller interface{ Tell(string) }

// BadTeller tells the terminal.
type BadTeller struct{}

// Tell writes a line.
func (BadTeller) Tell(s string) { os.Stdout.WriteString(s + "\n") } // want `standard output`

// GoodTeller tells the operator.
type GoodTeller struct{}

// Tell writes a line.
func (GoodTeller) Tell(s string) { os.Stderr.WriteString(s + "\n") }

// BadCommand is a command whose output is shown.
func BadCommand(ctx context.Context, name string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr // want `a child process inherits standard output`
	return cmd
}

// GoodCommand is a command whose output is shown to the operator.
func GoodCommand(ctx context.Context, name string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, name)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd
}
