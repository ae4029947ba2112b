// Package bank moves money.
package bank

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"example.com/mcplinttest/retryhint/packages/fault"
)

// Bank is a client.
type Bank struct{ HTTP *http.Client }

// Transfer moves money.
func (b *Bank) Transfer(ctx context.Context, form url.Values) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://bank.example.com/transfers", strings.NewReader(form.Encode()))
	if err != nil {
		return fault.Later("the transfer cannot be written down")
	}
	resp, err := b.HTTP.Do(req)
	if err != nil {
		return fault.Later("the bank does not answer")
	}
	return resp.Body.Close()
}

// TransferChecked moves money and knows what it does not know.
func (b *Bank) TransferChecked(ctx context.Context, form url.Values) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://bank.example.com/transfers", strings.NewReader(form.Encode()))
	if err != nil {
		return fault.Later("the transfer cannot be written down")
	}
	resp, err := b.HTTP.Do(req)
	if err != nil {
		return fault.Unclear("the bank does not answer")
	}
	return resp.Body.Close()
}
