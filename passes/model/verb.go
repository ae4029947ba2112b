package model

import (
	"slices"
	"strings"
	"unicode"
)

// What the leading word of a method's name promises. This is the fallback for
// interface methods and clients of other modules, so a word is here only if it
// means the same nearly everywhere; "run", "call", "do", "execute", "new",
// "generate" and "handle" do not. Create-like words count as not idempotent
// although a service may refuse the second one.

var readVerbs = strings.Fields(`
	get gets list find search query fetch read load lookup look describe show view count exists exist has have is are can could should needs
	check validate verify ping watch wait poll peek scan iterate range each walk stat head download export render format parse decode
	encode marshal unmarshal compute calculate estimate preview plan diff compare inspect info status health healthy version hash encrypt
	decrypt translate convert resolve select sum len size string error keys values all first last with from to as connect dial
	open close introspect explain simulate match filter sort aggregate gather tail browse discover detect analyze analyse complete suggest
	recommend embed rank classify summarize debug warn print dry retrieve locate identify extract equal equals contains enumerate
	collect want use log trace report measure monitor probe lint audit whoami me ls cat grep glob history blame
	batchget`)

// Verbs after which the state is the same however often they are repeated.
var absoluteVerbs = strings.Fields(`
	put set update upsert replace modify edit apply ensure reconcile save store write overwrite persist mark unmark tag untag pin unpin star
	unstar subscribe mute unmute follow unfollow ack acknowledge rename move archive unarchive lock unlock enable disable activate deactivate
	attach detach associate disassociate assign unassign grant link unlink approve reject accept decline merge publishversion sync mirror
	register install upgrade configure pause resume suspend unsuspend stop close_ reopen restore undelete rollback scale resize bind unbind
	join leave invite_ promote demote cordon uncordon taint label annotate favorite unfavorite share unshare hide unhide mkdir touch chmod
	chown switch select_ transition allow deny block unblock ban unban authorize_ renew refresh_ extend finish finalize commit flag unflag`)

// Verbs that do something more each time.
var repeatVerbs = strings.Fields(`
	create add insert append prepend post send publish emit broadcast notify push enqueue produce submit trigger dispatch schedule deploy
	redeploy provision launch fork spawn duplicate copy upload import comment reply forward charge pay refund transfer withdraw deposit order
	buy purchase book reserve increment incr decrement decr bump toggle rotate regenerate restart reboot rerun retry start patch donate
	issue mint raise open_ file_ rpush lpush sadd_ xadd zincrby incrby enroll sell trade vote react request_ announce tweet email mail
	message sms dm fax print_ place ring alert_ escalate invite compose draft seed ingest replicate fire replay requeue resend`)

// Verbs that take away what was there.
var destroyVerbs = strings.Fields(`
	delete del remove destroy drop purge truncate clear wipe erase reset trash prune evict drain uninstall unset expire invalidate deregister
	unregister unsubscribe cancel abort terminate kill revoke discard rm rmdir empty undo format_ flushdb flushall rem deprovision teardown
	decommission unpublish unlink_ nuke unassociate shutdown`)

// verbs is the table; a word that ends in "_" is told apart by what follows and
// is not in it.
var verbs = func() map[string]Verb {
	m := map[string]Verb{}
	put := func(words []string, v Verb) {
		for _, w := range words {
			if strings.HasSuffix(w, "_") {
				continue
			}
			if _, dup := m[w]; dup {
				panic("model: two rows for verb " + w)
			}
			v.Word = w
			m[w] = v
		}
	}
	put(readVerbs, Verb{None: true})
	put(absoluteVerbs, Verb{Idempotent: true})
	put(repeatVerbs, Verb{})
	put(destroyVerbs, Verb{Idempotent: true, Destructive: true})
	return m
}()

// leadWords say how, not what: the next word decides.
var leadWords = wordSet(`begin try must do batch bulk api raw safe async admin auto multi force maybe internal mass soft hard atomic
	atomically user users my the on handle really perform rest http rpc grpc db tool action cmd svc direct`)

// trailingVerbs decide when they end a name that does not begin with a verb.
var trailingVerbs = wordSet(`create insert add update upsert delete remove destroy prune purge cancel restart list get inspect`)

