package argpanic

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/internal/reach"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/text"
)

// reason is what leads to a deliberate panic or exit.
type reason uint8

const (
	internal reason = iota // the program's own state
	config                 // its configuration
	failure                // an upstream failure that a call meets
	argument               // the arguments
	always                 // nothing: whoever comes here
)

func (c *checker) panics(in *ssa.Panic) {
	if !in.Pos().IsValid() {
		return // made by the compiler: a yield function called again
	}
	r, conf := c.why(in)
	what := ""
	switch r {
	case argument:
		what = "an argument leads to panic"
	case failure:
		what = "a failure of what the call asks for leads to panic"
	case always:
		what = "the call leads to panic"
	default:
		return
	}
	c.report(in, conf, false, what, "return an error and answer with an isError result")
}

func (c *checker) exits(in ssa.CallInstruction, kills bool, name string) {
	r, conf := c.why(in)
	what := ""
	switch r {
	case argument:
		what = "an argument leads to " + name
	case failure:
		what = "a failure of what the call asks for leads to " + name
	case always, internal:
		if !kills && r == internal {
			return
		}
		what, conf = "the call can reach "+name, min(conf, model.Medium)
	case config:
		what, conf = "a fault of the configuration, met by the call, leads to "+name, model.Medium
	}
	n := len(c.out)
	c.report(in, conf, kills, what, "return an error and answer with an isError result")
	if r == config && len(c.out) > n {
		c.out[n].Level = rule.Warning
	}
}

// why finds what decides that an instruction is reached: the nearest condition
// that says something, the callers' included.
func (c *checker) why(in ssa.Instruction) (reason, model.Confidence) {
	cs := c.s.Conds(in)
	if len(cs) == 0 {
		return always, model.High
	}
	// The innermost function that decides anything decides; in it, the nearest
	// condition that says something.
	for _, cond := range cs {
		if cond.F != cs[0].F {
			break
		}
		switch r := c.because(cond); r {
		case internal:
		case failure:
			return r, model.Medium
		default:
			return r, model.High
		}
	}
	return internal, model.High
}

func (c *checker) because(cond ir.Cond) reason {
	v, taken := cond.Not()
	if x, isNil, ok := ir.NilTest(v, taken); ok && !isNil && ir.IsError(x.Type()) {
		return c.cause(x, cond.F)
	}
	var parts []ssa.Value
	switch v := v.(type) {
	case *ssa.BinOp:
		parts = []ssa.Value{v.X, v.Y}
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.TypeAssert:
			if _, ok := c.s.Argument(t.X, cond.F, reach.Part); ok {
				return argument
			}
			return internal
		case *ssa.Lookup:
			parts = []ssa.Value{t.Index}
		case *ssa.Call:
			parts = ir.Operands(&t.Call)
		}
	case *ssa.Call:
		parts = ir.Operands(&v.Call)
	default:
		parts = []ssa.Value{v}
	}
	for _, p := range parts {
		if _, ok := c.s.Argument(p, cond.F, reach.Computed); ok {
			return argument
		}
	}
	for _, p := range parts {
		if c.configured(p, cond.F) {
			return config
		}
	}
	return internal
}

// cause says where an error that leads to a panic comes from.
func (c *checker) cause(err ssa.Value, f *ir.Frame) reason {
	r := internal
	for _, p := range text.Of(c.s.E, &ir.Node{V: err, F: f}).Pieces {
		if strings.Contains(p.What, "Marshal") || strings.Contains(p.What, "rand.") || strings.Contains(p.What, "getwd") || strings.Contains(p.What, "UserHomeDir") {
			continue
		}
		call, ok := p.Source.V.(*ssa.Call)
		if !ok {
			if ex, isEx := p.Source.V.(*ssa.Extract); isEx {
				call, ok = ex.Tuple.(*ssa.Call)
			}
		}
		asked := false
		if ok {
			for _, a := range ir.Operands(&call.Call) {
				if _, yes := c.s.Argument(a, p.Source.F, reach.Computed); yes {
					asked = true
				}
			}
		}
		switch {
		case asked:
			return argument
		case p.Origin == model.Infra || p.Origin == model.Payload || p.Origin == model.Secret:
			if ok && c.fromConfig(call, p.Source.F) {
				r = max(r, config)
			} else {
				r = max(r, failure)
			}
		case ok && c.fromConfig(call, p.Source.F):
			r = max(r, config)
		}
	}
	return r
}

func (c *checker) fromConfig(call *ssa.Call, f *ir.Frame) bool {
	for _, a := range ir.Operands(&call.Call) {
		if c.configured(a, f) {
			return true
		}
	}
	return false
}

// configured reports whether a value comes from the environment or a flag.
func (c *checker) configured(v ssa.Value, f *ir.Frame) bool {
	found := false
	tr := &ir.Tracer{Engine: c.s.E, Numbers: true, Budget: 300, Ext: func(n *ir.Node, call ssa.CallInstruction, _ int) ([]*ir.Node, bool) {
		com := call.Common()
		if len(c.s.E.Callees(call, n.F)) > 0 {
			return nil, false
		}
		switch pkg := ir.CalleePkg(com); {
		case strings.HasPrefix(ir.CalleeName(com), "os.Getenv"), strings.HasPrefix(ir.CalleeName(com), "os.LookupEnv"),
			pkg == "flag", strings.HasSuffix(pkg, "spf13/viper"), strings.HasSuffix(pkg, "spf13/pflag"):
			found = true
			return nil, true
		}
		var next []*ir.Node
		for _, a := range ir.Operands(com) {
			next = append(next, n.Next(a, "", n.F, ir.Through, call))
		}
		return next, true
	}}
	tr.Run(&ir.Node{V: v, F: f})
	return found
}
