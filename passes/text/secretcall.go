package text

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// ext is the transfer of calls for credentials.
func (s *secrets) ext(n *ir.Node, call ssa.CallInstruction, result int) ([]*ir.Node, bool) {
	c := call.Common()
	name := ir.CalleeName(c)
	if hides(name) {
		return nil, true
	}
	if i, ok := model.NamedSecret(name); ok {
		return s.byName(n, call, name, i, result)
	}
	if o, conf, ok := model.SourceOf(name, ir.CalleePkg(c), result, false); ok && o == model.Secret {
		if strings.HasPrefix(name, "net/http/httputil.Dump") {
			s.header(n, ir.Operand(c, 0))
			return nil, true
		}
		s.secret(n, CallSecret, conf, short(name))
		return nil, true
	}
	if m, ok := model.MaskOf(name); ok && m.Userinfo && m.Query {
		return nil, true
	}
	if f, ok := model.FormatOf(name); ok && f.Format >= 0 && f.Into < 0 {
		if k, ok := ir.ConstString(ir.Operand(c, f.Format)); ok {
			s.formatted(n, k)
		}
	}
	switch name {
	case "(*os/exec.Cmd).String":
		s.command(n, ir.Operand(c, 0))
		return nil, true
	case "net/url.UserPassword":
		s.entry(n, FieldSecret, model.High, "url", "the password in a URL")
		return nil, true
	case "(*net/url.URL).String", "(*net/url.URL).Redacted", "(*net/url.URL).RequestURI", "(*net/url.URL).Query":
		if name == "(*net/url.URL).Query" && n.Path != "" {
			break
		}
		s.url(n, ir.Operand(c, 0), call, name == "(*net/url.URL).String")
		return nil, true
	case "net/url.Parse":
		switch first, _, _ := strings.Cut(string(n.Path), "/"); first {
		case "Host", "Path", "RawPath", "Scheme", "Fragment", "RawFragment":
			return nil, true
		}
	}
	if isErr(c, result) {
		if next, ok := s.quoted(n, call, name); ok {
			return next, true
		}
	}
	if next, ok := s.outside(n, call, name, result); ok {
		return next, true
	}
	return s.tracer.ext(n, call, result)
}

// outside is the transfer of calls of other modules without a row: texts flow
// through them, the clients and configurations that they are given do not.
func (s *secrets) outside(n *ir.Node, call ssa.CallInstruction, name string, result int) ([]*ir.Node, bool) {
	c := call.Common()
	if name == "" || isErr(c, result) {
		return nil, false
	}
	if fn := c.StaticCallee(); fn != nil && fn.Blocks != nil || len(s.Callees(call, n.F)) > 0 {
		return nil, false
	}
	if _, ok := model.FlowOf(name); ok {
		return nil, false
	}
	if _, ok := model.FormatOf(name); ok {
		return nil, false
	}
	if _, ok := model.MarshalOf(name); ok {
		return nil, false
	}
	if _, ok := model.ConstructorOf(name); ok {
		return nil, false
	}
	switch name {
	case "(error).Error", "(fmt.Stringer).String", "errors.Unwrap":
		return nil, false
	}
	var next []*ir.Node
	for _, v := range ir.Operands(c) {
		if textual(v.Type()) {
			m := n.Next(v, "", n.F, ir.Through, call)
			if isValues(v.Type()) {
				m.Path = ir.Elem // what was set in it
			}
			m.Note = printed
			next = append(next, m)
		}
	}
	return next, true
}

// textual reports whether a value is text, or a thing of the standard library
// that is made of text.
func textual(t types.Type) bool {
	if isText(t) || isBytes(t) || ir.IsError(t) || isHeader(t) || isValues(t) {
		return true
	}
	switch ir.TypeName(t) {
	case "net/url.URL", "net/url.Userinfo", "strings.Builder", "bytes.Buffer", "strings.Reader", "bytes.Reader":
		return true
	}
	s, ok := t.Underlying().(*types.Slice)
	return ok && isText(s.Elem())
}

