package reach

import (
	"go/types"
	"reflect"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// Kind says how strictly a value has to come from the arguments.
type Kind uint8

// The kinds.
const (
	// Part: the value is (part of) what was decoded from the arguments.
	Part Kind = iota
	// Computed: pure functions may have made it from such a part: strconv.Atoi,
	// strings.Split, the SDK's accessors.
	Computed
	// Number: the value is a number that the caller wrote: decoded, parsed, or
	// computed from one. Where something is found in a text is none.
	Number
	// Asked: any call outside the view that got such a part may have made it.
	Asked
)

// Argument reports whether the value may come from the arguments of the call,
// and returns the place at which they enter.
func (s *Step) Argument(v ssa.Value, f *ir.Frame, k Kind) (*ir.Node, bool) {
	if _, ok := v.(*ssa.Const); ok {
		return nil, false
	}
	if !s.may(v, f) {
		return nil, false
	}
	key := askKey{v, f, k}
	if n, ok := s.asked[key]; ok {
		return n, n != nil
	}
	n, ok := s.ArgumentAt(&ir.Node{V: v, F: f}, k)
	s.asked[key] = n
	return n, ok
}

type askKey struct {
	v ssa.Value
	f *ir.Frame
	k Kind
}

// ArgumentAt is Argument for a path below a value.
func (s *Step) ArgumentAt(n *ir.Node, k Kind) (*ir.Node, bool) {
	var found *ir.Node
	tr := &ir.Tracer{Engine: s.E, Numbers: true, Budget: 500}
	tr.Ext = func(n *ir.Node, call ssa.CallInstruction, result int) ([]*ir.Node, bool) {
		c := call.Common()
		if len(s.E.Callees(call, n.F)) > 0 {
			return nil, false
		}
		if !k.through(c) {
			return nil, true
		}
		var next []*ir.Node
		for _, a := range ir.Operands(c) {
			if ir.TypeName(a.Type()) == "context.Context" {
				continue
			}
			next = append(next, n.Next(a, "", n.F, ir.Through, call))
		}
		return next, true
	}
	tr.Into = func(n *ir.Node, call ssa.CallInstruction, operand int, p ir.Path, f *ir.Frame) []*ir.Node {
		c := call.Common()
		if !decodes(ir.CalleeName(c)) {
			return nil
		}
		var next []*ir.Node
		for i, a := range ir.Operands(c) {
			if i != operand {
				next = append(next, n.Next(a, "", f, ir.Through, call))
			}
		}
		return next
	}
	tr.Visit = func(n *ir.Node) bool {
		if found != nil {
			return false
		}
		switch v := n.V.(type) {
		case *ssa.Parameter:
			if s.enters(v, n) {
				found = n
				return false
			}
		case *ssa.Const:
			return false
		case *ssa.MakeInterface:
			// A value of a type that the program chose, whatever it holds.
			if k == Part && n.Path == "" {
				return false
			}
		case *ssa.MakeMap:
			for _, m := range decodedInto(v, n) {
				tr.Push(m)
			}
		}
		return true
	}
	tr.Run(n)
	return found, found != nil
}

// decodedInto returns what a decoder fills a map from that it gets by the address
// of the variable, also when the variable was read before: the map is the same.
func decodedInto(mk *ssa.MakeMap, n *ir.Node) []*ir.Node {
	var next []*ir.Node
	for _, r := range *mk.Referrers() {
		st, ok := r.(*ssa.Store)
		if !ok || st.Val != ssa.Value(mk) {
			continue
		}
		a, ok := st.Addr.(*ssa.Alloc)
		if !ok {
			continue
		}
		for _, r := range *a.Referrers() {
			mi, ok := r.(*ssa.MakeInterface)
			if !ok {
				continue
			}
			for _, u := range *mi.Referrers() {
				call, ok := u.(ssa.CallInstruction)
				if !ok || !decodes(ir.CalleeName(call.Common())) {
					continue
				}
				for _, o := range ir.Operands(call.Common()) {
					if o != ssa.Value(mi) {
						next = append(next, n.Next(o, "", n.F, ir.Through, call))
					}
				}
			}
		}
	}
	return next
}

// enters reports whether a parameter is where the arguments come in: a parameter
// of what the SDK calls, or of the handler that a wrapper calls with what it
// decoded by reflection.
func (s *Step) enters(p *ssa.Parameter, n *ir.Node) bool {
	fn := p.Parent()
	root := fn == s.Tool.Root.Fn && (n.F == nil || n.F.Call == nil)
	if !root && fn != s.Tool.Handler() {
		return false
	}
	if fn.Signature.Recv() != nil && len(fn.Params) > 0 && fn.Params[0] == p {
		return false
	}
	switch first, _, _ := strings.Cut(string(n.Path), "/"); first {
	case "Session", "Extra", "Header":
		return false
	}
	t := p.Type()
	name := ir.TypeName(t)
	if model.RequestType(name) {
		return root || n.Path != ""
	}
	if name == "context.Context" {
		return false
	}
	if i := strings.LastIndexByte(name, '.'); i > 0 && model.IsSDKPackage(name[:i]) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Signature, *types.Chan:
		return false
	case *types.Interface:
		return root && u.Empty()
	case *types.Pointer:
		st, ok := u.Elem().Underlying().(*types.Struct)
		return ok && (root && tagged(st) || tagged(st))
	case *types.Struct:
		return root || tagged(u)
	}
	return root || name == "encoding/json.RawMessage" || stringMap(t)
}

