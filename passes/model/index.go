package model

import (
	"regexp"
	"strings"
)

// canonical drops the major version from an import path inside a name, so that
// one row serves all majors of a module ("go-github/v74/github", "yaml.v3").
func canonical(name string) string {
	if !strings.Contains(name, "/v") && !strings.Contains(name, "gopkg.in/") {
		return name
	}
	return majorVersion.ReplaceAllString(name, "$1")
}

var majorVersion = regexp.MustCompile(`(?:/v[0-9]+|\.v[0-9]+)([/.)]|$)`)

// index makes the look-up table of some lists of rows. Two rows with one key
// contradict or repeat each other, so it panics, and the test suite with it.
func index[R any](key func(R) string, lists ...[]R) map[string]R {
	m := make(map[string]R)
	for _, l := range lists {
		for _, r := range l {
			k := canonical(key(r))
			if _, dup := m[k]; dup {
				panic("model: two rows for " + k)
			}
			m[k] = r
		}
	}
	return m
}

// multi is index for rows of which a function may have several.
func multi[R any](name func(R) string, lists ...[]R) map[string][]R {
	m := make(map[string][]R)
	for _, l := range lists {
		for _, r := range l {
			k := canonical(name(r))
			m[k] = append(m[k], r)
		}
	}
	return m
}

// lookup finds the row of a name.
func lookup[R any](m map[string]R, name string) (R, bool) {
	r, ok := m[canonical(name)]
	return r, ok
}

var (
	sources       = multi(func(r Source) string { return r.Func }, allSources...)
	pkgSources    = index(func(r PkgSource) string { return r.Pkg }, allPkgSources...)
	fieldSources  = index(func(r FieldSource) string { return r.Field }, allFieldSources...)
	varSources    = index(func(r VarSource) string { return r.Var }, allVarSources...)
	flows         = index(func(r Flow) string { return r.Func }, allFlows...)
	masks         = index(func(r Mask) string { return r.Func }, allMasks...)
	formats       = index(func(r Format) string { return r.Func }, allFormats...)
	marshals      = index(func(r Marshal) string { return r.Func }, allMarshals...)
	effects       = index(func(r Effect) string { return r.Func }, allEffects...)
	undos         = index(func(r Undo) string { return r.Func }, allUndos...)
	txs           = index(func(r Tx) string { return r.Func }, allTxs...)
	notDispatched = index(func(r NotDispatched) string { return r.Func }, allNotDispatched...)
	musts         = index(func(r Must) string { return r.Func }, allMusts...)
	exits         = index(func(r Exit) string { return r.Func }, allExits...)
	stdouts       = index(func(r Stdout) string { return r.Func }, allStdouts...)
	blockings     = index(func(r Blocking) string { return r.Func }, allBlockings...)
	stackCarriers = index(func(r StackCarrier) string { return r.Func }, allStackCarriers...)
)

// SourceOf returns the origin of a result: the function's own row, a row for
// all its results, for an error result the row of its package.
func SourceOf(fullName, pkgPath string, result int, isErr bool) (Origin, Confidence, bool) {
	var found *Source
	for i, s := range sources[canonical(fullName)] {
		switch {
		case s.Result == result:
			return s.Origin, graded(s.Confidence), true
		case s.Result == All, s.Result == Err && isErr:
			found = &sources[canonical(fullName)][i]
		}
	}
	if found != nil {
		return found.Origin, graded(found.Confidence), true
	}
	if isErr {
		if p, ok := PkgSourceOf(pkgPath); ok {
			return p.Origin, High, true
		}
	}
	return 0, 0, false
}

// graded returns what the confidence of a row means.
func graded(c Confidence) Confidence {
	if c == 0 {
		return High
	}
	return c
}

// PkgSourceOf returns the row of a package, or of the longest path prefix that
// has one.
func PkgSourceOf(pkgPath string) (PkgSource, bool) {
	p := canonical(pkgPath)
	if r, ok := pkgSources[p]; ok {
		return r, true
	}
	for {
		if r, ok := pkgSources[p+"/..."]; ok {
			return r, true
		}
		i := strings.LastIndexByte(p, '/')
		if i < 0 {
			return PkgSource{}, false
		}
		p = p[:i]
	}
}

// PureError reports whether the errors of a package are benign: those of
// functions that parse, convert and print, and do no I/O.
func PureError(pkgPath string) bool {
	r, ok := PkgSourceOf(pkgPath)
	return ok && (r.Origin == Benign || r.Origin == Authored)
}

// SourcesOf returns all rows of a function.
func SourcesOf(fullName string) []Source { return sources[canonical(fullName)] }

// FieldSourceOf returns the row of a struct field, "import/path.Type.Field".
func FieldSourceOf(field string) (FieldSource, bool) { return lookup(fieldSources, field) }

// VarSourceOf returns the row of a package-level variable, "import/path.Name".
func VarSourceOf(name string) (VarSource, bool) { return lookup(varSources, name) }

// FlowOf returns how text goes through a function that departs from the default.
func FlowOf(fullName string) (Flow, bool) { return lookup(flows, fullName) }

// MaskOf returns what a function hides of a URL.
func MaskOf(fullName string) (Mask, bool) { return lookup(masks, fullName) }

// FormatOf returns how a function composes text.
func FormatOf(fullName string) (Format, bool) { return lookup(formats, fullName) }

// MarshalOf returns which operand a function encodes with all its fields.
func MarshalOf(fullName string) (Marshal, bool) { return lookup(marshals, fullName) }

// EffectOf returns what a call changes. A row with Kind NoEffect and no Decide
// says that it changes nothing, whatever its name says.
func EffectOf(fullName string) (Effect, bool) {
	e, ok := lookup(effects, fullName)
	e.Confidence = graded(e.Confidence)
	return e, ok
}

// UndoOf reports whether a nil error of a call proves that an effect is undone.
func UndoOf(fullName string) (Undo, bool) { return lookup(undos, fullName) }

// TxOf returns the part of a function in a transaction.
func TxOf(fullName string) (Tx, bool) { return lookup(txs, fullName) }

// NotDispatchedOf reports whether a failure of a call proves that nothing was sent.
func NotDispatchedOf(fullName string) (NotDispatched, bool) { return lookup(notDispatched, fullName) }

// MustOf returns the operand that must be well formed.
func MustOf(fullName string) (Must, bool) { return lookup(musts, fullName) }

// ExitOf reports whether a call does not return.
func ExitOf(fullName string) (Exit, bool) { return lookup(exits, fullName) }

// StdoutOf returns what a call has to do with standard output.
func StdoutOf(fullName string) (Stdout, bool) { return lookup(stdouts, fullName) }

// BlockingOf returns whether a call waits, and for what.
func BlockingOf(fullName string) (Blocking, bool) { return lookup(blockings, fullName) }

// StackCarrierOf reports whether the error of a function carries a stack.
func StackCarrierOf(fullName string) (StackCarrier, bool) { return lookup(stackCarriers, fullName) }