func isErr(c *ssa.CallCommon, result int) bool {
	res := c.Signature().Results()
	return result < res.Len() && ir.IsError(res.At(result).Type())
}

// hides reports whether a function's name says that it leaves no credential in
// its result.
func hides(name string) bool {
	switch name {
	case "strings.Replace", "strings.ReplaceAll", "(*strings.Replacer).Replace", "strings.Repeat", "strings.Cut", "strings.Split", "strings.SplitN", "strings.SplitAfter", "bytes.Split", "bytes.ReplaceAll",
		"(*regexp.Regexp).ReplaceAllString", "(*regexp.Regexp).ReplaceAll", "(*regexp.Regexp).ReplaceAllLiteralString", "(*regexp.Regexp).ReplaceAllStringFunc":
		return true
	}
	if strings.Contains(name, "net/url") {
		return false
	}
	base := strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])
	for _, w := range []string{"redact", "mask", "sanitiz", "sanitis", "scrub", "obfuscat", "censor", "anonymi", "encrypt", "hashof", "fingerprint", "shorten", "truncate", "strip", "hide"} {
		if strings.Contains(base, w) {
			return true
		}
	}
	return false
}

// byName handles functions that fetch a value by its name: the variable of an
// environment, the key of a header or query.
func (s *secrets) byName(n *ir.Node, call ssa.CallInstruction, name string, operand, result int) ([]*ir.Node, bool) {
	if result > 0 {
		return nil, true
	}
	key := ir.Operand(call.Common(), operand)
	known := false
	tr := &ir.Tracer{Engine: s.Engine, Open: true, Budget: 200}
	for _, l := range tr.Run(&ir.Node{V: key, F: n.F, At: call}) {
		k, ok := ir.ConstString(l.V)
		if !ok {
			continue
		}
		known = true
		yes, c := model.SecretName(k)
		if !yes {
			continue
		}
		kind, what := EnvSecret, "the variable "+k
		if strings.Contains(name, "Header") || strings.Contains(name, "Values") || strings.Contains(name, "Request") {
			kind, what = HeaderSecret, "the header or parameter "+k
			if c == model.Medium && strings.Contains(strings.ToLower(k), "cookie") {
				c = model.High
			}
		}
		s.entry(n, kind, c, k, what)
		return nil, true
	}
	if known || strings.HasPrefix(name, "os.") {
		return nil, true
	}
	return nil, false
}

// quoted continues at the operands that an error shows: parsers quote what they
// refuse, net/http prints the URL of the request.
func (s *secrets) quoted(n *ir.Node, call ssa.CallInstruction, name string) ([]*ir.Node, bool) {
	c := call.Common()
	var next []*ir.Node
	follow := func(i int) {
		if v := ir.Operand(c, i); v != nil && ir.CanHoldText(v.Type()) {
			m := n.Next(v, "", n.F, ir.Through, call)
			m.Note = printed
			next = append(next, m)
		}
	}
	if f, ok := model.FlowOf(name); ok && len(f.ErrFrom) > 0 {
		for _, i := range f.ErrFrom {
			if name == "database/sql.Open" {
				continue // drivers mask it, and most do not look at it before the first use
			}
			follow(i)
		}
		return next, true
	}
	switch pkg := ir.CalleePkg(c); pkg {
	case "strconv", "time", "net/url", "net/netip", "regexp":
		for i, v := range ir.Operands(c) {
			if isText(v.Type()) {
				follow(i)
			}
		}
		return next, true
	}
	return nil, false
}

// url continues at the parts of a URL that may be credentials.
func (s *secrets) url(n *ir.Node, u ssa.Value, call ssa.CallInstruction, userinfo bool) {
	parts := []ir.Path{"RawQuery", "Opaque"}
	if userinfo {
		parts = append(parts, "User")
	}
	for _, p := range parts {
		m := n.Next(u, p, n.F, ir.Through, call)
		if call == nil {
			m.Hop, m.At = ir.Plain, n.At
		}
		m.Note = printed
		s.Push(m)
	}
}

