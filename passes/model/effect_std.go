package model

// What the standard library changes outside the process. A mkdir, remove or
// rename that is repeated fails or does nothing: the state stays, so it counts
// as idempotent. Files under os.TempDir are left to the caller's judgment.

var stdEffects = concat(
	// Whole files and directories.
	does(Effect{Kind: FileWrite, Idempotent: true, Destructive: true},
		"os.WriteFile", "io/ioutil.WriteFile", "os.Create", "os.Truncate", "(*os.File).Truncate", "os.Remove", "os.RemoveAll", "os.Rename",
		"(*os.Root).Create", "(*os.Root).WriteFile", "(*os.Root).Remove", "(*os.Root).RemoveAll", "(*os.Root).Rename",
		"syscall.Unlink", "syscall.Rmdir", "syscall.Rename", "syscall.Truncate"),
	does(Effect{Kind: FileWrite, Idempotent: true},
		"os.Mkdir", "os.MkdirAll", "os.Symlink", "os.Link", "os.Chmod", "os.Chown", "os.Lchown", "os.Chtimes", "os.CopyFS",
		"(*os.Root).Mkdir", "(*os.Root).MkdirAll", "(*os.Root).Symlink", "(*os.Root).Link", "(*os.Root).Chmod", "(*os.Root).Chown", "(*os.Root).Chtimes",
		"(*os.File).Chmod", "(*os.File).Chown", "syscall.Mkdir", "syscall.Chmod"),
	does(Effect{Kind: FileWrite, Decide: ByOpenFlag, Operand: 1}, "os.OpenFile", "syscall.Open"),
	does(Effect{Kind: FileWrite, Decide: ByOpenFlag, Operand: 2}, "(*os.Root).OpenFile"),
	// Open files.
	does(Effect{Kind: FileWrite, Decide: ByFile, Operand: 0},
		"(*os.File).Write", "(*os.File).WriteString", "(*os.File).WriteAt", "(*os.File).ReadFrom"),
	reads("(*os.File).Sync", "(*os.File).Close", "os.CreateTemp", "os.MkdirTemp", "io/ioutil.TempFile", "io/ioutil.TempDir", "os.Setenv", "os.Unsetenv", "os.Clearenv", "os.Chdir"),
	// Writers: an effect when a file or connection is behind them.
	does(Effect{Kind: FileWrite, Decide: ByWriter, Operand: 0},
		"fmt.Fprint", "fmt.Fprintf", "fmt.Fprintln", "io.WriteString", "io.Copy", "io.CopyN", "io.CopyBuffer",
		"(io.Writer).Write", "(io.StringWriter).WriteString", "(io.ReaderFrom).ReadFrom", "(io.WriterAt).WriteAt",
		"(*bufio.Writer).Flush", "(*encoding/json.Encoder).Encode", "(*encoding/xml.Encoder).Encode", "(*encoding/gob.Encoder).Encode",
		"(*encoding/csv.Writer).Write", "(*encoding/csv.Writer).WriteAll", "(*encoding/csv.Writer).Flush",
		"encoding/pem.Encode", "image/png.Encode", "image/jpeg.Encode", "image/gif.Encode"),
	does(Effect{Kind: FileWrite, Decide: ByWriter, Operand: 1},
		"(*text/template.Template).Execute", "(*text/template.Template).ExecuteTemplate", "(*html/template.Template).Execute", "(*html/template.Template).ExecuteTemplate",
		"(*bytes.Buffer).WriteTo", "(*strings.Reader).WriteTo", "(*bytes.Reader).WriteTo", "(io.WriterTo).WriteTo"),
	// Processes.
	does(Effect{Kind: Exec, Decide: ByCommand, Operand: 0},
		"(*os/exec.Cmd).Run", "(*os/exec.Cmd).Start", "(*os/exec.Cmd).Output", "(*os/exec.Cmd).CombinedOutput"),
	reads("(*os/exec.Cmd).Wait", "os/exec.Command", "os/exec.CommandContext", "os/exec.LookPath"),
	does(Effect{Kind: Exec, Confidence: Medium}, "os.StartProcess", "syscall.Exec", "syscall.ForkExec"),
	does(Effect{Kind: Exec, Idempotent: true, Destructive: true}, "(*os.Process).Kill", "(*os.Process).Signal", "syscall.Kill"),
	// Messages.
	does(Effect{Kind: MessageSend}, "net/smtp.SendMail", "(*net/smtp.Client).Mail", "(*net/smtp.Client).Data"),
	does(Effect{Kind: MessageSend, Confidence: Medium}, "(net.Conn).Write", "(*net.conn).Write", "(*net.UDPConn).WriteTo", "(net.PacketConn).WriteTo", "(*crypto/tls.Conn).Write"),
	does(Effect{Kind: APICall, Confidence: Low}, "(*net/rpc.Client).Call", "(*net/rpc.Client).Go"),
)

