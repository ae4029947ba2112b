package text_test

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/internal/wanttest"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/summary"
	"github.com/gomcplint/mcplint/passes/text"
)

// questions are the functions of the test packages that ask the pass about their
// argument, by name.
var questions = map[string]func(*ir.Engine, *ir.Node, []ir.Cond) string{
	"shows":   func(e *ir.Engine, n *ir.Node, _ []ir.Cond) string { return text.Of(e, n).String() },
	"encodes": func(e *ir.Engine, n *ir.Node, _ []ir.Cond) string { return text.JSON(e, n).String() },
	"content": func(e *ir.Engine, n *ir.Node, _ []ir.Cond) string { return text.Result(e, n, "Content").String() },
	"structured": func(e *ir.Engine, n *ir.Node, _ []ir.Cond) string {
		return text.Result(e, n, "StructuredContent").String()
	},
	"isError":   func(e *ir.Engine, n *ir.Node, _ []ir.Cond) string { return text.FlagOf(e, n).String() },
	"hides":     func(e *ir.Engine, n *ir.Node, _ []ir.Cond) string { return secrets(text.Secrets(e, false, n)) },
	"hidesOpen": func(e *ir.Engine, n *ir.Node, _ []ir.Cond) string { return secrets(text.Secrets(e, true, n)) },
	"hidesJSON": func(e *ir.Engine, n *ir.Node, _ []ir.Cond) string { return secrets(text.JSONSecrets(e, false, n)) },
	"odd": func(e *ir.Engine, n *ir.Node, conds []ir.Cond) string {
		var out []string
		for _, o := range text.Oddities(e, conds, n) {
			if o.Dump == nil {
				out = append(out, "an error that is nil")
			} else {
				out = append(out, "dump of "+types.TypeString(o.Dump, (*types.Package).Name))
			}
		}
		return strings.Join(out, ", ")
	},
}

func secrets(found []text.Secret) string {
	var out []string
	for _, s := range found {
		out = append(out, s.String())
	}
	slices.Sort(out)
	return strings.Join(slices.Compact(out), ", ")
}

// ask answers every question in a package. What asks for nothing is not said.
func ask(pass *analysis.Pass, say func(token.Pos, string)) {
	v := pass.ResultOf[ir.Analyzer].(*ir.View)
	e := ir.NewEngine(v)
	for _, fn := range v.Funcs() {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				call, ok := in.(*ssa.Call)
				if !ok {
					continue
				}
				name := ir.CalleeName(&call.Call)
				if q, ok := questions[name[strings.LastIndexByte(name, '.')+1:]]; ok && ir.CalleePkg(&call.Call) == pass.Pkg.Path() {
					f := e.Root(ir.Target{Fn: fn})
					if s := q(e, &ir.Node{V: call.Call.Args[0], F: f, At: call}, ir.Conds(b, f)); s != "" {
						say(call.Pos(), s)
					}
				}
			}
		}
	}
}

func TestText(t *testing.T) { wanttest.Probe(t, "./passes/text/...", ask, summary.Analyzer) }

// TestWhole has the code of the other package in view, and no summaries.
func TestWhole(t *testing.T) {
	wanttest.ProbeWhole(t, "./passes/text/through/...", ask, summary.Analyzer)
}

func TestVerbs(t *testing.T) {
	for format, want := range map[string]string{
		"":                       "[]",
		"100%%":                  "[]",
		"%s: %w":                 "[s w]",
		"%+v %#v %v":             "[+v #v v]",
		"%-10s|%05.2f|%[1]q":     "[s f q]",
		"%*d":                    "[d d]",
		"%d of %d, 5%% of %[2]s": "[d d s]",
		"ends in %":              "[]",
	} {
		if got := fmt.Sprint(text.Verbs(format)); got != want {
			t.Errorf("%q: %s, want %s", format, got, want)
		}
	}
}

func TestShort(t *testing.T) {
	for name, want := range map[string]string{
		"os.Open":                        "os.Open",
		"(*database/sql.DB).ExecContext": "(*sql.DB).ExecContext",
		"(io/fs.FS).Open":                "(fs.FS).Open",
		"net/http.Get":                   "http.Get",
		"example.com/a/b.T":              "b.T",
	} {
		if got := text.Short(name); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