// nounVerbs are verbs only when something follows: Message() is a getter.
var nounVerbs = wordSet(`message mail email comment label tag link issue share flag vote trade copy fork patch mirror seed sms place register_`)

// localNouns follow set, add, register … when a client is configured, which
// changes nothing outside the process.
var localNouns = wordSet(`header headers timeout logger debug option options transport output writer level prefix context client config
	proxy tls certificate rootcertificate retry hook hooks handler handlers flag flags tool tools resource resources prompt prompts route
	routes middleware interceptor callback callbacks listener listeners observer codec encoder decoder marshaler namespace agent useragent
	base baseurl host url scheme path query queryparam queryparams formdata param params body cookie cookies auth basic bearer token
	authtoken credentials apikey deadline limit limits max min default defaults defaulted formatter verbose color attribute attributes
	span metric metrics error err result log logs out in to from args cors server encoding doc docs schema type types func function funcs
	attr attrs finalizer finalizers parser template templates`)

// startLocal follow start, run, create … when nothing outside is changed.
var startLocal = wordSet(`query search scan span trace timer watch watcher polling listening listener server client context request logger
	reader iterator session worker workers loop stream streaming http httprequest paginator spinner progress transport tracer conn connection`)

// tails make a name harmless or repeatable whatever its verb is.
var tails = []struct {
	words []string
	verb  Verb
}{
	{[]string{"dry", "run"}, Verb{None: true}},
	{[]string{"if", "not", "exists"}, Verb{Idempotent: true}},
	{[]string{"if", "not", "exist"}, Verb{Idempotent: true}},
	{[]string{"if", "missing"}, Verb{Idempotent: true}},
	{[]string{"if", "absent"}, Verb{Idempotent: true}},
	{[]string{"if", "needed"}, Verb{Idempotent: true}},
	{[]string{"preview"}, Verb{None: true}},
	{[]string{"url"}, Verb{None: true}}, // CreatePresignedURL, PresignPutURL
	{[]string{"path"}, Verb{None: true}},
	{[]string{"pager"}, Verb{None: true}}, // Azure's New…Pager
	{[]string{"paginator"}, Verb{None: true}},
}

// VerbOf judges a method (or function, or tool) by its name: the leading word
// decides, and in "GetOrCreate" and "FindAndModify" the one that changes
// something.
func VerbOf(name string) (Verb, bool) {
	words := SplitName(name)
	for len(words) > 1 && (leadWords[words[0]] || len(words[0]) == 1) {
		words = words[1:] // HSet, LPush: redis names the type by a letter
	}
	if len(words) == 0 {
		return Verb{}, false
	}
	v, ok := verbs[words[0]]
	if !ok {
		// The noun first, as in ContainerRemove.
		if last := words[len(words)-1]; len(words) <= 3 && trailingVerbs[last] {
			return verbs[last], true
		}
		return Verb{}, false
	}
	for _, t := range tails {
		if n := len(words) - len(t.words); n >= 1 && !v.None && at(words[n:], t.words...) == 0 {
			t.verb.Word = v.Word
			return t.verb, true
		}
	}
	second := ""
	if len(words) > 1 {
		second = words[1]
	}
	switch words[0] {
	case "set", "add", "register", "enable", "disable", "use", "append", "remove", "reset", "clear", "unset", "write", "update", "store":
		if localNouns[second] && len(words) == 2 {
			return Verb{Word: v.Word, None: true}, true
		}
	case "start", "stop", "create", "open", "restart", "refresh":
		if startLocal[second] && len(words) <= 3 {
			return Verb{Word: v.Word, None: true}, true
		}
		if (words[0] == "start" || words[0] == "stop") && second == "" {
			return Verb{}, false // most often a component of the process itself
		}
	case "close":
		if second != "" && !startLocal[second] && second != "idle" && second != "send" && second != "write" && second != "body" && second != "with" && second != "now" {
			return Verb{Word: "close", Idempotent: true}, true
		}
	case "read", "mark":
		if second == "as" {
			return Verb{Word: v.Word, Idempotent: true}, true
		}
	case "order", "sort", "group", "limit":
		if second == "by" {
			return Verb{Word: v.Word, None: true}, true
		}
	}
	if second == "" && (nounVerbs[words[0]] || words[0] == "lock" || words[0] == "unlock") {
		return Verb{}, false // a getter; a mutex
	}
	for i := 1; i+1 < len(words); i++ {
		if words[i] != "or" && words[i] != "and" && words[i] != "then" {
			continue
		}
		w, known := verbs[words[i+1]]
		if !known || w.None && !v.None {
			continue
		}
		either := words[i] == "or"
		switch {
		case v.None:
			v = w
			v.Idempotent = v.Idempotent || either // get or create
		case !w.None:
			v.Idempotent = either || v.Idempotent && w.Idempotent // create or update
			v.Destructive = v.Destructive || w.Destructive
		}
	}
	return v, true
}

