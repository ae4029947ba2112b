package model

// Databases beyond database/sql: pgx, sqlx, gorm, mongo, redis. Documented
// behaviour of the newest versions; rows hold for all majors.

const (
	pgx   = "github.com/jackc/pgx/v5"
	sqlx  = "github.com/jmoiron/sqlx"
	gorm  = "gorm.io/gorm"
	mongo = "go.mongodb.org/mongo-driver/v2/mongo"
	redis = "github.com/redis/go-redis/v9"
)

// on makes full names of methods of a type: on("*p.T", "M") is "(*p.T).M".
func on(typ string, methods ...string) []string {
	names := make([]string, len(methods))
	for i, m := range methods {
		names[i] = "(" + typ + ")." + m
	}
	return names
}

// of makes full names of functions of a package.
func of(pkg string, funcs ...string) []string {
	names := make([]string, len(funcs))
	for i, f := range funcs {
		names[i] = pkg + "." + f
	}
	return names
}

// everyType makes full names of the same methods on several types.
func everyType(types []string, methods ...string) []string {
	var names []string
	for _, t := range types {
		names = append(names, on(t, methods...)...)
	}
	return names
}

var (
	pgxTypes  = []string{"*" + pgx + ".Conn", pgx + ".Tx", "*" + pgx + "/pgxpool.Pool", "*" + pgx + "/pgxpool.Conn", "*" + pgx + "/pgxpool.Tx"}
	sqlxTypes = []string{"*" + sqlx + ".DB", "*" + sqlx + ".Tx"}
)

var sqlLibEffects = concat(
	// pgx: ctx, then the statement.
	does(Effect{Kind: DBWrite, Decide: BySQL, Operand: 2}, everyType(pgxTypes, "Exec", "Query", "QueryRow")...),
	does(Effect{Kind: DBWrite}, everyType(pgxTypes, "CopyFrom")...),
	does(Effect{Kind: DBWrite, Confidence: Medium}, everyType(pgxTypes, "SendBatch")...),
	reads(everyType([]string{"*" + pgx + ".Conn", "*" + pgx + "/pgxpool.Pool"}, "Begin", "BeginTx", "Close", "Ping")...),
	reads(everyType([]string{pgx + ".Tx", "*" + pgx + "/pgxpool.Tx"}, "Begin", "Commit", "Rollback")...),
	// sqlx.
	does(Effect{Kind: DBWrite, Decide: BySQL, Operand: 1}, everyType(sqlxTypes, "NamedExec", "NamedQuery", "Queryx", "QueryRowx", "MustExec")...),
	does(Effect{Kind: DBWrite, Decide: BySQL, Operand: 2}, everyType(sqlxTypes, "Get", "Select", "NamedExecContext", "QueryxContext", "QueryRowxContext", "MustExecContext")...),
	does(Effect{Kind: DBWrite, Decide: BySQL, Operand: 3}, everyType(sqlxTypes, "GetContext", "SelectContext")...),
	does(Effect{Kind: DBWrite, Decide: BySQL, Operand: 2}, of(sqlx, "Get", "Select")...),
	does(Effect{Kind: DBWrite, Decide: BySQL, Operand: 1}, of(sqlx, "NamedExec", "NamedQuery", "MustExec")...),
	does(Effect{Kind: DBWrite, Decide: BySQL, Operand: 3}, of(sqlx, "GetContext", "SelectContext")...),
	does(Effect{Kind: DBWrite, Decide: BySQL, Operand: 0}, on("*"+sqlx+".NamedStmt", "Exec", "ExecContext", "Query", "QueryContext", "QueryRow", "Get", "GetContext", "Select", "SelectContext")...),
	reads(everyType([]string{"*" + sqlx + ".DB"}, "Beginx", "BeginTxx", "MustBegin", "Preparex", "PrepareNamed")...),
	// gorm: the finishers act, the rest builds the statement.
	does(Effect{Kind: DBWrite}, on("*"+gorm+".DB", "Create", "CreateInBatches")...),
	does(Effect{Kind: DBWrite, Idempotent: true}, on("*"+gorm+".DB", "Save", "Update", "Updates", "UpdateColumn", "UpdateColumns", "FirstOrCreate", "AutoMigrate")...),
	does(Effect{Kind: DBWrite, Idempotent: true, Destructive: true}, on("*"+gorm+".DB", "Delete")...),
	does(Effect{Kind: DBWrite, Decide: BySQL, Operand: 1}, on("*"+gorm+".DB", "Exec")...),
	reads(on("*"+gorm+".DB", "Raw", "Find", "First", "Take", "Last", "Scan", "Count", "Pluck", "Row", "Rows", "FindInBatches", "FirstOrInit", "Where", "Or", "Not", "Order", "Group", "Having",
		"Limit", "Offset", "Select", "Omit", "Joins", "Preload", "Model", "Table", "Clauses", "Scopes", "Session", "WithContext", "Set", "Get", "Debug", "Unscoped", "Assign", "Attrs",
		"Distinct", "Begin", "Commit", "Rollback", "SavePoint", "RollbackTo", "Transaction", "Connection", "Use", "AddError", "Association")...),
	does(Effect{Kind: DBWrite, Idempotent: true}, on("*"+gorm+".Association", "Append", "Replace")...),
	does(Effect{Kind: DBWrite, Idempotent: true, Destructive: true}, on("*"+gorm+".Association", "Delete", "Clear")...),
	// mongo: $inc and $push make an update relative, which its type does not show.
	does(Effect{Kind: DBWrite}, on("*"+mongo+".Collection", "InsertOne", "InsertMany")...),
	does(Effect{Kind: DBWrite, Confidence: Medium}, on("*"+mongo+".Collection", "BulkWrite")...),
	does(Effect{Kind: DBWrite, Idempotent: true, Confidence: Medium}, on("*"+mongo+".Collection", "UpdateOne", "UpdateMany", "UpdateByID", "FindOneAndUpdate")...),
	does(Effect{Kind: DBWrite, Idempotent: true, Destructive: true}, on("*"+mongo+".Collection", "ReplaceOne", "FindOneAndReplace", "DeleteOne", "DeleteMany", "FindOneAndDelete", "Drop")...),
	reads(on("*"+mongo+".Collection", "Find", "FindOne", "Aggregate", "CountDocuments", "EstimatedDocumentCount", "Distinct", "Watch")...),
	// redis: method names carry the type's letter. A read may be destructive.
	does(Effect{Kind: DBWrite, Idempotent: true}, everyType([]string{redis + ".cmdable"}, "Set", "SetEx", "SetNX", "SetXX", "MSet", "HSet", "HMSet", "HSetNX", "SAdd", "ZAdd", "ZAddNX", "PFAdd", "Expire", "ExpireAt", "Persist", "LSet", "SetBit")...),
	does(Effect{Kind: DBWrite, Idempotent: true, Destructive: true}, everyType([]string{redis + ".cmdable"}, "Del", "Unlink", "HDel", "SRem", "ZRem", "LRem", "LTrim", "FlushAll", "FlushDB", "GetDel", "GetSet", "Rename", "ZRemRangeByScore", "ZRemRangeByRank")...),
	does(Effect{Kind: DBWrite}, everyType([]string{redis + ".cmdable"}, "Incr", "IncrBy", "IncrByFloat", "Decr", "DecrBy", "HIncrBy", "HIncrByFloat", "ZIncrBy", "LPush", "RPush", "LPushX", "RPushX", "XAdd", "Append")...),
	does(Effect{Kind: DBWrite, Destructive: true}, everyType([]string{redis + ".cmdable"}, "LPop", "RPop", "SPop", "BLPop", "BRPop", "ZPopMin", "ZPopMax", "RPopLPush")...),
	does(Effect{Kind: MessageSend}, everyType([]string{redis + ".cmdable"}, "Publish")...),
	does(Effect{Kind: DBWrite, Confidence: Low}, everyType([]string{redis + ".cmdable"}, "Eval", "EvalSha")...),
	reads(everyType([]string{redis + ".cmdable"}, "Get", "MGet", "HGet", "HGetAll", "Exists", "Keys", "Scan", "TTL", "LRange", "LLen", "SMembers", "SIsMember", "ZRange", "ZScore", "Ping", "Type", "DBSize", "XRange", "XRead", "XLen", "Info")...),
)

