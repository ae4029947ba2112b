package model

// Where the standard library's text comes from. Source of the facts: the
// packages' documentation and the error types that they return.

// stdPkgSources: packages that do I/O give infra errors (addresses, paths,
// system calls); packages that parse, convert and print give benign ones.
var stdPkgSources = concat(
	inPkgs(Infra,
		"net", "net/http", "net/http/cookiejar", "net/http/httptest", "net/http/httputil", "net/http/cgi", "net/http/fcgi",
		"net/rpc", "net/rpc/jsonrpc", "net/smtp", "net/textproto",
		"os", "os/exec", "os/user", "os/signal", "io", "io/fs", "io/ioutil", "bufio", "path/filepath",
		"database/sql", "database/sql/driver", "log/syslog", "log", "log/slog", "plugin", "syscall",
		"crypto", "crypto/...", "archive/zip", "archive/tar", "go/build", "testing/fstest", "runtime/pprof", "runtime/trace",
	),
	inPkgs(Benign,
		"strconv", "time", "regexp", "regexp/syntax", "net/url", "net/netip", "net/mail", "path",
		"encoding/...", "text/...", "html/template", "html", "mime", "mime/multipart", "mime/quotedprintable",
		"math/big", "math/rand", "unicode/utf8", "unicode/utf16", "strings", "bytes", "fmt",
		"go/parser", "go/scanner", "go/format", "go/printer", "go/types", "go/constant", "go/doc", "go/token",
		"compress/...", "hash/...", "image/...", "flag", "expvar", "index/suffixarray", "debug/...",
	),
	inPkgs(Authored, "embed"),
)

// stdSources: functions that depart from their package.
var stdSources = concat(
	// The request's own cancellation.
	fromSource(Source{Result: 0, Origin: Cancel}, "(context.Context).Err", "context.Cause"),
	// Stack traces.
	fromSource(Source{Result: 0, Origin: Stack}, "runtime/debug.Stack", "(*runtime.Frames).Next", "runtime.CallersFrames", "runtime.FuncForPC", "(*runtime.Func).Name"),
	fromSource(Source{Result: 1, Origin: Stack, Confidence: Medium}, "runtime.Caller"), // file name
	// What a program printed, what a server answered.
	fromSource(Source{Result: 0, Origin: Payload}, "(*os/exec.Cmd).Output", "(*os/exec.Cmd).CombinedOutput", "(*os/exec.Cmd).StdoutPipe", "(*os/exec.Cmd).StderrPipe"),
	fromSource(Source{Result: 0, Origin: Payload}, "net/http/httputil.DumpResponse"),
	// A request dump shows the Authorization header and cookies.
	fromSource(Source{Result: 0, Origin: Secret}, "net/http/httputil.DumpRequest", "net/http/httputil.DumpRequestOut"),
	// Credentials by type.
	fromSource(Source{Result: 0, Origin: Secret}, "(*net/url.Userinfo).String", "(*net/url.Userinfo).Password"),
	fromSource(Source{Result: 1, Origin: Secret}, "(*net/http.Request).BasicAuth"),
	fromSource(Source{Result: 0, Origin: Secret}, "(*net/http.Request).Cookies", "(*net/http.Request).CookiesNamed", "(*net/http.Cookie).String"),
	fromSource(Source{Result: 0, Origin: Secret, Confidence: Medium}, "os.Environ", "(*os/exec.Cmd).Environ", "crypto/x509.MarshalPKCS8PrivateKey", "crypto/x509.MarshalPKCS1PrivateKey", "crypto/x509.MarshalECPrivateKey"),
	// Where the process runs.
	fromSource(Source{Result: 0, Origin: Infra, Confidence: Medium}, "os.Hostname", "os.Executable"),
	// Parsers inside packages that otherwise do I/O.
	fromSource(Source{Result: Err, Origin: Benign},
		"net.ParseCIDR", "net.ParseMAC", "net.SplitHostPort", "net/http.ParseTime", "net/http.ParseCookie", "net/http.ParseSetCookie",
		"net/http.NewRequest", "net/http.NewRequestWithContext", // quotes the URL: its operand's origin counts
		"path/filepath.Match", "path/filepath.Rel", "path/filepath.Localize", "io/fs.Glob",
		"crypto/x509.ParseCertificate", "crypto/x509.ParseCertificates", "crypto/x509.ParsePKCS8PrivateKey", "crypto/x509.ParsePKCS1PrivateKey", "crypto/x509.ParseECPrivateKey", "crypto/x509.ParsePKIXPublicKey", "crypto/x509.ParseCertificateRequest",
		"os.UserCacheDir", "os.UserConfigDir", "os.UserHomeDir", "(*database/sql.Rows).Columns", "(*database/sql.Rows).ColumnTypes", // fixed words
		"os/exec.LookPath", // names the program that the code or the caller named
		"(*log/slog.Level).UnmarshalText", "(*log/slog.LevelVar).UnmarshalText", "syscall.BytePtrFromString", "syscall.ByteSliceFromString",
		"(*database/sql.NullString).Scan", "(*database/sql.NullInt64).Scan", "(*database/sql.NullTime).Scan",
	),
	// A Go source file that is parsed may be read first.
	fromSource(Source{Result: Err, Origin: Infra, Confidence: Medium}, "go/parser.ParseFile", "go/parser.ParseDir",
		"html/template.ParseFiles", "html/template.ParseGlob", "text/template.ParseFiles", "text/template.ParseGlob", "compress/gzip.NewReader"),
)

