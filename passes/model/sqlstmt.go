package model

import (
	"strings"
	"unicode"
)

// SQLEffect says what a statement changes. The text may be a constant prefix of
// the statement: what is not seen is taken to be the usual continuation, with
// medium confidence. ok is false for text that is not recognised as SQL.
//
// The statement is read as a list of tokens; each statement of a script counts,
// and so does each data-modifying part of a WITH. Facts: the PostgreSQL, MySQL
// and SQLite references.
func SQLEffect(stmt string) (e Effect, ok bool) {
	for _, s := range splitSQL(tokenizeSQL(stmt)) {
		if one, known := statementEffect(s); known {
			if !ok {
				e, ok = one, true
			} else {
				e = worse(e, one)
			}
		}
	}
	return e, ok
}

// worse joins the effects of two statements that both run.
func worse(a, b Effect) Effect {
	if a.Kind == NoEffect {
		return b
	}
	if b.Kind == NoEffect {
		return a
	}
	a.Idempotent = a.Idempotent && b.Idempotent
	a.Destructive = a.Destructive || b.Destructive
	a.Confidence = min(a.Confidence, b.Confidence)
	return a
}

// sqlRow is what a statement that starts with a word does.
type sqlRow struct {
	word string
	Effect
}

func dbWrite(idempotent, destructive bool, c Confidence) Effect {
	return Effect{Kind: DBWrite, Idempotent: idempotent, Destructive: destructive, Confidence: c}
}

// sqlRows: the statements that their first word decides. INSERT, UPDATE,
// DELETE, CREATE, SELECT and WITH need a look at the rest.
var sqlRows = func() map[string]Effect {
	m := map[string]Effect{}
	for _, w := range strings.Fields(`show describe desc explain set reset pragma use begin start commit end rollback abort savepoint release
		values table fetch close declare move prepare deallocate discard checkpoint listen unlisten lock unlock attach detach print help exists
		match return unwind optional`) {
		m[w] = Effect{Confidence: High}
	}
	for _, r := range []sqlRow{
		{"truncate", dbWrite(true, true, High)},
		{"drop", dbWrite(true, true, High)},
		{"alter", dbWrite(false, false, High)},
		{"rename", dbWrite(true, false, High)},
		{"grant", dbWrite(true, false, High)},
		{"revoke", dbWrite(true, true, High)},
		{"comment", dbWrite(true, false, High)},
		{"vacuum", dbWrite(true, false, Medium)},
		{"analyze", dbWrite(true, false, Medium)},
		{"reindex", dbWrite(true, false, Medium)},
		{"optimize", dbWrite(true, false, Medium)},
		{"refresh", dbWrite(true, false, Medium)},
		{"cluster", dbWrite(true, false, Medium)},
		{"kill", dbWrite(true, true, High)},
		{"purge", dbWrite(true, true, High)},
		{"flush", dbWrite(true, false, Medium)},
		{"replace", dbWrite(true, true, High)},
		{"merge", dbWrite(true, false, Medium)},
		{"upsert", dbWrite(true, false, High)},
		{"call", dbWrite(false, false, Low)},
		{"exec", dbWrite(false, false, Low)},
		{"execute", dbWrite(false, false, Low)},
		{"do", dbWrite(false, false, Low)},
		{"load", dbWrite(false, false, Medium)},
		{"import", dbWrite(false, false, Medium)},
		{"notify", Effect{Kind: MessageSend, Confidence: High}},
	} {
		m[r.word] = r.Effect
	}
	return m
}()

// statementEffect judges one statement.
func statementEffect(t []string) (Effect, bool) {
	for len(t) > 0 && t[0] == "(" {
		t = t[1:]
	}
	if len(t) == 0 {
		return Effect{}, false
	}
	switch t[0] {
	case "insert":
		return insertEffect(t), true
	case "update":
		return updateEffect(t), true
	case "delete":
		// Deleting the next n rows is another deletion each time.
		return dbWrite(!has(t, "limit") && !has(t, "top"), true, High), true
	case "create":
		switch {
		case len(t) > 1 && (t[1] == "temp" || t[1] == "temporary"):
			return Effect{Confidence: High}, true
		case follows(t, "if", "not", "exists"), follows(t, "or", "replace"), follows(t, "or", "alter"):
			return dbWrite(true, false, High), true
		}
		return dbWrite(false, false, High), true
	case "copy":
		if has(t, "from") {
			return dbWrite(false, false, High), true
		}
		return Effect{Confidence: Medium}, true
	case "explain":
		if has(t, "analyze") {
			return modifying(t), true
		}
		return Effect{Confidence: High}, true
	case "select", "with":
		return modifying(t), true
	}
	e, ok := sqlRows[t[0]]
	return e, ok
}

