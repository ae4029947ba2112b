// Package text says what a string, an error or a result may consist of: a set
// of pieces, each with the origin of its words and the way by which it came.
//
// It is a may analysis on top of ir.Tracer: formatting, concatenation, builders,
// encoders, error chains, fields and containers are followed; calls outside the
// view take their rows of passes/model and, without a row, the default transfer
// (text operands flow to text results, an error is of the callee's package). A
// value that can hold no text (numbers, booleans, times) ends the way, so a
// status number, errors.Is or a length is clean, and so is a function whose
// result does not derive from its operand. Errors of other modules without rows
// are infra when the callee looks like a client (it takes a ctx, or is a method
// of a package that does I/O), else benign. The pass reports nothing.
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

// Piece is one part of a text.
type Piece struct {
	Const      string // the words, when they are a constant
	Origin     model.Origin
	Confidence model.Confidence
	Source     *ir.Node // where it came from, with the way to the sink
	What       string   // what the source is, for people: "(*sql.DB).QueryContext"
}

// Text is what a value may consist of.
type Text struct {
	Pieces []Piece
	Cut    bool // the budget ended the search
}

// Worst returns the first piece of the most harmful origin, or nil.
func (t *Text) Worst(ok func(Piece) bool) *Piece {
	var w *Piece
	for i := range t.Pieces {
		p := &t.Pieces[i]
		if ok(*p) && (w == nil || p.Origin > w.Origin || p.Origin == w.Origin && p.Confidence > w.Confidence) {
			w = p
		}
	}
	return w
}

// Constants returns the constant pieces, joined by spaces.
func (t *Text) Constants() string {
	var b strings.Builder
	for _, p := range t.Pieces {
		if p.Const != "" {
			b.WriteString(p.Const)
			b.WriteByte(' ')
		}
	}
	return strings.TrimSpace(b.String())
}

// Only reports whether every piece that is no constant has one of the origins.
func (t *Text) Only(os ...model.Origin) bool {
	for _, p := range t.Pieces {
		if !slices.Contains(os, p.Origin) {
			return false
		}
	}
	return len(t.Pieces) > 0
}

// Notes carried by nodes: how the value is printed.
const (
	plain   = ""
	printed = "%v"
	stacked = "%+v"
	encoded = "json"
)

// Of returns what the values at the nodes may consist of when they are shown:
// errors by Error, structs by their fields.
func Of(e *ir.Engine, nodes ...*ir.Node) *Text { return trace(e, printed, nodes) }

// JSON is Of for values that are marshalled.
func JSON(e *ir.Engine, nodes ...*ir.Node) *Text { return trace(e, encoded, nodes) }

func trace(e *ir.Engine, note string, nodes []*ir.Node) *Text {
	t := &tracer{out: &Text{}, names: map[string]bool{}}
	t.Tracer = &ir.Tracer{Engine: e, Budget: 5000, Ext: t.ext, Into: t.into, Visit: t.visit, Escape: t.escape}
	var start []*ir.Node
	for _, n := range nodes {
		if n.V == nil {
			continue
		}
		m := *n
		if m.Note == "" {
			m.Note = note
		}
		start = append(start, &m)
	}
	for _, l := range t.Run(start...) {
		t.leafPiece(l)
	}
	t.out.Cut = t.Exhausted
	return t.out
}

type tracer struct {
	sharp bool // %#v is told from %v
	*ir.Tracer
	out   *Text
	names map[string]bool
}

func (t *tracer) add(n *ir.Node, o model.Origin, c model.Confidence, what string) {
	t.out.Pieces = append(t.out.Pieces, Piece{Origin: o, Confidence: c, Source: n, What: what})
}

// visit handles values that are printed by a method, fields that rows know, and
// values that can hold no text.
func (t *tracer) visit(n *ir.Node) bool {
	if n.Path == "" && !ir.CanHoldText(n.V.Type()) {
		return false
	}
	if n.Hop == ir.Stored {
		if st, ok := n.At.(*ssa.Store); ok && !t.shown(st, n.Note) {
			return false
		}
	}
	switch v := n.V.(type) {
	case *ssa.MakeInterface:
		if n.Path != "" {
			return true
		}
		if n.Note == encoded {
			return !t.encodedBy(n, v)
		}
		if n.Note != plain {
			return !t.printedBy(n, v)
		}
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			return !t.field(n, ir.TypeName(fa.X.Type()), ir.FieldVar(fa.X.Type(), fa.Field))
		}
		if g, ok := v.X.(*ssa.Global); ok {
			if r, ok := model.VarSourceOf(g.Pkg.Pkg.Path() + "." + g.Name()); ok {
				t.add(n, r.Origin, model.High, g.Pkg.Pkg.Name()+"."+g.Name())
				return false
			}
		}
	case *ssa.Field:
		return !t.field(n, ir.TypeName(v.X.Type()), ir.FieldVar(v.X.Type(), v.Field))
	}
	return true
}

