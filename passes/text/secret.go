package text

import (
	"go/types"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// This file asks one question of a text: which credentials may be in it. It
// walks as Of does, and differs where a name decides: the key of a header or a
// map, the variable of the environment, the field of a struct that is printed
// whole. A password inside a URL is hidden by more functions than a key in its
// query, so that the two are told apart.

// SecretKind says by what a value was recognised as a credential.
type SecretKind uint8

// The kinds of credential.
const (
	EnvSecret    SecretKind = iota + 1 // an environment variable
	FieldSecret                        // a field or map entry with a telling name
	DumpSecret                         // such a field, printed with its whole struct
	HeaderSecret                       // request headers, a dumped request
	CallSecret                         // a function that returns credentials
)

// Secret is a credential in a text.
type Secret struct {
	Piece
	Kind SecretKind
}

// Encoded is the note of a credential's source that is marshalled, not printed.
const Encoded = encoded

// sharp is the note of a value printed by %#v: no String method is asked.
const sharp = "%#v"

// Secrets returns the credentials that the values at the nodes may show. open
// continues from parameters at the callers in view, for texts of functions that
// are looked at without one.
func Secrets(e *ir.Engine, open bool, nodes ...*ir.Node) []Secret {
	return secretsOf(e, open, printed, nodes)
}

// JSONSecrets is Secrets for values that are marshalled.
func JSONSecrets(e *ir.Engine, open bool, nodes ...*ir.Node) []Secret {
	return secretsOf(e, open, encoded, nodes)
}

func secretsOf(e *ir.Engine, open bool, note string, nodes []*ir.Node) []Secret {
	s := &secrets{tracer: &tracer{out: &Text{}, names: map[string]bool{}, sharp: true}}
	s.Tracer = &ir.Tracer{Engine: e, Budget: 2500, Open: open, Ext: s.ext, Into: s.into, Visit: s.visit, Escape: func(*ir.Node, *ssa.Store) []*ir.Node { return nil }}
	var start []*ir.Node
	for _, n := range nodes {
		if n == nil || n.V == nil {
			continue
		}
		m := *n
		if m.Note == "" {
			m.Note = note
		}
		start = append(start, &m)
	}
	s.Run(start...)
	return s.found
}

type secrets struct {
	*tracer
	found []Secret
}

func (s *secrets) secret(n *ir.Node, k SecretKind, c model.Confidence, what string) {
	s.found = append(s.found, Secret{Piece{Origin: model.Secret, Confidence: c, Source: n, What: what}, k})
}

// visit looks for fields, headers and whole structs before the common walk.
func (s *secrets) visit(n *ir.Node) bool {
	if n.Path == "" && !ir.CanHoldText(n.V.Type()) || otherKey(n) {
		return false
	}
	if st, ok := n.At.(*ssa.Store); ok && n.Hop == ir.Stored && !s.shown(st, n.Note) {
		return false
	}
	switch v := n.V.(type) {
	case *ssa.MakeInterface:
		if n.Path == "" && n.Note != plain && !s.boxed(n, v) {
			return false
		}
		if n.Note == sharp {
			return true
		}
	case *ssa.Slice:
		if k, ok := v.X.Type().Underlying().(*types.Basic); ok && k.Info()&types.IsString != 0 {
			return false // a part of it: the last four characters
		}
	case *ssa.BinOp:
		if n.Path == "" && s.joined(n, v) {
			return false
		}
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok && ir.TypeName(fa.X.Type()) == "os/exec.Cmd" && ir.FieldVar(fa.X.Type(), fa.Field).Name() == "Args" {
			s.command(n, fa.X)
			return false
		}
		if fa, ok := v.X.(*ssa.FieldAddr); ok && isValues(v.Type()) && s.held(n, ir.FieldVar(fa.X.Type(), fa.Field)) {
			return false
		}
		if fa, ok := v.X.(*ssa.FieldAddr); ok && n.Path == "" && s.named(n, fa.X.Type(), ir.FieldVar(fa.X.Type(), fa.Field)) {
			return false
		}
	case *ssa.Field:
		if n.Path == "" && s.named(n, v.X.Type(), ir.FieldVar(v.X.Type(), v.Field)) {
			return false
		}
	case *ssa.Lookup:
		if k, ok := ir.ConstString(v.Index); ok && n.Path == "" {
			if yes, c := model.SecretName(k); yes && stringLike(v.X.Type()) {
				s.entry(n, FieldSecret, c, k, "the entry "+k)
				return false
			}
		}
	case *ssa.Extract:
		if nx, ok := v.Tuple.(*ssa.Next); ok {
			if r, ok := nx.Iter.(*ssa.Range); ok && isHeader(r.X.Type()) {
				if v.Index == 2 && !sifted(v.Parent()) {
					s.header(n, r.X)
				}
				return false
			}
		}
	}
	return s.tracer.visit(n)
}

// otherKey reports whether a node is what was stored under another key than the
// one that is read nearest to it.
func otherKey(n *ir.Node) bool {
	mu, ok := n.At.(*ssa.MapUpdate)
	if !ok || n.Hop != ir.Stored {
		return false
	}
	k, ok := ir.ConstString(mu.Key)
	if !ok {
		return false
	}
	for m := n.From; m != nil; m = m.From {
		if lk, ok := m.V.(*ssa.Lookup); ok {
			want, ok := ir.ConstString(lk.Index)
			return ok && want != k
		}
	}
	return false
}

// stringLike reports whether a map's values may be a credential.
func stringLike(t types.Type) bool {
	m, ok := t.Underlying().(*types.Map)
	if !ok {
		return false
	}
	return ir.IsString(m.Elem()) || types.IsInterface(m.Elem()) || isBytes(m.Elem()) || isHeader(t)
}

func isValues(t types.Type) bool { return ir.TypeName(t) == "net/url.Values" }

func isBytes(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	if !ok {
		return false
	}
	b, ok := s.Elem().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Byte
}

// named handles a field that is read: one with a telling name ends the way.
func (s *secrets) named(n *ir.Node, owner types.Type, f *types.Var) bool {
	if f == nil || !credential(f.Type()) {
		return false
	}
	yes, c := model.SecretName(f.Name())
	if !yes {
		return false
	}
	s.entry(n, FieldSecret, lone(f.Name(), owner, c), f.Name(), short(ir.TypeName(owner))+"."+f.Name())
	return true
}

// entry adds a credential that is known by its name, unless what hides passwords
// in URLs lies on the way and the name is that of a URL.
func (s *secrets) entry(n *ir.Node, k SecretKind, c model.Confidence, name, what string) {
	if addressLike(name) && masked(n) {
		return
	}
	s.secret(n, k, c, strings.TrimPrefix(what, "."))
}

// credential reports whether a field's type can hold one.
func credential(t types.Type) bool {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	return ir.IsString(t) || isBytes(t)
}

// lone lowers the grade of a name that may be an id: Token, unless its owner is a
// configuration, a client or an account.
func lone(name string, owner types.Type, c model.Confidence) model.Confidence {
	if words := model.SplitName(name); len(words) != 1 || words[0] != "token" && words[0] != "cookie" && words[0] != "auth" {
		return c
	}
	typ := strings.ToLower(ir.TypeName(owner))
	typ = typ[strings.LastIndexByte(typ, '.')+1:]
	for _, w := range []string{"config", "setting", "option", "client", "credential", "account", "auth", "secret", "env", "connection", "conn"} {
		if strings.Contains(typ, w) {
			return c
		}
	}
	return model.Low
}

// addressLike reports whether a name is that of a URL or DSN, whose credential
// is its userinfo.
func addressLike(name string) bool {
	for _, w := range model.SplitName(name) {
		switch w {
		case "url", "uri", "dsn", "connection", "conn", "connstr", "address":
			return true
		}
	}
	return false
}

// masked reports whether something on the way from a node to the sink hides the
// userinfo of a URL: Redacted, a part without it, or net/http, which strips the
// password from the URL in its errors.
func masked(n *ir.Node) bool {
	for m := n; m != nil && m.From != nil; m = m.From {
		call, ok := m.At.(ssa.CallInstruction)
		if !ok {
			continue
		}
		name := ir.CalleeName(call.Common())
		if mk, ok := model.MaskOf(name); ok && mk.Userinfo {
			return true
		}
		if name == "net/url.Parse" && m.From.Path != "" && !strings.HasPrefix(string(m.From.Path), "User") {
			return true
		}
		if m.Hop == ir.Through && (strings.HasPrefix(name, "(*net/http.Client).") || name == "net/http.Get" || name == "net/http.Post" || name == "net/http.Head" || name == "net/http.PostForm") {
			return true
		}
	}
	return false
}

// boxed handles a value that is about to be printed or marshalled. It reports
// whether the walk goes on into it.
func (s *secrets) boxed(n *ir.Node, mi *ssa.MakeInterface) bool {
	t := mi.X.Type()
	switch {
	case isHeader(t):
		s.header(n, mi.X)
		return false
	case ir.TypeName(t) == "net/http.Request":
		if n.Note != encoded {
			s.header(n, mi.X)
		}
		return false
	case ir.TypeName(t) == "net/url.URL":
		s.url(n, mi.X, nil, true)
		return false
	}
	if n.Note != sharp && s.hasPrinter(t, n.Note) {
		return true
	}
	if i, ok := mi.Type().Underlying().(*types.Interface); ok && i.Empty() && shownWhole(n) {
		s.dump(n, mi.X, t)
	}
	return true
}

// shownWhole reports whether a value is an operand of a printing or encoding
// call, or part of the answer itself, and not merely held by something that a
// function of another module was given.
func shownWhole(n *ir.Node) bool {
	for m := n; m.From != nil; m = m.From {
		switch m.Hop {
		case ir.Format:
			return true
		case ir.Through:
			return false
		}
	}
	return n.Note == encoded
}

// hasPrinter reports whether a type prints or marshals itself.
func (s *secrets) hasPrinter(t types.Type, note string) bool {
	names := []string{"Error", "String", "Format"}
	if note == encoded {
		names = []string{"MarshalJSON", "MarshalText"}
	}
	ms := s.View.Prog().MethodSets.MethodSet(t)
	for _, name := range names {
		if ms.Lookup(nil, name) != nil {
			return true
		}
	}
	return false
}

// dump adds the telling fields of a struct that is shown whole, unless their
// content was replaced by constants.
func (s *secrets) dump(n *ir.Node, v ssa.Value, t types.Type) {
	base := ir.Path("")
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	for depth := 0; depth < 2; depth++ { // lists and maps of structs
		switch u := t.Underlying().(type) {
		case *types.Slice:
			t, base = u.Elem(), base.Concat(ir.Elem)
		case *types.Map:
			t, base = u.Elem(), base.Concat(ir.Elem)
		}
		if p, ok := t.Underlying().(*types.Pointer); ok && base != "" {
			if n.Note != encoded {
				return // printed as an address
			}
			t = p.Elem()
		}
	}
	if base != "" && n.Note != sharp && s.hasPrinter(t, n.Note) {
		return
	}
	for _, f := range s.telling(t, n.Note, base, 0) {
		if s.redacted(n, v, f.path) {
			continue
		}
		if n.Note == encoded && !s.declared(t) {
			f.conf = model.Low // what a service answers has names of its own
		}
		s.entry(n, DumpSecret, f.conf, f.name, short(ir.TypeName(t))+" with its field "+f.name)
		return
	}
}

// declared reports whether a named type is declared in view.
func (s *secrets) declared(t types.Type) bool {
	n, ok := types.Unalias(t).(*types.Named)
	return !ok || n.Obj().Pkg() == nil || s.View.Package(n.Obj().Pkg()) != nil
}

type tellingField struct {
	path ir.Path
	name string
	conf model.Confidence
}

// telling lists the fields that are shown with a struct and whose names tell.
func (s *secrets) telling(t types.Type, note string, at ir.Path, depth int) (out []tellingField) {
	st, ok := t.Underlying().(*types.Struct)
	if !ok || depth > 4 || foreignStruct(t) {
		return nil
	}
	for i := range st.NumFields() {
		f := st.Field(i)
		ft := f.Type()
		if note == encoded {
			if !f.Exported() && !f.Embedded() || reflect.StructTag(st.Tag(i)).Get("json") == "-" {
				continue
			}
		}
		if (f.Exported() || note == encoded) && note != sharp && s.hasPrinter(ft, note) {
			continue // it says itself what it shows
		}
		path := at.Concat(ir.Path(f.Name()))
		if credential(ft) {
			if _, isPtr := ft.Underlying().(*types.Pointer); isPtr && note != encoded {
				continue
			}
			if yes, c := model.SecretName(f.Name()); yes {
				out = append(out, tellingField{path, f.Name(), lone(f.Name(), t, c)})
			} else if tag := ir.JSONName(st, i); tag != "" {
				if yes, c := model.SecretName(tag); yes {
					out = append(out, tellingField{path, f.Name(), lone(tag, t, c)})
				}
			}
			continue
		}
		if p, ok := ft.Underlying().(*types.Pointer); ok {
			if note != encoded {
				continue // printed as an address
			}
			ft = p.Elem()
		}
		out = append(out, s.telling(ft, note, path, depth+1)...)
	}
	slices.SortStableFunc(out, func(a, b tellingField) int { return int(b.conf) - int(a.conf) })
	return out
}

// foreignStruct keeps out structs of the standard library, whose fields have
// names of their own.
func foreignStruct(t types.Type) bool {
	pkg := pkgOfType(ir.TypeName(t))
	first, _, _ := strings.Cut(pkg, "/")
	switch first {
	case "net", "crypto", "encoding", "os", "time", "database", "log", "io", "reflect", "sync", "context", "bytes", "strings", "text", "html", "go", "mime", "math":
		return true
	}
	return false
}

// redacted reports whether the field behind a path certainly holds a constant.
func (s *secrets) redacted(n *ir.Node, v ssa.Value, p ir.Path) bool {
	tr := &ir.Tracer{Engine: s.Engine, Budget: 300}
	at := n.At
	if in, ok := v.(ssa.Instruction); ok && at == nil {
		at = in
	}
	leaves := tr.Run(&ir.Node{V: v, Path: p, F: n.F, At: at})
	for _, l := range leaves {
		if _, ok := l.V.(*ssa.Const); !ok {
			return false
		}
	}
	return len(leaves) > 0 && !tr.Exhausted
}
