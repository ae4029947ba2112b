package model

import (
	"flag"
	"fmt"
	"strings"
)

// Settings are what the user can tell mcplint about code that it cannot see.
// They are set by flags only (an analyzer that read a file would be cached
// wrongly by go vet); the standalone command turns .mcplint.yml into the flags.
type Settings struct {
	Confidence Confidence // findings below it are dropped; default Medium
	Sanitizers []string   // functions whose results hold nothing of their operands
	Mutators   []string   // functions that change state; a leading "+" marks an idempotent one
	Readonly   []string   // functions that change nothing
	Converters []string   // middleware and adapters that turn errors into isError results
	Handlers   []string   // functions that are served as tool handlers
}

// Config is the configuration in force. Flags write it before any pass runs.
var Config = Settings{Confidence: Medium}

// Register adds the shared flags to fs.
func (s *Settings) Register(fs *flag.FlagSet) {
	fs.Func("confidence", "report findings of at least this `grade`: high, medium or low (default medium)", func(v string) error {
		switch v {
		case "high":
			s.Confidence = High
		case "medium":
			s.Confidence = Medium
		case "low":
			s.Confidence = Low
		default:
			return fmt.Errorf("unknown confidence %q: use high, medium or low", v)
		}
		return nil
	})
	list := func(name, usage string, dst *[]string) {
		fs.Func(name, usage, func(v string) error {
			for _, e := range strings.Split(v, ",") {
				if e = strings.TrimSpace(e); e != "" {
					*dst = append(*dst, e)
				}
			}
			return nil
		})
	}
	list("sanitizers", "comma-separated `functions` whose results hold nothing of their operands", &s.Sanitizers)
	list("mutators", "comma-separated `functions` that change state; \"+\" before a name marks an idempotent one", &s.Mutators)
	list("readonly", "comma-separated `functions` that change nothing", &s.Readonly)
	list("converters", "comma-separated `functions` (middleware, adapters) that turn errors into isError results", &s.Converters)
	list("handlers", "comma-separated `functions` that are served as tool handlers", &s.Handlers)
}
