package ir

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Hop says how a node's value reached the next one on its way to the sink.
type Hop uint8

// The hops worth telling a person about.
const (
	Plain   Hop = iota
	Arg         // it was an argument of the call at At
	Result      // it was returned by the call at At
	Stored      // it was stored at At
	Format      // it was formatted by the call at At
	Sent        // it was sent over a channel at At
	Through     // it went through a function outside the view at At
)

// Node is a value in its context, on the way backwards from a sink.
type Node struct {
	V    ssa.Value
	Path Path
	F    *Frame
	From *Node // the next node towards the sink; nil at the sink itself
	Hop  Hop   // how this value reached From
	At   ssa.Instruction
	Note string // what a client wants to remember along the way (a format verb)

	defined bool // the writes behind V's definition were already looked at
}

// when is the point of V's own function at which its content is asked for, or
// nil when that is unknown. A value that crossed from another function is asked
// for at the crossing; within one function at the instruction that used it.
func (n *Node) when() ssa.Instruction {
	fn := n.V.Parent()
	for m := n; m != nil; m = m.From {
		if m.At != nil {
			if m.At.Parent() == fn {
				return m.At
			}
			return nil
		}
		if m.F != n.F {
			return nil
		}
	}
	return nil
}

type nodeKey struct {
	v    ssa.Value
	path Path
	f    *Frame
	note string
	def  bool
}

// Tracer walks backwards from a value to everything that may flow into it:
// across calls, closures, fields, containers and channels. It is a may
// analysis: flow-sensitive for the variables of one function, context-sensitive
// along the frames, field-sensitive along paths, and field-based (any store to
// the field anywhere in the view) where the struct's own history is not in
// sight. It terminates because each node is visited once and the number of
// nodes is bounded by Budget; what lies beyond is dropped, and Exhausted set.
type Tracer struct {
	*Engine
	// Open makes parameters of root frames continue at every caller in view.
	Open bool
	// Concrete stops at conversions to interfaces (who implements this value?).
	Concrete bool
	// Numbers keeps values that can hold no text (default: they end the walk).
	Numbers bool
	// Budget bounds the nodes visited; 0 means 4000.
	Budget int
	// Ext decides what flows through a call outside the view. ok false takes
	// the node for a leaf.
	Ext func(n *Node, call ssa.CallInstruction, result int) (next []*Node, ok bool)
	// Into decides what a call outside the view writes into an operand.
	Into Into
	// Escape decides what is written into an object after its address was
	// stored in a field (cmd.Stdout = &buf).
	Escape func(n *Node, st *ssa.Store) []*Node
	// Visit sees every node before it is expanded; false ends this way.
	Visit func(n *Node) bool

	Exhausted bool

	seen    map[nodeKey]bool
	objects map[objKey]bool
	entered map[intoKey]bool
	work    []*Node
	leaves  []*Node
}

// Run returns the leaves: nodes through which nothing further flows in.
func (t *Tracer) Run(start ...*Node) []*Node {
	if t.Budget == 0 {
		t.Budget = 4000
	}
	t.seen = map[nodeKey]bool{}
	t.objects = map[objKey]bool{}
	t.entered = map[intoKey]bool{}
	t.leaves, t.work = nil, nil
	for _, n := range start {
		t.push(n)
	}
	for n := 0; len(t.work) > 0; n++ {
		if n >= t.Budget {
			t.Exhausted = true
			break
		}
		node := t.work[0]
		t.work = t.work[1:]
		if t.Visit != nil && !t.Visit(node) {
			continue
		}
		t.expand(node)
	}
	return t.leaves
}

func (t *Tracer) push(n *Node) {
	if n.V == nil {
		return
	}
	if len(n.Path) > 120 {
		t.Exhausted = true
		return
	}
	k := nodeKey{n.V, n.Path, n.F, n.Note, n.defined}
	if !t.seen[k] {
		t.seen[k] = true
		t.work = append(t.work, n)
	}
}

// Push queues a node; for the hooks.
func (t *Tracer) Push(n *Node) { t.push(n) }

// Leaf makes n a leaf; for the hooks.
func (t *Tracer) Leaf(n *Node) { t.leaf(n) }

func (t *Tracer) leaf(n *Node) { t.leaves = append(t.leaves, n) }

// to queues v (same frame) as flowing into n.
func (t *Tracer) to(n *Node, v ssa.Value, p Path) {
	t.push(&Node{V: v, Path: p, F: n.F, From: n, Note: n.Note})
}

// Next makes a node that flows into n by a hop.
func (n *Node) Next(v ssa.Value, p Path, f *Frame, h Hop, at ssa.Instruction) *Node {
	return &Node{V: v, Path: p, F: f, From: n, Hop: h, At: at, Note: n.Note}
}

