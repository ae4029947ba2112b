// Package outfile writes files in one step: a run that is interrupted leaves the
// old files or the new ones, and no half of either.
package outfile

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

// File is a file to be written.
type File struct {
	Name string
	Data []byte
}

// mu is held while temporary files are made and while they take their names.
// begun lists those that have not done so.
var (
	mu    sync.Mutex
	begun = map[string]bool{}
)

// Write puts data into the named file. A file that exists keeps its mode, a
// symbolic link is followed, and what is no regular file (a pipe, a terminal,
// /dev/null) is written to as it is.
func Write(name string, data []byte) error { return WriteAll([]File{{name, data}}) }

// WriteAll is Write for files that belong together: nothing is written when one of
// them cannot be.
func WriteAll(files []File) error {
	temps := make([]string, len(files)) // "" for what is written as it is
	targets := make([]string, len(files))
	defer func() {
		for _, t := range temps {
			forget(t)
		}
	}()
	for i, f := range files {
		var err error
		if temps[i], targets[i], err = prepare(f); err != nil {
			return fail(f.Name, err)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	for i, f := range files {
		var err error
		if temps[i] == "" {
			err = os.WriteFile(targets[i], f.Data, 0)
		} else if err = os.Rename(temps[i], targets[i]); err == nil {
			delete(begun, temps[i])
		}
		if err != nil {
			return fail(f.Name, err)
		}
	}
	return nil
}

// Stop is for a program that ends before its time: it takes away what was begun,
// and from then on no file is written. The program must end.
func Stop() {
	mu.Lock() // for good
	for t := range begun {
		os.Remove(t)
	}
}

// prepare writes the data beside the file that they are for, which is target.
func prepare(f File) (temp, target string, err error) {
	target = f.Name
	if real, err := filepath.EvalSymlinks(f.Name); err == nil {
		target = real
	}
	mode := fs.FileMode(0o644)
	if st, err := os.Stat(target); err == nil {
		if st.IsDir() {
			return "", "", fmt.Errorf("it is a directory")
		}
		if !st.Mode().IsRegular() {
			return "", target, nil
		}
		mode = st.Mode().Perm()
	}
	tmp, err := create(filepath.Dir(target))
	if err != nil {
		return "", "", err
	}
	if _, err = tmp.Write(f.Data); err == nil {
		err = tmp.Chmod(mode)
	}
	if cerr := tmp.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		forget(tmp.Name())
	}
	return tmp.Name(), target, err
}

func create(dir string) (*os.File, error) {
	mu.Lock()
	defer mu.Unlock()
	tmp, err := os.CreateTemp(dir, ".mcplint-*")
	if err == nil {
		begun[tmp.Name()] = true
	}
	return tmp, err
}

// forget takes a temporary file away that did not get its name.
func forget(temp string) {
	mu.Lock()
	defer mu.Unlock()
	if begun[temp] {
		os.Remove(temp)
		delete(begun, temp)
	}
}

// fail says what could not be written without the name of the temporary file.
func fail(name string, err error) error {
	switch e := err.(type) {
	case *fs.PathError:
		err = e.Err
	case *os.LinkError:
		err = e.Err
	}
	return fmt.Errorf("cannot write %s: %w", name, err)
}
