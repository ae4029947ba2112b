package errorcode

import (
	"fmt"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/internal/query"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// minted reports codes that the server must not make up, at the place where the
// constant is written: in the literal, the table or the call that brings it.
func (c *checker) minted() {
	engine := ir.NewEngine(c.view)
	for _, fn := range c.functions() {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.Store:
					if fa, ok := in.Addr.(*ssa.FieldAddr); ok {
						if sdk, own := c.codeField(fa); sdk != "" || own {
							c.code(engine, &ir.Node{V: in.Val, At: in, Hop: ir.Stored}, in, sdk, own)
						}
					}
				case *ssa.MapUpdate:
					if k, ok := ir.ConstString(unboxed(in.Key)); ok && k == "code" && beside(in) && c.speaksMCP() {
						c.code(engine, &ir.Node{V: in.Value, At: in, Hop: ir.Stored}, in, "", true)
					}
				case *ssa.Call:
					if i, ok := model.CodeOperand(ir.CalleeName(&in.Call)); ok {
						c.code(engine, &ir.Node{V: ir.Operand(&in.Call, i), At: in, Hop: ir.Arg}, in, model.MCPGo, false)
					}
				}
			}
		}
	}
}

func (c *checker) functions() []*ssa.Function {
	var out []*ssa.Function
	if p := c.view.Package(c.pass.Pkg); p != nil {
		if f := p.Func("init"); f != nil {
			out = append(out, f)
		}
	}
	for _, fn := range c.view.Funcs() {
		if c.in[c.pass.Fset.File(fn.Pos())] && !c.view.InTest(fn) {
			out = append(out, fn)
		}
	}
	return out
}

// codeField says whether a field is the code of a JSON-RPC error: of an SDK's, or
// of the program's own in a package that speaks MCP.
func (c *checker) codeField(fa *ssa.FieldAddr) (sdk model.Kit, own bool) {
	f := ir.FieldVar(fa.X.Type(), fa.Field)
	if f == nil || f.Name() != "Code" {
		return "", false
	}
	typ := ir.TypeName(fa.X.Type())
	if model.CodedType(typ) && f.Pkg() != nil && model.IsSDKPackage(f.Pkg().Path()) {
		return model.KitOf(f.Pkg().Path()), false
	}
	p, ok := fa.X.Type().Underlying().(*types.Pointer)
	if !ok || f.Pkg() == nil || c.view.Package(f.Pkg()) == nil {
		return "", false
	}
	s, ok := p.Elem().Underlying().(*types.Struct)
	if !ok {
		return "", false
	}
	code, message := false, false
	for i := range s.NumFields() {
		name := ir.JSONName(s, i)
		b, ok := s.Field(i).Type().Underlying().(*types.Basic)
		if !ok {
			continue
		}
		switch {
		case name == "code" && b.Info()&types.IsInteger != 0:
			code = true
		case name == "message" && b.Info()&types.IsString != 0:
			message = true
		}
	}
	return "", code && message && c.speaksMCP()
}

// beside reports whether a map entry "code" stands beside a "message".
func beside(in *ssa.MapUpdate) bool {
	refs := in.Map.Referrers()
	if refs == nil {
		return false
	}
	for _, r := range *refs {
		if u, ok := r.(*ssa.MapUpdate); ok {
			if k, ok := ir.ConstString(unboxed(u.Key)); ok && k == "message" {
				return true
			}
		}
	}
	return false
}

func unboxed(v ssa.Value) ssa.Value {
	if mi, ok := v.(*ssa.MakeInterface); ok {
		return mi.X
	}
	return v
}

type spoken struct{ pkg *types.Package }

type dialect struct {
	mcp      bool
	revision string // the newest one named
}

// dialect reads off the constants of the package which protocol it speaks.
func (c *checker) dialect() dialect {
	return c.view.Memo(spoken{c.pass.Pkg}, func() any {
		var d dialect
		note := func(s string) {
			switch s {
			case "tools/call", "tools/list", "resources/read", "resources/list", "prompts/get":
				d.mcp = true
			}
			if model.Revision(s) && s > d.revision {
				d.revision = s
			}
		}
		for _, name := range c.pass.Pkg.Scope().Names() {
			if k, ok := c.pass.Pkg.Scope().Lookup(name).(*types.Const); ok {
				note(strings.Trim(k.Val().ExactString(), `"`))
			}
		}
		for _, fn := range c.functions() {
			for _, b := range fn.Blocks {
				for _, in := range b.Instrs {
					for _, op := range in.Operands(nil) {
						if *op != nil {
							if s, ok := ir.ConstString(*op); ok {
								note(s)
							}
						}
					}
				}
			}
		}
		return d
	}).(dialect)
}