func (t *Tracer) expand(n *Node) {
	if n.Path != "" && !n.defined && reference(n.V) {
		if at := n.when(); at != nil {
			t.content(n, n.V, n.Path, at)
			return
		}
	}
	switch v := n.V.(type) {
	case *ssa.Const, *ssa.Function, *ssa.MakeClosure, *ssa.Builtin:
		t.leaf(n)
	case *ssa.Parameter:
		t.param(n, v)
	case *ssa.FreeVar:
		t.freeVar(n, v)
	case *ssa.Phi:
		for _, e := range v.Edges {
			t.to(n, e, n.Path)
		}
	case *ssa.Extract:
		t.extract(n, v)
	case *ssa.Call:
		t.call(n, v, 0)
	case *ssa.ChangeType:
		t.to(n, v.X, n.Path)
	case *ssa.ChangeInterface:
		t.to(n, v.X, n.Path)
	case *ssa.MakeInterface:
		if t.Concrete {
			t.leaf(n)
			return
		}
		t.to(n, v.X, n.Path)
	case *ssa.Convert:
		if !t.Numbers && !CanHoldText(v.X.Type()) {
			t.leaf(n)
			return
		}
		t.to(n, v.X, n.Path)
	case *ssa.MultiConvert:
		t.to(n, v.X, n.Path)
	case *ssa.SliceToArrayPointer:
		t.to(n, v.X, n.Path)
	case *ssa.Slice:
		if n.Path == "" && IsString(v.Type()) {
			t.to(n, v.X, n.Path)
			return
		}
		t.to(n, v.X, n.Path)
	case *ssa.TypeAssert:
		t.to(n, v.X, n.Path)
	case *ssa.Field:
		if f := FieldVar(v.X.Type(), v.Field); f != nil {
			t.to(n, v.X, n.Path.push(f.Name()))
		}
	case *ssa.Index:
		t.to(n, v.X, n.Path.push(Elem))
	case *ssa.Lookup:
		if IsString(v.X.Type()) {
			t.leaf(n)
			return
		}
		t.to(n, v.X, n.Path.push(Elem))
	case *ssa.BinOp:
		if v.Op == token.ADD && IsString(v.Type()) {
			t.to(n, v.X, n.Path)
			t.to(n, v.Y, n.Path)
			return
		}
		if t.Numbers {
			t.to(n, v.X, n.Path)
			t.to(n, v.Y, n.Path)
			return
		}
		t.leaf(n)
	case *ssa.UnOp:
		switch v.Op {
		case token.MUL:
			t.load(n, v.X, n.Path, v)
		case token.ARROW:
			t.content(n, v.X, n.Path.push(Elem), v)
		default:
			if t.Numbers {
				t.to(n, v.X, n.Path)
				return
			}
			t.leaf(n)
		}
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan:
		t.object(n, v)
	case *ssa.FieldAddr:
		// A pointer into a struct: what the field holds.
		if f := FieldVar(v.X.Type(), v.Field); f != nil {
			t.content(n, v.X, n.Path.push(f.Name()), v)
		}
	case *ssa.IndexAddr:
		t.content(n, v.X, n.Path.push(Elem), v)
	case *ssa.Global:
		t.global(n, v, n.Path)
	case *ssa.Select, *ssa.Next, *ssa.Range:
		t.leaf(n)
	default:
		t.leaf(n)
	}
}

// reference reports whether v points to an object whose fields or elements may
// have been written after v was defined.
func reference(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Call, *ssa.Extract, *ssa.Parameter, *ssa.Phi, *ssa.TypeAssert, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan, *ssa.Alloc, *ssa.Slice:
		switch v.Type().Underlying().(type) {
		case *types.Pointer, *types.Map, *types.Slice, *types.Chan:
			return true
		}
	}
	return false
}

func (t *Tracer) extract(n *Node, x *ssa.Extract) {
	switch tup := x.Tuple.(type) {
	case *ssa.Call:
		t.call(n, tup, x.Index)
	case *ssa.TypeAssert:
		if x.Index == 0 {
			t.to(n, tup.X, n.Path)
		} else {
			t.leaf(n)
		}
	case *ssa.Lookup:
		if x.Index == 0 {
			t.to(n, tup.X, n.Path.push(Elem))
		} else {
			t.leaf(n)
		}
	case *ssa.UnOp: // v, ok := <-ch
		if x.Index == 0 {
			t.content(n, tup.X, n.Path.push(Elem), tup)
		} else {
			t.leaf(n)
		}
	case *ssa.Next:
		if r, ok := tup.Iter.(*ssa.Range); ok && x.Index == 2 {
			t.to(n, r.X, n.Path.push(Elem))
			return
		}
		if r, ok := tup.Iter.(*ssa.Range); ok && x.Index == 1 {
			t.to(n, r.X, n.Path.push("#key"))
			return
		}
		t.leaf(n)
	case *ssa.Select:
		// Index 2+i is the value received by the i-th receiving state.
		k := x.Index - 2
		for _, st := range tup.States {
			if st.Dir == types.RecvOnly {
				if k == 0 {
					t.content(n, st.Chan, n.Path.push(Elem), tup)
					return
				}
				k--
			}
		}
		t.leaf(n)
	default:
		t.leaf(n)
	}
}

// CanHoldText reports whether a value of type t can carry text: numbers,
// booleans, times and durations cannot.
func CanHoldText(t types.Type) bool {
	switch u := types.Unalias(t).(type) {
	case *types.Named:
		if o := u.Obj(); o.Pkg() != nil && o.Pkg().Path() == "time" {
			return false
		}
	case *types.TypeParam:
		return true
	}
	if b, ok := t.Underlying().(*types.Basic); ok {
		return b.Info()&types.IsString != 0 || b.Kind() == types.UnsafePointer || b.Kind() == types.UntypedNil || b.Kind() == types.Byte || b.Kind() == types.Rune
	}
	return true
}

// ConstString returns the value of a string constant.
func ConstString(v ssa.Value) (string, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(c.Value), true
}

// ConstBool returns the value of a boolean constant.
func ConstBool(v ssa.Value) (val, ok bool) {
	c, isConst := v.(*ssa.Const)
	if !isConst || c.Value == nil || c.Value.Kind() != constant.Bool {
		return false, false
	}
	return constant.BoolVal(c.Value), true
}
