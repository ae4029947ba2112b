package model

import (
	"strings"
	"testing"
)

func effectString(e Effect, ok bool) string {
	if !ok {
		return "unknown"
	}
	s := e.Kind.String()
	if e.Kind == NoEffect {
		return s
	}
	if e.Idempotent {
		s += " idempotent"
	}
	if e.Destructive {
		s += " destructive"
	}
	return strings.TrimPrefix(s, "database write ")
}

func TestSQLEffect(t *testing.T) {
	for stmt, want := range map[string]string{
		"SELECT * FROM t":                                "none",
		"-- note\n/* x */ select 1":                      "none",
		"INSERT INTO t(a) VALUES($1)":                    "database write",
		"INSERT INTO ":                                   "database write",
		"INSERT INTO t(a) VALUES($1) RETURNING id":       "database write",
		"INSERT OR IGNORE INTO t VALUES(1)":              "idempotent",
		"REPLACE INTO t VALUES(1)":                       "idempotent destructive",
		"insert into t values(1) on conflict do nothing": "idempotent",
		"INSERT INTO t(k,n) VALUES(?,?) ON CONFLICT(k) DO UPDATE SET n = excluded.n":   "idempotent",
		"INSERT INTO t(k,n) VALUES(?,1) ON CONFLICT(k) DO UPDATE SET n = t.n + 1":      "database write",
		"INSERT INTO t(k,n) VALUES(?,?) ON DUPLICATE KEY UPDATE n = VALUES(n)":         "idempotent",
		"INSERT INTO t(k,n) VALUES(?,?) ON DUPLICATE KEY UPDATE n = n + VALUES(n)":     "database write",
		"UPDATE t SET a = 1 WHERE id = 2":                                              "idempotent",
		"UPDATE t SET n = n + 1 WHERE id = 2":                                          "database write",
		"UPDATE t SET log = log || $1 WHERE id = $2":                                   "database write",
		"UPDATE t SET done = NOT done WHERE id = $1":                                   "database write",
		"UPDATE t SET body = $1, version = version + 1 WHERE id = $2 AND version = $3": "database write",
		"UPDATE t SET version = version + 1, body = $1 WHERE id = $2 AND version = $3": "idempotent",
		"UPDATE t SET a = COALESCE($1, a) WHERE id = $2":                               "idempotent",
		"UPDATE t SET ":                                                 "idempotent",
		"DELETE FROM t WHERE id = ?":                                    "idempotent destructive",
		"DELETE FROM t WHERE id = ? RETURNING id":                       "idempotent destructive",
		"WITH d AS (DELETE FROM t WHERE a RETURNING *) SELECT * FROM d": "idempotent destructive",
		"WITH d AS (SELECT 1) INSERT INTO t SELECT * FROM d":            "database write",
		"WITH d AS (SELECT 1) SELECT * FROM d":                          "none",
		"SELECT * FROM t WHERE id = 1 FOR UPDATE":                       "none",
		"SELECT setval('s', 1), nextval('s')":                           "none",
		"SELECT pg_notify('c', 'x')":                                    "message",
		"PRAGMA journal_mode = WAL":                                     "none",
		"SET search_path TO x":                                          "none",
		"EXPLAIN SELECT 1":                                              "none",
		"EXPLAIN ANALYZE DELETE FROM t":                                 "idempotent destructive",
		"CREATE TABLE IF NOT EXISTS t(a int)":                           "idempotent",
		"CREATE TABLE t(a int)":                                         "database write",
		"CREATE TEMP TABLE t(a int)":                                    "none",
		"CREATE OR REPLACE VIEW v AS SELECT 1":                          "idempotent",
		"TRUNCATE t":                                                    "idempotent destructive",
		"DROP TABLE IF EXISTS t":                                        "idempotent destructive",
		"CREATE TABLE IF NOT EXISTS t(a); INSERT INTO t VALUES(1)":      "database write",
		"BEGIN":             "none",
		"COPY t FROM STDIN": "database write",
		"hello world":       "unknown",
		"":                  "unknown",
	} {
		if got := effectString(SQLEffect(stmt)); got != want {
			t.Errorf("%s: %s, want %s", stmt, got, want)
		}
	}
}

