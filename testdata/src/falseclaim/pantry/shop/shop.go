// Package shop orders groceries.
package shop

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

// Shop is a client of the shop.
type Shop struct {
	Base string
	HTTP *http.Client
}

// NothingDone is for calls that ended before anything was ordered.
const NothingDone = "Nothing was ordered."

// Receipt is what the shop answers to an order.
type Receipt struct {
	Number string `json:"number"`
}

// UnreadableError says that an order was taken and its receipt cannot be read.
type UnreadableError struct{ Err error }

func (e *UnreadableError) Error() string { return "the receipt cannot be read" }

func (e *UnreadableError) Unwrap() error { return e.Err }

// Order orders a thing.
func (s *Shop) Order(ctx context.Context, thing string) (*Receipt, error) {
	body, err := json.Marshal(map[string]string{"thing": thing})
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.Base+"/orders", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	resp, err := s.HTTP.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return nil, fmt.Errorf("the shop answered %d", resp.StatusCode)
	}
	var r Receipt
	if err := json.NewDecoder(resp.Body).Decode(&r); err != nil {
		return nil, &UnreadableError{err}
	}
	return &r, nil
}

// InStock asks whether the shop has a thing.
func (s *Shop) InStock(ctx context.Context, thing string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, s.Base+"/stock/"+thing, nil)
	if err != nil {
		return err
	}
	resp, err := s.HTTP.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("the shop answered %d", resp.StatusCode)
	}
	return nil
}
