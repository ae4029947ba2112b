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
