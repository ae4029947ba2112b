package model

// Names that say "credential": of environment variables, struct fields, query
// keys, headers, flags and map keys.

// secretWords are runs of words inside a name; the first row that matches wins.
var secretWords = []struct {
	words      string
	secret     bool
	confidence Confidence
}{
	// Counts, cursors, settings about a credential, and public halves.
	{"max token", false, High}, {"token limit", false, High}, {"token count", false, High}, {"tokens count", false, High}, {"num token", false, High},
	{"total token", false, High}, {"total tokens", false, High}, {"max tokens", false, High}, {"input tokens", false, High}, {"output tokens", false, High},
	{"prompt tokens", false, High}, {"completion tokens", false, High}, {"num tokens", false, High}, {"token budget", false, High}, {"tokens used", false, High},
	{"page token", false, High}, {"next token", false, High}, {"continuation token", false, High}, {"continue token", false, High}, {"sync token", false, High},
	{"pagination token", false, High}, {"starting token", false, High}, {"marker token", false, High}, {"client token", false, High}, {"cancel token", false, High},
	{"change token", false, High}, {"token type", false, High}, {"token url", false, High}, {"token endpoint", false, High}, {"token id", false, Low},
	{"token name", false, High}, {"token expiry", false, High}, {"token expires", false, High}, {"token ttl", false, High}, {"token valid", false, High},
	{"token error", false, High}, {"token source", false, Low}, {"token file", false, Low}, {"token path", false, Low}, {"token env", false, Low}, {"token usage", false, High},
	{"token length", false, High}, {"password length", false, High}, {"password policy", false, High}, {"password file", false, Low}, {"password hash", true, Medium},
	{"secret name", false, High}, {"secret names", false, High}, {"secret id", false, Low}, {"secret ref", false, High}, {"secret arn", false, High}, {"secret type", false, High},
	{"secret key ref", false, High}, {"secret path", false, Low}, {"secret version", false, High}, {"secret count", false, High}, {"secret scanning", false, High},
	{"credential type", false, High}, {"credentials file", false, Low}, {"credential file", false, Low}, {"credentials path", false, Low}, {"credential id", false, Low},
	{"application credentials", false, Low}, // GOOGLE_APPLICATION_CREDENTIALS is a path
	{"cookie name", false, High}, {"cookie path", false, High}, {"cookie domain", false, High}, {"cookie consent", false, High},
	{"authorization url", false, High}, {"authorization endpoint", false, High}, {"authorization server", false, High}, {"authorization type", false, High},
	{"public key", false, High}, {"key id", false, Low}, {"access key id", false, Low}, {"idempotency key", false, High}, {"primary key", false, High},
	{"foreign key", false, High}, {"sort key", false, High}, {"partition key", false, High}, {"api key id", false, Low}, {"api key name", false, High},
	{"is secret", false, High}, {"has secret", false, High}, {"has password", false, High}, {"has token", false, High}, {"no password", false, High},
	{"pwd dir", false, High},
	// Credentials.
	{"password", true, High}, {"passwd", true, High}, {"passphrase", true, High}, {"pass phrase", true, High}, {"passcode", true, Medium}, {"userpass", true, High},
	{"pgpassword", true, High}, {"basic auth", true, Medium}, {"auth password", true, High},
	{"client secret", true, High}, {"secret key", true, High}, {"secret access key", true, High}, {"api secret", true, High}, {"app secret", true, High},
	{"shared secret", true, High}, {"webhook secret", true, High}, {"signing secret", true, High}, {"secret", true, High}, {"secrets", true, Medium},
	{"api key", true, High}, {"apikey", true, High}, {"api keys", true, High}, {"api token", true, High}, {"apitoken", true, High}, {"access token", true, High}, {"accesstoken", true, High},
	{"refresh token", true, High}, {"bearer token", true, High}, {"auth token", true, High}, {"authtoken", true, High}, {"id token", true, High}, {"session token", true, High},
	{"security token", true, High}, {"private token", true, High}, {"personal access token", true, High}, {"oauth token", true, High}, {"bot token", true, High},
	{"access key", true, High}, {"accesskey", true, High}, {"private key", true, High}, {"privatekey", true, High}, {"encryption key", true, High}, {"signing key", true, High}, {"master key", true, High},
	{"account key", true, High}, {"storage key", true, Medium}, {"service key", true, Medium}, {"license key", true, Medium}, {"auth key", true, High}, {"hmac key", true, High}, {"jwt", true, Medium},
	{"credential", true, Medium}, {"credentials", true, Medium}, {"creds", true, Medium}, {"authorization", true, High}, {"proxy authorization", true, High},
	{"set cookie", true, High}, {"cookie", true, Medium}, {"cookies", true, Medium}, {"dsn", true, Medium}, {"connection string", true, High}, {"connectionstring", true, High}, {"conn string", true, High}, {"connstr", true, High}, {"conn str", true, High},
	{"database url", true, Medium}, {"db url", true, Medium}, {"redis url", true, Medium}, {"mongo uri", true, Medium}, {"mongodb uri", true, Medium}, {"postgres url", true, Medium}, {"amqp url", true, Medium}, {"webhook url", true, Medium},
	{"bearer", true, Medium}, {"pat", true, Medium}, {"token", true, Medium}, {"signature", true, Low}, {"sig", true, Low}, {"otp", true, Low}, {"pin", false, High},
	{"pass", true, Low}, {"auth", true, Low}, {"session id", true, Low}, {"sessionid", true, Low},
}