// modifying finds the parts of a query that change something.
func modifying(t []string) Effect {
	e := Effect{Confidence: High}
	for i := 1; i < len(t); i++ {
		var part Effect
		switch t[i] {
		case "insert", "update", "delete", "merge":
			// FOR UPDATE locks; "ON UPDATE", "insert(" are no statements. A
			// statement follows a bracket, or ends the list of a WITH.
			if prev := t[i-1]; prev != "(" && prev != ")" && prev != "analyze" {
				continue
			}
			if i+1 < len(t) && t[i+1] == "(" {
				continue
			}
			part, _ = statementEffect(t[i:])
		case "into":
			// SELECT … INTO a new table, or a file; INSERT INTO is met above.
			if t[i-1] == "insert" || t[i-1] == "merge" || e.Kind != NoEffect {
				continue
			}
			if i+1 < len(t) && (strings.HasPrefix(t[i+1], "@") || strings.HasPrefix(t[i+1], ":")) {
				continue
			}
			part = dbWrite(false, false, Medium)
		case "pg_notify":
			part = Effect{Kind: MessageSend, Confidence: High}
		case "pg_terminate_backend", "pg_cancel_backend", "lo_unlink", "pg_drop_replication_slot":
			part = dbWrite(true, true, High)
		case "dblink_exec":
			part = dbWrite(false, false, Medium)
		default:
			continue
		}
		e = worse(e, part)
	}
	return e
}

// insertEffect: an insert appends unless a conflict clause makes the second run
// do nothing or the same.
func insertEffect(t []string) Effect {
	switch {
	case follows(t, "insert", "ignore"), follows(t, "insert", "or", "ignore"), follows(t, "insert", "or", "abort"),
		follows(t, "do", "nothing"):
		return dbWrite(true, false, High)
	case follows(t, "insert", "or", "replace"), follows(t, "insert", "overwrite"):
		return dbWrite(true, true, High)
	case follows(t, "not", "exists"):
		return dbWrite(true, false, Medium)
	}
	if i := at(t, "on", "conflict"); i >= 0 {
		if j := at(t[i:], "update", "set"); j >= 0 {
			return dbWrite(!relative(t[i+j+2:]), false, High)
		}
		return dbWrite(true, false, Medium)
	}
	if i := at(t, "on", "duplicate", "key", "update"); i >= 0 {
		return dbWrite(!relative(t[i+4:]), false, High)
	}
	return dbWrite(false, false, High)
}

// updateEffect: setting columns to given values can be repeated, changing them
// by their own values cannot, unless the condition names the old value.
func updateEffect(t []string) Effect {
	i := at(t, "set")
	if i < 0 || i+1 >= len(t) {
		return dbWrite(true, false, Medium)
	}
	set := t[i+1:]
	where := []string(nil)
	if j := at(set, "where"); j >= 0 {
		set, where = set[:j], set[j+1:]
	}
	if relative(set) {
		// "version = version + 1 WHERE version = $1" succeeds once.
		if guard := set[0]; len(where) > 0 && at(where, guard, "=") >= 0 && at(set, guard, "=", guard, "+") >= 0 {
			return dbWrite(true, false, Medium)
		}
		return dbWrite(false, false, High)
	}
	c := High
	if len(set) < 3 || set[len(set)-1] == "=" || len(where) == 0 {
		c = Medium // cut off, or all rows
	}
	return dbWrite(true, false, c)
}

// accumulate: functions and operators by which a column grows from its value.
var accumulate = map[string]bool{
	"+": true, "-": true, "*": true, "/": true, "||": true, "not": true, "concat": true, "concat_ws": true,
	"array_append": true, "array_prepend": true, "array_cat": true, "json_array_append": true, "json_array_insert": true, "jsonb_insert": true,
	"~": true, "^": true, "#": true, "!": true,
}

// relative reports whether an assignment list sets a column from its own value
// in a way that a second run repeats, or to a value that differs every time.
func relative(set []string) bool {
	depth, start := 0, 0
	for i := 0; i <= len(set); i++ {
		if i < len(set) {
			switch set[i] {
			case "(":
				depth++
				continue
			case ")":
				depth--
				continue
			case ",", "where", "returning":
				if depth > 0 && set[i] == "," {
					continue
				}
			default:
				continue
			}
		}
		a := set[start:i]
		start = i + 1
		eq := at(a, "=")
		if eq < 1 {
			continue
		}
		col, val := a[eq-1], a[eq+1:]
		self, grows := false, false
		for j, w := range val {
			if w == col || lastName(w) == lastName(col) && !strings.HasPrefix(w, "excluded.") && !strings.HasPrefix(w, "new.") && isWord(w) {
				// VALUES(col) is the new value.
				if !(j > 1 && val[j-1] == "(" && val[j-2] == "values") {
					self = true
				}
			}
			grows = grows || accumulate[w]
			switch w {
			case "gen_random_uuid", "uuid_generate_v4", "uuid", "random", "rand", "nextval", "newid":
				return true
			}
		}
		if self && grows {
			return true
		}
	}
	return false
}