// httpEffects: the method decides. A POST that no row knows may be a search.
var httpEffects = concat(
	reads("net/http.Get", "net/http.Head", "(*net/http.Client).Get", "(*net/http.Client).Head"),
	does(Effect{Kind: HTTPSend, Confidence: Low}, "net/http.Post", "net/http.PostForm", "(*net/http.Client).Post", "(*net/http.Client).PostForm"),
	does(Effect{Kind: HTTPSend, Decide: ByHTTPReq, Operand: 1},
		"(*net/http.Client).Do", "(net/http.RoundTripper).RoundTrip", "(*net/http.Transport).RoundTrip"),
)

// sqlEffects: the statement decides. Queries count too: INSERT … RETURNING.
var sqlEffects = concat(
	does(Effect{Kind: DBWrite, Decide: BySQL, Operand: 1},
		"(*database/sql.DB).Exec", "(*database/sql.DB).Query", "(*database/sql.DB).QueryRow",
		"(*database/sql.Tx).Exec", "(*database/sql.Tx).Query", "(*database/sql.Tx).QueryRow"),
	does(Effect{Kind: DBWrite, Decide: BySQL, Operand: 2},
		"(*database/sql.DB).ExecContext", "(*database/sql.DB).QueryContext", "(*database/sql.DB).QueryRowContext",
		"(*database/sql.Tx).ExecContext", "(*database/sql.Tx).QueryContext", "(*database/sql.Tx).QueryRowContext",
		"(*database/sql.Conn).ExecContext", "(*database/sql.Conn).QueryContext", "(*database/sql.Conn).QueryRowContext"),
	does(Effect{Kind: DBWrite, Decide: BySQL, Operand: 0},
		"(*database/sql.Stmt).Exec", "(*database/sql.Stmt).ExecContext", "(*database/sql.Stmt).Query", "(*database/sql.Stmt).QueryContext",
		"(*database/sql.Stmt).QueryRow", "(*database/sql.Stmt).QueryRowContext"),
	reads("(*database/sql.DB).Prepare", "(*database/sql.DB).PrepareContext", "(*database/sql.Tx).Prepare", "(*database/sql.Tx).PrepareContext",
		"(*database/sql.DB).Begin", "(*database/sql.DB).BeginTx", "(*database/sql.DB).Ping", "(*database/sql.DB).PingContext", "(*database/sql.DB).Close",
		"(*database/sql.Conn).BeginTx", "(*database/sql.Conn).PrepareContext", "(*database/sql.Tx).Commit", "(*database/sql.Tx).Rollback",
		"(*database/sql.DB).SetMaxOpenConns", "(*database/sql.DB).SetMaxIdleConns", "(*database/sql.DB).SetConnMaxLifetime", "(*database/sql.DB).SetConnMaxIdleTime"),
)

var stdUndos = undo("(*database/sql.Tx).Rollback", "(database/sql/driver.Tx).Rollback")

var stdTxs = []Tx{
	{Func: "(*database/sql.DB).Begin", Role: TxBegin}, {Func: "(*database/sql.DB).BeginTx", Role: TxBegin}, {Func: "(*database/sql.Conn).BeginTx", Role: TxBegin},
	{Func: "(*database/sql.Tx).Commit", Role: TxCommit}, {Func: "(*database/sql.Tx).Rollback", Role: TxRollback},
}

// stdNotDispatched: the request or command was never made or started.
var stdNotDispatched = concat(
	unsent("the request was not built", "net/http.NewRequest", "net/http.NewRequestWithContext", "net/url.Parse", "net/url.ParseRequestURI",
		"encoding/json.Marshal", "encoding/json.MarshalIndent", "encoding/xml.Marshal"),
	unsent("nothing was connected", "net.Dial", "net.DialTimeout", "(*net.Dialer).Dial", "(*net.Dialer).DialContext", "crypto/tls.Dial", "net/smtp.Dial",
		"net.LookupHost", "net.LookupIP", "(*net.Resolver).LookupHost", "(*net.Resolver).LookupIPAddr"),
	unsent("the program was not found", "os/exec.LookPath", "(*os/exec.Cmd).Start", "os.StartProcess"),
	unsent("no transaction was begun", "(*database/sql.DB).Begin", "(*database/sql.DB).BeginTx", "(*database/sql.DB).Ping", "(*database/sql.DB).PingContext",
		"(*database/sql.DB).Conn", "(*database/sql.DB).PrepareContext", "(*database/sql.DB).Prepare"),
	unsent("the file was not opened", "os.Open", "os.ReadFile"),
)
