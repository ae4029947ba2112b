package model

// The lists of rows, one per file and subject. A new file of rows is one word
// here.
var (
	allSources       = [][]Source{stdSources, libSources, libStacks}
	allPkgSources    = [][]PkgSource{stdPkgSources, libPkgSources}
	allFieldSources  = [][]FieldSource{stdFieldSources, libFieldSources}
	allVarSources    = [][]VarSource{stdVarSources, libVarSources}
	allFlows         = [][]Flow{stdFlows, libFlows}
	allMasks         = [][]Mask{stdMasks}
	allFormats       = [][]Format{stdFormats, libFormats}
	allMarshals      = [][]Marshal{stdMarshals, libMarshals}
	allEffects       = [][]Effect{stdEffects, sqlEffects, httpEffects, sqlLibEffects, k8sEffects, cloudEffects, messageEffects}
	allUndos         = [][]Undo{stdUndos, sqlLibUndos}
	allTxs           = [][]Tx{stdTxs, sqlLibTxs}
	allNotDispatched = [][]NotDispatched{stdNotDispatched, libNotDispatched}
	allMusts         = [][]Must{stdMusts, libMusts}
	allExits         = [][]Exit{stdExits, libExits}
	allStdouts       = [][]Stdout{stdStdouts, libStdouts}
	allBlockings     = [][]Blocking{stdBlockings, libBlockings}
	allStackCarriers = [][]StackCarrier{libStackCarriers}
)

// concat joins groups of rows that share a fact.
func concat[R any](groups ...[]R) []R {
	var all []R
	for _, g := range groups {
		all = append(all, g...)
	}
	return all
}

// each makes one row per name from a row that lacks it.
func each[R any](row R, name func(*R, string), names ...string) []R {
	rows := make([]R, len(names))
	for i, n := range names {
		rows[i] = row
		name(&rows[i], n)
	}
	return rows
}

func fromSource(row Source, funcs ...string) []Source {
	return each(row, func(r *Source, f string) { r.Func = f }, funcs...)
}

func inPkgs(o Origin, pkgs ...string) []PkgSource {
	return each(PkgSource{Origin: o}, func(r *PkgSource, p string) { r.Pkg = p }, pkgs...)
}

func isVar(o Origin, vars ...string) []VarSource {
	return each(VarSource{Origin: o}, func(r *VarSource, v string) { r.Var = v }, vars...)
}

// sanitizes: no operand's text is in the results.
func sanitizes(funcs ...string) []Flow {
	return each(Flow{Into: -1}, func(r *Flow, f string) { r.Func = f }, funcs...)
}

// passes: the text of operand from, and no other's, is in the results.
func passes(from int, funcs ...string) []Flow {
	return each(Flow{From: []int{from}, Into: -1}, func(r *Flow, f string) { r.Func = f }, funcs...)
}

// writes: the text of operand from goes into operand into.
func writes(from, into int, funcs ...string) []Flow {
	return each(Flow{From: []int{from}, Into: into}, func(r *Flow, f string) { r.Func = f }, funcs...)
}

// names: the text of an operand is in the error results, and nowhere else.
func names(operand int, funcs ...string) []Flow {
	return each(Flow{ErrFrom: []int{operand}, Into: -1}, func(r *Flow, f string) { r.Func = f }, funcs...)
}

// does: every function has the effect.
func does(e Effect, funcs ...string) []Effect {
	return each(e, func(r *Effect, f string) { r.Func = f }, funcs...)
}

// reads: the functions change nothing, whatever their names say.
func reads(funcs ...string) []Effect { return does(Effect{}, funcs...) }

func fatal(e Exit, funcs ...string) []Exit {
	return each(e, func(r *Exit, f string) { r.Func = f }, funcs...)
}

func waits(b Blocking, funcs ...string) []Blocking {
	return each(b, func(r *Blocking, f string) { r.Func = f }, funcs...)
}

func prints(s Stdout, funcs ...string) []Stdout {
	return each(s, func(r *Stdout, f string) { r.Func = f }, funcs...)
}

func must(operand int, funcs ...string) []Must {
	return each(Must{Operand: operand}, func(r *Must, f string) { r.Func = f }, funcs...)
}

func undo(funcs ...string) []Undo {
	return each(Undo{}, func(r *Undo, f string) { r.Func = f }, funcs...)
}

func unsent(why string, funcs ...string) []NotDispatched {
	return each(NotDispatched{Why: why}, func(r *NotDispatched, f string) { r.Func = f }, funcs...)
}

func traced(result int, funcs ...string) []StackCarrier {
	return each(StackCarrier{Result: result}, func(r *StackCarrier, f string) { r.Func = f }, funcs...)
}
