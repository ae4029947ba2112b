package model

// How text goes through the standard library where that is not "from every
// operand to every result".

var stdFlows = concat(
	// Numbers, sums, types and identities: nothing of the text is left.
	sanitizes(
		"net/http.StatusText", "crypto/sha256.Sum256", "crypto/sha256.Sum224", "crypto/sha512.Sum512", "crypto/sha1.Sum", "crypto/md5.Sum",
		"(hash.Hash).Sum", "(hash.Hash32).Sum32", "(hash.Hash64).Sum64", "hash/crc32.ChecksumIEEE", "hash/maphash.String",
		"reflect.TypeOf", "(reflect.Type).String", "(reflect.Type).Name", "time.Now", "time.Since", "(time.Time).Format",
		"crypto/rand.Text", "runtime.NumGoroutine", "os.Getpid", "net/http.DetectContentType",
		"(*os.ProcessState).String", "(*os.ProcessState).ExitCode", "(*os.ProcessState).Success", "(syscall.Errno).Error",
		"sync.OnceValue", "context.WithCancel", "context.WithTimeout", "context.WithDeadline", "context.Background", "context.WithValue",
		"context.WithCancelCause", "context.WithoutCancel", "context.WithTimeoutCause", "context.WithDeadlineCause", "context.TODO",
		"(context.Context).Value", "(context.Context).Done", "(context.Context).Deadline",
		"net/http.NewServeMux", "path/filepath.Ext", "path.Ext", "(io/fs.FileInfo).Mode", "(io/fs.FileMode).String", "(io/fs.FileInfo).ModTime",
		"os/exec.Command", "os/exec.CommandContext",
		"(*database/sql.DB).Query", "(*database/sql.DB).QueryContext", "(*database/sql.DB).QueryRow", "(*database/sql.DB).QueryRowContext",
		"(*database/sql.DB).Exec", "(*database/sql.DB).ExecContext", "(*database/sql.DB).Prepare", "(*database/sql.DB).PrepareContext",
		"(*database/sql.Tx).Query", "(*database/sql.Tx).QueryContext", "(*database/sql.Tx).QueryRow", "(*database/sql.Tx).QueryRowContext",
		"(*database/sql.Tx).Exec", "(*database/sql.Tx).ExecContext", "(*database/sql.Tx).Prepare", "(*database/sql.Tx).PrepareContext",
		"(*database/sql.Conn).QueryContext", "(*database/sql.Conn).QueryRowContext", "(*database/sql.Conn).ExecContext", "(*database/sql.Conn).PrepareContext",
		"(*database/sql.Stmt).Query", "(*database/sql.Stmt).QueryContext", "(*database/sql.Stmt).QueryRow", "(*database/sql.Stmt).QueryRowContext",
		"(*database/sql.Stmt).Exec", "(*database/sql.Stmt).ExecContext", "database/sql.OpenDB",
		"(*database/sql.DB).Begin", "(*database/sql.DB).BeginTx", "(*database/sql.Conn).BeginTx", "(*database/sql.DB).Conn",
	),
	// What is opened or answered is not its name, but the error shows the name:
	// *fs.PathError the path, *url.Error the URL, a driver the DSN.
	names(0,
		"os.Open", "os.Create", "os.OpenFile", "os.Stat", "os.Lstat", "os.ReadFile", "os.ReadDir", "os.WriteFile", "os.Mkdir", "os.MkdirAll",
		"os.Remove", "os.RemoveAll", "os.Chdir", "os.Chmod", "io/ioutil.ReadFile", "io/ioutil.ReadDir", "io/ioutil.WriteFile", "net/smtp.Dial", "net/http.Get", "net/http.Head", "net/http.Post", "net/http.PostForm",
	),
	names(1,
		"(*net/http.Client).Do", "(*net/http.Client).Get", "(*net/http.Client).Head", "(*net/http.Client).Post", "(*net/http.Client).PostForm",
		"(net/http.RoundTripper).RoundTrip", "(*net/http.Transport).RoundTrip", "net.Dial", "net.DialTimeout", "net.Listen",
		"io/fs.ReadFile", "io/fs.ReadDir", "io/fs.Stat", "database/sql.Open", "(io/fs.FS).Open",
	),
	names(2, "(*net.Dialer).DialContext"),
	// One operand of several.
	passes(0,
		"errors.New",
		"strings.TrimSpace", "strings.TrimPrefix", "strings.TrimSuffix", "strings.TrimLeft", "strings.TrimRight", "strings.Trim", "strings.TrimFunc",
		"strings.Split", "strings.SplitN", "strings.SplitAfter", "strings.Fields", "strings.Cut", "strings.CutPrefix", "strings.CutSuffix",
		"strings.Clone", "strings.ToLower", "strings.ToUpper", "strings.Title", "strings.ToTitle", "strings.Repeat", "strings.ToValidUTF8",
		"bytes.TrimSpace", "bytes.TrimPrefix", "bytes.TrimSuffix", "bytes.Trim", "bytes.Split", "bytes.Cut", "bytes.Clone",
		"io.LimitReader", "io.NopCloser", "(*net/url.URL).Query",
	),
	passes(1, "strings.Map", "net/http.NewRequest", "net/http.MaxBytesReader"),
	passes(2, "net/http.NewRequestWithContext"),
	// Writers: the text lands in what is written to. fmt.Fprint* are formats.
	writes(1, 0,
		"(*strings.Builder).WriteString", "(*strings.Builder).Write", "(*strings.Builder).WriteByte", "(*strings.Builder).WriteRune",
		"(*bytes.Buffer).WriteString", "(*bytes.Buffer).Write", "(*bytes.Buffer).WriteByte", "(*bytes.Buffer).WriteRune", "(*bytes.Buffer).ReadFrom",
		"(*bufio.Writer).WriteString", "(*bufio.Writer).Write", "(*bufio.Writer).WriteByte", "(*bufio.Writer).WriteRune", "(*bufio.Writer).ReadFrom",
		"(io.Writer).Write", "(io.StringWriter).WriteString", "(io.ByteWriter).WriteByte", "(io.ReaderFrom).ReadFrom",
		"(net/http.ResponseWriter).Write", "(*io.PipeWriter).Write", "(*os.File).Write", "(*os.File).WriteString",
		"(*compress/gzip.Writer).Write", "(*text/tabwriter.Writer).Write", "(*encoding/csv.Writer).Write", "(*encoding/csv.Writer).WriteAll",
		"(*encoding/json.Encoder).Encode", "(*encoding/xml.Encoder).Encode", "(*encoding/gob.Encoder).Encode",
		"io.WriteString", "io.Copy", "io.CopyN", "io.CopyBuffer",
		"encoding/json.Indent", "encoding/json.Compact", "encoding/json.HTMLEscape", "encoding/xml.EscapeText", "text/template.HTMLEscape", "text/template.JSEscape",
		"(*text/tabwriter.Writer).Init",
	),
	writes(1, 0, "(*net/url.URL).UnmarshalBinary", "(*encoding/json.RawMessage).UnmarshalJSON", "(*math/big.Int).UnmarshalText"),
	// Readers: the text lands in the buffer or value that is given.
	writes(0, 1,
		"(io.Reader).Read", "(*os.File).Read", "(*bufio.Reader).Read", "(*bytes.Buffer).Read", "(*bytes.Reader).Read", "(*strings.Reader).Read",
		"(io.WriterTo).WriteTo", "(*bytes.Buffer).WriteTo", "io.ReadFull", "io.ReadAtLeast",
		"encoding/json.Unmarshal", "encoding/xml.Unmarshal", "(*encoding/json.Decoder).Decode", "(*encoding/xml.Decoder).Decode", "(*encoding/gob.Decoder).Decode",
		"errors.As", "(*database/sql.Rows).Scan", "(*database/sql.Row).Scan",
		"encoding/asn1.Unmarshal", "fmt.Sscan", "fmt.Sscanln", "fmt.Fscan",
	),
	writes(0, 2, "fmt.Sscanf", "fmt.Fscanf"),
	// Templates: the data goes into the writer.
	writes(2, 1, "(*text/template.Template).Execute", "(*html/template.Template).Execute"),
	writes(3, 1, "(*text/template.Template).ExecuteTemplate", "(*html/template.Template).ExecuteTemplate"),
	// Headers and query values: the value, not the key, is the text.
	[]Flow{
		{Func: "(net/http.Header).Set", From: []int{2}, Into: 0}, {Func: "(net/http.Header).Add", From: []int{2}, Into: 0},
		{Func: "(net/url.Values).Set", From: []int{2}, Into: 0}, {Func: "(net/url.Values).Add", From: []int{2}, Into: 0},
		{Func: "strings.Replace", From: []int{0, 2}, Into: -1}, {Func: "strings.ReplaceAll", From: []int{0, 2}, Into: -1}, {Func: "bytes.ReplaceAll", From: []int{0, 2}, Into: -1},
		{Func: "(*regexp.Regexp).ReplaceAllString", From: []int{1, 2}, Into: -1}, {Func: "(*regexp.Regexp).ReplaceAll", From: []int{1, 2}, Into: -1}, {Func: "(*regexp.Regexp).ReplaceAllLiteralString", From: []int{1, 2}, Into: -1},
		{Func: "(*regexp.Regexp).ReplaceAllStringFunc", From: []int{1, 2}, Into: -1},
	},
	passes(1,
		"(*regexp.Regexp).FindString", "(*regexp.Regexp).FindStringSubmatch", "(*regexp.Regexp).FindAllString", "(*regexp.Regexp).FindAllStringSubmatch",
		"(*regexp.Regexp).Find", "(*regexp.Regexp).FindSubmatch", "(*regexp.Regexp).Split", "(*strings.Replacer).Replace",
	),
	passes(0, "(net/http.Header).Get", "(net/http.Header).Values", "(net/url.Values).Get", "(net/http.Header).Clone"),
	sanitizes("(net/http.Header).Del", "(net/url.Values).Del"),
)

