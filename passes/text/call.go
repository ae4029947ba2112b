package text

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// Calls whose body is not looked into: what rows, summaries and, without either, the
// look of the callee say of their results and of the operands that they write to.

// ext is the transfer of calls outside the view, and of those that rows know
// better than their bodies.
func (t *tracer) ext(n *ir.Node, call ssa.CallInstruction, result int) ([]*ir.Node, bool) {
	c := call.Common()
	name := ir.CalleeName(c)
	if slices.Contains(model.Config.Sanitizers, name) || t.View.Directive(c.StaticCallee(), "sanitizes") {
		return t.clean(n)
	}
	if name == "" {
		return nil, false
	}
	if r, ok := model.ConstructorOf(name); ok {
		return t.constructor(n, call, r, result)
	}
	if name == model.GetError {
		t.add(n, model.Opaque, model.Medium, "the error of any handler")
		return nil, true
	}
	if n.Note == stacked && carrier(name) {
		t.add(n, model.Stack, model.High, short(name))
	}
	if f, ok := model.FormatOf(name); ok && f.Into < 0 {
		return t.format(n, call, f.Format, f.Args), true
	}
	if m, ok := model.MarshalOf(name); ok && m.Into < 0 {
		if result != 0 {
			t.add(n, model.Benign, model.High, name)
			return nil, true
		}
		next := n.Next(ir.Operand(c, m.Operand), "", n.F, ir.Format, call)
		next.Note = encoded
		return []*ir.Node{next}, true
	}
	switch name {
	case "(error).Error", "(fmt.Stringer).String":
		m := n.Next(c.Value, "", n.F, ir.Plain, call)
		m.Note = printed
		return []*ir.Node{m}, true
	case "errors.Unwrap":
		return []*ir.Node{n.Next(c.Args[0], "", n.F, ir.Through, call)}, true
	}
	callee := c.StaticCallee()
	if callee != nil && callee.Blocks != nil {
		return nil, false
	}
	if callee == nil && len(t.Callees(call, n.F)) > 0 || ir.HigherOrder(c) && len(t.Callees(call, n.F)) > 0 {
		return nil, false
	}
	return t.foreign(n, call, name, result), true
}

// clean ends a way at a sanitizer.
func (t *tracer) clean(n *ir.Node) ([]*ir.Node, bool) {
	t.add(n, model.Authored, model.High, "")
	return nil, true
}

func carrier(name string) bool { _, ok := model.StackCarrierOf(name); return ok }

// constructor follows the words that an SDK's result constructor is given.
func (t *tracer) constructor(n *ir.Node, call ssa.CallInstruction, r model.Constructor, result int) ([]*ir.Node, bool) {
	c := call.Common()
	if result > 0 {
		t.add(n, model.Benign, model.High, r.Func)
		return nil, true
	}
	if first := string(n.Path); first != "" && !strings.HasPrefix(first, "Content") && !strings.HasPrefix(first, "StructuredContent") {
		return nil, true
	}
	if strings.HasSuffix(r.Func, "NewToolResultErrorf") {
		return t.format(n, call, 0, 1), true
	}
	var next []*ir.Node
	for _, i := range r.Text {
		v := ir.Operand(c, i)
		if v == nil {
			continue
		}
		m := n.Next(v, "", n.F, ir.Arg, call)
		m.Note = printed
		if !ir.IsString(v.Type()) && !ir.IsError(v.Type()) {
			m.Note = encoded
		}
		next = append(next, m)
	}
	return next, true
}

