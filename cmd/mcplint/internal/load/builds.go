package load

import "golang.org/x/tools/go/packages"

// StillBuilds reports whether every package that built before builds with the
// given contents of files too; if not, it returns the first complaint.
func (m *Module) StillBuilds(opts Options, overlay map[string][]byte) error {
	root, all, err := m.Env.scope()
	if err != nil {
		return err
	}
	cfg := &packages.Config{Mode: packages.LoadSyntax, Dir: root, Tests: opts.Tests, Overlay: overlay, BuildFlags: opts.buildFlags()}
	pkgs, err := packages.Load(cfg, all...)
	if err != nil {
		return err
	}
	for _, p := range pkgs {
		if len(p.Errors) > 0 && !m.broken[p.ID] {
			return p.Errors[0]
		}
	}
	return nil
}
