package falsesuccess

import (
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// unread finds the calls of a function whose failure shows in something that
// nobody looks at: the status of an HTTP answer, the exit status of a command,
// the error at the end of rows. A helper that
// cannot fail may return a page as the text that it is.
func unread(fn *ssa.Function, helper bool) []loss {
	var out []loss
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			call, ok := in.(*ssa.Call)
			if !ok {
				continue
			}
			switch {
			case statusIgnored(call, helper):
				out = append(out, loss{pos: ir.PosOf(call), at: b, conf: model.High, what: "the status of the answer is never read, so an error body gives this success"})
			case rowsIgnored(call):
				out = append(out, loss{pos: ir.PosOf(call), at: b, conf: model.High, what: "the error of the rows is never read, so an answer that broke off looks complete"})
			case exitIgnored(call):
				out = append(out, loss{pos: ir.PosOf(call), at: b, conf: model.High, what: "the exit status is never read, so what a failed command printed is the answer"})
			}
		}
	}
	return out
}

// result returns result i of a call as the code uses it, or nil.
func result(call *ssa.Call, i int) ssa.Value {
	if call.Call.Signature().Results().Len() == 1 && i == 0 {
		return call
	}
	for _, r := range *call.Referrers() {
		if x, ok := r.(*ssa.Extract); ok && x.Index == i {
			return x
		}
	}
	return nil
}

func unused(v ssa.Value) bool {
	if v == nil {
		return true
	}
	for _, r := range *v.Referrers() {
		if _, debug := r.(*ssa.DebugRef); !debug {
			return false
		}
	}
	return true
}

// statusIgnored reports whether a call gets an HTTP response whose status nobody
// reads, although its body is read, or the request asked for a change.
func statusIgnored(call *ssa.Call, helper bool) bool {
	if !sends(call, 0) {
		return false
	}
	resp := result(call, 0)
	if resp == nil {
		return false
	}
	u := usesOf(resp, 0)
	if rs := call.Parent().Signature.Results(); helper && u.shown && (rs.Len() == 0 || !ir.IsError(rs.At(rs.Len()-1).Type())) {
		return false
	}
	return !u.status && !u.judged && (u.body || ir.CalleeName(&call.Call) == "(*net/http.Client).Post" || ir.CalleeName(&call.Call) == "net/http.Post")
}

// sends reports whether a call gets an HTTP response from net/http, itself or
// through a function of the program that does not look at the status.
func sends(call *ssa.Call, depth int) bool {
	switch ir.CalleeName(&call.Call) {
	case "(*net/http.Client).Do", "(*net/http.Client).Get", "net/http.Get", "(*net/http.Client).Post", "net/http.Post":
		return true
	}
	fn := call.Call.StaticCallee()
	if rs := call.Call.Signature().Results(); rs.Len() == 0 || ir.TypeName(rs.At(0).Type()) != "net/http.Response" {
		return false
	}
	if call.Call.IsInvoke() {
		return call.Call.Method.Name() == "Do"
	}
	if fn == nil || fn.Blocks == nil || depth > 3 {
		return false
	}
	found := false
	for _, b := range fn.Blocks {
		for _, in := range b.Instrs {
			c, ok := in.(*ssa.Call)
			if !ok || !sends(c, depth+1) {
				continue
			}
			found = true
			if r := result(c, 0); r != nil && usesOf(r, 0).status {
				return false
			}
		}
	}
	return found
}

// use is what becomes of an HTTP response.
type use struct {
	status bool // its status is read, or it goes where that cannot be seen
	body   bool // its body is read
	judged bool // the decoded body says itself whether it is an answer
	shown  bool // the body is returned as text, as it is: who asked sees what came
}

// usesOf follows a response into functions that receive it. Returning it is the
// caller's matter.
func usesOf(resp ssa.Value, depth int) (u use) {
	for _, r := range *resp.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			switch ir.FieldVar(r.X.Type(), r.Field).Name() {
			case "StatusCode", "Status":
				u.status = true
			case "Body":
				for _, l := range *r.Referrers() {
					if load, ok := l.(*ssa.UnOp); ok {
						u.body = u.body || consumed(load)
						u.judged = u.judged || judged(load)
						u.shown = u.shown || shown(load)
					}
				}
			}
		case *ssa.BinOp, *ssa.DebugRef, *ssa.Return:
		case ssa.CallInstruction:
			fn := r.Common().StaticCallee()
			i := slices.Index(r.Common().Args, resp)
			if fn == nil || fn.Blocks == nil || i < 0 || depth > 3 {
				u.status = true
				continue
			}
			v := usesOf(fn.Params[i], depth+1)
			u = use{u.status || v.status, u.body || v.body, u.judged || v.judged, u.shown || v.shown}
		default:
			u.status = true
		}
	}
	return u
}

// readers are the functions that a body is given to in order to read it.
var readers = map[string]bool{
	"encoding/json.NewDecoder": true, "encoding/xml.NewDecoder": true, "io.ReadAll": true, "io/ioutil.ReadAll": true,
	"bufio.NewReader": true, "bufio.NewScanner": true, "io.LimitReader": true, "encoding/csv.NewReader": true,
}

// consumed reports whether a body, or what wraps it, is read.
func consumed(body ssa.Value) bool {
	for _, r := range *body.Referrers() {
		switch r := r.(type) {
		case *ssa.ChangeInterface:
			if consumed(r) {
				return true
			}
		case *ssa.MakeInterface:
			if consumed(r) {
				return true
			}
		case *ssa.Call:
			if readers[ir.CalleeName(&r.Call)] {
				return true
			}
			if ir.CalleeName(&r.Call) == "io.Copy" && !discards(r.Call.Args[0]) {
				return true
			}
		}
	}
	return false
}