// command continues at the arguments of a command that is printed.
func (s *secrets) command(n *ir.Node, cmd ssa.Value) {
	v, f := s.origin(cmd, n.F)
	call, ok := v.(*ssa.Call)
	if !ok || !strings.HasPrefix(ir.CalleeName(&call.Call), "os/exec.Command") {
		return
	}
	m := n.Next(call.Call.Args[len(call.Call.Args)-1], ir.Elem, f, ir.Through, call)
	m.Note = printed
	s.Push(m)
}

func isHeader(t types.Type) bool {
	switch ir.TypeName(t) {
	case "net/http.Header", "net/textproto.MIMEHeader":
		return true
	}
	return false
}

// header adds what authenticates a request when its headers (v is a Header or a
// *Request) are shown: headers that the program has set and not taken out, or
// those of a request that the program serves.
func (s *secrets) header(n *ir.Node, v ssa.Value) {
	v, f := s.origin(v, n.F)
	if s.removed(v) {
		return
	}
	base := v
	for {
		if call, ok := base.(*ssa.Call); ok && ir.CalleeName(&call.Call) == "(net/http.Header).Clone" {
			base, f = s.origin(call.Call.Args[0], f)
			continue
		}
		break
	}
	if s.removed(base) {
		return
	}
	owner, incoming := base, false
	if u, ok := base.(*ssa.UnOp); ok {
		if fa, ok := u.X.(*ssa.FieldAddr); ok {
			owner, _ = s.origin(fa.X, f)
			switch typ := ir.TypeName(fa.X.Type()); {
			case typ == "net/http.Response":
				return
			case typ != "net/http.Request":
				incoming = model.IsSDKPackage(pkgOfType(typ)) // the request extra of an SDK
			}
		}
	}
	if fd, ok := base.(*ssa.Field); ok {
		incoming = model.IsSDKPackage(pkgOfType(ir.TypeName(fd.X.Type())))
	}
	if p, ok := owner.(*ssa.Parameter); ok && ir.TypeName(p.Type()) == "net/http.Request" && serves(p.Parent()) {
		incoming = true
	}
	fn := outer(v.Parent())
	if fn == nil {
		fn = outer(owner.Parent())
	}
	switch {
	case fn != nil && authorizes(s.View, fn, 0):
		s.secret(n, HeaderSecret, model.High, "the Authorization header")
	case incoming:
		s.secret(n, HeaderSecret, model.Medium, "the caller's headers, Authorization among them,")
	}
}

// origin looks through variables, captures and parameters to where a value was made.
func (s *secrets) origin(v ssa.Value, f *ir.Frame) (ssa.Value, *ir.Frame) {
	for range 12 {
		switch x := v.(type) {
		case *ssa.ChangeType:
			v = x.X
			continue
		case *ssa.MakeInterface:
			v = x.X
			continue
		case *ssa.FreeVar:
			for _, mk := range s.View.Closures(x.Parent()) {
				for i, fv := range x.Parent().FreeVars {
					if fv == x {
						v = mk.Bindings[i]
					}
				}
			}
			if v == ssa.Value(x) {
				return v, f
			}
			continue
		case *ssa.UnOp:
			cell, _ := s.origin(x.X, f)
			if a, ok := cell.(*ssa.Alloc); ok {
				var only ssa.Value
				n := 0
				for _, r := range *a.Referrers() {
					if st, ok := r.(*ssa.Store); ok && st.Addr == ssa.Value(a) {
						only = st.Val
						n++
					}
				}
				if n == 1 {
					v = only
					continue
				}
			}
			return v, f
		case *ssa.Extract:
			return v, f
		case *ssa.Parameter:
			if f == nil || f.Call == nil {
				return v, f
			}
			moved := false
			for i, p := range x.Parent().Params {
				if p == x {
					if a := ir.Operand(f.Call.Common(), i); a != nil && f.Recv == nil {
						v, moved = a, true
					}
				}
			}
			if !moved {
				return v, f
			}
			f = f.Up
			continue
		}
		return v, f
	}
	return v, f
}

