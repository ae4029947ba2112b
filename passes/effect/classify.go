package effect

import (
	"go/constant"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/text"
)

// classify says what one call itself changes outside the process, by its row, by
// what its operands decide, or by the verb of its name.
func (c *collector) classify(call ssa.CallInstruction, f *ir.Frame) (Event, bool) {
	cc := call.Common()
	name := ir.CalleeName(cc)
	ev := Event{Call: call, F: f, What: text.Short(name)}
	if fn := cc.StaticCallee(); fn != nil {
		switch {
		case c.readonly(call):
			return ev, false
		case slices.Contains(model.Config.Mutators, "+"+name) || c.View.Directive(fn, "mutates idempotent"):
			ev.Effect = model.Effect{Kind: model.APICall, Idempotent: true, Confidence: model.High}
			return ev, true
		case slices.Contains(model.Config.Mutators, name) || c.View.Directive(fn, "mutates"):
			ev.Effect = model.Effect{Kind: model.APICall, Confidence: model.High}
			return ev, true
		}
	}
	row, known := model.EffectOf(name)
	if known {
		if row.Kind == model.NoEffect && row.Decide == model.Always {
			return ev, false
		}
		ev.Effect = row
		return c.decide(ev, row)
	}
	return c.byVerb(ev, name)
}

// byVerb guesses at interface methods without an implementation in view, and at
// methods of other modules' clients, by the verb that leads their name.
func (c *collector) byVerb(ev Event, name string) (Event, bool) {
	cc := ev.Call.Common()
	pkg := ir.CalleePkg(cc)
	switch {
	case cc.IsInvoke():
		if std(pkg) {
			return ev, false
		}
		if v, ok := model.VerbOf(cc.Method.Name()); ok && !v.None && (hasCtx(cc) || endsInError(cc)) {
			ev.Effect = model.Effect{Kind: model.APICall, Idempotent: v.Idempotent, Destructive: v.Destructive, Confidence: model.Medium}
			return ev, true
		}
	case cc.StaticCallee() != nil && cc.StaticCallee().Blocks == nil && !std(pkg) && !model.IsSDKPackage(pkg):
		if o, _ := text.ForeignError(cc, name); o != model.Infra || !endsInError(cc) {
			return ev, false
		}
		if v, ok := model.VerbOfFunc(name); ok && !v.None {
			ev.Effect = model.Effect{Kind: model.APICall, Idempotent: v.Idempotent, Destructive: v.Destructive, Confidence: model.Medium}
			return ev, true
		}
	}
	return ev, false
}

func std(pkg string) bool {
	first, _, _ := strings.Cut(pkg, "/")
	return !strings.Contains(first, ".")
}

func hasCtx(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if ir.TypeName(a.Type()) == "context.Context" {
			return true
		}
	}
	return false
}

func endsInError(c *ssa.CallCommon) bool {
	r := c.Signature().Results()
	return r.Len() > 0 && ir.IsError(r.At(r.Len()-1).Type())
}

// decide applies the decider of a row to the operands of the call.
func (c *collector) decide(ev Event, row model.Effect) (Event, bool) {
	cc := ev.Call.Common()
	op := ir.Operand(cc, row.Operand)
	switch row.Decide {
	case model.Always:
		if row.Kind == model.FileWrite && c.temporary(ir.Operand(cc, 0), ev.F) {
			return ev, false
		}
		if row.Kind == model.HTTPSend && row.Confidence == model.Low {
			ev.Effect.Confidence = c.named(ev)
		}
		if row.ByName {
			ev.Effect.Idempotent = c.absolute(ev)
		}
		return ev, true
	case model.BySQL:
		stmt := c.statement(op, ev.F, 0)
		if strings.TrimSpace(stmt) == "" {
			if strings.Contains(ev.What, "Exec") {
				ev.Effect.Confidence = model.Low
				return ev, true
			}
			return ev, false
		}
		e, ok := model.SQLEffect(stmt)
		if !ok || e.Kind == model.NoEffect {
			return ev, false
		}
		ev.Effect = e
		ev.Tx = strings.HasSuffix(ir.TypeName(ir.Operand(cc, 0).Type()), ".Tx")
		return ev, true
	case model.ByHTTPMethod:
		m, _ := c.words(op, ev.F)
		ev.Effect = model.HTTPMethodEffect(strings.TrimSpace(m))
		return c.http(ev)
	case model.ByHTTPReq:
		return c.request(ev, op)
	case model.ByCommand:
		return c.command(ev, op)
	case model.ByOpenFlag:
		return ev, false // what is written to the file counts
	case model.ByFile, model.ByWriter:
		return c.writer(ev, op)
	case model.ByGraphQL:
		doc, any := c.words(op, ev.F)
		if !any {
			return ev, false
		}
		e, ok := model.GraphQLEffect(doc)
		ev.Effect = e
		return ev, ok && e.Kind != model.NoEffect
	}
	return ev, true
}

// words joins the constant strings that may reach a value.
func (c *collector) words(v ssa.Value, f *ir.Frame) (string, bool) {
	if v == nil {
		return "", false
	}
	tr := &ir.Tracer{Engine: c.Engine, Budget: 300}
	tr.Ext = func(n *ir.Node, call ssa.CallInstruction, _ int) ([]*ir.Node, bool) {
		switch ir.CalleeName(call.Common()) {
		case "net/url.Parse", "net/url.JoinPath", "(*net/url.URL).String", "(*net/url.URL).JoinPath":
			var next []*ir.Node
			for _, a := range ir.Operands(call.Common()) {
				next = append(next, n.Next(a, "", n.F, ir.Through, call))
			}
			return next, true
		}
		return nil, false
	}
	var parts []string
	for _, l := range tr.Run(&ir.Node{V: v, F: f}) {
		if s, ok := ir.ConstString(l.V); ok && !slices.Contains(parts, s) {
			parts = append(parts, s)
		}
		if call, ok := l.V.(*ssa.Call); ok && strings.HasPrefix(ir.CalleeName(&call.Call), "fmt.S") && len(call.Call.Args) > 0 {
			if s, ok := ir.ConstString(call.Call.Args[0]); ok {
				parts = append(parts, s)
			}
		}
	}
	return strings.Join(parts, " "), len(parts) > 0
}

