package lateguard

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
)

// role says what a condition rests on.
type role struct {
	arg     bool // the call's arguments, or a parse of them
	asked   bool // an answer that the user was asked for
	allowed bool // who the caller is
	other   bool // anything that can differ after the effect: its result, state, I/O
	flag    string
}

// asker finds the roles of conditions of one tool's handler.
type asker struct {
	*ir.Engine
	handlers map[*ssa.Function]bool // whose parameters are the call's
	role
}

func newAsker(o *outcome.Outcome) *asker {
	a := &asker{Engine: o.Engine, handlers: map[*ssa.Function]bool{o.Tool.Root.Fn: true, o.Fn(): true}}
	for _, l := range o.Tool.Chain {
		a.handlers[l.Target.Fn] = true
	}
	return a
}

func (r role) guard() bool { return (r.arg || r.asked || r.allowed) && !r.other }

func (r role) String() string {
	switch {
	case r.asked:
		return "the user's confirmation"
	case r.allowed:
		return "the caller's permission"
	case r.flag != "":
		return "the argument " + r.flag
	}
	return "the arguments"
}

// flags are the arguments by which a caller keeps a tool from acting.
var flags = map[string]bool{
	"dryrun": true, "dry": true, "confirm": true, "confirmed": true, "preview": true, "previewonly": true, "simulate": true, "simulation": true,
	"validateonly": true, "planonly": true, "checkonly": true, "noop": true, "force": true, "yes": true, "approve": true, "approved": true,
	"execute": true, "apply": true, "iamsure": true, "acknowledge": true, "whatif": true, "testmode": true,
}

func squash(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return r
	}, strings.ToLower(s))
}

// previews are the flags that turn the call into a look ahead when they are set.
func previews(flag string) bool {
	switch squash(flag) {
	case "dryrun", "dry", "preview", "previewonly", "simulate", "simulation", "validateonly", "planonly", "checkonly", "noop", "whatif", "testmode":
		return true
	}
	return false
}

// pure lists the packages whose functions depend on their operands only.
var pure = map[string]bool{
	"strings": true, "strconv": true, "time": true, "regexp": true, "unicode": true, "unicode/utf8": true, "net/url": true, "path": true,
	"path/filepath": true, "slices": true, "maps": true, "errors": true, "fmt": true, "net/netip": true, "net/mail": true, "bytes": true,
	"encoding/json": true, "encoding/base64": true, "encoding/hex": true, "math": true, "cmp": true, "github.com/google/uuid": true, "net": true,
}

// impure are the functions of those packages that look elsewhere.
var impure = map[string]bool{
	"time.Now": true, "time.Since": true, "time.Until": true, "path/filepath.EvalSymlinks": true, "path/filepath.Glob": true, "path/filepath.Walk": true,
	"path/filepath.WalkDir": true, "path/filepath.Abs": true,
}

// roleOf finds what a condition rests on, by the values that flow into it and by
// the conditions that decide in helpers which value is returned.
func roleOf(o *outcome.Outcome, cond ssa.Value, f *ir.Frame) role {
	r := newAsker(o)
	e := o.Engine
	type item struct {
		v ssa.Value
		f *ir.Frame
	}
	work := []item{{cond, f}}
	seen := map[item]bool{}
	for n := 0; len(work) > 0 && n < 60; n++ {
		it := work[0]
		work = work[1:]
		if seen[it] {
			continue
		}
		seen[it] = true
		tr := &ir.Tracer{Engine: e, Numbers: true, Budget: 700}
		tr.Ext = func(n *ir.Node, call ssa.CallInstruction, _ int) ([]*ir.Node, bool) { return r.call(n, call) }
		tr.Into = func(n *ir.Node, call ssa.CallInstruction, operand int, _ ir.Path, f *ir.Frame) []*ir.Node {
			var next []*ir.Node
			name := ir.CalleeName(call.Common())
			if !strings.HasSuffix(name, "Unmarshal") && !strings.Contains(name, "Bind") && !strings.Contains(name, "Decode") {
				return nil
			}
			for i, a := range ir.Operands(call.Common()) {
				if i != operand {
					next = append(next, n.Next(a, "", f, ir.Through, call))
				}
			}
			return next
		}
		tr.Visit = func(n *ir.Node) bool {
			if ret, ok := n.At.(*ssa.Return); ok && n.Hop == ir.Result {
				for _, c := range ir.Conds(ret.Block(), n.F) {
					work = append(work, item{c.If.Cond, n.F})
				}
			}
			if p, ok := n.V.(*ssa.Phi); ok {
				for _, pred := range p.Block().Preds {
					if iff, ok := ir.Last(pred).(*ssa.If); ok {
						work = append(work, item{iff.Cond, n.F})
					}
				}
			}
			switch v := n.V.(type) {
			case *ssa.Extract: // v, ok := args["x"].(string): ok tells of the argument
				switch t := v.Tuple.(type) {
				case *ssa.TypeAssert:
					if v.Index == 1 {
						work = append(work, item{t.X, n.F})
					}
				case *ssa.Lookup:
					if v.Index == 1 {
						work = append(work, item{t.X, n.F})
					}
				}
			case *ssa.FieldAddr:
				r.field(ir.FieldVar(v.X.Type(), v.Field).Name())
			case *ssa.Field:
				r.field(ir.FieldVar(v.X.Type(), v.Field).Name())
			case *ssa.UnOp:
				if fa, ok := v.X.(*ssa.FieldAddr); ok {
					r.field(ir.FieldVar(fa.X.Type(), fa.Field).Name())
				}
			}
			return true
		}
		for _, l := range tr.Run(&ir.Node{V: it.v, F: it.f}) {
			r.leaf(l)
		}
		if tr.Exhausted {
			r.other = true
		}
	}
	return r.role
}