// field looks a field up in the rows.
func (t *tracer) field(n *ir.Node, typ string, f *types.Var) bool {
	if f == nil {
		return false
	}
	if r, ok := model.FieldSourceOf(typ + "." + f.Name()); ok && !r.Into {
		c := r.Confidence
		if c == 0 {
			c = model.High
		}
		t.add(n, r.Origin, c, short(typ)+"."+f.Name())
		return true
	}
	return false
}

// shown reports whether what is stored in a field is part of what is printed or
// encoded: an encoder leaves out unexported fields and those tagged "-".
func (t *tracer) shown(st *ssa.Store, note string) bool {
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return true
	}
	f := ir.FieldVar(fa.X.Type(), fa.Field)
	if f == nil {
		return true
	}
	if note == encoded {
		if !f.Exported() && !f.Embedded() {
			return false
		}
		p, _ := fa.X.Type().Underlying().(*types.Pointer)
		if p == nil {
			return true
		}
		if s, ok := p.Elem().Underlying().(*types.Struct); ok {
			tag := reflect.StructTag(s.Tag(fa.Field)).Get("json")
			return tag != "-"
		}
	}
	return true
}

// printedBy continues in the Error or String method of a concrete value that is
// about to be printed.
func (t *tracer) printedBy(n *ir.Node, mi *ssa.MakeInterface) bool {
	typ := mi.X.Type()
	for _, name := range []string{"Error", "String"} {
		sel := t.View.Prog().MethodSets.MethodSet(typ).Lookup(nil, name)
		if sel == nil {
			continue
		}
		sig := sel.Type().(*types.Signature)
		if sig.Params().Len() != 0 || sig.Results().Len() != 1 {
			continue
		}
		fn := t.View.Prog().MethodValue(sel)
		if fn == nil || fn.Blocks == nil {
			if name == "Error" {
				return t.foreignError(n, mi)
			}
			return false
		}
		f := t.Method(fn, &ir.Node{V: mi.X, F: n.F, From: n, At: n.At, Note: n.Note})
		if f == nil {
			return true
		}
		for _, r := range ir.Results(fn) {
			m := n.Next(r.Results[0], "", f, ir.Result, r)
			m.Note = printed
			t.Push(m)
		}
		return true
	}
	return false
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

// foreignError is an error value of a type of another module that the program
// makes itself: what it says is what its fields were given.
func (t *tracer) foreignError(n *ir.Node, mi *ssa.MakeInterface) bool {
	m := n.Next(mi.X, "", n.F, ir.Plain, nil)
	m.Note = printed
	t.Push(m)
	return true
}

// encodedBy continues in MarshalJSON or MarshalText, or at the value's fields.
func (t *tracer) encodedBy(n *ir.Node, mi *ssa.MakeInterface) bool {
	for _, name := range []string{"MarshalJSON", "MarshalText"} {
		sel := t.View.Prog().MethodSets.MethodSet(mi.X.Type()).Lookup(nil, name)
		if sel == nil {
			continue
		}
		fn := t.View.Prog().MethodValue(sel)
		if fn == nil || fn.Blocks == nil {
			continue
		}
		f := t.Method(fn, &ir.Node{V: mi.X, F: n.F, From: n, At: n.At, Note: n.Note})
		if f == nil {
			return true
		}
		for _, r := range ir.Results(fn) {
			m := n.Next(r.Results[0], "", f, ir.Result, r)
			m.Note = printed
			t.Push(m)
		}
		return true
	}
	// An error without a marshaller shows its exported fields only.
	return false
}

// escape: a buffer whose address is given to a command receives its output.
func (t *tracer) escape(n *ir.Node, st *ssa.Store) []*ir.Node {
	fa := st.Addr.(*ssa.FieldAddr)
	f := ir.FieldVar(fa.X.Type(), fa.Field)
	if f == nil {
		return nil
	}
	if r, ok := model.FieldSourceOf(ir.TypeName(fa.X.Type()) + "." + f.Name()); ok && r.Into {
		c := r.Confidence
		if c == 0 {
			c = model.High
		}
		m := n.Next(st.Val, "", n.F, ir.Stored, st)
		t.add(m, r.Origin, c, short(ir.TypeName(fa.X.Type()))+"."+f.Name())
	}
	return nil
}

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

// format splits a format string and continues at the values that its verbs
// print as text.
func (t *tracer) format(n *ir.Node, call ssa.CallInstruction, format, args int) []*ir.Node {
	c := call.Common()
	var next []*ir.Node
	var verbs []string
	known := false
	if format >= 0 {
		f := ir.Operand(c, format)
		if s, ok := ir.ConstString(f); ok {
			verbs, known = Verbs(s), true
		}
		m := n.Next(f, "", n.F, ir.Plain, call)
		m.Note = plain
		next = append(next, m)
	}
	va := ir.Operand(c, args)
	els, ok := ir.Elements(va)
	if !ok {
		m := n.Next(va, ir.Elem, n.F, ir.Format, call)
		m.Note = printed
		return append(next, m)
	}
	for i, e := range els {
		if e == nil {
			continue
		}
		note := printed
		if known {
			if i >= len(verbs) {
				continue
			}
			switch verbs[i] {
			case "T", "t", "d", "b", "o", "O", "U", "c", "e", "E", "f", "F", "g", "G", "p":
				continue
			case "+v":
				note = stacked
			case "#v":
				if t.sharp {
					note = sharp
				}
			}
		}
		m := n.Next(e, "", n.F, ir.Format, call)
		m.Note = note
		next = append(next, m)
	}
	return next
}

// Verbs returns the verbs of a format in order of the operands that they
// consume: "v", "+v", "#v", "s", "d" …; "*" for a width taken from an operand.
func Verbs(format string) []string {
	var vs []string
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		plus, hash := false, false
		for i++; i < len(format); i++ {
			ch := format[i]
			if ch == '*' {
				vs = append(vs, "d")
				continue
			}
			if ch == '+' {
				plus = true
			}
			if ch == '#' {
				hash = true
			}
			if strings.IndexByte("+-# 0123456789.[]", ch) >= 0 {
				continue
			}
			if ch != '%' {
				v := string(ch)
				switch {
				case v == "v" && hash:
					v = "#v"
				case v == "v" && plus:
					v = "+v"
				}
				vs = append(vs, v)
			}
			break
		}
	}
	return vs
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

// leafPiece turns a leaf of the walk into a piece.
func (t *tracer) leafPiece(n *ir.Node) {
	switch v := n.V.(type) {
	case *ssa.Const:
		if s, ok := ir.ConstString(v); ok && s != "" && !typeTag(n) {
			t.out.Pieces = append(t.out.Pieces, Piece{Const: s, Origin: model.Authored, Confidence: model.High, Source: n})
		}
	case *ssa.Alloc, *ssa.MakeSlice, *ssa.MakeMap, *ssa.MakeChan, *ssa.Function, *ssa.MakeClosure:
	case *ssa.Parameter, *ssa.FreeVar:
		if ir.IsError(v.Type()) && n.Path == "" {
			t.add(n, model.Opaque, model.Medium, "an error that a caller passes")
			return
		}
		t.add(n, model.Argument, model.High, "")
	case *ssa.Call:
		t.callLeaf(n, v, 0)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			t.callLeaf(n, call, v.Index)
			return
		}
		t.add(n, model.Argument, model.Medium, "")
	case *ssa.UnOp, *ssa.Global, *ssa.FieldAddr, *ssa.Field:
		if ir.IsError(n.V.Type()) && n.Path == "" {
			if g := globalOf(n.V); g != nil {
				t.add(n, model.Benign, model.Medium, g.Name())
				return
			}
			t.add(n, model.Opaque, model.Medium, "an error kept in a field")
			return
		}
		t.add(n, model.Argument, model.Medium, "")
	default:
		t.add(n, model.Argument, model.Medium, "")
	}
}

