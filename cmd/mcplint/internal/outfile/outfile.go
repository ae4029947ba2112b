// Package outfile writes files in one step: a run that is interrupted leaves the
// old file or the new one, and no half of either.
package outfile

import (
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"
)

// Write puts data into the named file. A file that exists keeps its mode, a
// symbolic link is followed, and what is no regular file (a pipe, a terminal,
// /dev/null) is written to as it is.
func Write(name string, data []byte) error {
	target := name
	if real, err := filepath.EvalSymlinks(name); err == nil {
		target = real
	}
	mode := fs.FileMode(0o644)
	if st, err := os.Stat(target); err == nil {
		if st.IsDir() {
			return fmt.Errorf("cannot write %s: it is a directory", name)
		}
		if !st.Mode().IsRegular() {
			return fail(name, os.WriteFile(target, data, mode))
		}
		mode = st.Mode().Perm()
	}
	tmp, err := os.CreateTemp(filepath.Dir(target), ".mcplint-*")
	if err != nil {
		return fail(name, err)
	}
	defer os.Remove(tmp.Name()) // after the rename there is nothing left to remove
	// An interrupt in between ends the program; it takes the temporary file along.
	sig := make(chan os.Signal, 1)
	signal.Notify(sig, os.Interrupt, syscall.SIGTERM)
	done := make(chan struct{})
	defer func() { signal.Stop(sig); close(done) }()
	go func() {
		select {
		case <-sig:
			os.Remove(tmp.Name())
			os.Exit(2)
		case <-done:
		}
	}()
	if _, err = tmp.Write(data); err == nil {
		err = tmp.Chmod(mode)
	}
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(tmp.Name(), target)
	}
	return fail(name, err)
}

// fail says what could not be written without the name of the temporary file.
func fail(name string, err error) error {
	if err == nil {
		return nil
	}
	switch e := err.(type) {
	case *fs.PathError:
		err = e.Err
	case *os.LinkError:
		err = e.Err
	}
	return fmt.Errorf("cannot write %s: %w", name, err)
}
