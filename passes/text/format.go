package text

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/passes/ir"
)

// How fmt puts values into words: the verbs of a format, and what each prints.

// format splits a format string and continues at the values that its verbs
// print as text.
func (t *tracer) format(n *ir.Node, call ssa.CallInstruction, format, args int) []*ir.Node {
	c := call.Common()
	var next []*ir.Node
	var verbs []string
	known := false
	if format >= 0 {
		f := ir.Operand(c, format)
		if s, ok := ir.ConstString(f); ok {
			verbs, known = Verbs(s), true
		}
		m := n.Next(f, "", n.F, ir.Plain, call)
		m.Note = plain
		next = append(next, m)
	}
	va := ir.Operand(c, args)
	els, ok := ir.Elements(va)
	if !ok {
		m := n.Next(va, ir.Elem, n.F, ir.Format, call)
		m.Note = printed
		return append(next, m)
	}
	for i, e := range els {
		if e == nil {
			continue
		}
		note := printed
		if known {
			if i >= len(verbs) {
				continue
			}
			switch verbs[i] {
			case "T", "t", "d", "b", "o", "O", "U", "c", "e", "E", "f", "F", "g", "G", "p":
				continue
			case "+v":
				note = stacked
			case "#v":
				if t.sharp {
					note = sharp
				}
			}
		}
		m := n.Next(e, "", n.F, ir.Format, call)
		m.Note = note
		next = append(next, m)
	}
	return next
}

// Verbs returns the verbs of a format in order of the operands that they
// consume: "v", "+v", "#v", "s", "d" …; "*" for a width taken from an operand.
func Verbs(format string) []string {
	var vs []string
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			continue
		}
		plus, hash := false, false
		for i++; i < len(format); i++ {
			ch := format[i]
			if ch == '*' {
				vs = append(vs, "d")
				continue
			}
			if ch == '+' {
				plus = true
			}
			if ch == '#' {
				hash = true
			}
			if strings.IndexByte("+-# 0123456789.[]", ch) >= 0 {
				continue
			}
			if ch != '%' {
				v := string(ch)
				switch {
				case v == "v" && hash:
					v = "#v"
				case v == "v" && plus:
					v = "+v"
				}
				vs = append(vs, v)
			}
			break
		}
	}
	return vs
}
