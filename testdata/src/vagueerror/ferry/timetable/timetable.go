// Package timetable knows the ferries.
package timetable

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
)

// The reasons to refuse a passenger.
var (
	ErrFull = errors.New("the ferry is full")
	ErrLate = errors.New("the ferry has left")
)

// StatusError is an answer that is no success.
type StatusError struct{ Status int }

func (e *StatusError) Error() string { return fmt.Sprintf("the harbour answered %d", e.Status) }

// Harbour is a client of the harbour.
type Harbour struct {
	base string
	http *http.Client
	free map[string]int
	left map[string]bool
}

// At makes a client.
func At(base string) *Harbour {
	return &Harbour{base, http.DefaultClient, map[string]int{}, map[string]bool{}}
}

// Board takes a passenger on board.
func (h *Harbour) Board(ferry string) error {
	if h.left[ferry] {
		return fmt.Errorf("board %s: %w", ferry, ErrLate)
	}
	if h.free[ferry] == 0 {
		return fmt.Errorf("board %s: %w", ferry, ErrFull)
	}
	h.free[ferry]--
	return nil
}

// Next asks when a ferry leaves.
func (h *Harbour) Next(ctx context.Context, ferry string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.base+"/next/"+url.PathEscape(ferry), nil)
	if err != nil {
		return "", err
	}
	resp, err := h.http.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", &StatusError{resp.StatusCode}
	}
	return resp.Header.Get("X-Next"), nil
}