func (r *role) field(name string) {
	if flags[squash(name)] {
		r.flag = name
	}
}

// call decides what a call outside the view contributes.
func (r *asker) call(n *ir.Node, call ssa.CallInstruction) ([]*ir.Node, bool) {
	c := call.Common()
	name := ir.CalleeName(c)
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return through(n, call, c.Args), true
	}
	if model.AsksUser(name) {
		r.asked = true
		return nil, true
	}
	if name == "(context.Context).Value" {
		r.allowed = true
		return nil, true
	}
	if strings.Contains(name, "Marshal") && !strings.Contains(name, "Unmarshal") {
		r.other = true // cannot fail in practice
		return nil, true
	}
	if len(r.Callees(call, n.F)) > 0 {
		return nil, false
	}
	ops := ir.Operands(c)
	if len(ops) > 0 && model.RequestType(ir.TypeName(ops[0].Type())) {
		r.arg = true
		for _, a := range ops[1:] {
			if s, ok := ir.ConstString(a); ok && flags[squash(s)] {
				r.flag = s
			}
		}
		return nil, true
	}
	if pure[ir.CalleePkg(c)] && !impure[name] || model.IsSDKPackage(ir.CalleePkg(c)) && len(ops) > 1 && model.RequestType(ir.TypeName(ops[0].Type())) {
		return through(n, call, ops), true
	}
	r.other = true
	return nil, true
}

func through(n *ir.Node, call ssa.CallInstruction, ops []ssa.Value) []*ir.Node {
	var next []*ir.Node
	for _, a := range ops {
		if _, ok := a.(*ssa.Const); ok {
			continue
		}
		if els, ok := ir.Elements(a); ok {
			for _, e := range els {
				if e != nil {
					next = append(next, n.Next(e, "", n.F, ir.Through, call))
				}
			}
			continue
		}
		next = append(next, n.Next(a, "", n.F, ir.Through, call))
	}
	return next
}

// leaf decides about a value that nothing in sight makes.
func (r *asker) leaf(l *ir.Node) {
	switch v := l.V.(type) {
	case *ssa.Const, *ssa.Function, *ssa.MakeClosure, *ssa.Builtin, *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice:
	case *ssa.Parameter:
		switch name := ir.TypeName(v.Type()); {
		case v.Parent().Signature.Recv() != nil && v == v.Parent().Params[0]:
			// The server's own state: it decides nothing about this call's order.
		case name == "context.Context":
		case l.F != nil && l.F.Up != nil && l.F.Call == nil:
			r.other = true
		case !r.handlers[v.Parent()]:
			// What the server was set up with.
		default:
			if flagged(l) != "" {
				r.flag = flagged(l)
			}
			r.arg = true
		}
	case *ssa.FreeVar, *ssa.Global:
	case *ssa.Lookup:
		r.arg = true
	case *ssa.Extract:
		switch v.Tuple.(type) {
		case *ssa.Next, *ssa.Lookup, *ssa.TypeAssert, *ssa.Call:
		default:
			r.other = true
		}
	case *ssa.Call: // Ext has decided about calls outside the view
	default:
		r.other = true
	}
}

// flagged returns the flag by which a path into an argument goes.
func flagged(l *ir.Node) string {
	for _, s := range strings.Split(string(l.Path), "/") {
		if flags[squash(s)] {
			return s
		}
	}
	return ""
}
