package model

// This file holds the row types beside those of model.go: what the rules ask
// about fields, formatting, transactions, process ends, waits and output.
// Operands are counted as everywhere: the receiver is 0, else the first
// parameter; a variadic parameter is one operand.

// FieldSource says that a struct field holds text of an origin.
type FieldSource struct {
	Field string // "import/path.Type.Field"
	// Into: the value stored in the field receives the text, later and from
	// outside ((*exec.Cmd).Stdout = &buf); else the field itself holds it.
	Into       bool
	Origin     Origin
	Confidence Confidence // zero means High
}

// VarSource is the origin of a package-level variable's text: sentinel errors.
type VarSource struct {
	Var    string // "import/path.Name"
	Origin Origin
}

// Mask says which parts of a URL a function's result no longer shows.
type Mask struct {
	Func     string
	Userinfo bool
	Query    bool
}

// Format says how a printing function composes text.
type Format struct {
	Func   string
	Format int // operand of the format string; -1: operands are printed as by %v
	Args   int // operand of the variadic values
	Into   int // operand that receives the text; -1: the result
	// Also lists operands whose own text is in the result as well.
	Also []int
}

// Marshal says that the text of all exported fields of an operand is encoded.
type Marshal struct {
	Func    string
	Operand int
	Into    int // operand that receives the text; -1: the result
	// Tag is the struct tag whose "-" leaves a field out; empty: none does.
	Tag string
}

// Undo says that a nil error of the call proves that an effect was undone.
type Undo struct {
	Func string
}

// TxRole is the part that a call plays in a transaction.
type TxRole uint8

// The roles: effects on the result of TxBegin are applied by TxCommit only.
const (
	TxBegin    TxRole = iota + 1 // the transaction is a result
	TxCommit                     // operand 0 is the transaction
	TxRollback                   // operand 0 is the transaction
	TxFunc                       // a function operand gets the transaction; committed if it returns nil
)

// Tx is a row of the transaction table.
type Tx struct {
	Func string
	Role TxRole
	// Operand is the function that runs inside (TxFunc only).
	Operand int
}

// NotDispatched says that a failure of the call proves that nothing was sent.
type NotDispatched struct {
	Func string
	Why  string
}

// Must says that a function panics when an operand is malformed.
type Must struct {
	Func    string
	Operand int
}

// Exit says that a call ends the process, or the goroutine.
type Exit struct {
	Func string
	// Panics: it panics instead, so that a recovery covers it.
	Panics bool
}

// StdoutWhen says when a call writes, or makes something that writes, to
// standard output.
type StdoutWhen uint8

// The cases of a Stdout row.
const (
	StdoutAlways  StdoutWhen = iota + 1 // the call itself prints to os.Stdout
	StdoutMakes                         // its result writes to os.Stdout unless configured otherwise
	StdoutOperand                       // its result or receiver writes to the writer at Operand
	StdoutPath                          // the strings at Operand name outputs; "stdout" is one
	StderrMakes                         // its result writes to os.Stderr unless configured otherwise
)

// Stdout is a row of the standard output table.
type Stdout struct {
	Func    string
	When    StdoutWhen
	Operand int
}

// Blocking says that a call waits.
type Blocking struct {
	Func string
	Ctx  int // operand of the ctx that ends the wait; -1: none does
	// Bounded: it ends by itself after a time that its operands give.
	Bounded bool
	// Lock: it takes a lock that others release.
	Lock bool
}

// StackCarrier says that the error a function returns carries a stack trace,
// which %+v prints.
type StackCarrier struct {
	Func   string
	Result int
}
