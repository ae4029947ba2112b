package model

// Text of other modules: which packages parse only, which error fields are the
// server's words and which are codes, and credentials by type. Methods of
// clients need no rows, they are infra by the general rule.

var libPkgSources = concat(
	inPkgs(Benign,
		"gopkg.in/yaml.v3", "sigs.k8s.io/yaml", "github.com/google/uuid",
		"k8s.io/apimachinery/pkg/labels", "k8s.io/apimachinery/pkg/fields", "k8s.io/apimachinery/pkg/api/resource", "k8s.io/apimachinery/pkg/util/yaml",
		"k8s.io/apimachinery/pkg/runtime/schema", "k8s.io/apimachinery/pkg/apis/meta/v1/unstructured", "k8s.io/apimachinery/pkg/runtime"),
	inPkgs(Infra,
		"k8s.io/client-go/kubernetes", "k8s.io/client-go/dynamic", "k8s.io/client-go/rest", "k8s.io/client-go/tools/clientcmd", "k8s.io/client-go/tools/remotecommand", "k8s.io/client-go/discovery",
		ctrl, helm, gogithub, "github.com/shurcooL/githubv4", dockerc, gogit, resty, retryReq, promv1,
		pgx, pgx+"/pgxpool", pgx+"/pgconn", sqlx, gorm, mongo, redis, "github.com/segmentio/kafka-go", "github.com/nats-io/nats.go", "github.com/gorilla/websocket", "golang.org/x/oauth2"),
)

var libSources = concat(
	fromSource(Source{Result: Err, Origin: Benign}, "k8s.io/client-go/tools/clientcmd.Load", pgx+".ParseConfig", pgx+"/pgxpool.ParseConfig"),
	fromSource(Source{Result: 0, Origin: Benign}, "github.com/google/go-github/v89/github.Stringify"),
	// gRPC: what status.Error is given is the author's text.
	fromSource(Source{Result: 0, Origin: Authored}, "(google.golang.org/grpc/codes.Code).String", "(*google.golang.org/grpc/internal/status.Status).Code"),
	fromSource(Source{Result: 0, Origin: Secret}, "(golang.org/x/oauth2.TokenSource).Token"),
	// A resty response's text is the server's.
	fromSource(Source{Result: 0, Origin: Payload}, on("*"+resty+".Response", "String", "Body")...),
	fromSource(Source{Result: 0, Origin: Payload, Confidence: Medium}, on("*"+resty+".Response", "Status")...),
)

var libFieldSources = []FieldSource{
	{Field: gorm + ".DB.Error", Origin: Infra},
	{Field: pgx + "/pgconn.PgError.Code", Origin: Authored},
	{Field: pgx + "/pgconn.PgError.Severity", Origin: Authored},
	{Field: pgx + "/pgconn.PgError.Message", Origin: Infra},
	{Field: pgx + "/pgconn.PgError.Detail", Origin: Infra},
	{Field: pgx + "/pgconn.PgError.Hint", Origin: Infra},
	{Field: pgx + "/pgconn.PgError.ConstraintName", Origin: Infra, Confidence: Medium},
	{Field: "k8s.io/apimachinery/pkg/apis/meta/v1.Status.Reason", Origin: Authored},
	{Field: "k8s.io/apimachinery/pkg/apis/meta/v1.Status.Message", Origin: Infra},
	{Field: gogithub + ".ErrorResponse.Message", Origin: Payload},
	{Field: gogithub + ".Error.Message", Origin: Payload},
	{Field: gogithub + ".Error.Code", Origin: Authored},
	{Field: gogithub + ".RateLimitError.Message", Origin: Payload},
	{Field: gogithub + ".AbuseRateLimitError.Message", Origin: Payload},
	{Field: "golang.org/x/oauth2.RetrieveError.Body", Origin: Payload},
	{Field: "golang.org/x/oauth2.RetrieveError.ErrorCode", Origin: Authored},
	{Field: "golang.org/x/oauth2.Token.AccessToken", Origin: Secret},
	{Field: "golang.org/x/oauth2.Token.RefreshToken", Origin: Secret},
	{Field: "golang.org/x/oauth2.Config.ClientSecret", Origin: Secret},
	{Field: "k8s.io/client-go/rest.Config.BearerToken", Origin: Secret},
	{Field: "k8s.io/client-go/rest.Config.Password", Origin: Secret},
}