func (c *checker) speaksMCP() bool { return c.dialect().mcp }

// code follows a code to its constants.
func (c *checker) code(e *ir.Engine, start *ir.Node, at ssa.Instruction, sdk model.Kit, own bool) {
	revision := c.dialect().revision
	if !own {
		version := ""
		if fn := at.Parent(); fn != nil {
			version = c.sdkVersion(sdk)
		}
		revision = model.SpokenBy(sdk, version)
	}
	tr := &ir.Tracer{Engine: e, Numbers: true, Open: true, Budget: 800, Into: c.found}
	for _, l := range tr.Run(start) {
		k, ok := l.V.(*ssa.Const)
		if !ok || k.Value == nil {
			continue
		}
		if b, ok := k.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
			continue
		}
		why, conf, fine := model.CodeMisuse(k.Int64(), revision, own)
		if fine && own && k.Int64() == model.CodeInvalidParams && afterRun(l) {
			why, conf, fine = "says that the request is malformed, but it was accepted and the tool has failed: that is a result with isError", model.Medium, false
		}
		if fine {
			continue
		}
		pos := token.NoPos
		for n := l; n != nil && !pos.IsValid(); n = n.From {
			if n.At != nil {
				pos = query.Anchor(c.pass, ir.PosOf(n.At))
			}
		}
		if !pos.IsValid() || !c.in[c.pass.Fset.File(pos)] {
			pos = query.Anchor(c.pass, ir.PosOf(at))
		}
		if strings.HasSuffix(c.pass.Fset.Position(pos).Filename, "_test.go") {
			continue
		}
		f := rule.Finding{
			Pos: pos, End: query.End(c.pass, pos), Confidence: conf,
			Message: fmt.Sprintf("the code %d %s; use a standard code for what it is for, or one of your own outside of -32768 to -32000", k.Int64(), why),
		}
		if p := ir.PosOf(at); p.IsValid() && p != pos {
			f.Related = []analysis.RelatedInformation{{Pos: p, Message: "it becomes the code of a JSON-RPC error here"}}
		}
		c.fs = append(c.fs, f)
	}
}

// found continues where errors.As fills a variable: at what the program stores in
// the field of the error type that is read then.
func (c *checker) found(n *ir.Node, call ssa.CallInstruction, operand int, p ir.Path, _ *ir.Frame) []*ir.Node {
	if ir.CalleeName(call.Common()) != "errors.As" || operand != 1 || p == "" {
		return nil
	}
	mi, ok := ir.Operand(call.Common(), 1).(*ssa.MakeInterface)
	if !ok {
		return nil
	}
	t := mi.X.Type()
	for {
		ptr, ok := t.Underlying().(*types.Pointer)
		if !ok {
			break
		}
		t = ptr.Elem()
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	var next []*ir.Node
	for i := range s.NumFields() {
		f := s.Field(i)
		if f.Name() != string(p) {
			continue
		}
		for _, st := range c.view.FieldStores(f) {
			next = append(next, n.Next(st.Val, "", nil, ir.Stored, st))
		}
	}
	return next
}

// afterRun reports whether a code is chosen because a function value or an
// interface method, the tool itself, has returned an error.
func afterRun(l *ir.Node) bool {
	for n := l; n != nil; n = n.From {
		if n.At == nil || n.At.Block() == nil {
			continue
		}
		for _, cond := range ir.Conds(n.At.Block(), n.F) {
			c, taken := cond.Not()
			v, isNil, ok := ir.NilTest(c, taken)
			if !ok || isNil || !ir.IsError(v.Type()) {
				continue
			}
			if ex, ok := v.(*ssa.Extract); ok {
				v = ex.Tuple
			}
			call, ok := v.(*ssa.Call)
			return ok && call.Call.StaticCallee() == nil && call.Call.Signature().Results().Len() > 1
		}
	}
	return false
}

// sdkVersion is the version of the SDK that the package imports.
func (c *checker) sdkVersion(sdk model.Kit) string {
	for _, imp := range c.pass.Pkg.Imports() {
		if model.KitOf(imp.Path()) != sdk {
			continue
		}
		for _, name := range imp.Scope().Names() {
			if v := c.view.VersionOf(imp.Scope().Lookup(name).Pos()); v != "" {
				return v
			}
		}
	}
	return ""
}
