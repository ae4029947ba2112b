// Package flow holds the ways from a function to the calls that change something.
package flow

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"os"
	"sync"
)

const insert = "INSERT INTO notes(id) VALUES (?)"

type store struct {
	db    *sql.DB
	hooks []func(id string) error
	log   func(id string) error
}

func (s *store) add(id string) error {
	_, err := s.db.Exec(insert, id)
	return err
}

func (s *store) getTitle(id string) (string, error) {
	var t string
	err := s.db.QueryRow("SELECT title FROM notes WHERE id = ?", id).Scan(&t)
	return t, err
}

// Helper: the ways in which the helper failed are told apart from those in which
// it did not.
func Helper(s *store, id string) error {
	if _, err := s.getTitle(id); err != nil {
		return err
	}
	if err := s.add(id); err != nil {
		return fmt.Errorf("add: %w", err) // want `unknown database write by (*sql.DB).Exec must`
	}
	return nil // want `applied database write by (*sql.DB).Exec must`
}

var errEmpty = errors.New("empty")

func (s *store) put(id string) error {
	if id == "" {
		return fmt.Errorf("put: %w", errEmpty)
	}
	_, err := s.db.Exec(insert, id)
	return err
}

// Sentinel: on the branch of a sentinel only the ways that return it count.
func Sentinel(s *store, id string) error {
	err := s.put(id)
	if errors.Is(err, errEmpty) {
		return errEmpty
	}
	if err != nil {
		return err // want `unknown database write by (*sql.DB).Exec must`
	}
	return nil // want `applied database write by (*sql.DB).Exec must`
}

// Fail: one closure for every failure, before and after the change.
func Fail(s *store, id string) (err error) {
	fail := func(step string, err error) error { return fmt.Errorf("%s: %w", step, err) }
	if id == "" {
		return fail("check", errEmpty)
	}
	if err := s.add(id); err != nil {
		return fail("add", err) // want `unknown database write by (*sql.DB).Exec must`
	}
	if _, err := s.getTitle(id); err != nil {
		return fail("read", err) // want `applied database write by (*sql.DB).Exec must`
	}
	return nil // want `applied database write by (*sql.DB).Exec must checked`
}

// Constant: an argument that closes a branch keeps its effects out.
func send(ctx context.Context, method, url string, dry bool) error {
	if dry {
		return nil
	}
	req, _ := http.NewRequestWithContext(ctx, method, url, nil)
	_, err := http.DefaultClient.Do(req)
	return err
}

func Dry(ctx context.Context, url string) error {
	err := send(ctx, "DELETE", url, true)
	return err
}

func Wet(ctx context.Context, url string) error {
	err := send(ctx, "DELETE", url, false)
	return err // want `applied HTTP request by the HTTP request idempotent destructive must`
}

func Got(ctx context.Context, url string) error {
	err := send(ctx, "GET", url, false)
	return err
}

// Values: method values, closures, struct fields, tables, generics.
func MethodValue(s *store, id string) error {
	do := s.add
	err := do(id)
	return err // want `applied database write by (*sql.DB).Exec must`
}

func Closure(s *store, id string) error {
	done := false
	mark := func() { done = true }
	remove := func() error { return os.Remove(id) }
	mark()
	_ = done
	err := remove()
	return err // want `applied file write by os.Remove idempotent destructive must`
}

func newStore(db *sql.DB) *store {
	s := &store{db: db, log: func(id string) error { return os.WriteFile(id, nil, 0o600) }}
	s.hooks = append(s.hooks, s.add)
	return s
}

func Field(db *sql.DB, id string) error {
	s := newStore(db)
	err := s.log(id)
	return err // want `applied file write by os.WriteFile idempotent destructive must`
}

func Table(db *sql.DB, id string) error {
	for _, hook := range newStore(db).hooks {
		_ = hook(id)
	}
	return nil // want `applied database write by (*sql.DB).Exec`
}

var actions = map[string]func(path string) error{
	"remove": func(path string) error { return os.Remove(path) },
	"make":   func(path string) error { return os.Mkdir(path, 0o700) },
}

func Map(name, path string) error {
	act, ok := actions[name]
	if !ok {
		return errors.New("no such action")
	}
	err := act(path)
	return err // want `applied file write by os.Mkdir idempotent; applied file write by os.Remove idempotent destructive`
}

func try[T any](f func() (T, error)) (T, error) {
	v, err := f()
	if err != nil {
		return v, fmt.Errorf("try: %w", err)
	}
	return v, nil
}

func Generic(db *sql.DB) (sql.Result, error) {
	res, err := try(func() (sql.Result, error) { return db.Exec(insert, "a") })
	if err != nil {
		return nil, err // want `unknown database write by (*sql.DB).Exec must`
	}
	return res, nil // want `applied database write by (*sql.DB).Exec must`
}

func factory(db *sql.DB) (check, do func(id string) error) {
	return func(id string) error {
			if id == "" {
				return errEmpty
			}
			return nil
		}, func(id string) error {
			_, err := db.Exec(insert, id)
			return err
		}
}

func Factory(db *sql.DB, id string) error {
	check, do := factory(db)
	if err := check(id); err != nil {
		return err
	}
	err := do(id)
	return err // want `applied database write by (*sql.DB).Exec must`
}

func Once(s *store) error {
	var once sync.Once
	var err error
	once.Do(func() { err = s.add("a") })
	return err // want `applied database write by (*sql.DB).Exec must`
}

// Named results that a deferred literal writes: what ran before the return counts
// for it.
func Named(s *store, id string) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("named: %w", err)
		}
	}()
	if id == "" {
		return errEmpty
	}
	if e := s.add(id); e != nil {
		return e // want `unknown database write by (*sql.DB).Exec must`
	}
	return nil // want `applied database write by (*sql.DB).Exec must`
}