// foreign is the transfer of a call whose body is not in view.
func (t *tracer) foreign(n *ir.Node, call ssa.CallInstruction, name string, result int) []*ir.Node {
	c := call.Common()
	res := c.Signature().Results()
	isErr := result < res.Len() && ir.IsError(res.At(result).Type())
	pkg := ir.CalleePkg(c)
	o, conf, known := model.SourceOf(name, pkg, result, isErr)
	flow, hasFlow := model.FlowOf(name)
	var next []*ir.Node
	operand := func(i int) {
		if v := ir.Operand(c, i); v != nil && (ir.CanHoldText(v.Type())) {
			m := n.Next(v, "", n.F, ir.Through, call)
			if n.Note == encoded || n.Note == plain {
				m.Note = printed
			}
			next = append(next, m)
		}
	}
	if !known && !hasFlow {
		if s := t.View.Summary(c.StaticCallee()); s != nil {
			if r, ok := s.Result(result); ok {
				return t.summary(n, r, operand, &next)
			}
		}
	}
	if known {
		if isErr && o == model.Infra && conf > model.Medium && t.asked(n, c, pkg) {
			conf = model.Medium
		}
		t.add(n, o, conf, short(name))
		if hasFlow && flow.Into < 0 {
			for _, i := range flow.From {
				operand(i)
			}
		}
		return next
	}
	if hasFlow && flow.Into < 0 {
		for _, i := range flow.From {
			operand(i)
		}
		if len(next) == 0 {
			t.add(n, model.Authored, model.High, "")
		}
		return next
	}
	if isErr {
		wraps := false
		for i, v := range ir.Operands(c) {
			if ir.IsError(v.Type()) || errorSlice(v.Type()) {
				wraps = true
				operand(i)
			}
		}
		if f, ok := model.FormatOf(name); ok {
			return append(next, t.format(n, call, f.Format, f.Args)...)
		}
		if wraps {
			for i, v := range ir.Operands(c) {
				if ir.IsString(v.Type()) {
					operand(i)
				}
			}
			return next
		}
		o, conf := ForeignError(c, name)
		t.add(n, o, conf, short(name))
		return nil
	}
	for i, v := range ir.Operands(c) {
		if ir.IsIterator(v.Type()) {
			for _, tg := range t.Functions(v, n.F) {
				for j := range v.Type().Underlying().(*types.Signature).Params().At(0).Type().Underlying().(*types.Signature).Params().Len() {
					for _, y := range t.Yields(tg, j) {
						m := n.Next(y.V, y.Path, y.F, ir.Arg, y.At)
						m.Note = printed
						next = append(next, m)
					}
				}
			}
			continue
		}
		operand(i)
	}
	if len(next) == 0 {
		t.add(n, model.Authored, model.Medium, short(name))
	}
	return next
}

// summary is the transfer of a call that the callee's package has summed up.
func (t *tracer) summary(n *ir.Node, r ir.Said, operand func(int), next *[]*ir.Node) []*ir.Node {
	if r.Flag != "" && !strings.HasPrefix(string(n.Path), "Content") {
		return nil // of a tool result only the content was summed up
	}
	for _, p := range r.Pieces {
		switch {
		case p.Const != "":
			t.out.Pieces = append(t.out.Pieces, Piece{Const: p.Const, Origin: model.Authored, Confidence: model.High, Source: n})
		case p.Operand >= 0:
			operand(p.Operand)
		default:
			t.add(n, p.Origin, p.Confidence, p.What)
		}
	}
	return *next
}

// asked reports whether an error of the file system is about a path that the caller
// gave: it tells the caller less that is new than one about a path of the server's.
func (t *tracer) asked(n *ir.Node, c *ssa.CallCommon, pkg string) bool {
	if pkg != "os" && pkg != "io/fs" && pkg != "io/ioutil" {
		return false
	}
	for _, v := range c.Args {
		if !ir.IsString(v.Type()) {
			continue
		}
		for _, p := range Of(t.Engine, &ir.Node{V: v, F: n.F}).Pieces {
			if p.Origin == model.Argument {
				return true
			}
		}
		return false
	}
	return false
}

func errorSlice(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && ir.IsError(s.Elem())
}

