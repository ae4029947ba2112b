package tool

import (
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// Other is a handler of resources or prompts: it has no tool channel, so that
// the rules about tools have nothing to say of it, but its errors have codes.
type Other struct {
	ir.Target
	Kind    model.HandlerKind
	SDK     model.Kit
	Version string
}

type othersKey struct{}

// Others returns the handlers of a view that serve no tools.
func Others(v *ir.View) []Other {
	return v.Memo(othersKey{}, func() any { return others(v) }).([]Other)
}

func others(v *ir.View) []Other {
	f := &finder{Engine: ir.NewEngine(v), view: v, res: &Result{View: v}, bound: map[*ssa.Function]bool{}}
	var out []Other
	for _, fn := range v.Funcs() {
		if v.InTest(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				call, ok := in.(ssa.CallInstruction)
				if !ok {
					continue
				}
				r, ok := model.RegistrationOf(ir.CalleeName(call.Common()))
				if !ok || r.Kind == model.ToolHandler {
					continue
				}
				h := ir.Operand(call.Common(), r.Handler)
				if h == nil {
					continue
				}
				fs, _ := f.functions(&ir.Node{V: h, At: call})
				for _, t := range fs {
					if !f.bound[t.Fn] {
						f.bound[t.Fn] = true
						out = append(out, Other{t.Target, r.Kind, model.KitOf(ir.CalleePkg(call.Common())), f.version(call)})
					}
				}
			}
		}
	}
	return out
}
