package model

// namedSecrets are functions that fetch a value by a name, which says whether it
// is a credential; the operand that is the name.
var namedSecrets = map[string]int{
	"os.Getenv": 0, "os.LookupEnv": 0, "syscall.Getenv": 0,
	"(net/http.Header).Get": 1, "(net/http.Header).Values": 1, "(net/url.Values).Get": 1,
	"(*net/http.Request).FormValue": 1, "(*net/http.Request).PostFormValue": 1, "(*net/http.Request).Cookie": 1,
	"(net/textproto.MIMEHeader).Get":   1,
	"github.com/spf13/viper.GetString": 0, "(*github.com/spf13/viper.Viper).GetString": 1,
}

// NamedSecret returns the operand whose text names what a function returns.
func NamedSecret(fullName string) (int, bool) {
	i, ok := namedSecrets[fullName]
	return i, ok
}

// ClientLog is a call whose operands the client receives: as log records, or as
// the parameters of a notification.
type ClientLog struct {
	Func string
	// Operands are what is sent; Path leads into each of them.
	Operands []int
	Path     string
}

var clientLogs = map[string]ClientLog{}

func init() {
	for _, c := range []ClientLog{
		{"(*" + goMCP + ".ServerSession).Log", []int{2}, "Data"},
		{"(*" + goMCP + ".ServerSession).NotifyProgress", []int{2}, "Message"},
		{"(*" + mcpServer + ".MCPServer).SendLogMessageToClient", []int{2}, "Params/Data"},
		{"(*" + mcpServer + ".MCPServer).SendLogMessageToSpecificClient", []int{2}, "Params/Data"},
		{mcpGoM + ".NewLoggingMessageNotification", []int{2}, ""},
		{"(*" + mcpServer + ".MCPServer).SendNotificationToClient", []int{3}, "*"},
		{"(*" + mcpServer + ".MCPServer).SendNotificationToAllClients", []int{2}, "*"},
		{"(*" + mcpServer + ".MCPServer).SendNotificationToSpecificClient", []int{3}, "*"},
	} {
		clientLogs[c.Func] = c
	}
	for _, m := range []string{"Debug", "Info", "Warn", "Error"} {
		clientLogs["(*log/slog.Logger)."+m] = ClientLog{"(*log/slog.Logger)." + m, []int{1, 2}, ""}
		clientLogs["(*log/slog.Logger)."+m+"Context"] = ClientLog{"(*log/slog.Logger)." + m + "Context", []int{2, 3}, ""}
		clientLogs["log/slog."+m] = ClientLog{"log/slog." + m, []int{0, 1}, ""}
		clientLogs["log/slog."+m+"Context"] = ClientLog{"log/slog." + m + "Context", []int{1, 2}, ""}
	}
	for _, m := range []string{"Log", "LogAttrs"} {
		clientLogs["(*log/slog.Logger)."+m] = ClientLog{"(*log/slog.Logger)." + m, []int{3, 4}, ""}
		clientLogs["log/slog."+m] = ClientLog{"log/slog." + m, []int{2, 3}, ""}
	}
}

// ClientLogOf returns which operands of a call go to the client. For slog that
// holds only when the logger's handler is ClientLogHandler's.
func ClientLogOf(fullName string) (ClientLog, bool) {
	c, ok := clientLogs[fullName]
	return c, ok
}

// ClientLogHandler makes a slog handler that sends its records to the client.
const ClientLogHandler = goMCP + ".NewLoggingHandler"
