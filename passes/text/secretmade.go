package text

import (
	"go/token"
	"go/types"
	"regexp"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// Credentials that are put together in the program: a value that goes into the
// query of a URL under a telling key, behind "Bearer ", or between user and host.

var (
	queryKey   = regexp.MustCompile(`[?&]([\w.-]+)=$`)
	queryVerb  = regexp.MustCompile(`[?&]([\w.-]+)=%[svq]`)
	userVerb   = regexp.MustCompile(`://[^/@\s]*:%[svq]@`)
	bearerVerb = regexp.MustCompile(`(?i)\b(?:bearer|basic|token) %[svq]`)
)

// joined handles a concatenation whose constant half names the other.
func (s *secrets) joined(n *ir.Node, b *ssa.BinOp) bool {
	k, ok := ir.ConstString(b.X)
	if !ok || b.Op != token.ADD {
		return false
	}
	if _, fixed := ir.ConstString(b.Y); fixed {
		return false
	}
	return s.composed(n, k, queryKey, strings.HasSuffix(k, "Bearer ") || strings.HasSuffix(k, "Basic "), strings.Contains(k, "://") && strings.HasSuffix(k, ":"))
}

// formatted is joined for format strings.
func (s *secrets) formatted(n *ir.Node, format string) {
	s.composed(n, format, queryVerb, bearerVerb.MatchString(format) && strings.Contains(format, "Bearer %"), userVerb.MatchString(format))
}

func (s *secrets) composed(n *ir.Node, k string, key *regexp.Regexp, bearer, user bool) bool {
	switch {
	case bearer:
		s.secret(n, HeaderSecret, model.High, "a bearer token")
		return true
	case user:
		s.entry(n, FieldSecret, model.High, "url", "the password in a URL")
		return true
	}
	for _, m := range key.FindAllStringSubmatch(k, -1) {
		if yes, c := model.SecretName(m[1]); yes && c >= model.Medium {
			s.secret(n, FieldSecret, c, "the query parameter "+m[1])
			return true
		}
	}
	return false
}

// into adds what is set under a telling key in a query or header.
func (s *secrets) into(n *ir.Node, call ssa.CallInstruction, operand int, p ir.Path, f *ir.Frame) []*ir.Node {
	if operand == 0 {
		if key, ok := setKey(call); ok {
			if yes, c := model.SecretName(key); yes && c >= model.Medium {
				m := &ir.Node{V: n.V, Path: n.Path, F: f, From: n, Hop: ir.Through, At: call, Note: n.Note}
				s.secret(m, FieldSecret, c, "the parameter "+key)
				return nil
			}
		}
	}
	switch ir.CalleeName(call.Common()) {
	case "encoding/json.Unmarshal", "(*encoding/json.Decoder).Decode", "encoding/xml.Unmarshal":
		return nil // the claims in a token are not the token
	}
	return s.tracer.into(n, call, operand, p, f)
}

// setKey returns the constant key under which a call puts a value that is no
// constant into a query or header.
func setKey(call ssa.CallInstruction) (string, bool) {
	c := call.Common()
	switch ir.CalleeName(c) {
	case "(net/url.Values).Set", "(net/url.Values).Add", "(net/http.Header).Set", "(net/http.Header).Add":
		if _, fixed := ir.ConstString(c.Args[2]); !fixed {
			return ir.ConstString(c.Args[1])
		}
	}
	return "", false
}

type setsKey struct{}

type fieldSet struct {
	key string
	at  ssa.CallInstruction
}

// fieldSets lists what is set in queries and headers that structs hold, by field:
// options that nothing in view passes still say what they would set.
func fieldSets(v *ir.View) map[*types.Var][]fieldSet {
	return v.Memo(setsKey{}, func() any {
		m := map[*types.Var][]fieldSet{}
		for _, fn := range v.Funcs() {
			if v.InTest(fn) {
				continue
			}
			for _, b := range fn.Blocks {
				for _, in := range b.Instrs {
					call, ok := in.(*ssa.Call)
					if !ok {
						continue
					}
					key, ok := setKey(call)
					if !ok {
						continue
					}
					if u, ok := call.Call.Args[0].(*ssa.UnOp); ok {
						if fa, ok := u.X.(*ssa.FieldAddr); ok {
							f := ir.FieldVar(fa.X.Type(), fa.Field)
							if f != nil && f.Pkg() != nil && v.Package(f.Pkg()) != nil {
								m[f] = append(m[f], fieldSet{key, call})
							}
						}
					}
				}
			}
		}
		return m
	}).(map[*types.Var][]fieldSet)
}

// held adds what is set anywhere under telling keys in the query that a field holds.
func (s *secrets) held(n *ir.Node, f *types.Var) bool {
	if f == nil {
		return false
	}
	for _, set := range fieldSets(s.View)[f] {
		if yes, c := model.SecretName(set.key); yes && c >= model.Medium {
			m := &ir.Node{V: n.V, Path: n.Path, F: n.F, From: n, Hop: ir.Through, At: set.at, Note: n.Note}
			s.secret(m, FieldSecret, c, "the parameter "+set.key)
			return true
		}
	}
	return false
}
