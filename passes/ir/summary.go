package ir

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/model"
)

// Summary is what a package tells its importers about one of its functions: what
// the results may say, what a call changes outside the process, and the
// function's directives. passes/summary makes it and carries it as a fact; a view
// hands it out where the function's code is not in sight. It holds no maps and
// only what is small, since it is encoded for every importer.
type Summary struct {
	Directives []string
	Results    []Said
	Effects    []Change
	// Quiet: the function was looked at to its end and changes nothing, so the
	// verb in its name says nothing.
	Quiet bool
}

// Said is what one result may say. A result without pieces is not known.
type Said struct {
	Index int
	// Flag is what a tool result's IsError is: "", "set", "clear" or "either".
	Flag   string
	Pieces []Part
}

// Part is one piece of a result's text: words, an origin, or an operand's text.
type Part struct {
	Const      string
	Operand    int // the receiver is 0; -1: none
	Origin     model.Origin
	Confidence model.Confidence
	What       string
}

// Change is one effect that a call may have.
type Change struct {
	model.Effect
	What string
	Must bool
}

// AFact makes a Summary a fact.
func (*Summary) AFact() {}

// String is the language of the tests of facts.
func (s *Summary) String() string {
	var parts []string
	for _, d := range s.Directives {
		parts = append(parts, "//mcplint:"+d)
	}
	for _, r := range s.Results {
		var ps []string
		for _, p := range r.Pieces {
			switch {
			case p.Const != "":
				ps = append(ps, fmt.Sprintf("%q", p.Const))
			case p.Operand >= 0:
				ps = append(ps, fmt.Sprintf("operand %d", p.Operand))
			case p.What == "":
				ps = append(ps, p.Origin.String())
			default:
				ps = append(ps, p.Origin.String()+" "+p.What)
			}
		}
		flag := ""
		if r.Flag != "" {
			flag = " isError " + r.Flag
		}
		parts = append(parts, fmt.Sprintf("result %d%s: %s", r.Index, flag, strings.Join(ps, ", ")))
	}
	for _, e := range s.Effects {
		w := e.Kind.String() + " by " + e.What
		for _, f := range []struct {
			on   bool
			name string
		}{{e.Idempotent, "idempotent"}, {e.Destructive, "destructive"}, {e.Must, "must"}} {
			if f.on {
				w += " " + f.name
			}
		}
		parts = append(parts, w)
	}
	if s.Quiet {
		parts = append(parts, "quiet")
	}
	return strings.Join(parts, "; ")
}

// Result returns what is known of a result.
func (s *Summary) Result(i int) (Said, bool) {
	for _, r := range s.Results {
		if r.Index == i {
			return r, true
		}
	}
	return Said{}, false
}

// Import gives the view the summaries of functions outside it. It must be called
// before a pass asks about them.
func (v *View) Import(of map[types.Object]*Summary) {
	v.imported.Store(&of)
}

// Summary returns what is known of a function whose code is not in sight, or nil.
func (v *View) Summary(f *ssa.Function) *Summary {
	m := v.imported.Load()
	if f == nil || m == nil {
		return nil
	}
	if o := f.Origin(); o != nil {
		f = o
	}
	return (*m)[f.Object()]
}

// directive reports whether a list of directives has one of that name.
func directive(list []string, name string) bool {
	return slices.ContainsFunc(list, func(d string) bool { return d == name || strings.HasPrefix(d, name+" ") })
}
