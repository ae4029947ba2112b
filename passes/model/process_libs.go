package model

// Loggers, limiters and the like: what exits, prints, waits or refuses.

const (
	zap     = "go.uber.org/zap"
	logrus  = "github.com/sirupsen/logrus"
	zerolog = "github.com/rs/zerolog"
	charm   = "github.com/charmbracelet/log"
	rate    = "golang.org/x/time/rate"
)

var libMusts = concat(
	must(0, "github.com/google/uuid.MustParse", "k8s.io/apimachinery/pkg/api/resource.MustParse"),
	must(1, "github.com/google/uuid.Must"),
	must(1, on("*"+sqlx+".DB", "MustExec")...),
	must(1, sqlx+".MustConnect", sqlx+".MustOpen"),
)

var libExits = concat(
	fatal(Exit{}, on("*"+zap+".Logger", "Fatal")...),
	fatal(Exit{}, on("*"+zap+".SugaredLogger", "Fatal", "Fatalf", "Fatalw", "Fatalln")...),
	fatal(Exit{}, of(logrus, "Fatal", "Fatalf", "Fatalln", "Exit")...),
	fatal(Exit{}, everyType([]string{"*" + logrus + ".Logger", "*" + logrus + ".Entry"}, "Fatal", "Fatalf", "Fatalln")...),
	fatal(Exit{}, on("*"+charm+".Logger", "Fatal", "Fatalf")...),
	fatal(Exit{}, of(charm, "Fatal", "Fatalf")...),
	fatal(Exit{Panics: true}, on("*"+zap+".Logger", "Panic")...),
	fatal(Exit{Panics: true}, on("*"+zap+".SugaredLogger", "Panic", "Panicf", "Panicw", "Panicln")...),
	fatal(Exit{Panics: true}, of(logrus, "Panic", "Panicf", "Panicln")...),
	fatal(Exit{Panics: true}, everyType([]string{"*" + logrus + ".Logger", "*" + logrus + ".Entry"}, "Panic", "Panicf", "Panicln")...),
)

// libStdouts: defaults as documented. zap's presets write to stderr, a zap
// configuration names its outputs; logrus, zerolog's global logger and charm's
// default write to stderr; zerolog.NewConsoleWriter and a ConsoleWriter without
// Out write to stdout.
var libStdouts = concat(
	prints(Stdout{When: StdoutPath, Operand: 0}, zap+".Open", "("+zap+".Config).Build"),
	prints(Stdout{When: StderrMakes}, zap+".NewProduction", zap+".NewDevelopment", logrus+".New", logrus+".StandardLogger", charm+".Default"),
	prints(Stdout{When: StdoutMakes}, zap+".NewExample", zerolog+".NewConsoleWriter"),
	prints(Stdout{When: StdoutOperand, Operand: 0}, zerolog+".New", zerolog+".MultiLevelWriter", zerolog+".SyncWriter", charm+".New", charm+".NewWithOptions", charm+".SetOutput", logrus+".SetOutput",
		"go.uber.org/zap/zapcore.AddSync", "go.uber.org/zap/zapcore.Lock"),
	prints(Stdout{When: StdoutOperand, Operand: 1}, "(*"+logrus+".Logger).SetOutput", "("+zerolog+".Logger).Output", "(*"+charm+".Logger).SetOutput", "go.uber.org/zap/zapcore.NewCore"),
)

var libBlockings = concat(
	waits(Blocking{Ctx: 1}, "(*"+rate+".Limiter).Wait", "(*"+rate+".Limiter).WaitN", "(*golang.org/x/sync/semaphore.Weighted).Acquire"),
	waits(Blocking{Ctx: -1}, "(*golang.org/x/sync/errgroup.Group).Wait", "(*golang.org/x/sync/singleflight.Group).Do"),
)

// libNotDispatched: refusals before anything was sent.
var libNotDispatched = concat(
	unsent("the rate limiter refused", "(*"+rate+".Limiter).Allow", "(*"+rate+".Limiter).AllowN", "(*"+rate+".Limiter).Wait", "(*"+rate+".Limiter).WaitN"),
	unsent("the call did not get its turn", "(*golang.org/x/sync/semaphore.Weighted).Acquire", "(*golang.org/x/sync/semaphore.Weighted).TryAcquire"),
	unsent("the circuit is open", "github.com/sony/gobreaker/v2.ErrOpenState", "github.com/sony/gobreaker/v2.ErrTooManyRequests"),
	unsent("the request was not built", retryReq+".NewRequest", retryReq+".NewRequestWithContext", retryReq+".FromRequest", "(*"+gogithub+".Client).NewRequest"),
	unsent("no transaction was begun", everyType([]string{"*" + pgx + ".Conn", "*" + pgx + "/pgxpool.Pool"}, "Begin", "BeginTx")...),
	unsent("no connection was had", pgx+".Connect", pgx+"/pgxpool.New", "(*"+pgx+"/pgxpool.Pool).Acquire", "(*"+pgx+"/pgxpool.Pool).Ping"),
)

// StatusNotDispatched reports whether an HTTP status proves that the request was
// not carried out: 429, and 503 if it came with Retry-After.
func StatusNotDispatched(status int, retryAfter bool) bool {
	return status == 429 || status == 503 && retryAfter
}
