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
	caller  string // where the caller was looked up
}

// asker finds the roles of conditions of one tool's handler.
type asker struct {
	*ir.Engine
	handlers map[*ssa.Function]bool // whose parameters are the call's
	more     []item                 // still to be looked at
	role
}

// item is a value on which a condition rests.
type item struct {
	v ssa.Value
	f *ir.Frame
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
	r.more = []item{{cond, f}}
	seen := map[item]bool{}
	for n := 0; len(r.more) > 0 && n < 60; n++ {
		it := r.more[0]
		r.more = r.more[1:]
		if seen[it] {
			continue
		}
		seen[it] = true
		tr := &ir.Tracer{Engine: e, Numbers: true, Budget: 700}
		tr.Ext = func(n *ir.Node, call ssa.CallInstruction, _ int) ([]*ir.Node, bool) { return r.call(n, call) }
		tr.Into = func(n *ir.Node, call ssa.CallInstruction, operand int, _ ir.Path, f *ir.Frame) []*ir.Node {
			var next []*ir.Node
			name := ir.CalleeName(call.Common())
			if len(e.Callees(call, f)) > 0 {
				return nil // looked into
			}
			if !strings.HasSuffix(name, "Unmarshal") && !strings.Contains(name, "Bind") && !strings.Contains(name, "Decode") && !depends(call.Common()) {
				r.other = true // what it writes comes from elsewhere
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
					r.more = append(r.more, item{c.If.Cond, n.F})
				}
			}
			if p, ok := n.V.(*ssa.Phi); ok {
				for _, pred := range p.Block().Preds {
					if iff, ok := ir.Last(pred).(*ssa.If); ok {
						r.more = append(r.more, item{iff.Cond, n.F})
					}
				}
			}
			switch v := n.V.(type) {
			case *ssa.Call: // len(x) tells of x
				if _, ok := v.Call.Value.(*ssa.Builtin); ok {
					for _, a := range v.Call.Args {
						r.more = append(r.more, item{a, n.F})
					}
				}
			case *ssa.Extract: // v, ok := args["x"].(string): ok tells of the argument
				switch t := v.Tuple.(type) {
				case *ssa.TypeAssert:
					if v.Index == 1 {
						r.more = append(r.more, item{t.X, n.F})
					}
				case *ssa.Lookup:
					if v.Index == 1 {
						r.more = append(r.more, item{t.X, n.F})
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

// filledBy lists the calls that get the address of a variable among the operands
// of a variadic call.
func filledBy(a *ssa.Alloc) []*ssa.Call {
	var out []*ssa.Call
	users := func(v ssa.Value) []ssa.Instruction { return *v.Referrers() }
	for _, r := range users(a) {
		mi, ok := r.(*ssa.MakeInterface)
		if !ok {
			continue
		}
		for _, r := range users(mi) {
			st, ok := r.(*ssa.Store)
			if !ok {
				continue
			}
			ia, ok := st.Addr.(*ssa.IndexAddr)
			if !ok {
				continue
			}
			for _, r := range users(ia.X) {
				sl, ok := r.(*ssa.Slice)
				if !ok {
					continue
				}
				for _, r := range users(sl) {
					if call, ok := r.(*ssa.Call); ok && ir.CalleeName(&call.Call) != "" {
						out = append(out, call)
					}
				}
			}
		}
	}
	return out
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
	if model.AsksUser(name) {
		r.asked = true
		return nil, true
	}
	if key := lookup(c); key != "" && (name == "(context.Context).Value" || len(r.Callees(call, n.F)) == 0) {
		r.allowed, r.caller = true, key
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
	if depends(c) || model.IsSDKPackage(ir.CalleePkg(c)) && len(ops) > 1 && model.RequestType(ir.TypeName(ops[0].Type())) {
		return through(n, call, ops), true
	}
	r.other = true
	return nil, true
}

// lookup names what a call takes out of a context.
func lookup(c *ssa.CallCommon) string {
	name := ir.CalleeName(c)
	if strings.HasSuffix(name, "FromContext") {
		return name
	}
	if name != "(context.Context).Value" || len(c.Args) != 1 {
		return ""
	}
	key := c.Args[0]
	if mi, ok := key.(*ssa.MakeInterface); ok {
		key = mi.X
	}
	if ld, ok := key.(*ssa.UnOp); ok {
		key = ld.X
	}
	return name + " " + key.Type().String() + " " + key.String()
}

// depends reports whether the results of a call depend on its operands only.
func depends(c *ssa.CallCommon) bool {
	name := ir.CalleeName(c)
	return pure[ir.CalleePkg(c)] && !impure[name] || strings.HasPrefix(name, "(net/http.Header).")
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
	case *ssa.Const, *ssa.Function, *ssa.MakeClosure, *ssa.Builtin, *ssa.MakeMap, *ssa.MakeSlice:
	case *ssa.Alloc: // rows.Scan(&x), fmt.Sscan(s, &x)
		for _, call := range filledBy(v) {
			if !depends(&call.Call) {
				r.other = true
				continue
			}
			for _, a := range call.Call.Args {
				r.more = append(r.more, item{a, l.F})
			}
		}
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
			if identifies(l.Path) {
				r.allowed = true
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

// identifies reports whether a part of the request says who calls.
func identifies(p ir.Path) bool {
	for _, s := range strings.Split(string(p), "/") {
		switch s {
		case "Header", "Extra", "TokenInfo", "Session":
			return true
		}
	}
	return false
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
