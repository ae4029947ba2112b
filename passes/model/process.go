package model

// What ends, stops, prints from or holds up the process.

var stdMusts = concat(
	must(0, "regexp.MustCompile", "regexp.MustCompilePOSIX", "net/netip.MustParseAddr", "net/netip.MustParsePrefix", "net/netip.MustParseAddrPort"),
	must(1, "text/template.Must", "html/template.Must"),        // panics if the error operand is non-nil
	must(1, "strings.Repeat", "bytes.Repeat", "slices.Repeat"), // negative count
	must(1, "slices.Grow", "(*strings.Builder).Grow", "(*bytes.Buffer).Grow"),
	must(1, "(*bytes.Buffer).Truncate"),
	must(0, "math/rand.Intn", "math/rand.Int63n", "math/rand.Int31n", "math/rand/v2.IntN", "math/rand/v2.N"),
	must(0, "time.NewTicker", "time.Tick"),
)

var stdExits = concat(
	fatal(Exit{}, "os.Exit", "syscall.Exit", "runtime.Goexit",
		"log.Fatal", "log.Fatalf", "log.Fatalln", "(*log.Logger).Fatal", "(*log.Logger).Fatalf", "(*log.Logger).Fatalln"),
	fatal(Exit{Panics: true}, "log.Panic", "log.Panicf", "log.Panicln", "(*log.Logger).Panic", "(*log.Logger).Panicf", "(*log.Logger).Panicln"),
)

// stdStdouts: the log package's default is standard error.
var stdStdouts = concat(
	prints(Stdout{When: StdoutAlways}, "fmt.Print", "fmt.Printf", "fmt.Println"),
	prints(Stdout{When: StdoutOperand, Operand: 0},
		"log.SetOutput", "log.New", "log/slog.NewTextHandler", "log/slog.NewJSONHandler",
		"fmt.Fprint", "fmt.Fprintf", "fmt.Fprintln", "io.WriteString", "io.Copy", "io.CopyN", "io.CopyBuffer", "io.MultiWriter",
		"net/http/httputil.NewChunkedWriter", "runtime/pprof.WriteHeapProfile", "bufio.NewWriter", "bufio.NewWriterSize", "encoding/json.NewEncoder", "encoding/csv.NewWriter", "encoding/xml.NewEncoder", "text/tabwriter.NewWriter",
		"(*os.File).Write", "(*os.File).WriteString"),
	prints(Stdout{When: StdoutOperand, Operand: 1},
		"(*log.Logger).SetOutput", "(*flag.FlagSet).SetOutput", "io.TeeReader",
		"(*text/template.Template).Execute", "(*html/template.Template).Execute", "(*text/template.Template).ExecuteTemplate", "(*html/template.Template).ExecuteTemplate",
		"(*bytes.Buffer).WriteTo", "go/printer.Fprint"),
	prints(Stdout{When: StderrMakes}, "log.Default", "log/slog.Default", "flag.NewFlagSet"),
)

// stdBlockings: waits that no ctx ends. A command made by exec.CommandContext is
// ended by that ctx.
var stdBlockings = concat(
	waits(Blocking{Ctx: -1}, "(*sync.WaitGroup).Wait", "(*sync.Cond).Wait", "(*os/exec.Cmd).Wait", "(*os/exec.Cmd).Run", "(*os/exec.Cmd).Output", "(*os/exec.Cmd).CombinedOutput",
		"(*os.Process).Wait", "(net.Listener).Accept"),
	waits(Blocking{Ctx: -1, Bounded: true}, "time.Sleep"),
	waits(Blocking{Ctx: -1, Lock: true}, "(*sync.Mutex).Lock", "(*sync.RWMutex).Lock", "(*sync.RWMutex).RLock", "(sync.Locker).Lock"),
)
