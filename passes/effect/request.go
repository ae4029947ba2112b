package effect

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// request looks at how an *http.Request was made: its method, and a key or a
// condition in its headers.
func (c *collector) request(ev Event, req ssa.Value) (Event, bool) {
	found := false
	for _, l := range c.made(req, ev.F) {
		call, ok := l.V.(*ssa.Call)
		if !ok {
			if x, isX := l.V.(*ssa.Extract); isX {
				call, ok = x.Tuple.(*ssa.Call)
			}
			if !ok {
				continue
			}
		}
		i := -1
		switch ir.CalleeName(&call.Call) {
		case "net/http.NewRequest":
			i = 0
		case "net/http.NewRequestWithContext":
			i = 1
		}
		if i < 0 {
			continue
		}
		for _, m := range c.constants(call.Call.Args[i], l.F) {
			e := model.HTTPMethodEffect(m)
			if e.Kind == model.NoEffect {
				continue
			}
			if !found || !e.Idempotent {
				ev.Effect, found = e, true
			}
		}
		if keyed(call.Parent()) || keyed(ev.Call.Parent()) {
			ev.Keyed = true
		}
		if path, ok := c.words(call.Call.Args[i+1], l.F); ok && ev.Effect.Confidence <= model.Low && model.ReadPath(path) {
			return ev, false
		}
	}
	if !found {
		return ev, false
	}
	return c.http(ev)
}

// keyed reports whether a function puts an idempotency key or a condition into a
// header.
func keyed(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			switch in := in.(type) {
			case *ssa.Call:
				switch ir.CalleeName(&in.Call) {
				case "(net/http.Header).Set", "(net/http.Header).Add":
					if s, ok := ir.ConstString(ir.Operand(&in.Call, 1)); ok && model.IdempotencyHeader(s) {
						return true
					}
				}
			case *ssa.MapUpdate:
				if s, ok := ir.ConstString(in.Key); ok && model.IdempotencyHeader(s) {
					return true
				}
			case *ssa.Store:
				if fa, ok := in.Addr.(*ssa.FieldAddr); ok {
					if f := ir.FieldVar(fa.X.Type(), fa.Field); f != nil && model.IdempotencyField(f.Name()) {
						return true
					}
				}
			}
		}
	}
	return false
}

// http grades a request: a POST of which nothing is known may be a search.
func (c *collector) http(ev Event) (Event, bool) {
	if ev.Effect.Kind == model.NoEffect {
		return ev, false
	}
	if ev.Effect.Confidence <= model.Low {
		ev.Effect.Confidence = c.named(ev)
	}
	if ev.Effect.ByName {
		ev.Effect.Idempotent = c.absolute(ev)
	}
	ev.What = "the HTTP request"
	return ev, true
}

// absolute reports whether the tool, or else the innermost function on the way that
// is named for a change, is named for one that leaves the same state each time.
func (c *collector) absolute(ev Event) bool {
	names := []string{c.ToolName}
	for f := ev.F; f != nil; f = f.Up {
		names = append(names, f.Fn.Name())
	}
	for _, n := range names {
		if v, ok := model.VerbOf(n); ok && !v.None && v.Word != "patch" {
			return v.Idempotent
		}
	}
	return false
}

// named raises a guess to medium when a function on the way, the path or the
// tool is named for a change, or when the code tells 201 or 202 from other answers.
func (c *collector) named(ev Event) model.Confidence {
	for f := ev.F; f != nil; f = f.Up {
		if signsIn(f.Fn) {
			return model.Low
		}
	}
	if v, ok := model.VerbOf(c.ToolName); ok && !v.None {
		return model.Medium
	}
	for f := ev.F; f != nil; f = f.Up {
		if v, ok := model.VerbOf(f.Fn.Name()); ok && !v.None {
			return model.Medium
		}
		for _, b := range f.Fn.Blocks {
			for _, in := range b.Instrs {
				if bo, ok := in.(*ssa.BinOp); ok {
					y, _ := up(bo.Y, f)
					if n, ok := intConst(y); ok && (n == 201 || n == 202) {
						return model.Medium
					}
				}
			}
		}
	}
	return model.Low
}

// signsIn reports whether a function obtains a credential: what it sends opens a
// session in order to serve the call and changes nothing that the model asked for.
func signsIn(f *ssa.Function) bool {
	for _, w := range model.SplitName(f.Name()) {
		switch strings.ToLower(w) {
		case "token", "tokens", "oauth", "oauth2", "login", "auth", "authenticate", "refresh", "session":
			return true
		}
	}
	return false
}