func lastName(w string) string { return w[strings.LastIndexByte(w, '.')+1:] }

func isWord(w string) bool { return w != "" && (unicode.IsLetter(rune(w[0])) || w[0] == '_') }

// at returns where words occur in a row, or -1.
func at(t []string, words ...string) int {
next:
	for i := 0; i+len(words) <= len(t); i++ {
		for j, w := range words {
			if t[i+j] != w {
				continue next
			}
		}
		return i
	}
	return -1
}

func follows(t []string, words ...string) bool { return at(t, words...) >= 0 }
func has(t []string, word string) bool         { return at(t, word) >= 0 }

// splitSQL cuts a script at its semicolons.
func splitSQL(t []string) [][]string {
	var all [][]string
	start := 0
	for i := 0; i <= len(t); i++ {
		if i == len(t) || t[i] == ";" {
			if i > start {
				all = append(all, t[start:i])
			}
			start = i + 1
		}
	}
	return all
}

// tokenizeSQL returns lower-case words (quotes of identifiers dropped, dotted
// names whole), operators, and "'" for every string literal. Comments are gone.
func tokenizeSQL(s string) []string {
	var t []string
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case strings.HasPrefix(s[i:], "--"), c == '#' && (i == 0 || s[i-1] == '\n'):
			for i < len(s) && s[i] != '\n' {
				i++
			}
		case strings.HasPrefix(s[i:], "/*"):
			if end := strings.Index(s[i+2:], "*/"); end >= 0 {
				i += end + 4
			} else {
				i = len(s)
			}
		case c == '\'':
			for i++; i < len(s) && s[i] != '\''; i++ {
				if s[i] == '\\' {
					i++
				}
			}
			i++
			t = append(t, "'")
		case c <= ' ':
			i++
		case wordByte(c):
			j := i
			for j < len(s) && (wordByte(s[j]) || s[j] == '.') {
				j++
			}
			w := strings.ToLower(strings.NewReplacer(`"`, "", "`", "", "[", "", "]", "").Replace(s[i:j]))
			t = append(t, w)
			i = j
		case strings.HasPrefix(s[i:], "||"), strings.HasPrefix(s[i:], "::"):
			t = append(t, s[i:i+2])
			i += 2
		default:
			t = append(t, string(c))
			i++
		}
	}
	return t
}

func wordByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80 ||
		strings.IndexByte("_$@\"`[]", c) >= 0
}

// HTTPMethodEffect says what a request with a method does. A POST may be a
// search or a GraphQL query; the empty method is GET.
func HTTPMethodEffect(method string) Effect {
	switch strings.ToUpper(method) {
	case "", "GET", "HEAD", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "REPORT", "SEARCH", "QUERY":
		return Effect{Confidence: High}
	case "PUT", "MKCOL", "LOCK", "UNLOCK", "COPY", "MOVE", "PROPPATCH", "LINK", "UNLINK":
		return Effect{Kind: HTTPSend, Idempotent: true, Confidence: High}
	case "DELETE":
		return Effect{Kind: HTTPSend, Idempotent: true, Destructive: true, Confidence: High}
	case "PATCH":
		return Effect{Kind: HTTPSend, ByName: true, Confidence: High}
	}
	return Effect{Kind: HTTPSend, Confidence: Low}
}

// GraphQLEffect says what a document does: mutations only change something.
// The text may be a constant prefix.
func GraphQLEffect(doc string) (Effect, bool) {
	for line := range strings.Lines(doc) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		switch word, _, _ := strings.Cut(strings.ToLower(strings.TrimLeft(line, " ")), " "); {
		case strings.HasPrefix(word, "mutation"):
			v, _ := VerbOf(mutationField(doc))
			return Effect{Kind: APICall, Idempotent: v.Idempotent, Destructive: v.Destructive, Confidence: High}, true
		case strings.HasPrefix(word, "query"), strings.HasPrefix(word, "{"), strings.HasPrefix(word, "subscription"):
			return Effect{Confidence: High}, true
		case strings.HasPrefix(word, "fragment"):
			if strings.Contains(doc, "mutation") {
				return Effect{Kind: APICall, Confidence: Medium}, true
			}
			return Effect{Confidence: Medium}, true
		}
		return Effect{}, false
	}
	return Effect{}, false
}

// mutationField returns the name of the first field of a mutation.
func mutationField(doc string) string {
	_, body, ok := strings.Cut(doc, "{")
	if !ok {
		return ""
	}
	body = strings.TrimSpace(body)
	end := strings.IndexFunc(body, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' })
	if end < 0 {
		end = len(body)
	}
	return body[:end]
}
