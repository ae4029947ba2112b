package effect

import (
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// command looks at the command line that an *exec.Cmd was made with.
func (c *collector) command(ev Event, cmd ssa.Value) (Event, bool) {
	for _, l := range c.made(cmd, ev.F) {
		call, ok := l.V.(*ssa.Call)
		if !ok {
			continue
		}
		i := 0
		switch ir.CalleeName(&call.Call) {
		case "os/exec.Command":
		case "os/exec.CommandContext":
			i = 1
		default:
			continue
		}
		argv := c.argv(call.Call.Args[i], call.Call.Args[i+1], l.F)
		if len(argv) == 0 {
			continue
		}
		row, ok := model.CommandOf(argv)
		conf := model.High
		if !ok {
			row, ok = model.CloudCommandOf(argv)
			conf = model.Medium
		}
		if !ok {
			ev.Effect.Confidence = model.Low
			ev.What = "the command " + argv[0]
			return ev, true
		}
		if row.None {
			return ev, false
		}
		ev.Effect = model.Effect{Kind: model.Exec, Idempotent: row.Idempotent, Destructive: row.Destructive, Confidence: conf}
		ev.What = "the command " + row.Prefix
		return ev, true
	}
	ev.Effect.Confidence = model.Low
	return ev, true
}

// argv is the constant beginning of a command line; arguments that are not
// constant end it, save flags' values.
func (c *collector) argv(name, args ssa.Value, f *ir.Frame) []string {
	names := c.constants(name, f)
	if len(names) != 1 {
		return nil
	}
	argv := []string{names[0]}
	v, fr := up(args, f)
	els, ok := ir.Elements(v)
	if !ok {
		return argv
	}
	for _, e := range els {
		if e == nil {
			break
		}
		s := c.constants(e, fr)
		if len(s) != 1 {
			argv = append(argv, "…")
			continue
		}
		argv = append(argv, s[0])
	}
	return argv
}
