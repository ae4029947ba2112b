package model

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// sdkNames lists what the SDK rows name: functions by full name, types by path
// and name.
func sdkNames() (names []string) {
	add := func(n string) { names = append(names, n) }
	for _, r := range registrations {
		add(r.Func)
	}
	for _, r := range fieldRegistrations {
		add(r.Type)
	}
	for n := range adapters {
		add(n)
	}
	for _, m := range middlewares {
		add(m.Func)
	}
	for n := range Recovery {
		add(n)
	}
	for n := range constructors {
		add(n)
	}
	for n := range resultTypes {
		add(n)
	}
	for n := range requestTypes {
		add(n)
	}
	for n := range codedErrors {
		add(n)
	}
	for n := range codeOperands {
		add(n)
	}
	for n := range errorCode {
		add(n)
	}
	for n := range errorTwins {
		add(n)
	}
	return append(names, SetError, GetError)
}

// packageOf is the import path in a full name: "(*path.Type).Method", "path.Func".
func packageOf(name string) string {
	name = strings.TrimLeft(name, "(*")
	i := strings.LastIndexByte(name, '/') + 1
	return name[:i+strings.IndexByte(name[i:], '.')]
}

func TestSDKRowsNameSDKPackages(t *testing.T) {
	names := sdkNames()
	for _, n := range names {
		if p := packageOf(n); !IsSDKPackage(p) {
			t.Errorf("%s: %s is none of sdkPackages", n, p)
		}
	}
	if len(names) < 50 {
		t.Errorf("only %d names were seen", len(names))
	}
}

// sdkPath returns the SDK path that a text holds, "" when it holds none.
func sdkPath(text string) string {
	for _, p := range sdkPackages {
		if strings.Contains(text, p) {
			return p
		}
	}
	return ""
}

// TestSDKPathsStandHere holds every other package to asking this one: an SDK's
// import path in a string (or an import) elsewhere is a row in the wrong place.
func TestSDKPathsStandHere(t *testing.T) {
	if got := sdkPath("(*github.com/mark3labs/mcp-go/server.MCPServer).AddTool"); got != "github.com/mark3labs/mcp-go" {
		t.Fatalf("the path of a method is %q", got)
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(here, "..", "..")
	seen := 0
	err = filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if path == here || d.Name() == "testdata" || d.Name() == "vendor" || path != root && strings.HasPrefix(d.Name(), ".") {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		seen++
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(f, func(n ast.Node) bool {
			lit, ok := n.(*ast.BasicLit)
			if !ok || lit.Kind != token.STRING {
				return true
			}
			s, err := strconv.Unquote(lit.Value)
			if err != nil {
				t.Errorf("%s: %v", fset.Position(lit.Pos()), err)
			}
			if p := sdkPath(s); p != "" {
				t.Errorf("%s: %s stands here; ask passes/model", fset.Position(lit.Pos()), p)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 100 {
		t.Errorf("only %d files were seen", seen)
	}
}
