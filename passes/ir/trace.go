package ir

import (
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/model"
)

// Path is a way into a value: field names and "*" (any element of a slice,
// array, map or channel), joined by slashes. Pointers are transparent: the path
// of a field is the same behind a pointer.
type Path string

func (p Path) push(step string) Path {
	if p == "" {
		return Path(step)
	}
	return Path(step) + "/" + p
}

// Push returns the path that first takes step and then p.
func (p Path) Push(step string) Path { return p.push(step) }

func (p Path) split() (first string, rest Path) {
	for i := 0; i < len(p); i++ {
		if p[i] == '/' {
			return string(p[:i]), p[i+1:]
		}
	}
	return string(p), ""
}

// Concat returns the path that takes p and then q.
func (p Path) Concat(q Path) Path {
	switch {
	case p == "":
		return q
	case q == "":
		return p
	}
	return p + "/" + q
}

// Elem is the path step into any element of a container.
const Elem = "*"

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

// object looks for what was put into a freshly made object, wherever that
// happened in sight. With an empty path every content counts.
func (t *Tracer) object(n *Node, v ssa.Value) {
	if at := n.when(); at != nil && n.Path != "" {
		t.content(n, v, n.Path, at)
		return
	}
	before := len(t.work)
	t.contentsOf(n, v, n.Path, n.F)
	if len(t.work) == before {
		t.leaf(n)
	}
}

func (t *Tracer) param(n *Node, p *ssa.Parameter) {
	i := paramIndex(p)
	f := n.F
	if f != nil && f.Recv != nil && i == 0 {
		r := f.Recv
		t.push(&Node{V: r.V, Path: r.Path.Concat(n.Path), F: r.F, From: n, Note: n.Note})
		return
	}
	if f != nil && f.Call != nil {
		c := f.Call.Common()
		if v := argFor(f, c, i); v != nil {
			t.push(n.Next(v, n.Path, f.Up, Arg, f.Call))
			return
		}
		t.leaf(n)
		return
	}
	fn := p.Parent()
	if strings.HasPrefix(fn.Synthetic, "range-over-func") {
		if t.yielded(n, fn, i) {
			return
		}
	}
	if model.RequestType(TypeName(p.Type())) {
		t.leaf(n) // what a client sends, whatever the code in view sends as one
		return
	}
	if !t.Open {
		t.fieldBased(n, p.Type(), n.Path)
		return
	}
	found := false
	for _, c := range t.View.Callers(fn) {
		if a := Operand(c.Common(), i); a != nil {
			found = true
			t.push(n.Next(a, n.Path, nil, Arg, c))
		}
	}
	// A method that is called through an interface, or a function used as a value.
	if !found || n.Path != "" {
		t.fieldBased(n, p.Type(), n.Path)
	}
}

// yielded continues at what an iterator passes to the body of a range loop.
func (t *Tracer) yielded(n *Node, body *ssa.Function, i int) bool {
	found := false
	for _, mk := range t.View.Closures(body) {
		for _, r := range *mk.Referrers() {
			call, ok := r.(*ssa.Call)
			if !ok {
				continue
			}
			for _, tg := range t.Callees(call, frameFor(n.F, call.Parent())) {
				for _, m := range t.Yields(tg, i) {
					found = true
					t.push(n.Next(m.V, n.Path, m.F, Arg, m.At))
				}
			}
		}
	}
	return found
}

// Yields returns the values that an iterator function passes as argument i to
// its yield function.
func (e *Engine) Yields(t Target, i int) []*Node {
	if len(t.Fn.Params) == 0 {
		return nil
	}
	var out []*Node
	f := e.Root(t)
	yield := t.Fn.Params[len(t.Fn.Params)-1]
	var calls func(v ssa.Value, f *Frame)
	calls = func(v ssa.Value, f *Frame) {
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Call:
				if r.Call.Value == v && i < len(r.Call.Args) {
					out = append(out, &Node{V: r.Call.Args[i], F: f, At: r})
				}
			case *ssa.Store:
				if a, ok := r.Addr.(*ssa.Alloc); ok && r.Val == v {
					calls(a, f)
				}
			case *ssa.UnOp:
				calls(r, f)
			case *ssa.MakeClosure:
				fn := r.Fn.(*ssa.Function)
				for j, b := range r.Bindings {
					if b == v {
						calls(fn.FreeVars[j], e.Root(Target{Fn: fn, Closure: r, Env: f}))
					}
				}
			}
		}
	}
	calls(yield, f)
	return out
}

