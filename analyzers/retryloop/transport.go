package retryloop

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/effect"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/tool"
)

// transports returns the program's types whose RoundTrip repeats a request
// whatever its method is.
func transports(v *ir.View) []string {
	var out []string
	for _, fn := range v.Funcs() {
		if fn.Name() != "RoundTrip" || fn.Signature.Recv() == nil || v.InTest(fn) || readsMethod(fn, 0) {
			continue
		}
		for _, c := range candidates(v, fn) {
			if !sends(c.call, 0) {
				continue
			}
			out = append(out, ir.TypeName(fn.Signature.Recv().Type()))
			break
		}
	}
	return out
}

// sends reports whether a call sends a request, by itself or through a helper.
func sends(call *ssa.Call, depth int) bool {
	name := ir.CalleeName(&call.Call)
	if strings.HasSuffix(name, ".RoundTrip") || name == "(*net/http.Client).Do" {
		return true
	}
	if fn := call.Call.StaticCallee(); fn != nil && fn.Blocks != nil && depth < 3 {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				if c, ok := in.(*ssa.Call); ok && sends(c, depth+1) {
					return true
				}
			}
		}
	}
	return false
}

// readsMethod reports whether a function looks at the method, the key or the
// condition of the request that it is given, itself or through a helper.
func readsMethod(fn *ssa.Function, depth int) bool {
	if depth > 3 {
		return false
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.FieldAddr:
				if ir.TypeName(in.X.Type()) == "net/http.Request" && ir.FieldVar(in.X.Type(), in.Field).Name() == "Method" {
					return true
				}
			case *ssa.Call:
				if ir.CalleeName(&in.Call) == "(net/http.Header).Get" {
					if s, ok := ir.ConstString(ir.Operand(&in.Call, 1)); ok && model.IdempotencyHeader(s) {
						return true
					}
				}
				callee := in.Call.StaticCallee()
				if callee == nil || callee.Blocks == nil || callee == fn {
					continue
				}
				for _, a := range in.Call.Args {
					if ir.TypeName(a.Type()) == "net/http.Request" && readsMethod(callee, depth+1) {
						return true
					}
				}
			}
		}
	}
	return false
}

// sent reports the requests of a tool that go through a client with such a
// transport.
func (l *looker) sent(e *ir.Engine, f *ir.Frame, t *tool.Tool) {
	if len(l.trips) == 0 && !l.uses("github.com/hashicorp/go-retryablehttp") {
		return
	}
	for _, ev := range effect.Reachable(e, f, t.Name) {
		if ev.Kind != model.HTTPSend || ev.Idempotent || ev.Keyed {
			continue
		}
		c := ev.Call.Common()
		if !strings.HasPrefix(ir.CalleeName(c), "(*net/http.Client).") {
			continue
		}
		how := l.transport(e, ir.Operand(c, 0), ev.F)
		if how == "" {
			continue
		}
		pos := ir.PosOf(ev.Call)
		if l.found[pos] {
			continue
		}
		l.found[pos] = true
		subject := ""
		if t.Name != "" {
			subject = fmt.Sprintf("tool %q: ", t.Name)
		}
		l.out = append(l.out, rule.Finding{
			Pos: pos, Confidence: model.Medium, Tool: t.Name, Related: []analysis.RelatedInformation{{Pos: pos, Message: "sent through " + how}},
			Message: fmt.Sprintf("%s%s repeats requests of any method after a failure, this one too, and a failure may hide that it was done; repeat safe methods only, or send an idempotency key", subject, how),
		})
	}
}

func (l *looker) uses(path string) bool {
	for _, u := range l.view.Units {
		if slices.ContainsFunc(u.Pkg.Imports(), func(p *types.Package) bool { return p.Path() == path }) {
			return true
		}
	}
	return false
}

// transport names what repeats the requests of a client, or "".
func (l *looker) transport(e *ir.Engine, client ssa.Value, f *ir.Frame) string {
	how := ""
	see := func(t types.Type) {
		if name := ir.TypeName(t); slices.Contains(l.trips, name) {
			how = name[strings.LastIndexByte(name, '/')+1:]
		}
	}
	// The client first, then its transport: any other client's may be anywhere.
	var made []*ir.Node
	tr := &ir.Tracer{Engine: e, Open: true, Budget: 1000}
	tr.Visit = func(n *ir.Node) bool {
		if a, ok := n.V.(*ssa.Alloc); ok && n.Path == "" && ir.TypeName(a.Type()) == "net/http.Client" {
			made = append(made, n)
		}
		return true
	}
	for _, l := range tr.Run(&ir.Node{V: client, F: f}) {
		if c, ok := l.V.(*ssa.Call); ok && strings.HasSuffix(ir.CalleeName(&c.Call), "go-retryablehttp.Client).StandardClient") {
			return "go-retryablehttp"
		}
	}
	for _, n := range made {
		tr := &ir.Tracer{Engine: e, Open: true, Budget: 400}
		tr.Visit = func(n *ir.Node) bool {
			if mi, ok := n.V.(*ssa.MakeInterface); ok {
				see(mi.X.Type())
			}
			return how == ""
		}
		for _, l := range tr.Run(&ir.Node{V: n.V, F: n.F, Path: "Transport"}) {
			see(l.V.Type())
		}
	}
	return how
}
