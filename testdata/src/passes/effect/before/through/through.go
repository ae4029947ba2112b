// Package through calls helpers of another package. What they change is the same
// by their summaries, when one package is in view, as by their code.
package through

import (
	"errors"

	"example.com/mcplinttest/passes/effect/before/through/helper"
)

func Add(s *helper.Store, id string) error {
	if err := s.Add(id); err != nil {
		return err // want `unknown database write by (*sql.DB).Exec must`
	}
	return nil // want `applied database write by (*sql.DB).Exec must`
}

// Create: a function that was looked at and found quiet is not judged by its verb.
func Create(s *helper.Store, id string) error {
	_, err := s.Create(id)
	return err
}

func Clear(path string) error {
	err := helper.Clear(path)
	return err // want `applied file write by os.Remove idempotent destructive must`
}

func Notify(url string) error {
	if url == "" {
		return errors.New("a URL is needed")
	}
	return helper.Notify(url) // want `applied API call by helper.Notify must`
}
