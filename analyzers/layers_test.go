package analyzers_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// layers is the house from the top down: a package imports of this module only
// what stands in a later row, or beside it in the same folder.
var layers = [][]string{
	{"cmd/mcplint"},
	{"analyzers/golangci"},
	{"analyzers"},
	{"analyzers/*"},
	{"analyzers/ignore", "analyzers/internal"},
	{"analyzers/rule"},
	{"internal"},
	{"passes/outcome"},
	{"passes/tool"},
	{"passes/summary"},
	{"passes/effect"},
	{"passes/text"},
	{"passes/ir"},
	{"passes/model"},
}

// layer is the row of a package: that of its longest prefix.
func layer(pkg string) int {
	best, at := -1, -1
	for i, row := range layers {
		for _, p := range row {
			folder, rules := strings.CutSuffix(p, "/*")
			if (pkg == p || rules && strings.HasPrefix(pkg, folder+"/") || !rules && p != "analyzers" && strings.HasPrefix(pkg, p+"/")) && len(p) > best {
				best, at = len(p), i
			}
		}
	}
	return at
}

func TestImportsRunOneWay(t *testing.T) {
	const module = "github.com/gomcplint/mcplint/"
	pkgs, err := packages.Load(&packages.Config{Mode: packages.NeedName | packages.NeedImports, Dir: ".."}, "./...")
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		t.Fatal(err)
	}
	seen := 0
	for _, p := range pkgs {
		from, ours := strings.CutPrefix(p.PkgPath, module)
		if !ours {
			continue
		}
		if layer(from) < 0 {
			t.Errorf("%s stands in no layer", from)
		}
		var imports []string
		for path := range p.Imports {
			imports = append(imports, path)
		}
		slices.Sort(imports)
		for _, path := range imports {
			to, ours := strings.CutPrefix(path, module)
			if !ours {
				continue
			}
			seen++
			a, b := layer(from), layer(to)
			beside := a == b && (strings.HasPrefix(from, "cmd/") || strings.Contains(from, "/internal/"))
			if a >= b && !beside {
				t.Errorf("%s imports %s, which stands above or beside it", from, to)
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d imports were seen", seen)
	}
}