// statement is what is known of a text in its order: the constants of a
// concatenation or a format, with nothing where a part is not known.
func (c *collector) statement(v ssa.Value, f *ir.Frame, depth int) string {
	v, f = up(v, f)
	if s, ok := ir.ConstString(v); ok || depth > 8 {
		return s
	}
	switch x := v.(type) {
	case *ssa.BinOp:
		return c.statement(x.X, f, depth+1) + c.statement(x.Y, f, depth+1)
	case *ssa.Call:
		if strings.HasPrefix(ir.CalleeName(&x.Call), "fmt.Sprint") && len(x.Call.Args) > 0 {
			return c.statement(x.Call.Args[0], f, depth+1)
		}
	}
	s, _ := c.words(v, f)
	return s
}

// made returns the calls outside the view that make a value.
func (c *collector) made(v ssa.Value, f *ir.Frame) []*ir.Node {
	if v == nil {
		return nil
	}
	tr := &ir.Tracer{Engine: c.Engine, Budget: 400}
	tr.Ext = func(n *ir.Node, call ssa.CallInstruction, _ int) ([]*ir.Node, bool) {
		// A copy or a context around a request is still that request.
		switch ir.CalleeName(call.Common()) {
		case "(*net/http.Request).WithContext", "(*net/http.Request).Clone", "bufio.NewWriter", "bufio.NewWriterSize", "encoding/json.NewEncoder", "encoding/csv.NewWriter":
			return []*ir.Node{n.Next(ir.Operand(call.Common(), 0), "", n.F, ir.Through, call)}, true
		}
		return nil, false
	}
	return tr.Run(&ir.Node{V: v, F: f})
}

// constants returns the constant strings that may reach a value, each by itself.
func (c *collector) constants(v ssa.Value, f *ir.Frame) []string {
	tr := &ir.Tracer{Engine: c.Engine, Budget: 200}
	var out []string
	for _, l := range tr.Run(&ir.Node{V: v, F: f}) {
		if s, ok := ir.ConstString(l.V); ok {
			out = append(out, s)
		}
	}
	return out
}

func intConst(v ssa.Value) (int64, bool) {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.Int {
		return 0, false
	}
	n, exact := constant.Int64Val(k.Value)
	return n, exact
}

// up follows a parameter to the argument that the callers on the stack pass.
func up(v ssa.Value, f *ir.Frame) (ssa.Value, *ir.Frame) {
	for f != nil && f.Call != nil {
		p, ok := v.(*ssa.Parameter)
		if !ok {
			break
		}
		i := slices.Index(f.Fn.Params, p)
		if f.Recv != nil {
			i--
		}
		a := ir.Operand(f.Call.Common(), i)
		if a == nil {
			break
		}
		v, f = a, f.Up
	}
	return v, f
}

// writer decides by what is behind an io.Writer or *os.File.
func (c *collector) writer(ev Event, w ssa.Value) (Event, bool) {
	found := false
	for _, l := range c.made(w, ev.F) {
		v := l.V
		if x, ok := v.(*ssa.Extract); ok {
			v = x.Tuple
		}
		call, ok := v.(*ssa.Call)
		if !ok {
			continue
		}
		switch ir.CalleeName(&call.Call) {
		case "os.Create", "(*os.Root).Create":
			if c.temporary(ir.Operand(&call.Call, 0), l.F) {
				continue
			}
			ev.Effect = model.Effect{Kind: model.FileWrite, Idempotent: true, Destructive: true, Confidence: model.High}
			found = true
		case "os.OpenFile", "(*os.Root).OpenFile":
			i := 1
			if strings.HasPrefix(ir.CalleeName(&call.Call), "(*os.Root)") {
				i = 2
			}
			flags, ok := intConst(ir.Operand(&call.Call, i))
			if c.temporary(ir.Operand(&call.Call, 0), l.F) || ok && flags&int64(os.O_WRONLY|os.O_RDWR) == 0 {
				continue
			}
			ev.Effect = model.Effect{Kind: model.FileWrite, Idempotent: flags&int64(os.O_APPEND) == 0, Confidence: model.High}
			found = true
		case "net.Dial", "net.DialTimeout", "(*net.Dialer).DialContext":
			ev.Effect = model.Effect{Kind: model.MessageSend, Confidence: model.Medium}
			found = true
		}
	}
	if found {
		ev.What = "the file"
		if ev.Effect.Kind == model.MessageSend {
			ev.What = "the connection"
		}
	}
	return ev, found
}

// temporary reports whether a path lies in a temporary or cache directory, or has
// the ending of a file that stands aside until it takes another's place.
func (c *collector) temporary(path ssa.Value, f *ir.Frame) bool {
	if path == nil {
		return false
	}
	for _, p := range text.Of(c.Engine, &ir.Node{V: path, F: f}).Pieces {
		switch p.What {
		case "os.TempDir", "os.MkdirTemp", "os.CreateTemp", "os.UserCacheDir", "(*os.File).Name":
			return true
		}
		switch strings.Trim(p.Const, ".-_*%dsvx") {
		case "tmp", "temp", "bak", "partial", "lock", "swp":
			return true
		}
	}
	return false
}
