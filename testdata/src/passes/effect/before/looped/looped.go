// Package looped repeats a helper that it knows by its summary.
package looped

import "example.com/mcplinttest/passes/effect/before/through/helper"

func Loop(s *helper.Store, ids []string) error {
	for _, id := range ids {
		if err := s.Add(id); err != nil {
			return err // want `applied database write by (*sql.DB).Exec earlier; unknown database write by (*sql.DB).Exec must`
		}
	}
	return nil // want `applied database write by (*sql.DB).Exec`
}