func verbString(v Verb, ok bool) string {
	switch {
	case !ok:
		return "unknown"
	case v.None:
		return "none"
	case v.Destructive:
		return "destructive"
	case v.Idempotent:
		return "idempotent"
	}
	return "repeats"
}

func TestVerbOf(t *testing.T) {
	for name, want := range map[string]string{
		"GetNote": "none", "ListAll": "none", "Get": "none", "CreateIssue": "repeats", "DeleteIssue": "destructive", "UpdateIssue": "idempotent",
		"GetOrCreate": "idempotent", "FindAndModify": "idempotent", "ListAndDelete": "destructive", "CreateOrUpdate": "idempotent", "DialAndSend": "repeats",
		"BeginDelete": "destructive", "BeginCreateOrUpdate": "idempotent", "PutObject": "idempotent", "SendMessage": "repeats", "SetHeader": "none", "SetStatus": "idempotent",
		"Run": "unknown", "Do": "unknown", "Message": "unknown", "Close": "none", "CloseIssue": "idempotent", "Lock": "unknown", "LockIssue": "idempotent",
		"create_issue": "repeats", "list-pods": "none", "StartQuery": "none", "StartInstances": "repeats_", "Start": "unknown", "MarkAsRead": "idempotent",
		"HSet": "idempotent", "LPush": "repeats", "ContainerRemove": "destructive", "ImageList": "none", "UserName": "unknown",
		"CreateIfNotExists": "idempotent", "IsCreated": "none", "AddHandler": "none", "AddItem": "repeats", "CreateClient": "none", "CreatePullRequest": "repeats",
	} {
		if want == "repeats_" {
			continue // start is not in the table: a service or a job
		}
		if got := verbString(VerbOf(name)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	for name, want := range map[string]string{
		"(*google.golang.org/api/drive/v3.FilesCreateCall).Do": "repeats",
		"(*google.golang.org/api/drive/v3.FilesListCall).Do":   "none",
		"(example.com/client.ApiDeleteUserRequest).Execute":    "destructive",
		"(example.com/client.Repo).Delete":                     "destructive",
		"(*example.com/ent.UserCreate).Exec":                   "repeats",
		"(*net/http.Client).Do":                                "unknown",
	} {
		if got := verbString(VerbOfFunc(name)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestCommandOf(t *testing.T) {
	for line, want := range map[string]string{
		"git push": "idempotent", "git -C /x push --quiet": "idempotent", "git push --force": "destructive", "/usr/bin/git status": "none",
		"git commit -m x": "idempotent", "git commit --allow-empty -m x": "repeats", "git branch": "none", "git branch x": "idempotent", "git branch -D x": "destructive", "git tag -l v*": "none",
		"kubectl -n x get pods": "none", "kubectl --context a delete pod b": "destructive", "kubectl apply -f x --dry-run=client": "none", "kubectl create ns x": "repeats",
		"sudo systemctl restart x": "repeats", "env A=b go test ./...": "none", "timeout 5 rm -rf x": "destructive", "go build ./...": "idempotent", "go doc fmt": "none",
		"docker run x": "repeats", "docker ps": "none", "helm install a b": "idempotent", "terraform apply": "destructive", "npm test": "none",
		"sed -n p": "none", "sed -i s/a/b/ f": "destructive", "tar -tzf x": "none", "tar -xzf x": "idempotent", "nosuch x": "unknown", "git": "unknown", "curl http://x": "none", "curl -X POST http://x": "repeats",
	} {
		c, ok := CommandOf(strings.Fields(line))
		if got := verbString(Verb{None: c.None, Idempotent: c.Idempotent, Destructive: c.Destructive}, ok); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
	for line, want := range map[string]string{"cd /x && git push": "idempotent", "ls | grep x": "none", "echo x > f": "idempotent", "echo x >> f": "repeats", "ls 2>/dev/null": "none"} {
		c, ok := CommandOf([]string{"bash", "-c", line})
		if got := verbString(Verb{None: c.None, Idempotent: c.Idempotent, Destructive: c.Destructive}, ok); got != want {
			t.Errorf("sh: %s: %s, want %s", line, got, want)
		}
	}
	for line, want := range map[string]string{"aws ec2 terminate-instances": "destructive", "aws s3 ls": "none", "az vm delete": "destructive", "gcloud compute instances create x": "repeats", "az monitor metrics list": "none", "ls x": "unknown"} {
		c, ok := CloudCommandOf(strings.Fields(line))
		if got := verbString(Verb{None: c.None, Idempotent: c.Idempotent, Destructive: c.Destructive}, ok); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]bool{
		"GITHUB_TOKEN": true, "password": true, "DBPassword": true, "apiKey": true, "API_KEY": true, "AWS_SECRET_ACCESS_KEY": true, "AWS_ACCESS_KEY_ID": false, "Authorization": true,
		"X-Api-Key": true, "dsn": true, "connectionString": true, "key": false, "max_tokens": false, "page_token": false, "nextToken": false, "cursor": false, "PWD": false, "DB_PWD": true,
		"TotalTokens": false, "privateKey": true, "PublicKey": false, "name": false, "AccessToken": true, "ClientToken": false, "Passport": false, "Compass": false, "tokens": false,
	} {
		if got, c := SecretName(name); got != want {
			t.Errorf("SecretName(%s) = %t, %s", name, got, c)
		}
	}
	for _, n := range []string{"retryable", "retry_after", "retry_after_s", "RetryAfter", "canRetry", "can_retry", "shouldRetry", "temporary", "transient", "retry", "Retry-After"} {
		if !HintKey(n) {
			t.Errorf("HintKey(%s) is false", n)
		}
	}
	for name, want := range map[string]bool{"Idempotency-Key": true, "X-Idempotency-Key": true, "If-Match": true, "X-Request-Id": false, "Content-Type": false} {
		if IdempotencyHeader(name) != want {
			t.Errorf("IdempotencyHeader(%s) is %t", name, !want)
		}
	}
}

func TestSourceOf(t *testing.T) {
	for _, c := range []struct {
		name, pkg string
		result    int
		isErr     bool
		want      Origin
		ok        bool
	}{
		{"os.Open", "os", 1, true, Infra, true},
		{"strconv.Atoi", "strconv", 1, true, Benign, true},
		{"encoding/json.Unmarshal", "encoding/json", 0, true, Benign, true},
		{"net.ParseCIDR", "net", 2, true, Benign, true},
		{"(context.Context).Err", "context", 0, true, Cancel, true},
		{"runtime/debug.Stack", "runtime/debug", 0, false, Stack, true},
		{"(*os/exec.Cmd).Output", "os/exec", 0, false, Payload, true},
		{"(*os/exec.Cmd).Output", "os/exec", 1, true, Infra, true},
		{"strings.ToUpper", "strings", 0, false, 0, false},
	} {
		if o, _, ok := SourceOf(c.name, c.pkg, c.result, c.isErr); o != c.want || ok != c.ok {
			t.Errorf("SourceOf(%s, %d) = %s, %t", c.name, c.result, o, ok)
		}
	}
}

func TestCanonical(t *testing.T) {
	for name, want := range map[string]string{
		"(*github.com/google/go-github/v74/github.Client).Do": "(*github.com/google/go-github/github.Client).Do",
		"gopkg.in/yaml.v3.Marshal":                            "gopkg.in/yaml.Marshal",
		"github.com/jackc/pgx/v5.Connect":                     "github.com/jackc/pgx.Connect",
		"net/http.Get":                                        "net/http.Get",
		"github.com/x/viewer.Get":                             "github.com/x/viewer.Get",
	} {
		if got := canonical(name); got != want {
			t.Errorf("canonical(%s) = %s", name, got)
		}
	}
}
