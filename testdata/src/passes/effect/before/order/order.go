// Package order holds how certain effects are at the ways in which a function ends.
package order

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"syscall"
)

const insert = "INSERT INTO notes(id) VALUES (?)"

// Steps: what failed is unknown, what came before is applied.
func Steps(db *sql.DB, path string) error {
	if path == "" {
		return errors.New("a path is needed")
	}
	if _, err := db.Exec(insert, path); err != nil {
		return fmt.Errorf("insert: %w", err) // want `unknown database write by (*sql.DB).Exec must`
	}
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		return err // want `applied database write by (*sql.DB).Exec must; unknown file write by os.WriteFile idempotent destructive must`
	}
	return nil // want `applied database write by (*sql.DB).Exec must; applied file write by os.WriteFile idempotent destructive must`
}

// Branch: one of two, so that neither is on every way.
func Branch(db *sql.DB, keep bool) error {
	var err error
	if keep {
		_, err = db.Exec(insert, "a")
	} else {
		_, err = db.Exec("DELETE FROM notes")
	}
	if err != nil {
		return err // want `unknown database write by (*sql.DB).Exec; unknown database write by (*sql.DB).Exec idempotent destructive`
	}
	return nil // want `applied database write by (*sql.DB).Exec; applied database write by (*sql.DB).Exec idempotent destructive`
}

// Loop: an earlier iteration may have succeeded where this one fails, and an
// early exit leaves what went before.
func Loop(db *sql.DB, ids []string) error {
	for _, id := range ids {
		if id == "" {
			return errors.New("an id is empty") // want `applied database write by (*sql.DB).Exec`
		}
		if _, err := db.Exec(insert, id); err != nil {
			return err // want `applied database write by (*sql.DB).Exec earlier; unknown database write by (*sql.DB).Exec must`
		}
	}
	return nil // want `applied database write by (*sql.DB).Exec`
}

// Tx: inside a transaction nothing is there before the commit.
func Tx(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.Exec(insert, "a"); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err // want `unknown database write by (*sql.Tx).Exec must`
	}
	return nil // want `applied database write by (*sql.Tx).Exec must`
}

// ReadBack: what is said afterwards rests on what was seen.
func ReadBack(db *sql.DB, id string) error {
	_, werr := db.Exec(insert, id)
	var n int
	if err := db.QueryRow("SELECT count(*) FROM notes WHERE id = ?", id).Scan(&n); err != nil {
		return err // want `applied database write by (*sql.DB).Exec must`
	}
	if werr != nil {
		return werr // want `unknown database write by (*sql.DB).Exec must checked`
	}
	return nil // want `applied database write by (*sql.DB).Exec must checked`
}

// ReadOther: it looks at what the change has nothing to do with.
func ReadOther(db *sql.DB, id, user string) error {
	_, werr := db.Exec(insert, id)
	var n int
	if err := db.QueryRow("SELECT quota FROM users WHERE id = ?", user).Scan(&n); err != nil {
		return err // want `applied database write by (*sql.DB).Exec must`
	}
	if werr != nil {
		return werr // want `unknown database write by (*sql.DB).Exec must`
	}
	return nil // want `applied database write by (*sql.DB).Exec must`
}

// Answered: the status tells whether it was done.
func CreateIssue(url string) error {
	resp, err := http.Post(url, "application/json", strings.NewReader("{}"))
	if err != nil {
		return err // want `unknown HTTP request by http.Post must (medium)`
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusNotFound {
		return errors.New("no such project")
	}
	if resp.StatusCode >= 500 {
		return errors.New("the server failed") // want `unknown HTTP request by http.Post must (medium)`
	}
	if _, err := io.ReadAll(resp.Body); err != nil {
		return err // want `applied HTTP request by http.Post must (medium)`
	}
	return nil // want `applied HTTP request by http.Post must (medium)`
}

// NotSent: a refused connection proves that nothing was dispatched.
func CreateNote(url string) error {
	_, err := http.Post(url, "text/plain", nil)
	if errors.Is(err, syscall.ECONNREFUSED) {
		return errors.New("the server is down")
	}
	var op *net.OpError
	if errors.As(err, &op) && op.Op == "dial" {
		return errors.New("the server cannot be reached")
	}
	return err // want `applied HTTP request by http.Post must (medium)`
}

// Asynchronous: it may still run when the answer is given.
func Later(db *sql.DB) error {
	go db.Exec(insert, "a")
	go func() {
		_ = os.Remove("a.lock")
	}()
	return nil // want `unknown database write by (*sql.DB).Exec must running; unknown file write by os.Remove idempotent destructive must running`
}

func Started(name string) error {
	cmd := exec.Command("git", "push")
	if err := cmd.Start(); err != nil {
		return err
	}
	return cmd.Wait() // want `applied command by the command git push idempotent must`
}
