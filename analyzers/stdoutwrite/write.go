package stdoutwrite

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/text"
)

// write looks for a write to standard output at one instruction.
func (p *program) write(in ssa.Instruction, ph phase) {
	switch in := in.(type) {
	case ssa.CallInstruction:
		name := ir.CalleeName(in.Common())
		s, ok := model.StdoutOf(name)
		switch {
		case !ok:
		case s.When == model.StdoutAlways:
			if p.own && !p.prose(in) {
				return
			}
			p.report(in, p.grade(), text.Short(name)+" writes to standard output")
		case s.When == model.StdoutMakes:
			p.report(in, model.Medium, text.Short(name)+" makes what writes to standard output")
		case s.When == model.StdoutPath && p.namesStdout(ir.Operand(in.Common(), s.Operand), in):
			p.report(in, p.grade(), text.Short(name)+" is told to write to standard output")
		}
	case *ssa.UnOp:
		if g, ok := in.X.(*ssa.Global); ok && isStd(g, "Stdout") {
			p.stdouts = append(p.stdouts, in) // judged when all that runs is known
		}
	case *ssa.Store:
		// A list of output paths in a configuration: zap and its like.
		fa, ok := in.Addr.(*ssa.FieldAddr)
		if !ok {
			return
		}
		if f := ir.FieldVar(fa.X.Type(), fa.Field); f != nil && f.Pkg() != nil && !p.view.Has(f.Pkg()) && strings.HasPrefix(f.Name(), "OutputPath") && p.namesStdout(in.Val, in) {
			p.report(in, p.grade(), text.Short(ir.TypeName(fa.X.Type()))+"."+f.Name()+" names standard output")
		}
	}
}

// follow judges the mentions of os.Stdout: does what they flow into write, in
// code that runs?
func (p *program) follow() {
	for _, u := range p.stdouts {
		f := &flow{p: p, seen: map[ssa.Value]bool{}}
		if f.value(u, nil) {
			at := f.first
			if at == nil {
				at = f.sink
			}
			p.report(at, p.grade(), f.what())
		}
	}
}

func (p *program) grade() model.Confidence {
	if p.own {
		return model.Medium
	}
	return model.High
}

// namesStdout reports whether one of the strings is "stdout".
func (p *program) namesStdout(v ssa.Value, at ssa.Instruction) bool {
	if v == nil {
		return false
	}
	for _, path := range []ir.Path{"", ir.Elem} {
		tr := &ir.Tracer{Engine: p.e, Open: true, Budget: 300}
		for _, l := range tr.Run(&ir.Node{V: v, Path: path, At: at}) {
			if s, ok := ir.ConstString(l.V); ok && (s == "stdout" || s == "/dev/stdout") {
				return true
			}
		}
	}
	return false
}

// prose reports whether a print call prints words of the author's: in a
// hand-written server the others may be the protocol itself.
func (p *program) prose(call ssa.CallInstruction) bool {
	for _, a := range call.Common().Args {
		vs := []ssa.Value{a}
		if els, ok := ir.Elements(a); ok {
			vs = els
		}
		for _, v := range vs {
			if mi, ok := v.(*ssa.MakeInterface); ok {
				v = mi.X
			}
			s, ok := ir.ConstString(v)
			s = strings.TrimSpace(s)
			if ok && strings.Contains(s, " ") && !strings.HasPrefix(s, "{") && !strings.HasPrefix(s, "Content-Length") && strings.ContainsAny(s, "abcdefghijklmnopqrstuvwxyz") {
				return true
			}
		}
	}
	return false
}

// flow follows os.Stdout forwards to something that writes to it.
type flow struct {
	p     *program
	seen  map[ssa.Value]bool
	first ssa.Instruction // where it was mentioned
	sink  ssa.Instruction
	name  string
}

func (f *flow) what() string {
	switch {
	case strings.HasSuffix(f.name, "exec.Cmd.Stdout"):
		return "a child process inherits standard output"
	case f.name != "":
		return text.Short(f.name) + " is given standard output"
	}
	return "something is given standard output"
}

// value reports whether v comes to a writer.
func (f *flow) value(v ssa.Value, from ssa.Instruction) bool {
	if v == nil || f.seen[v] || len(f.seen) > 400 || v.Referrers() == nil {
		return false
	}
	f.seen[v] = true
	for _, r := range *v.Referrers() {
		if f.p.view.InTest(r.Parent()) {
			continue
		}
		if f.use(v, r) {
			if ir.PosOf(r).IsValid() {
				if _, ok := r.(*ssa.UnOp); !ok {
					f.first = r
				}
			}
			return true
		}
	}
	return false
}

func (f *flow) use(v ssa.Value, r ssa.Instruction) bool {
	switch r := r.(type) {
	case *ssa.MakeInterface, *ssa.ChangeInterface, *ssa.ChangeType, *ssa.TypeAssert, *ssa.Extract, *ssa.Slice, *ssa.Field:
		return f.value(r.(ssa.Value), r)
	case *ssa.Phi:
		for i, e := range r.Edges {
			if e == v && guarded(ir.EdgeConds(r.Block().Preds[i], r.Block(), nil)) {
				return false
			}
		}
		return f.value(r, r)
	case *ssa.UnOp:
		return f.value(r, r)
	case *ssa.IndexAddr: // an element of a list of writers
		return r.X == v && f.value(r, r)
	case *ssa.Index:
		return f.value(r, r)
	case *ssa.Store:
		return r.Val == v && f.store(r)
	case *ssa.MakeClosure:
		for i, b := range r.Bindings {
			if b == v && f.value(r.Fn.(*ssa.Function).FreeVars[i], r) {
				return true
			}
		}
	case *ssa.Return:
		for i, x := range r.Results {
			if x == v && f.returned(r.Parent(), i) {
				return true
			}
		}
	case ssa.CallInstruction:
		return f.call(v, r)
	}
	return false
}