// stdFormats: fmt and what is built like it.
var stdFormats = []Format{
	{Func: "fmt.Sprintf", Format: 0, Args: 1, Into: -1}, {Func: "fmt.Errorf", Format: 0, Args: 1, Into: -1},
	{Func: "fmt.Sprint", Format: -1, Args: 0, Into: -1}, {Func: "fmt.Sprintln", Format: -1, Args: 0, Into: -1},
	{Func: "fmt.Fprintf", Format: 1, Args: 2, Into: 0}, {Func: "fmt.Fprint", Format: -1, Args: 1, Into: 0}, {Func: "fmt.Fprintln", Format: -1, Args: 1, Into: 0},
	{Func: "fmt.Appendf", Format: 1, Args: 2, Into: -1, Also: []int{0}}, {Func: "fmt.Append", Format: -1, Args: 1, Into: -1, Also: []int{0}}, {Func: "fmt.Appendln", Format: -1, Args: 1, Into: -1, Also: []int{0}},
	{Func: "errors.Join", Format: -1, Args: 0, Into: -1},
	{Func: "(*log.Logger).Printf", Format: 1, Args: 2, Into: 0}, {Func: "(*log.Logger).Print", Format: -1, Args: 1, Into: 0}, {Func: "(*log.Logger).Println", Format: -1, Args: 1, Into: 0},
	{Func: "(*log.Logger).Panicf", Format: 1, Args: 2, Into: 0}, {Func: "(*log.Logger).Fatalf", Format: 1, Args: 2, Into: 0},
}

// stdMarshals: encoders that show every exported field.
var stdMarshals = []Marshal{
	{"encoding/json.Marshal", 0, -1, "json"}, {"encoding/json.MarshalIndent", 0, -1, "json"}, {"(*encoding/json.Encoder).Encode", 1, 0, "json"},
	{"encoding/xml.Marshal", 0, -1, "xml"}, {"encoding/xml.MarshalIndent", 0, -1, "xml"}, {"(*encoding/xml.Encoder).Encode", 1, 0, "xml"},
	{"encoding/asn1.Marshal", 0, -1, ""}, {"(*encoding/gob.Encoder).Encode", 1, 0, ""},
}
