package model

// Clients of services whose method names mislead, or hide what they do. The
// many that are named by their verb are left to VerbOf.

const (
	gogithub = "github.com/google/go-github/v89/github"
	dockerc  = "github.com/docker/docker/client"
	gogit    = "github.com/go-git/go-git/v5"
	resty    = "github.com/go-resty/resty/v2"
	retryReq = "github.com/hashicorp/go-retryablehttp"
	promv1   = "github.com/prometheus/client_golang/api/prometheus/v1"
)

var cloudEffects = concat(
	// GraphQL: a query is a POST that reads.
	reads("(*github.com/shurcooL/githubv4.Client).Query"),
	does(Effect{Kind: APICall}, "(*github.com/shurcooL/githubv4.Client).Mutate"),
	// go-github's own sender: the request says it. (Older majors: ctx first.)
	does(Effect{Kind: HTTPSend, Decide: ByHTTPReq, Operand: 1}, on("*"+gogithub+".Client", "Do", "BareDo")...),
	does(Effect{Kind: APICall, Idempotent: true}, "(*"+gogithub+".PullRequestsService).RequestReviewers"),
	// Git objects are named by their content and seen by nobody until a ref names
	// them; a reaction exists once for each user.
	reads(on("*"+gogithub+".GitService", "CreateTree", "CreateBlob", "CreateCommit")...),
	does(Effect{Kind: APICall, Idempotent: true}, on("*"+gogithub+".ReactionsService", "CreateIssueReaction", "CreateIssueCommentReaction", "CreatePullRequestCommentReaction", "CreateCommentReaction", "CreateReleaseReaction")...),
	reads("(*"+gogithub+".MarkdownService).Render", "(*"+gogithub+".SearchService).Code", "(*"+gogithub+".SearchService).Issues", "(*"+gogithub+".SearchService).Repositories", "(*"+gogithub+".SearchService).Users"),
	// Docker puts the noun first.
	does(Effect{Kind: APICall}, on("*"+dockerc+".Client", "ContainerCreate", "ContainerRestart", "ContainerCommit", "ContainerExecCreate", "ServiceCreate", "SecretCreate", "ConfigCreate", "CheckpointCreate")...),
	does(Effect{Kind: Exec}, on("*"+dockerc+".Client", "ContainerExecStart", "ContainerExecAttach")...),
	does(Effect{Kind: APICall, Idempotent: true}, on("*"+dockerc+".Client", "ContainerStart", "ContainerStop", "ContainerPause", "ContainerUnpause", "ContainerRename", "ContainerUpdate", "ImagePull", "ImagePush",
		"ImageTag", "ImageBuild", "ImageLoad", "ImageImport", "ImageCreate", "NetworkCreate", "NetworkConnect", "NetworkDisconnect", "VolumeCreate", "VolumeUpdate", "ServiceUpdate", "NodeUpdate", "SwarmInit", "SwarmJoin", "SwarmUpdate", "CopyToContainer")...),
	does(Effect{Kind: APICall, Idempotent: true, Destructive: true}, on("*"+dockerc+".Client", "ContainerRemove", "ContainerKill", "ContainersPrune", "ImageRemove", "ImagesPrune", "NetworkRemove", "NetworksPrune",
		"VolumeRemove", "VolumesPrune", "BuildCachePrune", "ServiceRemove", "NodeRemove", "SecretRemove", "ConfigRemove", "SwarmLeave")...),
	reads(on("*"+dockerc+".Client", "ContainerList", "ContainerInspect", "ContainerLogs", "ContainerStats", "ContainerTop", "ContainerDiff", "ContainerWait", "ContainerExecInspect", "ImageList", "ImageInspect", "ImageHistory",
		"ImageSearch", "NetworkList", "NetworkInspect", "VolumeList", "VolumeInspect", "Info", "Ping", "ServerVersion", "DiskUsage", "Events", "RegistryLogin", "CopyFromContainer")...),
	// go-git: a push or pull that is repeated finds nothing to do.
	does(Effect{Kind: APICall, Idempotent: true}, on("*"+gogit+".Repository", "Push", "PushContext", "Fetch", "FetchContext")...),
	does(Effect{Kind: FileWrite, Idempotent: true}, on("*"+gogit+".Repository", "CreateTag", "CreateRemote", "CreateBranch")...),
	does(Effect{Kind: FileWrite, Idempotent: true, Destructive: true}, on("*"+gogit+".Repository", "DeleteTag", "DeleteRemote", "DeleteBranch")...),
	does(Effect{Kind: FileWrite, Idempotent: true}, on("*"+gogit+".Worktree", "Add", "AddWithOptions", "AddGlob", "Commit", "Checkout", "Pull", "PullContext")...),
	does(Effect{Kind: FileWrite, Idempotent: true, Destructive: true}, on("*"+gogit+".Worktree", "Reset", "Clean", "Remove", "Move")...),
	does(Effect{Kind: FileWrite, Idempotent: true}, of(gogit, "PlainClone", "PlainCloneContext", "PlainInit", "Clone", "CloneContext")...),
	reads(of(gogit, "PlainOpen", "PlainOpenWithOptions", "Open")...),
	// HTTP clients with a method per method: a POST may be a search.
	reads(on("*"+resty+".Request", "Get", "Head", "Options", "SetHeader", "SetHeaders", "SetBody", "SetResult", "SetError", "SetContext", "SetAuthToken", "SetBasicAuth", "SetQueryParam", "SetQueryParams", "SetPathParam", "SetPathParams", "SetFormData", "SetFile", "SetOutput")...),
	does(Effect{Kind: HTTPSend, Confidence: Low}, on("*"+resty+".Request", "Post", "Send")...),
	does(Effect{Kind: HTTPSend, ByName: true}, on("*"+resty+".Request", "Patch")...),
	does(Effect{Kind: HTTPSend, Idempotent: true}, on("*"+resty+".Request", "Put")...),
	does(Effect{Kind: HTTPSend, Idempotent: true, Destructive: true}, on("*"+resty+".Request", "Delete")...),
	does(Effect{Kind: HTTPSend, Decide: ByHTTPMethod, Operand: 1}, on("*"+resty+".Request", "Execute")...),
	does(Effect{Kind: HTTPSend, Decide: ByHTTPReq, Operand: 1}, "(*"+retryReq+".Client).Do"),
	does(Effect{Kind: HTTPSend, Confidence: Low}, "(*"+retryReq+".Client).Post", "(*"+retryReq+".Client).PostForm", retryReq+".Post", retryReq+".PostForm"),
	reads("(*"+retryReq+".Client).Get", "(*"+retryReq+".Client).Head", retryReq+".Get"),
	// Prometheus: label is a noun here.
	reads(on(promv1+".API", "Query", "QueryRange", "Series", "LabelNames", "LabelValues", "Alerts", "AlertManagers", "Rules", "Targets", "TargetsMetadata", "Metadata", "TSDB", "Config", "Flags", "Buildinfo", "Runtimeinfo", "QueryExemplars", "WalReplay")...),
	does(Effect{Kind: APICall, Idempotent: true, Destructive: true}, on(promv1+".API", "DeleteSeries", "CleanTombstones")...),
	does(Effect{Kind: APICall}, on(promv1+".API", "Snapshot")...),
)

// messageEffects: queues and sockets. Publish and Send need no rows.
var messageEffects = concat(
	does(Effect{Kind: MessageSend}, "(*github.com/segmentio/kafka-go.Writer).WriteMessages", "(*github.com/segmentio/kafka-go.Conn).WriteMessages", "(*github.com/segmentio/kafka-go.Conn).Write"),
	does(Effect{Kind: MessageSend}, on("*github.com/gorilla/websocket.Conn", "WriteMessage", "WriteJSON", "WritePreparedMessage")...),
	does(Effect{Kind: MessageSend}, on("*github.com/nats-io/nats.go.Conn", "Publish", "PublishMsg", "PublishRequest")...),
	does(Effect{Kind: MessageSend, Confidence: Low}, on("*github.com/nats-io/nats.go.Conn", "Request", "RequestWithContext", "RequestMsg")...),
	does(Effect{Kind: APICall, Confidence: Low}, "(*google.golang.org/grpc.ClientConn).Invoke", "(google.golang.org/grpc.ClientConnInterface).Invoke"),
)