// VerbOfFunc is VerbOf for a types.Func.FullName. Generated clients put the
// verb into the type: (*drive.FilesCreateCall).Do, ApiDeleteUserRequest.Execute.
func VerbOfFunc(fullName string) (Verb, bool) {
	i := strings.LastIndexByte(fullName, '.')
	method := fullName[i+1:]
	switch method {
	case "Do", "Execute", "Send", "Exec", "Run", "DoRequest":
	default:
		return VerbOf(method)
	}
	recv := strings.TrimSuffix(fullName[:max(i, 0)], ")")
	recv = recv[strings.LastIndexByte(recv, '.')+1:]
	if j := strings.IndexByte(recv, '['); j >= 0 {
		recv = recv[:j]
	}
	words := SplitName(recv)
	if len(words) < 2 {
		return VerbOf(method)
	}
	switch last := words[len(words)-1]; last {
	case "call", "request", "command", "req", "builder", "create", "update", "delete":
		// The verb stands last before the suffix (Google) or first (OpenAPI).
		if v, ok := verbs[words[max(len(words)-2, 0)]]; ok && last == "call" {
			return v, true
		}
		if v, ok := verbs[last]; ok {
			return v, true // ent: UserCreate.Exec
		}
		for _, w := range words[:len(words)-1] {
			if v, ok := verbs[w]; ok {
				return v, true
			}
		}
	}
	return VerbOf(method)
}

// SplitName cuts camelCase, snake_case and kebab-case into lower-case words.
func SplitName(name string) []string {
	var words []string
	runes := []rune(name)
	start := 0
	cut := func(end int) {
		if end > start {
			words = append(words, strings.ToLower(string(runes[start:end])))
		}
		start = end
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			cut(i)
			start = i + 1
		case i > start && unicode.IsUpper(r) && (!unicode.IsUpper(runes[i-1]) || i+1 < len(runes) && unicode.IsLower(runes[i+1]) && !plural(runes, i)):
			cut(i)
		}
	}
	cut(len(runes))
	return words
}

// plural reports whether the letter at i ends an abbreviation in the plural, as
// in "IDs" and "URLs".
func plural(runes []rune, i int) bool {
	return runes[i+1] == 's' && (i+2 == len(runes) || !unicode.IsLower(runes[i+2]))
}

func wordSet(words string) map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}

// upkeep are the words in the name of a function that keeps the server itself
// going: what it changes, it would change for any call.
var upkeep = wordSet(`init initialise initialize initialised initialized bootstrap setup warmup prewarm maintenance maintain housekeeping
	cleanup gc evict prune cache caches cached backup reconnect authenticate reauthenticate login relogin`)

// Upkeep reports whether a function of this name looks after the server rather
// than after the call of a tool of that name: cleanup is upkeep in "search_code"
// and the work itself in "cleanup_branches".
func Upkeep(fn, tool string) bool {
	words := SplitName(tool)
	for _, w := range SplitName(fn) {
		if upkeep[w] && !slices.Contains(words, w) {
			return true
		}
	}
	return false
}

// ReadPath reports whether the path of a request ends in a word for reading: a
// POST to /pods/search asks.
func ReadPath(path string) bool {
	path, _, _ = strings.Cut(path, "?")
	segs := strings.FieldsFunc(path, func(r rune) bool { return r == '/' || r == ' ' })
	for i := len(segs) - 1; i >= 0; i-- {
		if strings.ContainsAny(segs[i], "%{}:.") {
			continue // a parameter, or the host
		}
		words := SplitName(segs[i])
		if len(words) == 0 {
			return false
		}
		v, ok := verbs[words[len(words)-1]]
		return ok && v.None
	}
	return false
}
