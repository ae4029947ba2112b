package ir

import "golang.org/x/tools/go/ssa"

// load continues at what *addr holds just before at.
func (t *Tracer) load(n *Node, addr ssa.Value, p Path, at ssa.Instruction) {
	if g, ok := addr.(*ssa.Global); ok {
		t.global(n, g, p)
		return
	}
	t.content(n, addr, p, at)
}

// content continues at what the object behind base holds at path p just before
// at. Within at's function the search is flow-sensitive: a store to the path
// ends it; calls that receive the object are looked into.
func (t *Tracer) content(n *Node, base ssa.Value, p Path, at ssa.Instruction) {
	switch b := base.(type) {
	case *ssa.FieldAddr:
		if f := FieldVar(b.X.Type(), b.Field); f != nil {
			t.content(n, b.X, p.push(f.Name()), at)
		}
		return
	case *ssa.IndexAddr:
		t.content(n, b.X, p.push(Elem), at)
		return
	case *ssa.Global:
		t.global(n, b, p)
		return
	case *ssa.ChangeType:
		t.content(n, b.X, p, at)
		return
	case *ssa.Slice:
		t.content(n, b.X, p, at)
		return
	}
	if at == nil || at.Block() == nil || at.Parent() != base.Parent() {
		t.define(n, base, p)
		return
	}
	if t.before(n, base, p, n.F, at) {
		t.define(n, base, p)
	}
}

// define continues at where base itself came from: the search has found paths
// on which nothing in this function wrote to it.
func (t *Tracer) define(n *Node, base ssa.Value, p Path) {
	switch b := base.(type) {
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		t.leaf(&Node{V: base, Path: p, F: n.F, From: n, Note: n.Note})
	case *ssa.Phi:
		for _, e := range b.Edges {
			t.push(&Node{V: e, Path: p, F: n.F, From: n, Note: n.Note, defined: true})
		}
	case *ssa.Parameter:
		f := n.F
		if f != nil && f.Recv != nil && paramIndex(b) == 0 {
			t.push(&Node{V: f.Recv.V, Path: f.Recv.Path.Concat(p), F: f.Recv.F, From: n, Note: n.Note})
			return
		}
		if f != nil && f.Call != nil {
			if a := argFor(f, f.Call.Common(), paramIndex(b)); a != nil {
				m := n.Next(a, p, f.Up, Arg, f.Call)
				if _, ok := f.Call.(*ssa.Call); ok {
					t.content(m, a, p, f.Call)
				} else {
					t.contentsOf(m, a, p, f.Up)
				}
				return
			}
			t.leaf(n)
			return
		}
		t.push(&Node{V: base, Path: p, F: n.F, From: n, Note: n.Note, defined: true})
	case *ssa.FreeVar:
		t.captured(n, b, p)
	default:
		t.push(&Node{V: base, Path: p, F: n.F, From: n, Note: n.Note, defined: true})
	}
}

// captured continues at what a captured variable holds. When the literal is
// called while its maker runs, that is what the maker wrote before the call;
// otherwise every write in sight counts, since the order is not known.
func (t *Tracer) captured(n *Node, fv *ssa.FreeVar, p Path) {
	i := -1
	for j, q := range fv.Parent().FreeVars {
		if q == fv {
			i = j
		}
	}
	bind := func(mk *ssa.MakeClosure, env *Frame) {
		b := mk.Bindings[i]
		m := n.Next(b, p, env, Plain, nil)
		if f := n.F; f != nil && f.Closure == mk && f.Up == env && f.Call != nil {
			if c, ok := f.Call.(*ssa.Call); ok && c.Parent() == b.Parent() {
				t.content(m, b, p, c)
				return
			}
		}
		if fv2, ok := b.(*ssa.FreeVar); ok {
			t.captured(m, fv2, p)
			return
		}
		before := len(t.work)
		t.contentsOf(m, b, p, env)
		if len(t.work) == before {
			t.define(m, b, p)
		}
	}
	if i < 0 {
		t.leaf(n)
		return
	}
	if n.F != nil && n.F.Closure != nil && n.F.Closure.Fn == fv.Parent() {
		bind(n.F.Closure, n.F.Env)
		return
	}
	mks := t.View.Closures(fv.Parent())
	for _, mk := range mks {
		bind(mk, frameFor(n.F, mk.Parent()))
	}
	if len(mks) == 0 {
		t.leaf(n)
	}
}

