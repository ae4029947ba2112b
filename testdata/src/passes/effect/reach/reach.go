// Package reach holds what functions may change at all, whatever their end.
package reach

import (
	"context"
	"database/sql"
	"errors"
	"os"
)

func Either(db *sql.DB, path string) error { // want `applied database write by (*sql.DB).Exec; applied file write by os.Remove idempotent destructive`
	if path == "" {
		return errors.New("a path is needed")
	}
	if err := os.Remove(path); err != nil {
		_, err = db.Exec("INSERT INTO failures(path) VALUES (?)", path)
		return err
	}
	return nil
}

func Nothing(path string) ([]byte, error) { return os.ReadFile(path) }

func Unknown(f func() error) error { // want `noisy`
	return f()
}

// A function that is looked at without a caller may be given what its callers give.
func Calls(f func() error) error { // want `applied file write by os.Remove idempotent destructive`
	return f()
}

func Given(path string) error { // want `applied file write by os.Remove idempotent destructive`
	return Calls(func() error { return os.Remove(path) })
}

// Closed: the constant that is passed keeps the change out; that the function may
// have one is all that noisy says.
func Closed(path string) error { // want `noisy`
	return remove(path, false)
}

func remove(path string, really bool) error {
	if really {
		return os.Remove(path)
	}
	return nil
}

func Deferred(path string) (err error) { // want `applied file write by os.Remove idempotent destructive`
	defer func() {
		if err != nil {
			os.Remove(path)
		}
	}()
	_, err = os.Stat(path)
	return err
}

func Started(path string) { // want `applied file write by os.Remove idempotent destructive`
	go os.Remove(path)
}

func Recursive(n int) error { // want `applied file write by os.Mkdir idempotent`
	if n == 0 {
		return os.Mkdir("d", 0o700)
	}
	return Recursive(n - 1)
}

type Notes interface {
	Add(ctx context.Context, id string) error
	List(ctx context.Context) error
}

func Adds(ctx context.Context, n Notes) error { // want `applied API call by (reach.Notes).Add (medium)`
	return n.Add(ctx, "a")
}

func Lists(ctx context.Context, n Notes) error { return n.List(ctx) }

type Shelf struct{ fill func(id string) error }

func NewShelf(db *sql.DB) *Shelf { // want `noisy`
	return &Shelf{fill: func(id string) error {
		_, err := db.Exec("INSERT INTO shelf(id) VALUES (?)", id)
		return err
	}}
}

func (s *Shelf) Fill(id string) error { // want `applied database write by (*sql.DB).Exec`
	return s.fill(id)
}

// Rolled: what is never committed is not there.
func Rolled(db *sql.DB) error { // want `noisy`
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback()
	_, err = tx.Exec("DELETE FROM notes")
	return err
}

// Once: it is made where the read found none.
func Once(db *sql.DB, name string) error { // want `applied database write by (*sql.DB).Exec guarded`
	var id int
	if err := db.QueryRow("SELECT id FROM racks WHERE name = ?", name).Scan(&id); err == nil {
		return nil
	}
	_, err := db.Exec("INSERT INTO racks(name) VALUES (?)", name)
	return err
}
