// Package helper is what package through knows by its summaries.
package helper

import (
	"database/sql"
	"errors"
	"net/http"
	"os"
)

type Store struct{ DB *sql.DB }

func (s *Store) Add(id string) error {
	_, err := s.DB.Exec("INSERT INTO notes(id) VALUES (?)", id)
	return err // want `applied database write by (*sql.DB).Exec must`
}

// Create creates nothing outside the process.
func (s *Store) Create(id string) (string, error) {
	if id == "" {
		return "", errors.New("an id is needed")
	}
	return "note " + id, nil
}

func Clear(path string) error {
	err := os.Remove(path)
	return err // want `applied file write by os.Remove idempotent destructive must`
}

//mcplint:mutates
func Notify(url string) error {
	_, err := http.Get(url)
	return err
}
