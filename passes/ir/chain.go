package ir

import "golang.org/x/tools/go/ssa"

// ErrorChain returns a walk along the chain of an error value: through wrapping
// with %w or errors.Join, and no other text.
func (e *Engine) ErrorChain() *Tracer {
	tr := &Tracer{Engine: e, Budget: 400}
	tr.Ext = func(n *Node, call ssa.CallInstruction, _ int) ([]*Node, bool) {
		switch CalleeName(call.Common()) {
		case "fmt.Errorf", "errors.Join":
			els, ok := VarArgs(call.Common())
			if !ok {
				return nil, true
			}
			var next []*Node
			for _, el := range els {
				if el != nil && errorValue(el) {
					next = append(next, n.Next(el, "", n.F, Format, call))
				}
			}
			return next, true
		}
		return nil, false
	}
	return tr
}

// OwnError reports whether an error is made by the program out of nothing, so
// that it wraps no error of another module and is of no type but the standard
// library's plain ones.
func (e *Engine) OwnError(v ssa.Value, f *Frame) bool {
	leaves := e.ErrorChain().Run(&Node{V: v, F: f})
	for _, l := range leaves {
		call, ok := l.V.(*ssa.Call)
		if !ok {
			return false
		}
		switch CalleeName(&call.Call) {
		case "fmt.Errorf", "errors.New":
		default:
			return false
		}
	}
	return len(leaves) > 0
}

// errorValue reports whether an operand of a format is an error.
func errorValue(v ssa.Value) bool {
	if ci, ok := v.(*ssa.ChangeInterface); ok {
		v = ci.X
	}
	if mi, ok := v.(*ssa.MakeInterface); ok {
		v = mi.X
	}
	return IsError(v.Type())
}
