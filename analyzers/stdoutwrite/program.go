package stdoutwrite

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/internal/reach"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/tool"
)

// program is the view under the question: what runs in a process that serves
// stdio? The answer is a set of functions, each with the phase in which it runs;
// contexts are not told apart, so a helper that serves both a command and the
// server counts for the server.
type program struct {
	view       *ir.View
	e          *ir.Engine
	points     map[ssa.Instruction]bool // serve calls
	serves     map[*ssa.Function]bool   // functions that come to one
	commands   bool                     // a function value that a command library holds serves
	held       []*ssa.Function          // function values in fields of other modules' structs
	fails      map[*ssa.Function]bool   // serving functions, and whether they may fail behind the serve call
	marked     map[*ssa.Function]bool   // functions on the way to a serve call
	runs       map[*ssa.Function]phase  // functions beside the way
	own        bool                     // the server is hand-written: its answers go to os.Stdout as well
	targets    map[ssa.CallInstruction][]*ssa.Function
	confidence model.Confidence
	ran        map[*ssa.BasicBlock]bool // blocks that run in the process
	stdouts    []*ssa.UnOp              // mentions of os.Stdout among them
	loaded     map[*types.Var]bool
	programs   map[string]bool // main packages that come to serve
	reported   map[string]bool
	out        []rule.Finding
}

// phase says when a function runs.
type phase uint8

const (
	before phase = 1 << iota // before the serve call
	during                   // while it serves, or after
)

func find(v *ir.View, tools *tool.Result) []rule.Finding {
	p := &program{
		view: v, e: ir.NewEngine(v), points: map[ssa.Instruction]bool{}, serves: map[*ssa.Function]bool{}, marked: map[*ssa.Function]bool{},
		runs: map[*ssa.Function]phase{}, targets: map[ssa.CallInstruction][]*ssa.Function{}, confidence: model.High, ran: map[*ssa.BasicBlock]bool{}, programs: map[string]bool{}, reported: map[string]bool{},
		fails: map[*ssa.Function]bool{},
	}
	mains := p.mains()
	p.findPoints(len(tools.Tools) > 0)
	if len(p.points) == 0 {
		if len(mains) == 0 {
			// A library: who serves its handlers is not in view. What a handler
			// prints is wrong over stdio, the usual transport.
			p.confidence = model.Medium
			p.handlers(tools, true)
			p.follow()
		}
		return p.out
	}
	if p.redirects() {
		return nil
	}
	p.findServing()
	roots := p.roots(mains)
	for _, r := range roots {
		p.programs[pathOf(r)] = true
	}
	for _, r := range roots {
		p.mark(r)
	}
	if len(p.marked) == 0 {
		return nil
	}
	p.inits(mains)
	p.handlers(tools, false)
	p.follow()
	return p.out
}

// mains returns the main functions of the view.
func (p *program) mains() []*ssa.Function {
	var ms []*ssa.Function
	for _, u := range p.view.Units {
		if u.Pkg.Name() != "main" || strings.HasSuffix(u.Pkg.Path(), ".test") {
			continue
		}
		if sp := p.view.Package(u.Pkg); sp != nil {
			if m := sp.Func("main"); m != nil && m.Blocks != nil {
				ms = append(ms, m)
			}
		}
	}
	return ms
}

// each visits the instructions of the view outside of tests.
func (p *program) each(visit func(ssa.Instruction)) {
	for _, fn := range p.view.Funcs() {
		if p.view.InTest(fn) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				visit(in)
			}
		}
	}
}

// findPoints finds the serve calls of SDKs and, when there is none and the
// program knows tools/call, the calls by which it reads standard input.
func (p *program) findPoints(sdk bool) {
	p.each(func(in ssa.Instruction) {
		call, ok := in.(ssa.CallInstruction)
		if !ok {
			return
		}
		s, ok := model.StdioOf(ir.CalleeName(call.Common()))
		if !ok {
			return
		}
		if s.Transport < 0 || p.stdioTransport(ir.Operand(call.Common(), s.Transport)) {
			p.points[call] = true
		}
	})
	if len(p.points) > 0 || sdk {
		return
	}
	knows := false
	var reads []ssa.Instruction
	p.each(func(in ssa.Instruction) {
		for _, op := range in.Operands(nil) {
			if s, ok := ir.ConstString(*op); ok && s == "tools/call" {
				knows = true
			}
		}
		if u, ok := in.(*ssa.UnOp); ok {
			if g, ok := u.X.(*ssa.Global); ok && isStd(g, "Stdin") {
				for _, r := range *u.Referrers() {
					if mi, ok := r.(*ssa.MakeInterface); ok {
						for _, r := range *mi.Referrers() {
							if c, ok := r.(ssa.CallInstruction); ok {
								reads = append(reads, c)
							}
						}
					}
				}
			}
		}
	})
	if knows {
		for _, r := range reads {
			p.points[r], p.own = true, true
		}
	}
}