var secretRows = func() (rows [][]string) {
	for _, r := range secretWords {
		rows = append(rows, SplitName(r.words))
	}
	return rows
}()

// SecretName reports whether a name is that of a credential, and how sure that
// is. A bare "key" or "pin" is not one; a bare "token" may be an id: as an
// environment variable or header it is the credential, so the whole-name cases
// are Medium and the caller may know more.
func SecretName(name string) (bool, Confidence) {
	words := SplitName(name)
	switch {
	case len(words) == 1 && (words[0] == "pwd" || words[0] == "oldpwd"):
		// The shell's working directory, or a password column.
		if name == "PWD" || name == "OLDPWD" {
			return false, High
		}
		return true, Medium
	case has(words, "pwd"):
		return true, High
	}
	for i, r := range secretRows {
		if at(words, r...) >= 0 {
			w := secretWords[i]
			c := w.confidence
			if w.secret && len(words) > 1 && len(r) == 1 && r[0] == "token" {
				c = High // GITHUB_TOKEN, X-Vault-Token
			}
			return w.secret, c
		}
	}
	return false, Low
}

var (
	hintKeys = wordSet(`retryable retryafter retryafters retryafterms retryaftersec retryafterseconds retryaftermillis canretry shouldretry
		mayretry isretryable temporary istemporary transient istransient retry retryin retryinseconds retrydelay retrydelayms retryinfo
		retryhint retryallowed retrysafe saferetry safetoretry cantryagain tryagain tryagainin retrypossible backoffseconds`)
	idempotencyHeaders = wordSet(`idempotencykey xidempotencykey ifmatch ifnonematch ifunmodifiedsince xrequestidempotencykey idempotencytoken
		xgooghashifgenerationmatch xgoogifgenerationmatch xmsclientrequestidempotency paypalrequestid squareidempotencykey repeatabilityrequestid`)
	idempotencyFields = wordSet(`idempotencykey idempotencytoken clienttoken clientrequesttoken requesttoken clientrequestid idempotentkey
		idempotent deduplicationid messagededuplicationid dedupeid dedupekey dedupid dedupkey nonce conditionexpression ifmatch ifnonematch
		ifgenerationmatch generationmatch resourceversion expectedversion expectedrevision etag baserevision basesha
		clientorderid clientreferenceid externalid clientmsgid msgid transactionid requestid doesnotexist`)
)

// HintKey reports whether a structured field invites a retry.
func HintKey(name string) bool { return hintKeys[squash(name)] }

// IdempotencyHeader reports whether a request header makes the request safe to
// repeat. X-Request-Id is for tracing and does not.
func IdempotencyHeader(name string) bool { return idempotencyHeaders[squash(name)] }

// IdempotencyField reports whether a parameter of a client call is a key or
// condition by which the service refuses the second run.
func IdempotencyField(name string) bool { return idempotencyFields[squash(name)] }

// squash drops case and separators: Retry-After, retry_after, RetryAfter.
func squash(name string) string {
	b := make([]byte, 0, len(name))
	for i := range len(name) {
		switch c := name[i]; {
		case c >= 'A' && c <= 'Z':
			b = append(b, c+'a'-'A')
		case c >= 'a' && c <= 'z', c >= '0' && c <= '9':
			b = append(b, c)
		}
	}
	return string(b)
}
