package reach

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// mask is a set of parameters of a function, and one bit for what a literal
// captures. It is the cheap side of Argument: where no bit of the arguments can
// come to a value, no search is made, and two contexts of a function with equal
// masks are most likely alike.
type mask uint64

const captured mask = 1 << 63

func paramBit(i int) mask { return 1 << min(i, 62) }

// deps says for every value of a function which of its parameters may be in it.
// Everything flows from operands to results, into variables that are stored to
// and into what a call gets the address of: more than Argument would find.
type deps map[ssa.Value]mask

func depsOf(fn *ssa.Function) deps {
	d := deps{}
	for i, p := range fn.Params {
		d[p] = paramBit(i)
	}
	for _, fv := range fn.FreeVars {
		d[fv] = captured
	}
	for changed := true; changed; {
		changed = false
		add := func(v ssa.Value, m mask) {
			if v != nil && d[v]|m != d[v] {
				d[v] |= m
				changed = true
			}
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				all := mask(0)
				for _, op := range in.Operands(nil) {
					if *op != nil {
						all |= d[*op]
					}
				}
				if v, ok := in.(ssa.Value); ok {
					add(v, all)
				}
				if all == 0 {
					continue
				}
				switch in := in.(type) {
				case *ssa.Store:
					add(base(in.Addr), d[in.Val])
				case *ssa.MapUpdate:
					add(base(in.Map), all)
				case *ssa.Send:
					add(base(in.Chan), all)
				case ssa.CallInstruction:
					for _, a := range ir.Operands(in.Common()) {
						add(base(a), all)
					}
				case *ssa.MakeClosure:
					for _, a := range in.Bindings {
						add(base(a), all)
					}
				}
			}
		}
	}
	return d
}

// base is the variable behind an address or an interface, when a call or a store
// may write to it.
func base(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.Slice:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.UnOp:
			if _, ok := x.Type().Underlying().(*types.Map); ok {
				v = x.X
				continue
			}
			if _, ok := x.Type().Underlying().(*types.Pointer); ok {
				v = x.X
				continue
			}
			return nil
		case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.MakeChan, *ssa.FreeVar:
			return x
		default:
			return nil
		}
	}
}

// rootMask has the parameters of a handler that the arguments may be in.
func rootMask(fn *ssa.Function) mask {
	m := mask(0)
	for i, p := range fn.Params {
		if i == 0 && fn.Signature.Recv() != nil || ir.TypeName(p.Type()) == "context.Context" {
			continue
		}
		m |= paramBit(i)
	}
	return m
}

// calleeMask is the mask of a callee's frame.
func (sh *shared) calleeMask(up *ir.Frame, call ssa.CallInstruction, t ir.Target) mask {
	m := sh.masks[up]
	d := sh.depsIn(up.Fn)
	out := mask(0)
	ops := ir.Operands(call.Common())
	if fn := call.Common().StaticCallee(); fn != nil && fn != t.Fn && fn.Origin() != t.Fn || t.Recv != nil {
		// Run by another function: any operand may be any parameter.
		for _, a := range ops {
			if d[a]&m != 0 {
				out = ^mask(0)
			}
		}
	}
	for i, a := range ops {
		if d[a]&m != 0 {
			out |= paramBit(i)
		}
	}
	if t.Closure != nil || len(t.Fn.FreeVars) > 0 {
		if t.Env == nil {
			out |= captured
		} else if em, ok := sh.masks[t.Env]; !ok || em != 0 {
			out |= captured
		}
	}
	return out
}

// shared is what the steps of a view have in common.
type shared struct {
	masks map[*ir.Frame]mask
	deps  map[*ssa.Function]deps
}

func (sh *shared) depsIn(fn *ssa.Function) deps {
	d, ok := sh.deps[fn]
	if !ok {
		d = depsOf(fn)
		sh.deps[fn] = d
	}
	return d
}

// may is the quick answer of Argument: false when no argument can be in v.
func (s *Step) may(v ssa.Value, f *ir.Frame) bool {
	if s.sh == nil || f == nil {
		return true
	}
	m, ok := s.sh.masks[f]
	if !ok || v.Parent() != f.Fn {
		return true
	}
	return s.sh.depsIn(f.Fn)[v]&m != 0
}