// before walks backwards from at and queues what reaches (base, p); it reports
// whether some way back meets no store that settles the matter.
func (t *Tracer) before(n *Node, base ssa.Value, p Path, f *Frame, at ssa.Instruction) (open bool) {
	type point struct {
		b    *ssa.BasicBlock
		idx  int // instructions [0,idx) are still ahead
		base ssa.Value
	}
	start := point{at.Block(), indexIn(at), base}
	// A phi stands for another value on each edge; each way in is walked once for
	// each value, so loops whose phis feed each other come to an end.
	type arrival struct {
		b    *ssa.BasicBlock
		base ssa.Value
	}
	seen := map[arrival]bool{}
	work := []point{start}
	for len(work) > 0 {
		pt := work[len(work)-1]
		work = work[:len(work)-1]
		settled := false
		for i := pt.idx - 1; i >= 0 && !settled; i-- {
			in := pt.b.Instrs[i]
			if v, ok := in.(ssa.Value); ok && v == pt.base {
				if phi, ok := v.(*ssa.Phi); ok {
					for j, pred := range pt.b.Preds {
						if k := (arrival{pred, phi.Edges[j]}); !seen[k] {
							seen[k] = true
							work = append(work, point{pred, len(pred.Instrs), phi.Edges[j]})
						}
					}
					settled = true
					// The edges' values have definitions of their own.
					for _, e := range phi.Edges {
						if e.Parent() == nil || !dominatedDef(e) {
							t.define(n, e, p)
						}
					}
					break
				}
				if pt.base != base {
					t.define(n, pt.base, p)
				} else {
					open = true
				}
				settled = true
				break
			}
			settled = t.writes(n, in, pt.base, p, f)
		}
		if settled {
			continue
		}
		if len(pt.b.Preds) == 0 {
			if pt.base != base {
				t.define(n, pt.base, p)
			} else {
				open = true
			}
			continue
		}
		for _, pred := range pt.b.Preds {
			if k := (arrival{pred, pt.base}); !seen[k] {
				seen[k] = true
				work = append(work, point{pred, len(pred.Instrs), pt.base})
			}
		}
	}
	return open
}

func dominatedDef(v ssa.Value) bool {
	_, ok := v.(ssa.Instruction)
	return ok
}

func indexIn(in ssa.Instruction) int {
	for i, x := range in.Block().Instrs {
		if x == in {
			return i
		}
	}
	return len(in.Block().Instrs)
}

// writes queues what instruction in puts into (base, p) and reports whether it
// certainly replaces what was there.
func (t *Tracer) writes(n *Node, in ssa.Instruction, base ssa.Value, p Path, f *Frame) (settled bool) {
	switch in := in.(type) {
	case *ssa.Store:
		rel, ok := relative(in.Addr, base)
		if !ok {
			return false
		}
		rest, part, ok := under(p, rel)
		if !ok {
			return false
		}
		if part {
			rest = ""
		}
		m := &Node{V: in.Val, Path: rest, F: f, From: n, Hop: Stored, At: in, Note: n.Note}
		t.push(m)
		return !part && strong(rel)
	case *ssa.MapUpdate:
		if rel, ok := relative(in.Map, base); ok {
			t.mapUpdate(n, in, rel, p, f)
		}
	case *ssa.Send:
		if rel, ok := relative(in.Chan, base); ok {
			if rest, part, ok := under(p, rel.join(Elem)); ok && !part {
				t.push(&Node{V: in.X, Path: rest, F: f, From: n, Hop: Sent, At: in, Note: n.Note})
			}
		}
	case *ssa.MakeClosure:
		for i, b := range in.Bindings {
			if rel, ok := relative(b, base); ok {
				if rest, part, ok := under(p, rel); ok {
					if part {
						rest = ""
					}
					fn := in.Fn.(*ssa.Function)
					cf := t.Root(Target{Fn: fn, Closure: in, Env: f})
					t.contentsOf(n, fn.FreeVars[i], rest, cf)
				}
			}
		}
	case *ssa.RunDefers:
		for _, b := range in.Parent().Blocks {
			for _, d := range b.Instrs {
				d, ok := d.(*ssa.Defer)
				if !ok {
					continue
				}
				t.callWrites(n, d, base, p, f)
				if mc, ok := d.Call.Value.(*ssa.MakeClosure); ok {
					t.writes(n, mc, base, p, f) // what it captures
				}
			}
		}
	case *ssa.Call, *ssa.Go:
		return t.callWrites(n, in.(ssa.CallInstruction), base, p, f)
	}
	return false
}

func (t *Tracer) mapUpdate(n *Node, in *ssa.MapUpdate, rel, p Path, f *Frame) {
	if rest, part, ok := under(p, rel.join(Elem)); ok {
		if part {
			rest = ""
		}
		t.push(&Node{V: in.Value, Path: rest, F: f, From: n, Hop: Stored, At: in, Note: n.Note})
	}
	if rest, _, ok := under(p, rel.join("#key")); ok {
		t.push(&Node{V: in.Key, Path: rest, F: f, From: n, Hop: Stored, At: in, Note: n.Note})
	}
}
