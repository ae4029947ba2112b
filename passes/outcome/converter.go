package outcome

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/tool"
)

// converter is a middleware that makes tool errors of handlers' errors.
type converter struct {
	t       *tool.Tool
	servers []ssa.Value
	relays  bool // its answer shows the error's own text
}

// converters finds the installed middleware that answers every error of what it
// wraps with a result marked as an error. Errors that it lets through under a
// condition of their own (a type, the method, cancellation) are its decision.
func (p *Program) converters() []converter {
	var out []converter
	for _, t := range p.Tools.Tools {
		if !t.Middleware {
			continue
		}
		if yes, relays := p.converts(t); yes {
			out = append(out, converter{t, t.Servers, relays})
		}
	}
	return out
}

// converts reports whether a middleware is a converter, and whether it relays
// the error's text.
func (p *Program) converts(t *tool.Tool) (yes, relays bool) {
	defer func() {
		if recover() != nil {
			yes = false
		}
	}()
	if slices.Contains(model.Config.Converters, ir.FullName(t.Root.Fn)) || p.View.Directive(t.Root.Fn, "converts-errors") || t.Root.Fn.Parent() != nil && p.View.Directive(t.Root.Fn.Parent(), "converts-errors") {
		return true, false
	}
	e := &enumerator{Engine: ir.NewEngine(p.View)}
	converted := false
	for _, x := range e.exits(e.Root(t.Root), nil, 0) {
		for _, o := range evaluate(e, t, x, x) {
			if o.Err != nil && o.ErrNil == ir.NotNil {
				if !specific(x.Conds) {
					return false, false
				}
				continue
			}
			if o.Flag == FlagSet || o.Flag == FlagEither {
				for _, c := range x.Conds {
					cond, taken := c.Not()
					if v, isNil, ok := ir.NilTest(cond, taken); ok && !isNil && ir.IsError(v.Type()) {
						converted = true
						for _, p := range o.Text.Pieces {
							relays = relays || o.Next(p.Source.V)
						}
					}
				}
			}
		}
	}
	return converted, relays
}

// Next reports whether v is what the function that a middleware wraps returned.
func (o *Outcome) Next(v ssa.Value) bool {
	call, _ := source(v)
	if call == nil || !o.Tool.Middleware || call.Call.StaticCallee() != nil {
		return false
	}
	sig := call.Call.Signature()
	return types.Identical(sig.Results(), o.Tool.Root.Fn.Signature.Results()) && sig.Params().Len() == o.Tool.Root.Fn.Signature.Params().Len()
}

// specific reports whether a condition looks at more than whether there is an
// error: its type, a sentinel, the method, the cancellation.
func specific(conds []ir.Cond) bool {
	if cancelledBy(conds) {
		return true
	}
	for _, c := range conds {
		cond, taken := c.Not()
		if _, _, ok := ir.NilTest(cond, taken); ok {
			continue
		}
		switch v := cond.(type) {
		case *ssa.Call:
			return true
		case *ssa.BinOp:
			if _, ok := ir.ConstString(v.Y); ok {
				return true
			}
		case *ssa.Extract:
			return true
		case *ssa.Phi:
			return true
		}
	}
	return false
}

// covered reports whether a converter stands in front of a tool: on the same
// server or, where the server is not known, in a package that can see the tool.
func covered(t *tool.Tool, conv []converter, p *Program) (yes, relays bool) {
	if t.Middleware {
		return false, false
	}
	for _, c := range conv {
		if p.sameServer(t, c) {
			return true, c.relays
		}
	}
	return false, false
}

func (p *Program) sameServer(t *tool.Tool, c converter) bool {
	definite := len(t.Servers) > 0
	for _, s := range t.Servers {
		if slices.Contains(c.servers, s) {
			return true
		}
		call, ok := s.(*ssa.Call)
		if !ok || ir.CalleeName(&call.Call) == "" {
			definite = false
			continue
		}
		// Options: the middleware call flows into the arguments of the server's making.
		for _, a := range call.Call.Args {
			tr := &ir.Tracer{Engine: ir.NewEngine(p.View), Open: true, Budget: 800}
			start := &ir.Node{V: a, At: call}
			if _, ok := a.Type().Underlying().(*types.Slice); ok {
				start.Path = ir.Elem
			}
			for _, l := range tr.Run(start) {
				if slices.Contains(c.servers, l.V) {
					return true
				}
			}
		}
	}
	if definite {
		return false
	}
	from := ir.PackageOf(c.t.RegCall.Parent())
	to := ir.PackageOf(t.Handler())
	return from != nil && to != nil && (from == to || importsAny(from, to, map[*types.Package]bool{}))
}

func importsAny(from, to *types.Package, seen map[*types.Package]bool) bool {
	if seen[from] {
		return false
	}
	seen[from] = true
	for _, i := range from.Imports() {
		if i == to || importsAny(i, to, seen) {
			return true
		}
	}
	return false
}
