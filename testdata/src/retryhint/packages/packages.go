// Package packages moves money: client, errors and tools are three packages.
package packages

import (
	"context"
	"net/url"

	"example.com/mcplinttest/retryhint/packages/bank"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type transfer struct {
	To     string `json:"to"`
	Amount string `json:"amount"`
}

func (t transfer) form() url.Values { return url.Values{"to": {t.To}, "amount": {t.Amount}} }

type desk struct{ *bank.Bank }

// The hint is in the Error method of another package's error.
func (d desk) badTransfer(ctx context.Context, _ *mcp.CallToolRequest, in transfer) (*mcp.CallToolResult, any, error) {
	if err := d.Transfer(ctx, in.form()); err != nil {
		return nil, nil, err // want `tool "transfer": the text invites to try again although the HTTP request .+ applied, so the model repeats it`
	}
	return nil, "transferred", nil
}

func (d desk) goodTransfer(ctx context.Context, _ *mcp.CallToolRequest, in transfer) (*mcp.CallToolResult, any, error) {
	if err := d.TransferChecked(ctx, in.form()); err != nil {
		return nil, nil, err
	}
	return nil, "transferred", nil
}

// Register adds the tools.
func Register(s *mcp.Server, b *bank.Bank) {
	d := desk{b}
	mcp.AddTool(s, &mcp.Tool{Name: "transfer"}, d.badTransfer)
	mcp.AddTool(s, &mcp.Tool{Name: "transfer_checked"}, d.goodTransfer)
}