func isStd(g *ssa.Global, name string) bool {
	return g.Name() == name && g.Pkg != nil && g.Pkg.Pkg.Path() == "os"
}

func (p *program) stdioTransport(v ssa.Value) bool {
	if v == nil {
		return false
	}
	tr := &ir.Tracer{Engine: p.e, Open: true, Budget: 1500}
	found := false
	tr.Visit = func(n *ir.Node) bool {
		switch x := n.V.(type) {
		case *ssa.Alloc, *ssa.Call, *ssa.MakeInterface:
			if model.StdioTransport(ir.TypeName(x.Type())) {
				found = true
			}
			if c, ok := x.(*ssa.Call); ok && model.StdioTransport(ir.CalleeName(&c.Call)) {
				found = true
			}
		}
		return !found
	}
	// A logging or other transport around it holds it in a field.
	tr.Run(&ir.Node{V: v})
	if !found {
		tr.Run(&ir.Node{V: v, Path: "Transport"})
	}
	return found
}

// redirects reports whether the program replaces os.Stdout.
func (p *program) redirects() bool {
	found := false
	p.each(func(in ssa.Instruction) {
		if st, ok := in.(*ssa.Store); ok {
			if g, ok := st.Addr.(*ssa.Global); ok && isStd(g, "Stdout") {
				found = true
			}
		}
	})
	return found
}

// callees are the functions in view that a call may run, tests aside.
func (p *program) callees(call ssa.CallInstruction) []*ssa.Function {
	if ts, ok := p.targets[call]; ok {
		return ts
	}
	var out []*ssa.Function
	for _, t := range p.e.Callees(call, nil) {
		if t.Fn.Blocks != nil && !p.view.InTest(t.Fn) {
			out = append(out, t.Fn)
		}
	}
	// A function handed to a call outside the view that runs it there and then,
	// or on a goroutine.
	if len(out) == 0 && !registers(call) {
		for _, a := range ir.Operands(call.Common()) {
			if fn := literal(a); fn != nil && !p.view.InTest(fn) {
				out = append(out, fn)
			}
		}
	}
	p.targets[call] = out
	return out
}

// registers reports whether a call hands functions to an SDK; handlers have
// their own way.
func registers(call ssa.CallInstruction) bool {
	return model.IsSDKPackage(ir.CalleePkg(call.Common()))
}

func literal(v ssa.Value) *ssa.Function {
	switch v := v.(type) {
	case *ssa.MakeClosure:
		return v.Fn.(*ssa.Function)
	case *ssa.Function:
		if v.Blocks != nil {
			return v
		}
	case *ssa.MakeInterface:
		return literal(v.X)
	case *ssa.ChangeType:
		return literal(v.X)
	}
	return nil
}

// findServing computes which functions come to a serve call.
func (p *program) findServing() {
	for changed := true; changed; {
		changed = false
		for _, fn := range p.view.Funcs() {
			if p.serves[fn] || p.view.InTest(fn) {
				continue
			}
			for _, b := range fn.Blocks {
				for _, in := range b.Instrs {
					if p.leads(in) {
						p.serves[fn], changed = true, true
					}
				}
			}
		}
	}
	p.each(func(in ssa.Instruction) {
		if fn := held(in); fn != nil {
			p.held = append(p.held, fn)
			p.commands = p.commands || p.serves[fn]
		}
	})
}

// leads reports whether an instruction is a serve call or runs a function that
// comes to one.
func (p *program) leads(in ssa.Instruction) bool {
	if p.points[in] {
		return true
	}
	call, ok := in.(ssa.CallInstruction)
	if !ok {
		return false
	}
	for _, t := range p.callees(call) {
		if p.serves[t] {
			return true
		}
	}
	return p.commands && commandLibrary(call)
}

