// Package kinds holds one call of each kind that changes something outside the
// process, and what looks like it and does not.
package kinds

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/smtp"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func Insert(ctx context.Context, db *sql.DB, id string) error {
	_, err := db.ExecContext(ctx, "INSERT INTO notes(id) VALUES (?)", id)
	return err // want `applied database write by (*sql.DB).ExecContext must`
}

func Put(db *sql.DB, id string) error {
	_, err := db.Exec("UPDATE notes SET body = ? WHERE id = ?", "x", id)
	return err // want `applied database write by (*sql.DB).Exec idempotent must`
}

func Count(db *sql.DB, id string) error {
	_, err := db.Exec("UPDATE notes SET n = n + 1 WHERE id = ?", id)
	return err // want `applied database write by (*sql.DB).Exec must`
}

func Drop(db *sql.DB, id string) error {
	_, err := db.Exec("DELETE FROM "+"notes WHERE id = ?", id)
	return err // want `applied database write by (*sql.DB).Exec idempotent destructive must`
}

func Returning(db *sql.DB) (id int, err error) {
	err = db.QueryRow("INSERT INTO notes DEFAULT VALUES RETURNING id").Scan(&id)
	return id, err // want `applied database write by (*sql.DB).QueryRow must`
}

// The row holds the error until it is scanned: a lost answer hides the insert.
func ReturningFails(db *sql.DB) (int, error) {
	var id int
	if err := db.QueryRow("INSERT INTO notes DEFAULT VALUES RETURNING id").Scan(&id); err != nil {
		return 0, err // want `unknown database write by (*sql.DB).QueryRow must`
	}
	return id, nil // want `applied database write by (*sql.DB).QueryRow must`
}

func Select(db *sql.DB, table string) error {
	_, err := db.Query(fmt.Sprintf("SELECT * FROM %s", table))
	return err
}

func Unknown(db *sql.DB, q string) error {
	_, err := db.Exec(q)
	return err // want `applied database write by (*sql.DB).Exec must (low)`
}

func Write(path string) error {
	err := os.WriteFile(path, nil, 0o600)
	return err // want `applied file write by os.WriteFile idempotent destructive must`
}

func Temporary(data []byte) error {
	return os.WriteFile(filepath.Join(os.TempDir(), "scratch"), data, 0o600)
}

func Append(path string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = fmt.Fprintln(f, "a line")
	return err // want `applied file write by the file must`
}

func Read(path string) error {
	f, err := os.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.Copy(io.Discard, f)
	return err
}

func Buffer(v any) (string, error) {
	var b bytes.Buffer
	err := json.NewEncoder(&b).Encode(v)
	fmt.Fprintf(&b, "%v", v)
	return b.String(), err
}

func Directory(dir string) error {
	return os.MkdirAll(dir, 0o700) // want `applied file write by os.MkdirAll idempotent must`
}

func Get(url string) error {
	resp, err := http.Get(url)
	if err == nil {
		resp.Body.Close()
	}
	return err
}

// Ask may be a search: a POST of which nothing is known.
func Ask(url string) error {
	_, err := http.Post(url, "text/plain", strings.NewReader("q"))
	return err // want `applied HTTP request by http.Post must (low)`
}

func CreateNote(url string) error {
	_, err := http.Post(url, "text/plain", strings.NewReader("q"))
	return err // want `applied HTTP request by http.Post must (medium)`
}

func Told(url string) (bool, error) {
	resp, err := http.Post(url, "text/plain", strings.NewReader("q"))
	if err != nil {
		return false, err // want `unknown HTTP request by http.Post must (medium)`
	}
	return resp.StatusCode == http.StatusCreated, nil // want `applied HTTP request by http.Post must (medium)`
}

func Replace(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, url, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err // want `applied HTTP request by the HTTP request idempotent must`
}

func Delete(url string) error {
	req, err := http.NewRequest("DELETE", url, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err // want `applied HTTP request by the HTTP request idempotent destructive must`
}

// A PATCH sets or adds; the name tells.
func SetTitle(url string) error {
	req, err := http.NewRequest("PATCH", url, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err // want `applied HTTP request by the HTTP request idempotent must`
}

func AppendRemark(url string) error {
	req, err := http.NewRequest("PATCH", url, nil)
	if err != nil {
		return err
	}
	_, err = http.DefaultClient.Do(req)
	return err // want `applied HTTP request by the HTTP request must`
}

func Keyed(url, key string) error {
	req, err := http.NewRequest("POST", url, nil)
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	_, err = http.DefaultClient.Do(req)
	return err // want `applied HTTP request by the HTTP request must keyed (low)`
}

func Push(ctx context.Context, dir string) error {
	err := exec.CommandContext(ctx, "git", "-C", dir, "push").Run()
	return err // want `applied command by the command git push idempotent must`
}

func Status(ctx context.Context) error {
	return exec.CommandContext(ctx, "git", "status").Run()
}

func Remove(name string) error {
	out, err := exec.Command("kubectl", "delete", "pod", name).CombinedOutput()
	_ = out
	return err // want `applied command by the command kubectl delete idempotent destructive must`
}

func Run(name string) error {
	return exec.Command("frobnicate", name).Run() // want `applied command by the command frobnicate must (low)`
}

func Send(to string) error {
	return smtp.SendMail("mail:25", nil, "a@example.com", []string{to}, nil) // want `applied message by smtp.SendMail must`
}

// The verb of a method's name speaks where nothing in view implements it.
type API interface {
	CreateNote(ctx context.Context, id string) error
	DeleteNote(ctx context.Context, id string) error
	ListNotes(ctx context.Context) ([]string, error)
	Title(ctx context.Context) (string, error)
}

func Create(ctx context.Context, api API) error {
	err := api.CreateNote(ctx, "a")
	return err // want `applied API call by (kinds.API).CreateNote must (medium)`
}

func Both(ctx context.Context, api API) error {
	if _, err := api.ListNotes(ctx); err != nil {
		return err
	}
	err := api.DeleteNote(ctx, "a")
	return err // want `applied API call by (kinds.API).DeleteNote idempotent destructive must (medium)`
}

func Title(ctx context.Context, api API) error {
	_, err := api.Title(ctx)
	return err
}

// An implementer in view says more than the verb.
type Cache interface{ Put(key string) error }

type memory map[string]bool

func (m memory) Put(key string) error { m[key] = true; return nil }

func Remember(c Cache, key string) error { return c.Put(key) }

// Directives.
//
//mcplint:mutates
func notify(id string) error { return nil }

//mcplint:mutates idempotent
func touch(id string) error { return nil }

func Directives(id string) error {
	if err := notify(id); err != nil {
		return err // want `unknown API call by kinds.notify must`
	}
	if err := touch(id); err != nil {
		return err // want `applied API call by kinds.notify must; unknown API call by kinds.touch idempotent must`
	}
	return nil // want `applied API call by kinds.notify must; applied API call by kinds.touch idempotent must`
}
