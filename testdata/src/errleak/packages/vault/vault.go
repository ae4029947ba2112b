// Package vault keeps documents in a bucket.
package vault

import (
	"context"
	"os"
	"path/filepath"

	"example.com/mcplinttest/errleak/packages/faults"
)

// Bucket is where they are.
type Bucket interface {
	Fetch(ctx context.Context, key string) ([]byte, error)
}

// Local is a bucket on the disk.
type Local struct{ Root string }

// Fetch reads a document.
func (l Local) Fetch(_ context.Context, key string) ([]byte, error) {
	b, err := os.ReadFile(filepath.Join(l.Root, "documents.bin"))
	if err != nil {
		return nil, &faults.Fault{Public: "document " + key + " is not in the vault", Cause: err}
	}
	return b, nil
}