// ForeignError is the origin of the error of a call without a row, by what the
// callee looks like.
func ForeignError(c *ssa.CallCommon, name string) (model.Origin, model.Confidence) {
	pkg := ir.CalleePkg(c)
	if model.IsSDKPackage(pkg) {
		// Clients and sessions talk to a peer; accessors look at the request.
		if strings.Contains(name, "Session)") || strings.Contains(name, "client.") || strings.Contains(name, "Client)") {
			return model.Infra, model.High
		}
		return model.SDK, model.High
	}
	var tp *types.Package
	if c.IsInvoke() {
		tp = c.Method.Pkg()
	} else if f := c.StaticCallee(); f != nil && f.Object() != nil {
		tp = f.Object().Pkg()
	} else if f != nil && f.Origin() != nil && f.Origin().Object() != nil {
		tp = f.Origin().Object().Pkg()
	}
	for _, a := range c.Args {
		if ir.TypeName(a.Type()) == "context.Context" {
			return model.Infra, model.High
		}
	}
	if tp == nil {
		return model.Opaque, model.Medium
	}
	recv := ""
	if c.IsInvoke() {
		recv = ir.TypeName(c.Value.Type())
	} else if c.Signature().Recv() != nil {
		recv = ir.TypeName(c.Signature().Recv().Type())
	}
	if recv != "" {
		base := recv[strings.LastIndexByte(recv, '.')+1:]
		if strings.HasSuffix(base, "Lister") || strings.HasSuffix(base, "Indexer") {
			return model.Benign, model.Medium // an informer's memory
		}
		for _, s := range []string{"Client", "Service", "Conn", "Connection", "Session", "API", "Api", "Collection", "Database", "DB", "Store", "Repository"} {
			if strings.HasSuffix(base, s) {
				return model.Infra, model.High
			}
		}
	}
	// What makes a client names its address, its configuration, its credentials.
	if r := c.Signature().Results(); recv == "" && r.Len() > 1 {
		base := ir.TypeName(r.At(0).Type())
		for _, s := range []string{"Client", "Clientset", "Service", "Conn", "Session", "Interface"} {
			if strings.HasSuffix(base, s) {
				return model.Infra, model.Medium
			}
		}
	}
	if recv != "" && imports(tp, "net/http", "net", "os/exec", "google.golang.org/grpc", "database/sql") {
		return model.Infra, model.Medium
	}
	return model.Benign, model.Medium
}

func imports(p *types.Package, paths ...string) bool {
	for _, i := range p.Imports() {
		if slices.Contains(paths, i.Path()) {
			return true
		}
	}
	return false
}

// into is what a call outside the view writes into an operand.
func (t *tracer) into(n *ir.Node, call ssa.CallInstruction, operand int, p ir.Path, f *ir.Frame) []*ir.Node {
	c := call.Common()
	name := ir.CalleeName(c)
	if name == "" {
		return nil
	}
	at := &ir.Node{V: n.V, Path: n.Path, F: f, From: n.From, Hop: n.Hop, At: n.At, Note: n.Note}
	if n.From == nil {
		at.From = n
	}
	if name == model.SetError && operand == 0 && (strings.HasPrefix(string(p), "Content") || p == "") {
		m := at.Next(ir.Operand(c, 1), "", f, ir.Arg, call)
		m.Note = printed
		return []*ir.Node{m}
	}
	if fm, ok := model.FormatOf(name); ok && fm.Into == operand {
		return t.format(at, call, fm.Format, fm.Args)
	}
	if mr, ok := model.MarshalOf(name); ok && mr.Into == operand {
		m := at.Next(ir.Operand(c, mr.Operand), "", f, ir.Format, call)
		m.Note = encoded
		return []*ir.Node{m}
	}
	if fl, ok := model.FlowOf(name); ok && fl.Into == operand {
		var next []*ir.Node
		for _, i := range fl.From {
			v := ir.Operand(c, i)
			if v == nil || !ir.CanHoldText(v.Type()) {
				continue
			}
			m := at.Next(v, "", f, ir.Through, call)
			m.Note = printed
			if name == "errors.As" {
				m.Path = p
			}
			if strings.Contains(name, "emplate.Template).Execute") {
				m.Note = printed
			}
			next = append(next, m)
		}
		return next
	}
	return nil
}
