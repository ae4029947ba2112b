package tool

import (
	"fmt"
	"strings"

	"github.com/gomcplint/mcplint/passes/model"
)

// The strings of this file are the language of this pass's tests.

// String says how the tool is served: its name, the SDK and the kind of handler,
// what wraps the handler, outermost first, and what is not certain.
func (t *Tool) String() string {
	s := fmt.Sprintf("%s: %s %s", t.Name, t.Serving.SDK, t.Serving.Kind)
	if t.Name == "" {
		s = s[2:]
	}
	at := t.Root
	for i, l := range t.Chain {
		sep := ", "
		if i == 0 {
			sep = " behind "
		}
		s += sep + at.String()
		at = l.Target
	}
	if t.Shape {
		s += " by shape"
	}
	if t.Confidence != model.High {
		s += " (" + t.Confidence.String() + ")"
	}
	return s
}

// String is the kind of what is handled, and the SDK.
func (o Other) String() string {
	kind := [...]string{"tool", "resource", "prompt", "other"}[o.Kind]
	return strings.TrimSpace(kind + " handler: " + string(o.SDK) + " " + o.Version)
}

// String is the figures; what was not resolved has positions of its own.
func (c *Coverage) String() string {
	return fmt.Sprintf("%d registrations, %d handlers", c.Registrations, c.Handlers)
}
