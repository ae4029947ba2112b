// Package api asks the harbour's service.
package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// Harbour is a client.
type Harbour struct {
	Base string
	HTTP *http.Client
}

// Berth is a place for a ship.
type Berth struct {
	Name string `json:"name"`
	Free bool   `json:"free"`
}

// ErrGone says that a berth no longer exists.
var ErrGone = errors.New("gone")

func (h *Harbour) send(ctx context.Context, method, path string, body io.Reader) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, h.Base+path, body)
	if err != nil {
		return nil, err
	}
	return h.HTTP.Do(req)
}

// Get decodes whatever comes.
func (h *Harbour) Get(ctx context.Context, path string, into any) error {
	resp, err := h.send(ctx, http.MethodGet, path, nil) // want "status of the answer is never read"
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(into)
}

// GetGood looks at the status first.
func (h *Harbour) GetGood(ctx context.Context, path string, into any) error {
	resp, err := h.send(ctx, http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if err := refused(resp); err != nil {
		return err
	}
	return json.NewDecoder(resp.Body).Decode(into)
}

func refused(resp *http.Response) error {
	switch {
	case resp.StatusCode == http.StatusGone:
		return ErrGone
	case resp.StatusCode >= 300:
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	return nil
}

// Text reads whatever comes.
func (h *Harbour) Text(ctx context.Context, path string) (string, error) {
	resp, err := h.HTTP.Get(h.Base + path) // want "status of the answer is never read"
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return "", err
	}
	return string(b), nil
}

// TextGood gives the text of a 200.
func (h *Harbour) TextGood(ctx context.Context, path string) (string, error) {
	resp, err := h.HTTP.Get(h.Base + path)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode/100 != 2 {
		return "", errors.New("refused")
	}
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return "", err
	}
	return string(b), nil
}

// Book closes the answer unseen.
func (h *Harbour) Book(ctx context.Context, b Berth) error {
	var buf bytes.Buffer
	if err := json.NewEncoder(&buf).Encode(b); err != nil {
		return err
	}
	resp, err := h.HTTP.Post(h.Base+"/bookings", "application/json", &buf) // want "status of the answer is never read"
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// BookGood takes 201 for an answer.
func (h *Harbour) BookGood(ctx context.Context, b Berth) error {
	var buf bytes.Buffer
	if err := json.NewEncoder(&buf).Encode(b); err != nil {
		return err
	}
	resp, err := h.HTTP.Post(h.Base+"/bookings", "application/json", &buf)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return errors.New("not booked")
	}
	return nil
}

// Envelope is how the tide service answers: always with 200.
type Envelope struct {
	OK    bool   `json:"ok"`
	Level string `json:"level"`
}

// Tide asks a service that says in its body whether it failed.
func (h *Harbour) Tide(ctx context.Context) (string, error) {
	resp, err := h.HTTP.Get(h.Base + "/tide")
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var e Envelope
	if err := json.NewDecoder(resp.Body).Decode(&e); err != nil {
		return "", err
	}
	if !e.OK {
		return "", errors.New("no tide")
	}
	return e.Level, nil
}
