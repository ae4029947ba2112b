package ir

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// What fields and package variables hold where their history is out of sight: every
// store in the view counts.

// fieldBased continues a path that starts at a value of unknown history with
// every store to its first field in the view, and with what is put into a map that
// the field holds.
func (t *Tracer) fieldBased(n *Node, typ types.Type, p Path) {
	if p == "" {
		t.leaf(n)
		return
	}
	step, rest := p.split()
	if step == Elem || step == "#key" {
		t.leaf(n)
		return
	}
	f := fieldByName(typ, step)
	if f == nil {
		t.leaf(n)
		return
	}
	stores := t.View.FieldStores(f)
	for _, st := range stores {
		t.push(n.Next(st.Val, rest, nil, Stored, st))
	}
	puts := t.View.index.puts[f]
	if rest == "" {
		puts = nil
	}
	for _, up := range puts {
		t.mapUpdate(n, up, "", rest, nil)
	}
	if len(stores)+len(puts) == 0 {
		t.leaf(n)
	}
}

func (t *Tracer) global(n *Node, g *ssa.Global, p Path) {
	found := false
	for _, in := range t.View.GlobalUses(g) {
		if st, ok := in.(*ssa.Store); ok && st.Addr == ssa.Value(g) {
			found = true
			t.push(n.Next(st.Val, p, nil, Stored, st))
			continue
		}
	}
	before := len(t.work)
	for _, in := range t.View.GlobalUses(g) {
		switch in := in.(type) {
		case *ssa.FieldAddr:
			if f := FieldVar(in.X.Type(), in.Field); f != nil {
				if rest, part, ok := under(p, Path(f.Name())); ok && !part {
					t.contentsOf(n, in, rest, nil)
				}
			}
		case *ssa.IndexAddr:
			if rest, part, ok := under(p, Elem); ok && !part {
				t.contentsOf(n, in, rest, nil)
			}
		case *ssa.UnOp: // a loaded map, slice or pointer that is written through
			if in.Op == token.MUL && p != "" {
				t.contentsOf(n, in, p, nil)
			}
		case ssa.CallInstruction:
			for i, a := range Operands(in.Common()) {
				if a == ssa.Value(g) {
					t.intoCall(n, in, i, p, nil)
				}
			}
		}
	}
	if !found && len(t.work) == before {
		t.leaf(n)
	}
}
