package tool

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// maxAlike bounds the tools of one registration whose functions are the same and
// only capture other values.
const maxAlike = 24

// identity tells the closures of one function apart by what they captured, as far
// as that is a constant or a value of a known type behind an interface: a factory
// that is given two queries, or two implementations, makes two handlers. Functions
// that are captured are links of the chain. What is not known is taken for the
// same, so that the callers of a factory do not multiply tools.
func identity(t ir.Target) string {
	if t.Closure == nil {
		return ""
	}
	var b strings.Builder
	for _, v := range t.Closure.Bindings {
		b.WriteString(captured(v, t.Env, 0))
		b.WriteByte(';')
	}
	return strings.Trim(b.String(), ";")
}

func captured(v ssa.Value, f *ir.Frame, depth int) string {
	if depth > 6 {
		return ""
	}
	if held := ir.OnlyStore(v); held != nil {
		return captured(held, f, depth+1)
	}
	switch x := v.(type) {
	case *ssa.Const:
		if x.Value != nil {
			return x.Value.ExactString()
		}
	case *ssa.MakeInterface:
		return types.TypeString(x.X.Type(), nil) + captured(x.X, f, depth+1)
	case *ssa.ChangeType:
		return captured(x.X, f, depth+1)
	case *ssa.UnOp:
		if held := ir.Held(x); held != ssa.Value(x) {
			return captured(held, f, depth+1)
		}
	case *ssa.Parameter:
		if f == nil || f.Call == nil {
			return ""
		}
		args := f.Call.Common().Args
		for i, p := range f.Fn.Params {
			if j := i - (len(f.Fn.Params) - len(args)); p == x && j >= 0 && j < len(args) {
				return captured(args[j], f.Up, depth+1)
			}
		}
	}
	return ""
}