func stringMap(t types.Type) bool {
	m, ok := t.Underlying().(*types.Map)
	return ok && isBasic(m.Key(), types.IsString)
}

func isBasic(t types.Type, info types.BasicInfo) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&info != 0
}

// tagged reports whether a struct is meant to be decoded: a field has a json tag.
func tagged(st *types.Struct) bool {
	for i := range st.NumFields() {
		if _, ok := reflect.StructTag(st.Tag(i)).Lookup("json"); ok {
			return true
		}
	}
	return false
}

// decodes reports whether a function writes into one operand what it decodes
// from the others.
func decodes(name string) bool {
	i := strings.LastIndexByte(name, '.')
	switch f := name[i+1:]; f {
	case "Unmarshal", "Decode", "DecodeStrict", "UnmarshalStrict", "BindArguments", "WeakDecode", "Copy", "ReadFull", "NewDecoder", "UnmarshalRead":
		return true
	}
	return false
}

// purePkgs are packages whose functions compute and do no more.
var purePkgs = map[string]bool{
	"strings": true, "bytes": true, "strconv": true, "unicode": true, "unicode/utf8": true, "fmt": true, "path": true, "path/filepath": true,
	"net/url": true, "encoding/json": true, "encoding/hex": true, "encoding/base64": true, "math": true, "slices": true, "sort": true, "cmp": true, "regexp": true,
	"github.com/spf13/cast": true, "time": true, "errors": true, "maps": true,
}

func (k Kind) through(c *ssa.CallCommon) bool {
	pkg := ir.CalleePkg(c)
	name := ir.CalleeName(c)
	if model.IsSDKPackage(pkg) || strings.HasSuffix(pkg, "/mcp") {
		// Accessors of the request; clients and sessions of the SDK answer with
		// what others say.
		return !strings.Contains(name, "Session") && !strings.Contains(name, "Client") || k == Asked
	}
	switch k {
	case Part:
		return decodes(name) && pkg != "" || strings.HasPrefix(name, "maps.Clone")
	case Number:
		switch pkg {
		case "strconv", "math", "github.com/spf13/cast", "time":
			return true
		}
		return decodes(name) && pkg != "" || strings.HasPrefix(name, "(encoding/json.Number)") || strings.HasPrefix(name, "strings.Trim") || strings.HasPrefix(name, "strings.Split") || name == "fmt.Sscanf" || name == "fmt.Sscan"
	case Computed:
		return purePkgs[pkg] || decodes(name) && pkg != ""
	}
	return pkg != ""
}