// held is a function that is stored in a field of another module's struct: what
// a command library runs.
func held(in ssa.Instruction) *ssa.Function {
	st, ok := in.(*ssa.Store)
	if !ok {
		return nil
	}
	if _, ok := st.Addr.(*ssa.FieldAddr); !ok {
		return nil
	}
	return literal(st.Val)
}

// commandLibrary reports whether a call hands control to a command library.
func commandLibrary(call ssa.CallInstruction) bool {
	pkg := ir.CalleePkg(call.Common())
	for _, lib := range []string{"spf13/cobra", "urfave/cli", "alecthomas/kong", "ff/v3/ffcli", "mitchellh/cli", "peterbourgon/ff"} {
		if strings.Contains(pkg, lib) {
			n := ir.CalleeName(call.Common())
			n = n[strings.LastIndexByte(n, '.')+1:]
			return strings.HasPrefix(n, "Execute") || strings.HasPrefix(n, "Run") || strings.HasPrefix(n, "ParseAndRun")
		}
	}
	return false
}

// roots are the functions from which a process comes to serve: main, and the
// functions that a command library runs.
func (p *program) roots(mains []*ssa.Function) []*ssa.Function {
	var rs []*ssa.Function
	for _, m := range mains {
		if p.serves[m] {
			rs = append(rs, m)
		}
	}
	if p.commands {
		p.each(func(in ssa.Instruction) {
			fn := held(in)
			if fn == nil {
				return
			}
			if p.serves[fn] {
				rs = append(rs, fn)
				for _, m := range mains {
					if !p.serves[m] && !slices.Contains(rs, m) && reach.Sees(m, fn) {
						rs = append(rs, m)
					}
				}
			}
			fa := in.(*ssa.Store).Addr.(*ssa.FieldAddr)
			if f := ir.FieldVar(fa.X.Type(), fa.Field); f != nil && (strings.HasPrefix(f.Name(), "PersistentPreRun") || f.Name() == "Before") {
				p.run(fn, before)
			}
		})
	}
	if len(rs) == 0 && len(mains) == 0 {
		// No main in view: every function that serves and that nothing calls.
		for _, fn := range p.view.Funcs() {
			if p.serves[fn] && len(p.view.Callers(fn)) == 0 && !p.view.InTest(fn) {
				rs = append(rs, fn)
			}
		}
	}
	return rs
}

// inits looks at what package variables and init functions of the program do.
func (p *program) inits(mains []*ssa.Function) {
	for _, m := range mains {
		if !p.marked[m] {
			continue
		}
		seen := map[*types.Package]bool{}
		var visit func(pkg *types.Package)
		visit = func(pkg *types.Package) {
			if seen[pkg] {
				return
			}
			seen[pkg] = true
			sp := p.view.Package(pkg)
			if sp == nil {
				return
			}
			for _, i := range pkg.Imports() {
				visit(i)
			}
			if f := sp.Func("init"); f != nil {
				p.run(f, before)
			}
		}
		visit(m.Pkg.Pkg)
	}
}

// handlers looks at what tool handlers run.
func (p *program) handlers(tools *tool.Result, all bool) {
	for _, t := range tools.Tools {
		if !all && t.RegCall != nil {
			f := t.RegCall.Parent()
			if !p.marked[f] && p.runs[f] == 0 && !p.marked[ir.Outermost(f)] && p.runs[ir.Outermost(f)] == 0 && p.reachable(f) {
				continue
			}
		}
		p.run(t.Root.Fn, during)
		for _, l := range t.Chain {
			p.run(l.Target.Fn, during)
		}
	}
}

// reachable reports whether calls in view lead to f at all: when none do, it is
// called in a way that is not seen.
func (p *program) reachable(f *ssa.Function) bool { return len(p.view.Callers(f)) > 0 }

// elsewhere reports whether fn belongs to a program that does not serve: a call
// through an interface does not lead from one program into another.
func (p *program) elsewhere(fn *ssa.Function) bool {
	f := ir.Outermost(fn)
	return f.Pkg != nil && f.Pkg.Pkg.Name() == "main" && len(p.programs) > 0 && !p.programs[f.Pkg.Pkg.Path()]
}

func pathOf(fn *ssa.Function) string {
	if f := ir.Outermost(fn); f.Pkg != nil {
		return f.Pkg.Pkg.Path()
	}
	return ""
}
