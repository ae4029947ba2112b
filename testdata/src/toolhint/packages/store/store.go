// Package store keeps the entries of a diary.
package store

import (
	"context"
	"database/sql"
)

// Entries are in a database.
type Entries struct{ DB *sql.DB }

// Read returns an entry.
func (e *Entries) Read(ctx context.Context, id string) (text string, err error) {
	err = e.DB.QueryRowContext(ctx, "SELECT text FROM entries WHERE id = $1", id).Scan(&text)
	return text, err
}

// Open returns an entry and remembers that it was opened.
func (e *Entries) Open(ctx context.Context, id string) (string, error) {
	text, err := e.Read(ctx, id)
	if err != nil {
		return "", err
	}
	_, err = e.DB.ExecContext(ctx, "UPDATE entries SET opened = now() WHERE id = $1", id)
	return text, err
}

// Amend adds a note.
func (e *Entries) Amend(ctx context.Context, id, note string) error {
	_, err := e.DB.ExecContext(ctx, "UPDATE entries SET note = $2 WHERE id = $1", id, note)
	return err
}

// Strike takes an entry out.
func (e *Entries) Strike(ctx context.Context, id string) error {
	_, err := e.DB.ExecContext(ctx, "DELETE FROM entries WHERE id = $1", id)
	return err
}
