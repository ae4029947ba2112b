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

// request looks at how an *http.Request was made: its method, and a key or a
// condition in its headers.
func (c *collector) request(ev Event, req ssa.Value) (Event, bool) {
	found := false
	for _, l := range c.made(req, ev.F) {
		call, ok := l.V.(*ssa.Call)
		if !ok {
			if x, isX := l.V.(*ssa.Extract); isX {
				call, ok = x.Tuple.(*ssa.Call)
			}
			if !ok {
				continue
			}
		}
		i := -1
		switch ir.CalleeName(&call.Call) {
		case "net/http.NewRequest":
			i = 0
		case "net/http.NewRequestWithContext":
			i = 1
		}
		if i < 0 {
			continue
		}
		for _, m := range c.constants(call.Call.Args[i], l.F) {
			e := model.HTTPMethodEffect(m)
			if e.Kind == model.NoEffect {
				continue
			}
			if !found || !e.Idempotent {
				ev.Effect, found = e, true
			}
		}
		if keyed(call.Parent()) || keyed(ev.Call.Parent()) {
			ev.Keyed = true
		}
		if path, ok := c.words(call.Call.Args[i+1], l.F); ok && ev.Effect.Confidence <= model.Low && model.ReadPath(path) {
			return ev, false
		}
	}
	if !found {
		return ev, false
	}
	return c.http(ev)
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

// keyed reports whether a function puts an idempotency key or a condition into a
// header.
func keyed(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Call:
				switch ir.CalleeName(&in.Call) {
				case "(net/http.Header).Set", "(net/http.Header).Add":
					if s, ok := ir.ConstString(ir.Operand(&in.Call, 1)); ok && model.IdempotencyHeader(s) {
						return true
					}
				}
			case *ssa.MapUpdate:
				if s, ok := ir.ConstString(in.Key); ok && model.IdempotencyHeader(s) {
					return true
				}
			case *ssa.Store:
				if fa, ok := in.Addr.(*ssa.FieldAddr); ok {
					if f := ir.FieldVar(fa.X.Type(), fa.Field); f != nil && model.IdempotencyField(f.Name()) {
						return true
					}
				}
			}
		}
	}
	return false
}

// http grades a request: a POST of which nothing is known may be a search.
func (c *collector) http(ev Event) (Event, bool) {
	if ev.Effect.Kind == model.NoEffect {
		return ev, false
	}
	if ev.Effect.Confidence <= model.Low {
		ev.Effect.Confidence = c.named(ev)
	}
	if ev.Effect.ByName {
		ev.Effect.Idempotent = c.absolute(ev)
	}
	ev.What = "the HTTP request"
	return ev, true
}

// absolute reports whether the tool, or else the innermost function on the way that
// is named for a change, is named for one that leaves the same state each time.
func (c *collector) absolute(ev Event) bool {
	names := []string{c.ToolName}
	for f := ev.F; f != nil; f = f.Up {
		names = append(names, f.Fn.Name())
	}
	for _, n := range names {
		if v, ok := model.VerbOf(n); ok && !v.None && v.Word != "patch" {
			return v.Idempotent
		}
	}
	return false
}

// named raises a guess to medium when a function on the way, the path or the
// tool is named for a change, or when the code tells 201 or 202 from other answers.
func (c *collector) named(ev Event) model.Confidence {
	for f := ev.F; f != nil; f = f.Up {
		if signsIn(f.Fn) {
			return model.Low
		}
	}
	if v, ok := model.VerbOf(c.ToolName); ok && !v.None {
		return model.Medium
	}
	for f := ev.F; f != nil; f = f.Up {
		if v, ok := model.VerbOf(f.Fn.Name()); ok && !v.None {
			return model.Medium
		}
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				if bo, ok := in.(*ssa.BinOp); ok {
					y, _ := up(bo.Y, f)
					if n, ok := intConst(y); ok && (n == 201 || n == 202) {
						return model.Medium
					}
				}
			}
		}
	}
	return model.Low
}

// signsIn reports whether a function obtains a credential: what it sends opens a
// session in order to serve the call and changes nothing that the model asked for.
func signsIn(f *ssa.Function) bool {
	for _, w := range model.SplitName(f.Name()) {
		switch strings.ToLower(w) {
		case "token", "tokens", "oauth", "oauth2", "login", "auth", "authenticate", "refresh", "session":
			return true
		}
	}
	return false
}

func intConst(v ssa.Value) (int64, bool) {
	k, ok := v.(*ssa.Const)
	if !ok || k.Value == nil || k.Value.Kind() != constant.Int {
		return 0, false
	}
	n, exact := constant.Int64Val(k.Value)
	return n, exact
}

// command looks at the command line that an *exec.Cmd was made with.
func (c *collector) command(ev Event, cmd ssa.Value) (Event, bool) {
	for _, l := range c.made(cmd, ev.F) {
		call, ok := l.V.(*ssa.Call)
		if !ok {
			continue
		}
		i := 0
		switch ir.CalleeName(&call.Call) {
		case "os/exec.Command":
		case "os/exec.CommandContext":
			i = 1
		default:
			continue
		}
		argv := c.argv(call.Call.Args[i], call.Call.Args[i+1], l.F)
		if len(argv) == 0 {
			continue
		}
		row, ok := model.CommandOf(argv)
		conf := model.High
		if !ok {
			row, ok = model.CloudCommandOf(argv)
			conf = model.Medium
		}
		if !ok {
			ev.Effect.Confidence = model.Low
			ev.What = "the command " + argv[0]
			return ev, true
		}
		if row.None {
			return ev, false
		}
		ev.Effect = model.Effect{Kind: model.Exec, Idempotent: row.Idempotent, Destructive: row.Destructive, Confidence: conf}
		ev.What = "the command " + row.Prefix
		return ev, true
	}
	ev.Effect.Confidence = model.Low
	return ev, true
}

// argv is the constant beginning of a command line; arguments that are not
// constant end it, save flags' values.
func (c *collector) argv(name, args ssa.Value, f *ir.Frame) []string {
	names := c.constants(name, f)
	if len(names) != 1 {
		return nil
	}
	argv := []string{names[0]}
	v, fr := up(args, f)
	els, ok := ir.Elements(v)
	if !ok {
		return argv
	}
	for _, e := range els {
		if e == nil {
			break
		}
		s := c.constants(e, fr)
		if len(s) != 1 {
			argv = append(argv, "…")
			continue
		}
		argv = append(argv, s[0])
	}
	return argv
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
