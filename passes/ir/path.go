package ir

import "golang.org/x/tools/go/ssa"

// Path is a way into a value: field names and "*" (any element of a slice,
// array, map or channel), joined by slashes. Pointers are transparent: the path
// of a field is the same behind a pointer.
type Path string

func (p Path) push(step string) Path {
	if p == "" {
		return Path(step)
	}
	return Path(step) + "/" + p
}

// Push returns the path that first takes step and then p.
func (p Path) Push(step string) Path { return p.push(step) }

func (p Path) split() (first string, rest Path) {
	for i := 0; i < len(p); i++ {
		if p[i] == '/' {
			return string(p[:i]), p[i+1:]
		}
	}
	return string(p), ""
}

// Concat returns the path that takes p and then q.
func (p Path) Concat(q Path) Path {
	switch {
	case p == "":
		return q
	case q == "":
		return p
	}
	return p + "/" + q
}

// Elem is the path step into any element of a container.
const Elem = "*"

func (p Path) join(step string) Path {
	if p == "" {
		return Path(step)
	}
	return p + "/" + Path(step)
}

// relative returns the path from base to the address addr, if addr lies in it.
func relative(addr, base ssa.Value) (Path, bool) {
	var steps []string
	for {
		if addr == base {
			p := Path("")
			for _, s := range steps {
				p = p.push(s)
			}
			return p, true
		}
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			f := FieldVar(a.X.Type(), a.Field)
			if f == nil {
				return "", false
			}
			steps = append(steps, f.Name())
			addr = a.X
		case *ssa.IndexAddr:
			steps = append(steps, Elem)
			addr = a.X
		case *ssa.Slice:
			addr = a.X
		case *ssa.ChangeType:
			addr = a.X
		case *ssa.MakeInterface:
			addr = a.X
		case *ssa.ChangeInterface:
			addr = a.X
		default:
			return "", false
		}
	}
}

// under splits the wanted path by the path that is written: rest is what of the
// written value is wanted; whole means that only a part of what is wanted was
// written.
func under(wanted, written Path) (rest Path, part, ok bool) {
	w := written
	r := wanted
	for w != "" {
		if r == "" {
			return "", true, true
		}
		var a, b string
		a, w = w.split()
		b, r = r.split()
		if a != b {
			return "", false, false
		}
	}
	return r, false, true
}

func strong(p Path) bool {
	for p != "" {
		var s string
		s, p = p.split()
		if s == Elem || s == "#key" {
			return false
		}
	}
	return true
}
