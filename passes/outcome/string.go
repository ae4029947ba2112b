package outcome

import (
	"fmt"
	"strings"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/text"
)

// The strings of this file are the language of this pass's tests.

// String is the channel and what else is known of the outcome; then what is read
// and, where that hides it, the cause; last the conditions, innermost first, those of a
// wrapped handler by themselves. As // every question about an outcome it must not be asked within another's Within.
func (o *Outcome) String() string {
	s := o.Channel.String()
	for _, f := range []struct {
		on   bool
		name string
	}{{o.Maybe, "maybe"}, {o.Cancelled, "cancelled"}, {o.Coded, "coded"}, {o.Answered, "answered"}, {o.Relayed, "relayed"}, {o.Own, "own"}, {o.Exit.Panic, "after a panic"}} {
		if f.on {
			s += " " + f.name
		}
	}
	if len(o.OwnCodes) > 0 {
		s += fmt.Sprintf(" with code %d", o.OwnCodes)
	}
	var read string
	switch {
	case o.Text != nil:
		read = o.Text.String()
	case o.Channel == model.Success:
		read = o.Shown().String()
	}
	if read != "" {
		s += ": " + read
	}
	if d := o.Data; d != nil && len(d.Pieces) > 0 && d.String() != read {
		s += " with data " + d.String()
	}
	if o.Cause != nil && o.Cause.String() != read {
		s += " because of " + o.Cause.String()
	}
	s += under(" if ", o.Conds)
	if o.Handler != o.Exit {
		s += under(" where the handler has ", o.Handler.Conds)
	}
	return s
}

func under(intro string, conds []ir.Cond) string {
	var out []string
	for _, c := range conds {
		out = append(out, c.String())
	}
	if len(out) == 0 {
		return ""
	}
	return intro + strings.Join(out, " and ")
}

// String is the codes, and how the error is held.
func (w Wire) String() string {
	s := fmt.Sprint(w.Codes)
	if w.Data {
		s += " with data"
	}
	if w.Wrapped {
		s += " wrapped"
		if w.Wrap != nil {
			s += " by " + text.Short(ir.CalleeName(w.Wrap.Common()))
		}
	}
	return s
}

func (c Content) String() string { return [...]string{"unknown", "empty", "filled"}[c] }