func globalOf(v ssa.Value) *ssa.Global {
	if u, ok := v.(*ssa.UnOp); ok {
		v = u.X
	}
	g, _ := v.(*ssa.Global)
	return g
}

// typeTag recognises the Type field of a content block, which nobody reads.
func typeTag(n *ir.Node) bool {
	st, ok := n.At.(*ssa.Store)
	if !ok || n.Hop != ir.Stored {
		return false
	}
	fa, ok := st.Addr.(*ssa.FieldAddr)
	if !ok {
		return false
	}
	f := ir.FieldVar(fa.X.Type(), fa.Field)
	return f != nil && (f.Name() == "Type" || f.Name() == "MIMEType")
}

// callLeaf classifies a call through which nothing flowed in.
func (t *tracer) callLeaf(n *ir.Node, call *ssa.Call, result int) {
	c := call.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		if b.Name() == "recover" {
			t.add(n, model.Panic, model.High, "the recovered panic value")
		}
		return
	}
	name := ir.CalleeName(c)
	res := c.Signature().Results()
	isErr := result < res.Len() && ir.IsError(res.At(result).Type())
	if callee := c.StaticCallee(); callee != nil && callee.Blocks != nil {
		return // too deep, or it never returns
	}
	if c.IsInvoke() || c.StaticCallee() == nil {
		if !isErr {
			t.add(n, model.Argument, model.Medium, "")
			return
		}
		what := "a function value"
		if c.IsInvoke() {
			what = short(name)
			if o, conf, ok := model.SourceOf(name, ir.CalleePkg(c), result, isErr); ok {
				t.add(n, o, conf, what)
				return
			}
			if !t.View.Has(c.Method.Pkg()) {
				o, conf := ForeignError(c, name)
				t.add(n, o, conf, what)
				return
			}
		}
		t.add(n, model.Opaque, model.Medium, what)
	}
}

// short drops the directories of import paths: "(*database/sql.DB).Exec" becomes
// "(*sql.DB).Exec".
func short(name string) string { return Short(name) }

// Short is the name of a function as a person writes it.
func Short(name string) string {
	i := strings.LastIndexByte(name, '/')
	if i < 0 {
		return name
	}
	head := ""
	for _, p := range []string{"(*", "("} {
		if strings.HasPrefix(name, p) {
			head = p
			break
		}
	}
	return head + name[i+1:]
}
