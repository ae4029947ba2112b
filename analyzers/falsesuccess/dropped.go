package falsesuccess

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
)

// swallowed finds a helper on the way to a success that answers nil although one
// of its own calls failed.
func swallowed(o *outcome.Outcome) string {
	s := o.Handler.Sites[0]
	if o.Handler.Outer().Ret != s.Ret {
		return ""
	}
	for _, b := range s.F.Fn.Blocks {
		if b != s.Ret.Block() && !ir.Reaches(b)[s.Ret.Block()] {
			continue
		}
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			fn := call.Call.StaticCallee()
			if fn == nil || fn.Blocks == nil || fn.Signature.Results().Len() != 1 || !ir.IsError(fn.Signature.Results().At(0).Type()) || bestEffort(fn.Name()) {
				continue
			}
			for _, r := range ir.Results(fn) {
				if !isNil(r.Results[0]) {
					continue
				}
				conds := ir.Conds(r.Block(), nil)
				if legitimate(conds) {
					continue
				}
				for _, c := range conds {
					cond, taken := c.Not()
					v, null, ok := ir.NilTest(cond, taken)
					if !ok || null || !ir.IsError(v.Type()) {
						continue
					}
					if f := failedCall(v); f != nil && !model.PureError(ir.CalleePkg(&f.Call)) {
						return "a failure of " + calleeName(f) + " is swallowed by " + fn.Name()
					}
				}
			}
		}
	}
	return ""
}

// bestEffort reports whether a helper is named for work whose failure is none of
// the tool's.
func bestEffort(name string) bool {
	for _, w := range model.SplitName(name) {
		switch strings.ToLower(w) {
		case "log", "audit", "metric", "metrics", "trace", "notify", "close", "cleanup", "cache", "record", "track", "init", "setup", "report":
			return true
		}
	}
	return false
}

// loss is a place at which a handler loses a failure.
type loss struct {
	pos  token.Pos
	conf model.Confidence
	what string
}

// dropped finds the places in a handler at which a failure is lost: a group's
// error that is discarded, a status that is never read, failed items that a loop
// skips without a mark, per-item results that are discarded.
func dropped(o *outcome.Outcome, fn *ssa.Function) []loss {
	var out []loss
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			name := ir.CalleeName(&call.Call)
			switch {
			case name == "(*golang.org/x/sync/errgroup.Group).Wait" && unused(call):
				out = append(out, loss{ir.PosOf(call), model.High, "the group's error is discarded"})
			case statusIgnored(call, name):
				out = append(out, loss{ir.PosOf(call), model.High, "the status of the answer is never read, so an error body gives this success"})
			case verdictsDiscarded(call):
				out = append(out, loss{ir.PosOf(call), model.Medium, "the results that tell which parts failed are discarded"})
			}
			if f := call.Call.StaticCallee(); f != nil && f.Blocks != nil && collectsUnread(o.Engine.View, f) {
				out = append(out, loss{ir.PosOf(call), model.Medium, "the failures that " + f.Name() + " collects are never read"})
			}
		}
	}
	if skips(fn) {
		out = append(out, loss{token.NoPos, model.Medium, "failed items are left out without a mark"})
	}
	return out
}

func unused(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		if _, debug := r.(*ssa.DebugRef); !debug {
			return false
		}
	}
	return true
}

// statusIgnored reports whether a call gets an HTTP response whose status nobody
// reads, and whose body is decoded here.
func statusIgnored(call *ssa.Call, name string) bool {
	switch name {
	case "(*net/http.Client).Do", "(*net/http.Client).Get", "net/http.Get", "(*net/http.Client).Post", "net/http.Post":
	default:
		return false
	}
	var resp ssa.Value
	for _, r := range *call.Referrers() {
		if x, ok := r.(*ssa.Extract); ok && x.Index == 0 {
			resp = x
		}
	}
	if resp == nil {
		return false
	}
	body := false
	for _, r := range *resp.Referrers() {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok {
			if bo, isTest := r.(*ssa.BinOp); isTest && isNil(bo.Y) {
				continue
			}
			return false // it goes elsewhere, where its status may be read
		}
		switch ir.FieldVar(fa.X.Type(), fa.Field).Name() {
		case "StatusCode", "Status":
			return false
		case "Body":
			for _, l := range *fa.Referrers() {
				if u, ok := l.(*ssa.UnOp); ok && decoded(u) {
					body = true
				}
			}
		}
	}
	return body
}