func (f *flow) returned(fn *ssa.Function, i int) bool {
	for _, c := range f.p.view.Callers(fn) {
		call, ok := c.(*ssa.Call)
		if !ok || f.p.view.InTest(call.Parent()) {
			continue
		}
		if fn.Signature.Results().Len() == 1 {
			if f.value(call, call) {
				return true
			}
			continue
		}
		for _, r := range *call.Referrers() {
			if ex, ok := r.(*ssa.Extract); ok && ex.Index == i && f.value(ex, ex) {
				return true
			}
		}
	}
	return false
}

// store: a field of another module's struct writes to it; of our own, its loads
// are followed.
func (f *flow) store(st *ssa.Store) bool {
	switch a := st.Addr.(type) {
	case *ssa.FieldAddr:
		fv := ir.FieldVar(a.X.Type(), a.Field)
		if fv == nil || fv.Pkg() == nil {
			return false
		}
		if !f.p.view.Has(fv.Pkg()) && !f.p.loads(fv) {
			typ := ir.TypeName(a.X.Type())
			if model.IsSDKPackage(fv.Pkg().Path()) || harmlessPkg(fv.Pkg().Path()) || f.p.own && typ != "os/exec.Cmd" {
				return false
			}
			if !f.p.ran[st.Block()] {
				return false
			}
			f.sink, f.name = st, typ+"."+fv.Name()
			return true
		}
		found := false
		f.p.each(func(in ssa.Instruction) {
			if found {
				return
			}
			switch x := in.(type) {
			case *ssa.FieldAddr:
				if ir.FieldVar(x.X.Type(), x.Field) == fv && x != a {
					for _, r := range *x.Referrers() {
						if u, ok := r.(*ssa.UnOp); ok && f.value(u, u) {
							found = true
						}
					}
				}
			case *ssa.Field:
				if ir.FieldVar(x.X.Type(), x.Field) == fv && f.value(x, x) {
					found = true
				}
			}
		})
		return found
	case *ssa.IndexAddr:
		return f.value(a.X, st)
	case *ssa.Alloc:
		return f.value(a, st)
	case *ssa.Global:
		for _, in := range f.p.view.GlobalUses(a) {
			if u, ok := in.(*ssa.UnOp); ok && !f.p.view.InTest(u.Parent()) && f.value(u, u) {
				return true
			}
		}
	}
	return false
}

// loads reports whether code in view reads a field: then it is a carrier, like a
// field of the program's own.
func (p *program) loads(fv *types.Var) bool {
	if p.loaded == nil {
		p.loaded = map[*types.Var]bool{}
		p.each(func(in ssa.Instruction) {
			switch x := in.(type) {
			case *ssa.FieldAddr:
				for _, r := range *x.Referrers() {
					if u, ok := r.(*ssa.UnOp); ok && u.X == ssa.Value(x) {
						p.loaded[ir.FieldVar(x.X.Type(), x.Field)] = true
					}
				}
			case *ssa.Field:
				p.loaded[ir.FieldVar(x.X.Type(), x.Field)] = true
			}
		})
	}
	return p.loaded[fv]
}

func (f *flow) call(v ssa.Value, call ssa.CallInstruction) bool {
	c := call.Common()
	name := ir.CalleeName(c)
	if ts := f.p.e.Callees(call, nil); len(ts) > 0 {
		for i, a := range ir.Operands(c) {
			if a != v {
				continue
			}
			for _, t := range ts {
				if i < len(t.Fn.Params) && t.Recv == nil && f.value(t.Fn.Params[i], call) {
					return true
				}
			}
		}
		return false
	}
	pkg := ir.CalleePkg(c)
	switch {
	case name == "", pkg == "", strings.HasPrefix(name, "builtin."), model.IsSDKPackage(pkg), harmlessPkg(pkg), harmless(name):
		return false
	case strings.HasPrefix(name, "(*os.File)."):
		if !strings.HasPrefix(name, "(*os.File).Write") && !strings.HasPrefix(name, "(*os.File).ReadFrom") {
			return false
		}
	}
	if f.p.own && !strings.Contains(strings.ToLower(name), "log") && !strings.Contains(name, "zap") {
		return false // it may be the protocol itself
	}
	if !f.p.ran[call.Block()] || call.Parent().Name() == "Write" && c.IsInvoke() {
		return false // not run, or a writer around the writer
	}
	f.sink, f.name = call, name
	return true
}

// harmlessPkg lists packages that only print help and usage, or look at the
// terminal.
func harmlessPkg(pkg string) bool {
	for _, p := range []string{"spf13/cobra", "spf13/pflag", "urfave/cli", "golang.org/x/term", "mattn/go-isatty", "moby/term", "alecthomas/kong"} {
		if strings.Contains(pkg, p) {
			return true
		}
	}
	return pkg == "flag" || pkg == "reflect" || pkg == "testing"
}

func harmless(name string) bool {
	switch name {
	case "os/signal.Notify", "runtime.KeepAlive":
		return true
	}
	return false
}
