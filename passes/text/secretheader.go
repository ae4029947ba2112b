package text

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// Headers that are shown whole: whether they authenticate is told by what the
// program has set in them, or by whose request they belong to.

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
	fn := ir.Outermost(v.Parent())
	if fn == nil {
		fn = ir.Outermost(owner.Parent())
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

func pkgOfType(name string) string {
	if i := strings.LastIndexByte(name, '.'); i > 0 {
		return name[:i]
	}
	return ""
}
