// Package post is the client of a parcel service.
package post

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// Client talks to the service.
type Client struct{ HTTP *http.Client }

// Collect orders a collection.
func (c *Client) Collect(ctx context.Context, address string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://parcels.example.com/collections", strings.NewReader(address))
	if err != nil {
		return err
	}
	return c.send(req)
}

// CollectOnce orders a collection that the service knows again.
func (c *Client) CollectOnce(ctx context.Context, address, key string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://parcels.example.com/collections", strings.NewReader(address))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	return c.send(req)
}

func (c *Client) send(req *http.Request) error {
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusCreated {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	return nil
}
