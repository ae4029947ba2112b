package falsesuccess

import (
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// skips finds a loop of the function that leaves failed items out, in the loop or
// in a function literal that it starts: the branch of the failure goes on and
// nobody but the log hears of it. It returns where in fn that is, and the call that
// fails.
func skips(fn *ssa.Function) (*ssa.BasicBlock, *ssa.Call) {
	for _, b := range fn.Blocks {
		if s, call := failing(b); s != nil && ofItem(call) && skipsOn(s, b) {
			return b, call
		}
		for _, in := range b.Instrs {
			mc, ok := in.(*ssa.MakeClosure)
			if !ok || !looping(mc) || !started(mc) {
				continue
			}
			for _, c := range mc.Fn.(*ssa.Function).Blocks {
				if s, call := failing(c); s != nil && givesUp(s) {
					return b, call
				}
			}
		}
	}
	return nil, nil
}

// failing returns the branch that is taken when a call has failed that does more
// than parse. A function that calls itself walks a tree: its root's failure is told.
func failing(b *ssa.BasicBlock) (*ssa.BasicBlock, *ssa.Call) {
	iff, ok := ir.Last(b).(*ssa.If)
	if !ok {
		return nil, nil
	}
	for i, s := range b.Succs {
		v, null, ok := ir.NilTest(iff.Cond, i == 0)
		if !ok || null || !ir.IsError(v.Type()) {
			continue
		}
		call := failedCall(v)
		if call == nil || pure(call) || call.Call.StaticCallee() == b.Parent() {
			continue
		}
		return s, call
	}
	return nil, nil
}

// looks are the calls by which a listing looks at one of its entries: that one has
// gone since is no failure of the listing.
var looks = map[string]bool{
	"os.Stat": true, "os.Lstat": true, "(io/fs.DirEntry).Info": true, "(os.DirEntry).Info": true, "path/filepath.EvalSymlinks": true,
	"os.Readlink": true, "path/filepath.Abs": true, "path/filepath.Rel": true,
}

// ofItem reports whether a call in a loop is about the item at hand: a call with
// the same operands in each round asks again, as one that polls does.
func ofItem(call *ssa.Call) bool {
	seen := map[ssa.Value]bool{}
	var varies func(v ssa.Value) bool
	varies = func(v ssa.Value) bool {
		in, ok := v.(ssa.Instruction)
		if !ok || seen[v] || !looping(in) {
			return false
		}
		seen[v] = true
		switch x := v.(type) {
		case *ssa.Phi, *ssa.Next:
			return true
		case *ssa.UnOp:
			if x.Op == token.ARROW {
				return true
			}
		case *ssa.Alloc: // a variable of the round
			return true
		}
		for _, op := range in.Operands(nil) {
			if *op != nil && varies(*op) {
				return true
			}
		}
		return false
	}
	for _, a := range ir.Operands(&call.Call) {
		if varies(a) {
			return true
		}
	}
	return false
}

// skipsOn reports whether a failure's branch goes on with the next item, as the
// other branch does: where success leaves the loop, it only tries again.
func skipsOn(s, b *ssa.BasicBlock) bool {
	head := onward(s, 0)
	if head == nil || !strings.HasPrefix(head.Comment, "range") && !strings.HasPrefix(head.Comment, "for") || !ir.Reaches(head)[b] {
		return false
	}
	for _, done := range b.Succs {
		if done != s {
			return ir.Reaches(done)[b]
		}
	}
	return false
}

// onward is where a failure's branch meets others again on a way that does nothing
// but log; other ways of it may return.
func onward(s *ssa.BasicBlock, depth int) *ssa.BasicBlock {
	switch {
	case len(s.Preds) > 1:
		return s
	case len(s.Succs) == 0 || depth > 4 || !onlyLogs(s):
		return nil
	}
	for _, next := range s.Succs {
		if h := onward(next, depth+1); h != nil {
			return h
		}
	}
	return nil
}

// givesUp reports whether a literal's branch ends it and says nothing.
func givesUp(s *ssa.BasicBlock) bool {
	r, ok := ir.Last(s).(*ssa.Return)
	if !ok || !onlyLogs(s) || len(s.Preds) != 1 {
		return false
	}
	for _, v := range r.Results {
		if !isNil(v) {
			return false
		}
	}
	return true
}

// started reports whether a literal runs beside the loop.
func started(mc *ssa.MakeClosure) bool {
	for _, r := range *mc.Referrers() {
		switch r := r.(type) {
		case *ssa.Go:
			return true
		case *ssa.Call:
			if name := ir.CalleeName(&r.Call); strings.HasSuffix(name, ").Go") || strings.HasSuffix(name, ").TryGo") {
				return true
			}
		}
	}
	return false
}

// onlyLogs reports whether nobody but a log learns of what a block does.
func onlyLogs(b *ssa.BasicBlock) bool {
	for _, in := range b.Instrs {
		switch in := in.(type) {
		case *ssa.Call:
			if !logs(&in.Call) && !(ir.CalleeName(&in.Call) == "builtin.append" && onlyLogged(in, nil)) {
				return false
			}
		case *ssa.MapUpdate, *ssa.Send, *ssa.Go:
			return false
		case *ssa.Store:
			if _, ok := in.Addr.(*ssa.IndexAddr); !ok {
				return false
			}
		case *ssa.BinOp:
			if iff, ok := ir.Last(b).(*ssa.If); ok && iff.Cond == ssa.Value(in) {
				continue // the branches tell
			}
			if !onlyLogged(in, nil) {
				return false // a counter is a mark
			}
		}
	}
	return true
}

func logs(c *ssa.CallCommon) bool {
	pkg := ir.CalleePkg(c)
	for _, p := range []string{"zap", "logrus", "zerolog"} {
		if strings.Contains(pkg, p) {
			return true
		}
	}
	if c.IsInvoke() || c.Signature().Results().Len() > 0 {
		return pkg == "log/slog" || pkg == "log"
	}
	return pkg == "log/slog" || pkg == "log" || pkg == "os" || ir.CalleeName(c) == "builtin.println"
}

// onlyLogged reports whether a count or a list ends in nothing but logs and tests
// that lead to them.
func onlyLogged(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return true
	}
	if seen == nil {
		seen = map[ssa.Value]bool{}
	}
	seen[v] = true
	if v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Phi, *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.BinOp, *ssa.Slice, *ssa.Convert:
			if !onlyLogged(r.(ssa.Value), seen) {
				return false
			}
		case *ssa.If:
			if s := r.Block().Succs; !onlyLogs(s[0]) && !onlyLogs(s[1]) {
				return false
			}
		case *ssa.Store: // an element of a variadic call's arguments
			ia, ok := r.Addr.(*ssa.IndexAddr)
			if !ok || !onlyLogged(ia.X, seen) {
				return false
			}
		case *ssa.IndexAddr:
		case *ssa.Call:
			if logs(&r.Call) {
				continue
			}
			name := ir.CalleeName(&r.Call)
			if name != "builtin.append" && name != "builtin.len" && name != "errors.Join" || !onlyLogged(r, seen) {
				return false
			}
		default:
			return false
		}
	}
	return true
}