func discards(w ssa.Value) bool {
	u, ok := w.(*ssa.UnOp)
	if !ok {
		return false
	}
	g, ok := u.X.(*ssa.Global)
	return ok && g.Name() == "Discard"
}

// judged reports whether the body is decoded into a struct of which a field
// decides how to go on, or strictly: then an error body is told apart.
func judged(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.Extract:
			if judged(r.(ssa.Value)) {
				return true
			}
		case *ssa.Call:
			switch ir.CalleeName(&r.Call) {
			case "(*encoding/json.Decoder).DisallowUnknownFields":
				return true
			case "(*encoding/json.Decoder).Decode", "(*encoding/xml.Decoder).Decode", "encoding/json.Unmarshal", "encoding/xml.Unmarshal":
				if decides(r.Call.Args[len(r.Call.Args)-1]) {
					return true
				}
			case "encoding/json.NewDecoder", "encoding/xml.NewDecoder", "io.ReadAll", "io.LimitReader":
				if judged(r) {
					return true
				}
			}
		}
	}
	return false
}

// shown reports whether a body is returned as a string.
func shown(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.ChangeInterface, *ssa.MakeInterface, *ssa.Extract:
			if shown(r.(ssa.Value)) {
				return true
			}
		case *ssa.Convert:
			if ir.IsString(r.Type()) && returned(r) {
				return true
			}
		case *ssa.Call:
			if readers[ir.CalleeName(&r.Call)] && shown(r) {
				return true
			}
		}
	}
	return false
}

// returned reports whether a value is a result of its function, directly or, as in
// functions that defer, by way of the variable for it.
func returned(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Return:
			return true
		case *ssa.Store:
			a, ok := r.Addr.(*ssa.Alloc)
			if !ok || r.Val != v {
				continue
			}
			for _, l := range *a.Referrers() {
				if load, ok := l.(*ssa.UnOp); ok && returned(load) {
					return true
				}
			}
		}
	}
	return false
}

// decides reports whether a field of what was decoded is part of a condition.
func decides(target ssa.Value) bool {
	if mi, ok := target.(*ssa.MakeInterface); ok {
		target = mi.X
	}
	if target.Referrers() == nil {
		return false
	}
	for _, r := range *target.Referrers() {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok {
			continue
		}
		for _, l := range *fa.Referrers() {
			if load, ok := l.(*ssa.UnOp); ok && inCondition(load) {
				return true
			}
		}
	}
	return false
}

func inCondition(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.If:
			return true
		case *ssa.BinOp:
			if inCondition(r) {
				return true
			}
		case *ssa.UnOp:
			if inCondition(r) {
				return true
			}
		case *ssa.Call: // len(v)
			if ir.CalleeName(&r.Call) == "builtin.len" && inCondition(r) {
				return true
			}
		}
	}
	return false
}

// rowsIgnored reports whether rows are iterated whose Err nobody asks for.
func rowsIgnored(call *ssa.Call) bool {
	name := ir.CalleeName(&call.Call)
	if !strings.HasSuffix(name, "Rows).Next") {
		return false
	}
	rows := ir.Operand(&call.Call, 0)
	if rows == nil || rows.Referrers() == nil {
		return false
	}
	if _, ok := rows.(*ssa.Extract); !ok {
		return false // kept in a variable or a field: somebody else may ask
	}
	if !looping(call) {
		return false
	}
	errName := strings.TrimSuffix(name, "Next") + "Err"
	for _, r := range *rows.Referrers() {
		c, ok := r.(ssa.CallInstruction)
		if !ok {
			switch r.(type) {
			case *ssa.BinOp, *ssa.DebugRef:
				continue
			}
			return false
		}
		recv := ir.Operand(c.Common(), 0) == rows
		if callee := ir.CalleeName(c.Common()); callee == errName || !recv || !strings.HasPrefix(callee, strings.TrimSuffix(name, "Next")) {
			return false // asked, or handed on
		}
	}
	return true
}

func looping(in ssa.Instruction) bool { return ir.Reaches(in.Block())[in.Block()] }

// exitIgnored reports whether a command's output is used and its exit status is
// not.
func exitIgnored(call *ssa.Call) bool {
	switch ir.CalleeName(&call.Call) {
	case "(*os/exec.Cmd).Output", "(*os/exec.Cmd).CombinedOutput":
		return unused(result(call, 1)) && !unused(result(call, 0)) && !stateRead(call.Call.Args[0])
	case "(*os/exec.Cmd).Run":
		return unused(call) && captured(call.Call.Args[0]) && !stateRead(call.Call.Args[0])
	}
	return false
}

// captured reports whether a command writes into a buffer of the program.
func captured(cmd ssa.Value) bool { return fieldUsed(cmd, "Stdout", isStore) }

func stateRead(cmd ssa.Value) bool {
	return fieldUsed(cmd, "ProcessState", func(ssa.Instruction) bool { return true })
}

func isStore(in ssa.Instruction) bool { _, ok := in.(*ssa.Store); return ok }

func fieldUsed(v ssa.Value, field string, how func(ssa.Instruction) bool) bool {
	for _, r := range *v.Referrers() {
		if fa, ok := r.(*ssa.FieldAddr); ok && ir.FieldVar(fa.X.Type(), fa.Field).Name() == field && slices.ContainsFunc(*fa.Referrers(), how) {
			return true
		}
	}
	return false
}
