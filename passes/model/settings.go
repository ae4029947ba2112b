package model

import (
	"flag"
	"fmt"
	"strconv"
	"strings"
)

// Settings are what the user can tell mcplint about code that it cannot see.
// They are set by flags only (an analyzer that read a file would be cached
// wrongly by go vet); the standalone command turns .mcplint.yml into the flags.
type Settings struct {
	Confidence    Confidence // findings below it are dropped; default Medium
	Sanitizers    []string   // functions whose results hold nothing of their operands
	Mutators      []string   // functions that change state; a leading "+" marks an idempotent one
	Readonly      []string   // functions that change nothing
	Converters    []string   // middleware and adapters that turn errors into isError results
	Handlers      []string   // functions that are served as tool handlers
	Registrations []string   // rows of SDKs that mcplint does not know, see ParseRegistration
}

// Config is the configuration in force. Flags write it before any pass runs.
var Config = Settings{Confidence: Medium}

// lists names the settings that are lists, with their help.
var lists = []struct {
	name, usage string
	of          func(*Settings) *[]string
}{
	{"sanitizers", "comma-separated `functions` whose results hold nothing of their operands", func(s *Settings) *[]string { return &s.Sanitizers }},
	{"mutators", "comma-separated `functions` that change state; \"+\" before a name marks an idempotent one", func(s *Settings) *[]string { return &s.Mutators }},
	{"readonly", "comma-separated `functions` that change nothing", func(s *Settings) *[]string { return &s.Readonly }},
	{"converters", "comma-separated `functions` (middleware, adapters) that turn errors into isError results", func(s *Settings) *[]string { return &s.Converters }},
	{"handlers", "comma-separated `functions` that are served as tool handlers", func(s *Settings) *[]string { return &s.Handlers }},
	{"registrations", "comma-separated `rows` of an SDK of your own, as function:operand:channel, for example (*example.com/kit.Server).Add:2:tool-error", func(s *Settings) *[]string { return &s.Registrations }},
}

// Register adds the shared flags to fs.
func (s *Settings) Register(fs *flag.FlagSet) {
	fs.Var(&s.Confidence, "confidence", "report findings of at least this `grade`: high, medium or low")
	for _, l := range lists {
		fs.Var(nameList{l.name, l.of(s)}, l.name, l.usage)
	}
}

// Set gives a list by its name; front ends whose settings are no flags use it.
func (s *Settings) Set(name string, values []string) error {
	for _, l := range lists {
		if l.name == name {
			return nameList{name, l.of(s)}.set(values)
		}
	}
	return fmt.Errorf("there is no list %q", name)
}

// Set implements flag.Value.
func (c *Confidence) Set(v string) error {
	switch v {
	case "high":
		*c = High
	case "medium":
		*c = Medium
	case "low":
		*c = Low
	default:
		return fmt.Errorf("unknown confidence %q: use high, medium or low", v)
	}
	return nil
}

// nameList is a flag with a list of names; giving the flag twice adds to the list.
type nameList struct {
	name string
	to   *[]string
}

func (n nameList) String() string {
	if n.to == nil {
		return ""
	}
	return strings.Join(*n.to, ",")
}

func (n nameList) Set(v string) error { return n.set(strings.Split(v, ",")) }

func (n nameList) set(values []string) error {
	for _, e := range values {
		if e = strings.TrimSpace(e); e == "" {
			continue
		}
		if n.name == "registrations" {
			if _, err := ParseRegistration(e); err != nil {
				return err
			}
		} else if !strings.Contains(e, ".") {
			return fmt.Errorf("%q names no function: write import/path.Func, (import/path.Type).Method or (*import/path.Type).Method", e)
		}
		*n.to = append(*n.to, e)
	}
	return nil
}

// ParseRegistration reads a row "function:operand:channel": the full name of a
// function that registers a tool, the operand that is the handler (the receiver
// is 0), and where an error of the handler goes, tool-error or protocol-error.
func ParseRegistration(row string) (Registration, error) {
	f := strings.Split(row, ":")
	bad := func(what string) (Registration, error) {
		return Registration{}, fmt.Errorf("registration %q: %s; write function:operand:channel, as in (*example.com/kit.Server).Add:2:tool-error", row, what)
	}
	if len(f) != 3 {
		return bad("it has not three parts")
	}
	op, err := strconv.Atoi(f[1])
	if err != nil || op < 0 {
		return bad("the operand is no number from 0 on")
	}
	r := Registration{Func: f[0], Handler: op, Meta: -1, Server: -1, Serving: Serving{SDK: Kit(pkgOf(f[0])), Kind: "plain", Nil: Unknown, Panics: "ends the process"}}
	switch f[2] {
	case ToolError.String():
		r.Serving.Err, r.Serving.CancelErr = ToolError, ToolError
	case Protocol.String():
		r.Serving.Err, r.Serving.CancelErr, r.Serving.Code = Protocol, Protocol, "the SDK's own code"
	default:
		return bad("the channel is neither tool-error nor protocol-error")
	}
	return r, nil
}

// pkgOf is the import path inside a full name.
func pkgOf(fullName string) string {
	p := strings.TrimLeft(fullName, "(*")
	slash := strings.LastIndexByte(p, '/')
	if dot := strings.IndexByte(p[slash+1:], '.'); dot >= 0 {
		return p[:slash+1+dot]
	}
	return p
}