// removed reports whether credentials are taken out of a header.
func (s *secrets) removed(v ssa.Value) bool {
	refs := v.Referrers()
	if refs == nil {
		return false
	}
	found := false
	check := func(call *ssa.Call, self ssa.Value) {
		switch ir.CalleeName(&call.Call) {
		case "(net/http.Header).Del", "(net/http.Header).Set":
			if len(call.Call.Args) > 1 && call.Call.Args[0] == self {
				k, ok := ir.ConstString(call.Call.Args[1])
				yes, _ := model.SecretName(k)
				gone := len(call.Call.Args) == 2
				if !gone {
					_, gone = ir.ConstString(call.Call.Args[2])
				}
				found = found || ok && yes && gone
			}
		}
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.Call:
			check(r, v)
		case *ssa.Store: // kept in a variable: look at its loads
			if a, ok := r.Addr.(*ssa.Alloc); ok && r.Val == v {
				for _, u := range *a.Referrers() {
					if u, ok := u.(*ssa.UnOp); ok {
						for _, w := range *u.Referrers() {
							if c, ok := w.(*ssa.Call); ok {
								check(c, u)
							}
						}
					}
				}
			}
		}
	}
	return found
}

// authorizes reports whether a function, a literal in it or a helper that it
// gives a request sets a header that authenticates.
func authorizes(v *ir.View, fn *ssa.Function, depth int) bool {
	if depth > 3 {
		return false
	}
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.MapUpdate:
				if k, ok := ir.ConstString(in.Key); ok && isHeader(in.Map.Type()) && secretHeader(k) {
					return true
				}
			case *ssa.Call:
				switch ir.CalleeName(&in.Call) {
				case "(*net/http.Request).SetBasicAuth", "(*net/http.Request).AddCookie":
					return true
				case "(net/http.Header).Set", "(net/http.Header).Add":
					if k, ok := ir.ConstString(in.Call.Args[1]); ok && secretHeader(k) {
						if _, fixed := ir.ConstString(in.Call.Args[2]); !fixed {
							return true
						}
					}
				default:
					callee := in.Call.StaticCallee()
					if callee == nil || callee.Blocks == nil || callee == fn {
						continue
					}
					for _, a := range in.Call.Args {
						if ir.TypeName(a.Type()) == "net/http.Request" || isHeader(a.Type()) {
							if authorizes(v, callee, depth+1) {
								return true
							}
						}
					}
					// A helper that makes the request.
					if r := callee.Signature.Results(); r.Len() > 0 && ir.TypeName(r.At(0).Type()) == "net/http.Request" && authorizes(v, callee, depth+1) {
						return true
					}
				}
			}
		}
	}
	for _, anon := range fn.AnonFuncs {
		if authorizes(v, anon, depth+1) {
			return true
		}
	}
	return false
}

func secretHeader(k string) bool {
	yes, c := model.SecretName(k)
	return yes && c >= model.Medium
}

// sifted reports whether a function compares something with the name of a header
// that authenticates: it leaves that header out.
func sifted(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			for _, op := range in.Operands(nil) {
				if *op == nil {
					continue
				}
				k, ok := ir.ConstString(*op)
				if !ok || !secretHeader(k) {
					continue
				}
				switch in := in.(type) {
				case *ssa.BinOp:
					return true
				case *ssa.Call:
					if strings.Contains(ir.CalleeName(&in.Call), "EqualFold") || strings.Contains(ir.CalleeName(&in.Call), "HasPrefix") || strings.Contains(ir.CalleeName(&in.Call), "Contains") {
						return true
					}
				}
			}
		}
	}
	return false
}

// serves reports whether a function has the shape of an HTTP handler.
func serves(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if types.TypeString(p.Type(), nil) == "net/http.ResponseWriter" {
			return true
		}
	}
	return false
}

func outer(f *ssa.Function) *ssa.Function {
	for f != nil && f.Parent() != nil {
		f = f.Parent()
	}
	return f
}

func pkgOfType(name string) string {
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return name[:i]
	}
	return ""
}
