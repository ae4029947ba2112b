package vagueerror

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/gomcplint/mcplint/analyzers/internal/query"
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

// same reports branches that tell failures apart and then say the same of each.
func same(pass *analysis.Pass) []rule.Finding {
	type key struct {
		fn    *ssa.Function
		words string
	}
	groups := map[key][]*outcome.Outcome{}
	var order []key
	for _, o := range query.Of(pass).Outcomes {
		if o.Answered || o.Channel != model.ToolError || o.Text == nil || o.Text.Cut || !fixed(o.Text) || !one(o.Text) || o.Exit.Panic {
			continue
		}
		k := key{o.Fn(), o.Text.Constants()}
		if groups[k] == nil {
			order = append(order, k)
		}
		groups[k] = append(groups[k], o)
	}
	var fs []rule.Finding
	for _, k := range order {
		os := groups[k]
		for _, o := range os {
			is := toldApart(o)
			if is == "" {
				continue
			}
			other := slices.IndexFunc(os, func(p *outcome.Outcome) bool { return p.Site() != o.Site() })
			if other < 0 {
				continue
			}
			data := false
			o.Within(func() { data = hasData(o) })
			if data {
				continue
			}
			pos := o.Site()
			fs = append(fs, rule.Finding{
				Pos: pos, End: query.End(pass, pos), Tool: o.Tool.Name, Confidence: query.Lower(model.High, o.Tool.Confidence),
				Message: fmt.Sprintf("%s%q is said here and of other failures, although %s has told them apart; say which it was", query.Subject(o), short(k.words), is),
				Related: []analysis.RelatedInformation{{Pos: os[other].Site(), Message: "said here as well"}},
			})
		}
	}
	return fs
}

// toldApart names the function whose answer, nearest to the outcome, says which
// error it is.
func toldApart(o *outcome.Outcome) string {
	if len(o.Conds) == 0 {
		return ""
	}
	cond, taken := o.Conds[0].Not()
	if call, ok := cond.(*ssa.Call); ok && taken {
		switch name := ir.CalleeName(&call.Call); name {
		case "errors.Is", "errors.As":
			return name
		}
	}
	return ""
}