var sqlLibUndos = undo(append(everyType([]string{pgx + ".Tx", "*" + pgx + "/pgxpool.Tx"}, "Rollback"), on("*"+mongo+".Session", "AbortTransaction")...)...)

var sqlLibTxs = concat(
	eachTx(Tx{Role: TxBegin}, everyType([]string{"*" + pgx + ".Conn", "*" + pgx + "/pgxpool.Pool", "*" + pgx + "/pgxpool.Conn"}, "Begin", "BeginTx")...),
	eachTx(Tx{Role: TxBegin}, on(pgx+".Tx", "Begin")...),
	eachTx(Tx{Role: TxCommit}, everyType([]string{pgx + ".Tx", "*" + pgx + "/pgxpool.Tx"}, "Commit")...),
	eachTx(Tx{Role: TxRollback}, everyType([]string{pgx + ".Tx", "*" + pgx + "/pgxpool.Tx"}, "Rollback")...),
	eachTx(Tx{Role: TxFunc, Operand: 2}, pgx+".BeginFunc"),
	eachTx(Tx{Role: TxFunc, Operand: 3}, pgx+".BeginTxFunc"),
	eachTx(Tx{Role: TxBegin}, on("*"+sqlx+".DB", "Beginx", "BeginTxx", "MustBegin")...),
	eachTx(Tx{Role: TxBegin}, on("*"+gorm+".DB", "Begin")...),
	eachTx(Tx{Role: TxCommit}, on("*"+gorm+".DB", "Commit")...),
	eachTx(Tx{Role: TxRollback}, on("*"+gorm+".DB", "Rollback")...),
	eachTx(Tx{Role: TxFunc, Operand: 1}, on("*"+gorm+".DB", "Transaction")...),
	eachTx(Tx{Role: TxFunc, Operand: 2}, on("*"+mongo+".Session", "WithTransaction")...),
	eachTx(Tx{Role: TxCommit}, on("*"+mongo+".Session", "CommitTransaction")...),
	eachTx(Tx{Role: TxRollback}, on("*"+mongo+".Session", "AbortTransaction")...),
)

func eachTx(row Tx, funcs ...string) []Tx {
	return each(row, func(r *Tx, f string) { r.Func = f }, funcs...)
}
