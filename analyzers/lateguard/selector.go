package lateguard

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/internal/query"
	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
)

// selecting are the names of arguments that choose what an operation works on.
var selecting = map[string]bool{
	"tag": true, "tags": true, "selector": true, "labelselector": true, "fieldselector": true, "filter": true, "query": true, "pattern": true, "match": true,
	"where": true, "target": true, "targets": true, "group": true, "prefix": true, "glob": true, "label": true, "labels": true, "scope": true,
	"hosts": true, "nodes": true, "node": true, "host": true, "environment": true, "env": true, "region": true, "cluster": true, "tenant": true, "segment": true,
}

// bulk reports whether a call by its name or signature works on many things: it
// says so, or tells how many it worked on.
func bulk(c *ssa.CallCommon) bool {
	if !c.IsInvoke() && (c.StaticCallee() == nil || c.StaticCallee().Blocks != nil) {
		return false
	}
	name := ""
	if c.IsInvoke() {
		name = c.Method.Name()
	} else {
		name = c.StaticCallee().Name()
	}
	v, known := model.VerbOf(name)
	words := model.SplitName(name)
	if len(words) == 0 || known && v.None {
		return false
	}
	if !known && !acts[words[0]] {
		return false
	}
	r := c.Signature().Results()
	if r.Len() == 2 && ir.IsError(r.At(1).Type()) {
		switch r.At(0).Type().Underlying().String() {
		case "int", "int64", "int32", "uint64":
			return true
		}
	}
	for _, w := range words[1:] {
		switch w {
		case "all", "many", "bulk", "matching", "where", "everywhere", "fleet", "batch":
			return true
		}
	}
	return false
}

// acts are verbs that run something; alone they promise no change.
var acts = map[string]bool{"run": true, "execute": true, "exec": true, "invoke": true, "apply": true, "roll": true, "perform": true}

// selectors finds optional selecting arguments that are handed to a bulk
// operation without a look at whether they are empty.
func selectors(pass *analysis.Pass) []rule.Finding {
	var fs []rule.Finding
	for _, t := range query.Of(pass).Tools {
		if t.Middleware {
			continue
		}
		fn := t.Handler()
		for _, b := range fn.Blocks {
			for _, in := range b.Instrs {
				call, ok := in.(*ssa.Call)
				if !ok || !bulk(&call.Call) {
					continue
				}
				for _, a := range call.Call.Args {
					name := optional(a)
					if name == "" || looked(a) {
						continue
					}
					pos := query.Anchor(pass, ir.PosOf(call))
					subject := ""
					if t.Name != "" {
						subject = fmt.Sprintf("tool %q: ", t.Name)
					}
					fs = append(fs, rule.Finding{
						Pos: pos, End: query.End(pass, pos), Tool: t.Name, Confidence: query.Lower(model.Medium, t.Confidence),
						Message: fmt.Sprintf("%sthe optional argument %s is empty when the model leaves it out, and an operation on many takes that for all; refuse an empty %s before it", subject, name, name),
					})
				}
			}
		}
	}
	return fs
}

// optional returns the name of the selecting argument that a value is, when its
// default is empty.
func optional(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Call:
		ops := ir.Operands(&v.Call)
		if len(ops) != 3 || !strings.HasSuffix(ir.CalleeName(&v.Call), ".GetString") {
			return ""
		}
		name, ok1 := ir.ConstString(ops[1])
		def, ok2 := ir.ConstString(ops[2])
		if ok1 && ok2 && def == "" && selecting[squash(name)] {
			return name
		}
	}
	return ""
}

// looked reports whether a value is compared with anything, or handed to a
// function that could: something decides by it.
func looked(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.BinOp:
			return true
		case *ssa.Call:
			if r.Call.StaticCallee() != nil || !bulk(&r.Call) {
				return true
			}
		case *ssa.DebugRef:
		default:
			return true
		}
	}
	return false
}