// IsIterator reports whether t is the type of an iterator: func(yield func(…) bool).
func IsIterator(t types.Type) bool {
	s, ok := t.Underlying().(*types.Signature)
	if !ok || s.Params().Len() != 1 || s.Results().Len() != 0 {
		return false
	}
	y, ok := s.Params().At(0).Type().Underlying().(*types.Signature)
	if !ok || y.Results().Len() != 1 {
		return false
	}
	b, ok := y.Results().At(0).Type().Underlying().(*types.Basic)
	return ok && b.Kind() == types.Bool
}

// argFor returns the argument that parameter i of f's function receives. Bound
// methods and calls through interfaces pass the receiver first; functions run by
// a higher-order function of another module receive nothing that is known.
func argFor(f *Frame, c *ssa.CallCommon, i int) ssa.Value {
	if f.Recv != nil {
		if fn := c.StaticCallee(); fn == nil || fn == f.Fn || strings.HasPrefix(fn.Synthetic, "bound method wrapper") {
			return Operand(c, i-1)
		}
		return nil
	}
	if fn := c.StaticCallee(); fn != nil && fn != f.Fn && fn.Origin() != f.Fn {
		return nil
	}
	return Operand(c, i)
}

func paramIndex(p *ssa.Parameter) int {
	for i, q := range p.Parent().Params {
		if q == p {
			return i
		}
	}
	return -1
}

func (t *Tracer) freeVar(n *Node, fv *ssa.FreeVar) {
	i := -1
	for j, q := range fv.Parent().FreeVars {
		if q == fv {
			i = j
		}
	}
	if i < 0 {
		t.leaf(n)
		return
	}
	if n.F != nil && n.F.Closure != nil && n.F.Closure.Fn == fv.Parent() {
		t.push(n.Next(n.F.Closure.Bindings[i], n.Path, n.F.Env, Plain, nil))
		return
	}
	mks := t.View.Closures(fv.Parent())
	for _, mk := range mks {
		t.push(n.Next(mk.Bindings[i], n.Path, frameFor(n.F, mk.Parent()), Plain, nil))
	}
	if len(mks) == 0 {
		t.leaf(n)
	}
}

// frameFor finds the frame of fn among the callers of f: a literal that is
// called while its maker is still on the stack.
func frameFor(f *Frame, fn *ssa.Function) *Frame {
	for ; f != nil; f = f.Up {
		if f.Fn == fn {
			return f
		}
	}
	return nil
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

// call continues at what result i of a call may be.
func (t *Tracer) call(n *Node, call *ssa.Call, i int) {
	c := call.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		switch b.Name() {
		case "append":
			for _, a := range c.Args {
				t.to(n, a, n.Path)
			}
			return
		case "min", "max":
			for _, a := range c.Args {
				t.to(n, a, n.Path)
			}
			return
		}
		t.leaf(n)
		return
	}
	if ch := t.Chosen[call]; i < len(ch) {
		m := ch[i]
		t.push(&Node{V: m.V, Path: m.Path.Concat(n.Path), F: m.F, From: n, Hop: Result, At: m.At, Note: n.Note})
		return
	}
	if t.Ext != nil {
		if next, ok := t.Ext(n, call, i); ok {
			for _, m := range next {
				t.push(m)
			}
			if len(next) == 0 {
				t.leaf(n)
			}
			return
		}
	}
	targets := t.Callees(call, n.F)
	entered := false
	for _, tg := range targets {
		f := t.Enter(call, n.F, tg)
		if f == nil {
			continue
		}
		for _, r := range Results(tg.Fn) {
			if i < len(r.Results) {
				entered = true
				t.push(n.Next(r.Results[i], n.Path, f, Result, r))
			}
		}
	}
	if !entered {
		t.leaf(n)
	}
}

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