// stdFieldSources: struct fields that hold, or fill, text from outside.
var stdFieldSources = []FieldSource{
	{Field: "net/http.Response.Body", Origin: Payload},
	{Field: "net/http.Response.Header", Origin: Payload, Confidence: Low},
	{Field: "net/http.Response.Trailer", Origin: Payload, Confidence: Low},
	{Field: "net/http.Response.Status", Origin: Payload, Confidence: Medium}, // the server's own wording
	{Field: "os/exec.Cmd.Stdout", Into: true, Origin: Payload},
	{Field: "os/exec.Cmd.Stderr", Into: true, Origin: Payload},
	{Field: "os/exec.ExitError.Stderr", Origin: Payload},
	{Field: "net/http.Cookie.Value", Origin: Secret, Confidence: Medium},
	{Field: "net/url.Error.Op", Origin: Authored},
	{Field: "net/url.Error.URL", Origin: Infra},
	{Field: "net/url.Error.Err", Origin: Infra},
	{Field: "io/fs.PathError.Op", Origin: Authored},
	{Field: "io/fs.PathError.Path", Origin: Infra},
	{Field: "io/fs.PathError.Err", Origin: Infra},
	{Field: "os.LinkError.Op", Origin: Authored},
	{Field: "os.LinkError.Err", Origin: Infra},
	{Field: "os.SyscallError.Syscall", Origin: Authored},
	{Field: "os.SyscallError.Err", Origin: Infra},
	{Field: "net.OpError.Op", Origin: Authored},
	{Field: "net.OpError.Net", Origin: Authored},
	{Field: "net.OpError.Err", Origin: Infra},
	{Field: "net.DNSError.Err", Origin: Infra},
	{Field: "net.DNSError.Name", Origin: Infra},
	{Field: "strconv.NumError.Num", Origin: Benign},
	{Field: "strconv.NumError.Err", Origin: Benign},
	{Field: "encoding/json.UnmarshalTypeError.Field", Origin: Benign},
	{Field: "encoding/json.UnmarshalTypeError.Value", Origin: Benign},
}

// stdVarSources: sentinel errors have a fixed text.
var stdVarSources = concat(
	isVar(Cancel, "context.Canceled", "context.DeadlineExceeded"),
	isVar(Benign,
		"io.EOF", "io.ErrUnexpectedEOF", "io.ErrClosedPipe", "io.ErrShortWrite", "io.ErrShortBuffer", "io.ErrNoProgress",
		"io/fs.ErrNotExist", "io/fs.ErrExist", "io/fs.ErrPermission", "io/fs.ErrInvalid", "io/fs.ErrClosed",
		"os.ErrNotExist", "os.ErrExist", "os.ErrPermission", "os.ErrInvalid", "os.ErrClosed", "os.ErrDeadlineExceeded", "os.ErrProcessDone",
		"os/exec.ErrNotFound", "os/exec.ErrDot", "os/exec.ErrWaitDelay",
		"database/sql.ErrNoRows", "database/sql.ErrTxDone", "database/sql.ErrConnDone",
		"net.ErrClosed", "net/http.ErrNoCookie", "net/http.ErrHandlerTimeout", "net/http.ErrServerClosed", "net/http.ErrBodyNotAllowed",
		"net/http.ErrUseLastResponse", "net/http.ErrMissingFile", "strconv.ErrRange", "strconv.ErrSyntax", "bufio.ErrTooLong", "errors.ErrUnsupported",
	),
)

// stdMasks: what URL methods hide.
var stdMasks = []Mask{
	{Func: "(*net/url.URL).Redacted", Userinfo: true},
	{Func: "(*net/url.URL).Hostname", Userinfo: true, Query: true},
	{Func: "(*net/url.URL).Port", Userinfo: true, Query: true},
	{Func: "(*net/url.URL).EscapedPath", Userinfo: true, Query: true},
	{Func: "(*net/url.URL).EscapedFragment", Userinfo: true, Query: true},
	{Func: "(*net/url.URL).RequestURI", Userinfo: true},
	{Func: "(*net/url.URL).Query", Userinfo: true},
	{Func: "(*net/url.Userinfo).Username", Userinfo: true, Query: true},
}
