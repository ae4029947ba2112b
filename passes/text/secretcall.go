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
	if ir.IsString(t) || isBytes(t) || ir.IsError(t) || isHeader(t) || isValues(t) {
		return true
	}
	switch ir.TypeName(t) {
	case "net/url.URL", "net/url.Userinfo", "strings.Builder", "bytes.Buffer", "strings.Reader", "bytes.Reader":
		return true
	}
	s, ok := t.Underlying().(*types.Slice)
	return ok && ir.IsString(s.Elem())
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
			if ir.IsString(v.Type()) {
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