var libVarSources = isVar(Benign, gorm+".ErrRecordNotFound", pgx+".ErrNoRows", pgx+".ErrTxClosed", mongo+".ErrNoDocuments", gogit+".NoErrAlreadyUpToDate", gogit+".ErrRepositoryNotExists",
	"github.com/sony/gobreaker/v2.ErrOpenState", "github.com/sony/gobreaker/v2.ErrTooManyRequests")

var libFlows = concat(
	sanitizes("google.golang.org/grpc/status.Code", "(*google.golang.org/grpc/internal/status.Status).Code", "(google.golang.org/grpc/codes.Code).String",
		"k8s.io/apimachinery/pkg/api/errors.ReasonForError"),
	passes(0, "google.golang.org/grpc/status.FromError", "google.golang.org/grpc/status.Convert", "(*google.golang.org/grpc/internal/status.Status).Message", "(*google.golang.org/grpc/internal/status.Status).Err"),
	passes(1, "google.golang.org/grpc/status.Error", "google.golang.org/grpc/status.New"),
	writes(0, 1, "gopkg.in/yaml.v3.Unmarshal", "(*gopkg.in/yaml.v3.Decoder).Decode", "sigs.k8s.io/yaml.Unmarshal", "sigs.k8s.io/yaml.UnmarshalStrict"),
)

var libFormats = []Format{
	{Func: "google.golang.org/grpc/status.Errorf", Format: 1, Args: 2, Into: -1},
	{Func: "google.golang.org/grpc/status.Newf", Format: 1, Args: 2, Into: -1},
	{Func: "github.com/pkg/errors.Errorf", Format: 0, Args: 1, Into: -1},
	{Func: "github.com/pkg/errors.Wrapf", Format: 1, Args: 2, Into: -1, Also: []int{0}},
	{Func: "github.com/pkg/errors.WithMessagef", Format: 1, Args: 2, Into: -1, Also: []int{0}},
	{Func: "golang.org/x/xerrors.Errorf", Format: 0, Args: 1, Into: -1},
	{Func: "github.com/cockroachdb/errors.Errorf", Format: 0, Args: 1, Into: -1},
	{Func: "github.com/cockroachdb/errors.Newf", Format: 0, Args: 1, Into: -1},
	{Func: "github.com/cockroachdb/errors.Wrapf", Format: 1, Args: 2, Into: -1, Also: []int{0}},
	{Func: "github.com/rotisserie/eris.Errorf", Format: 0, Args: 1, Into: -1},
	{Func: "github.com/rotisserie/eris.Wrapf", Format: 1, Args: 2, Into: -1, Also: []int{0}},
	{Func: "github.com/go-errors/errors.Errorf", Format: 0, Args: 1, Into: -1},
}

var libMarshals = []Marshal{
	{"gopkg.in/yaml.v3.Marshal", 0, -1, "yaml"}, {"(*gopkg.in/yaml.v3.Encoder).Encode", 1, 0, "yaml"}, {"sigs.k8s.io/yaml.Marshal", 0, -1, "json"},
}

// libStackCarriers: error packages that record the stack for %+v. Sources: the
// packages' documentation; xerrors records one frame.
var libStackCarriers = concat(
	traced(0, of("github.com/pkg/errors", "New", "Errorf", "Wrap", "Wrapf", "WithStack")...),
	traced(0, of("github.com/cockroachdb/errors", "New", "Newf", "Errorf", "Wrap", "Wrapf", "WithStack", "WithStackDepth")...),
	traced(0, of("github.com/go-errors/errors", "New", "Errorf", "Wrap", "WrapPrefix")...),
	traced(0, of("golang.org/x/xerrors", "New", "Errorf")...),
	traced(0, of("github.com/rotisserie/eris", "New", "Errorf", "Wrap", "Wrapf")...),
)

// libStacks: text that is a stack itself.
var libStacks = concat(
	fromSource(Source{Result: 0, Origin: Stack}, "(*github.com/go-errors/errors.Error).ErrorStack", "(*github.com/go-errors/errors.Error).Stack", "github.com/rotisserie/eris.ToString", "github.com/rotisserie/eris.ToJSON",
		"github.com/cockroachdb/errors.GetReportableStackTrace"),
)
