package vagueerror

import (
	"fmt"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/rule"
	"github.com/gomcplint/mcplint/passes/ir"
	"github.com/gomcplint/mcplint/passes/model"
	"github.com/gomcplint/mcplint/passes/outcome"
	"github.com/gomcplint/mcplint/passes/text"
)

// absences are ways to say that something does not exist, in the languages in
// which servers are written.
var absences = []string{
	"not found", "no such", "does not exist", "doesn't exist", "there is no ", "there's no ",
	"nicht gefunden", "existiert nicht", "gibt es nicht", "gibt kein", "n'existe pas", "introuvable", "no existe", "no encontrad", "não existe", "não encontrad",
	"不存在", "未找到", "找不到", "見つかりません", "存在しません", "찾을 수 없", "존재하지", "не найден", "не существует",
}

// absent reports whether a text says that something does not exist.
func absent(words string) bool {
	w := strings.ToLower(words)
	for _, a := range absences {
		if strings.Contains(w, a) {
			return true
		}
	}
	return false
}

// wrongCause reports a text that says "not found" of every failure of a call that
// can fail otherwise: it talks to a service or a database and nothing tells the
// failures apart.
func wrongCause(o *outcome.Outcome, words string, say func(model.Confidence, string, ...any) *rule.Finding) *rule.Finding {
	for _, c := range o.Conds {
		cond, taken := c.Not()
		v, isNil, ok := ir.NilTest(cond, taken)
		if !ok {
			return nil // a check of its own decides, or errors.Is
		}
		if isNil || !ir.IsError(v.Type()) {
			continue
		}
		if examined(v) {
			return nil
		}
		other, same := "", false
		for _, p := range text.Of(o.Engine, &ir.Node{V: v, F: c.F, At: c.If}).Pieces {
			switch {
			case p.Const != "" && absent(p.Const):
				same = true
			case p.Origin == model.Infra && p.Confidence == model.High && !localFile(p.What):
				if other == "" {
					other = p.What
				}
			}
		}
		if other == "" {
			return nil
		}
		conf := model.Medium
		if same {
			conf = model.High
		}
		return say(conf, "%q is said of every failure of %s, also when the service is down or refuses; tell the failures apart", short(words), other)
	}
	return nil
}

func short(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}

// examined reports whether something else looks at the error: errors.Is, a
// comparison, a helper.
func examined(v ssa.Value) bool {
	refs := v.Referrers()
	if refs == nil {
		return false
	}
	for _, r := range *refs {
		switch r := r.(type) {
		case *ssa.Call:
			switch ir.CalleeName(&r.Call) {
			case "errors.Is", "errors.As":
				return true
			}
			if fn := r.Call.StaticCallee(); fn != nil && r.Call.Signature().Results().Len() == 1 && fmt.Sprint(r.Type()) == "bool" {
				return true
			}
		case *ssa.TypeAssert:
			return true
		case *ssa.BinOp:
			if k, ok := r.Y.(*ssa.Const); !ok || !k.IsNil() {
				return true
			}
		}
	}
	return false
}

// localFile reports whether a call looks at a file or program: that it is missing is by far
// the most likely failure.
func localFile(what string) bool {
	return strings.HasPrefix(what, "os.") || strings.HasPrefix(what, "(*os.") || strings.HasPrefix(what, "fs.") || strings.HasPrefix(what, "ioutil.") || strings.HasPrefix(what, "exec.") || strings.HasPrefix(what, "(*exec.")
}