// decoded reports whether a body is given to a JSON or XML decoder.
func decoded(body ssa.Value) bool {
	for _, r := range *body.Referrers() {
		switch r := r.(type) {
		case *ssa.ChangeInterface:
			if decoded(r) {
				return true
			}
		case *ssa.MakeInterface:
			if decoded(r) {
				return true
			}
		case *ssa.Call:
			switch ir.CalleeName(&r.Call) {
			case "encoding/json.NewDecoder", "encoding/xml.NewDecoder":
				return true
			}
		}
	}
	return false
}

// verdictsDiscarded reports whether a call answers failures item by item in a
// result that is discarded, while only its error is looked at.
func verdictsDiscarded(call *ssa.Call) bool {
	rs := call.Call.Signature().Results()
	if rs.Len() != 2 || !ir.IsError(rs.At(1).Type()) {
		return false
	}
	errUsed := false
	for _, r := range *call.Referrers() {
		if x, ok := r.(*ssa.Extract); ok {
			if x.Index == 0 && !unused(x) {
				return false
			}
			errUsed = errUsed || x.Index == 1
		}
	}
	sl, ok := rs.At(0).Type().Underlying().(*types.Slice)
	if !ok || !errUsed {
		return false
	}
	st, ok := sl.Elem().Underlying().(*types.Struct)
	if !ok {
		return false
	}
	for f := range st.Fields() {
		switch f.Name() {
		case "Failed", "Error", "Err", "Failure":
			return true
		}
	}
	return false
}

// collectsUnread reports whether a function appends errors to a field that
// nothing in view reads.
func collectsUnread(v *ir.View, fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			st, ok := in.(*ssa.Store)
			if !ok {
				continue
			}
			fa, ok := st.Addr.(*ssa.FieldAddr)
			if !ok {
				continue
			}
			f := ir.FieldVar(fa.X.Type(), fa.Field)
			sl, ok := f.Type().Underlying().(*types.Slice)
			if !ok || !ir.IsError(sl.Elem()) || f.Exported() && !v.Whole {
				continue
			}
			if !readAnywhere(v, f) {
				return true
			}
		}
	}
	return false
}

// readAnywhere reports whether a field is loaded other than to be appended to.
func readAnywhere(v *ir.View, f *types.Var) bool {
	for _, fn := range v.Funcs() {
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				switch in := in.(type) {
				case *ssa.Field:
					if ir.FieldVar(in.X.Type(), in.Field) == f {
						return true
					}
				case *ssa.FieldAddr:
					if ir.FieldVar(in.X.Type(), in.Field) != f {
						continue
					}
					for _, r := range *in.Referrers() {
						u, ok := r.(*ssa.UnOp)
						if !ok {
							continue
						}
						for _, use := range *u.Referrers() {
							c, ok := use.(*ssa.Call)
							if !ok {
								return true
							}
							if bi, ok := c.Call.Value.(*ssa.Builtin); !ok || bi.Name() != "append" {
								return true
							}
						}
					}
				}
			}
		}
	}
	return false
}

// skips reports whether a loop of the function leaves failed items out: the
// branch of the failure only logs and goes on.
func skips(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		iff, ok := ir.Last(b).(*ssa.If)
		if !ok {
			continue
		}
		for i, s := range b.Succs {
			v, null, ok := ir.NilTest(iff.Cond, i == 0)
			if !ok || null || !ir.IsError(v.Type()) || len(s.Preds) != 1 || len(s.Succs) != 1 {
				continue
			}
			call := failedCall(v)
			if call == nil || ir.CalleePkg(&call.Call) == "strconv" || model.PureError(ir.CalleePkg(&call.Call)) {
				continue
			}
			head := s.Succs[0]
			if !head.Dominates(b) || !strings.HasPrefix(head.Comment, "range") { // no next item
				continue
			}
			if onlyLogs(s) {
				return true
			}
		}
	}
	return false
}

// onlyLogs reports whether a block does nothing but tell a log.
func onlyLogs(b *ssa.BasicBlock) bool {
	for _, in := range b.Instrs {
		switch in := in.(type) {
		case *ssa.Call:
			pkg := ir.CalleePkg(&in.Call)
			if pkg != "log/slog" && pkg != "log" && !strings.Contains(pkg, "zap") && !strings.Contains(pkg, "logrus") && !strings.Contains(pkg, "zerolog") {
				return false
			}
		case *ssa.MapUpdate, *ssa.Send, *ssa.Go:
			return false
		case *ssa.Store:
			if _, ok := in.Addr.(*ssa.IndexAddr); !ok {
				return false
			}
		case *ssa.BinOp:
			return false // a counter is a mark
		}
	}
	return true
}
