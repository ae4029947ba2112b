package model

import (
	"path"
	"strings"
)

// CommandOf returns the row of a command line: the longest prefix that has one.
// argv may be only the constant beginning of the command line. Wrappers (sudo,
// env, timeout, sh -c) and global flags are looked through.
func CommandOf(argv []string) (Command, bool) {
	argv = unwrapCommand(argv)
	if len(argv) == 0 {
		return Command{}, false
	}
	prog := programName(argv[0])
	words, flags := commandWords(prog, argv[1:])
	best, found := commandRow{}, false
	for _, c := range commands[prog] {
		if c.matches(words, flags) && (!found || c.weight() > best.weight()) {
			best, found = c, true
		}
	}
	return best.Command, found
}

// commandRow is a Command with its prefix taken apart.
type commandRow struct {
	Command
	words, flags []string
}

// weight tells which of two rows says more: a flag beats a word beats any word.
func (c commandRow) weight() int {
	n := 3 * len(c.flags)
	for _, w := range c.words {
		if n += 2; w == "*" {
			n--
		}
	}
	return n
}

// matches: the words of the prefix come first ("*" is any), its flags may be
// anywhere.
func (c commandRow) matches(words, flags []string) bool {
	if len(words) < len(c.words) {
		return false
	}
	for i, w := range c.words {
		if w != "*" && w != words[i] {
			return false
		}
	}
	for _, f := range c.flags {
		if !hasFlag(flags, f) {
			return false
		}
	}
	return true
}

// hasFlag finds a flag as given, with "=value", or in a bundle like -xzf.
func hasFlag(flags []string, want string) bool {
	for _, f := range flags {
		if f == want || strings.HasPrefix(f, want+"=") {
			return true
		}
		if len(want) == 2 && want[1] != '-' && len(f) > 1 && f[1] != '-' && strings.IndexByte(f[1:], want[1]) >= 0 {
			return true
		}
	}
	return false
}

var commands = func() map[string][]commandRow {
	m := map[string][]commandRow{}
	seen := map[string]bool{}
	add := func(c Command) {
		if seen[c.Prefix] {
			panic("model: two rows for command " + c.Prefix)
		}
		seen[c.Prefix] = true
		f := strings.Fields(c.Prefix)
		row := commandRow{Command: c}
		for _, w := range f[1:] {
			if strings.HasPrefix(w, "-") {
				row.flags = append(row.flags, w)
			} else {
				row.words = append(row.words, w)
			}
		}
		m[f[0]] = append(m[f[0]], row)
	}
	for _, g := range commandGroups {
		for prefix := range strings.SplitSeq(g.prefixes, "\n") {
			for p := range strings.SplitSeq(prefix, ",") {
				if p = strings.TrimSpace(p); p != "" {
					c := g.Command
					c.Prefix = p
					add(c)
				}
			}
		}
	}
	return m
}()

// valueFlags are global flags, before the sub-command, that take a value.
var valueFlags = map[string]map[string]bool{
	"git":       wordSet("-C -c --git-dir --work-tree --namespace"),
	"kubectl":   wordSet("-n --namespace --context --kubeconfig --cluster --user -s --server --token -l -o --as --request-timeout"),
	"oc":        wordSet("-n --namespace --context --kubeconfig --cluster --user -s --server --token -l -o --as"),
	"helm":      wordSet("-n --namespace --kube-context --kubeconfig --registry-config"),
	"docker":    wordSet("-H --host -c --context --config -l --log-level"),
	"podman":    wordSet("--url --connection -c --log-level"),
	"systemctl": wordSet("-H --host -M --machine -t --type"),
	"terraform": wordSet(""),
	"aws":       wordSet("--profile --region --output --endpoint-url --query"),
	"az":        wordSet("--subscription -o --output --query"),
	"gcloud":    wordSet("--project --account --format --configuration"),
	"gh":        wordSet("-R --repo"),
	"npm":       wordSet("--prefix -w --workspace"),
	"go":        wordSet("-C"),
	"cargo":     wordSet("--manifest-path --color"),
	"argocd":    wordSet("--server --auth-token"),
	"flux":      wordSet("-n --namespace --context --kubeconfig"),
	"make":      wordSet("-C -f -j"),
}

// commandWords tells the sub-command and its arguments from the flags.
func commandWords(prog string, args []string) (words, flags []string) {
	global := valueFlags[prog]
	for i := 0; i < len(args); i++ {
		a := args[i]
		if a == "--" {
			return append(words, args[i+1:]...), flags
		}
		if !strings.HasPrefix(a, "-") || a == "-" {
			words = append(words, a)
			continue
		}
		flags = append(flags, a)
		if len(words) == 0 && global[a] {
			i++
		}
	}
	return words, flags
}

func programName(p string) string {
	p = strings.ReplaceAll(p, "\\", "/")
	return strings.TrimSuffix(strings.ToLower(path.Base(p)), ".exe")
}

// wrappers run the command that follows, after this many operands of their own.
var wrappers = map[string]int{
	"sudo": 0, "doas": 0, "env": 0, "nice": 0, "nohup": 0, "time": 0, "timeout": 1, "setsid": 0, "stdbuf": 0, "ionice": 0, "chroot": 1,
	"xargs": 0, "command": 0, "exec": 0, "unbuffer": 0, "busybox": 0, "ssh": 1, "wsl": 0,
}

// unwrapCommand looks through wrappers and shells.
func unwrapCommand(argv []string) []string {
	for range 8 {
		if len(argv) == 0 {
			return nil
		}
		prog := programName(argv[0])
		switch prog {
		case "sh", "bash", "zsh", "dash", "ash", "cmd", "powershell", "pwsh":
			for i, a := range argv[1:] {
				l := strings.ToLower(a)
				if l == "/c" || l == "-command" || strings.HasPrefix(l, "-") && !strings.HasPrefix(l, "--") && strings.HasSuffix(l, "c") {
					if i+2 < len(argv) {
						argv = append(shellWords(argv[i+2]), argv[i+3:]...)
						goto next
					}
				}
			}
			return argv
		}
		if skip, ok := wrappers[prog]; ok {
			rest := argv[1:]
			for len(rest) > 0 && (strings.HasPrefix(rest[0], "-") || strings.Contains(rest[0], "=") || skip > 0) {
				if !strings.HasPrefix(rest[0], "-") && !strings.Contains(rest[0], "=") {
					skip--
				}
				rest = rest[1:]
			}
			if len(rest) == 0 {
				return argv
			}
			argv = rest
			continue
		}
		return argv
	next:
	}
	return argv
}

// shellWords returns the words of the first command of a shell line that
// changes something, else of the first command.
func shellWords(line string) []string {
	var first []string
	for part := range strings.FieldsFuncSeq(line, func(r rune) bool { return r == ';' || r == '|' || r == '&' || r == '\n' }) {
		words := strings.Fields(strings.NewReplacer(`"`, " ", `'`, " ").Replace(part))
		if len(words) == 0 || words[0] == "cd" || words[0] == "set" || words[0] == "export" {
			continue
		}
		if c, ok := CommandOf(words); ok && !c.None {
			return words
		}
		if strings.Contains(part, ">") && !strings.Contains(part, ">/dev/null") && !strings.Contains(part, "2>") {
			if strings.Contains(line, ">>") {
				return []string{"tee", "-a"}
			}
			return []string{"tee"}
		}
		if first == nil {
			first = words
		}
	}
	return first
}
