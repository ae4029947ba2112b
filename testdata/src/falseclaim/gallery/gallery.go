// Package gallery hangs pictures on the go-sdk: each handler that claims that
// nothing was changed, wrongly, stands before its twin that is right.
package gallery

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

type pictures struct {
	Names []string `json:"names"`
	Wall  string   `json:"wall"`
}

type gallery struct {
	dir  string
	http *http.Client
}

// A loop whose second round fails after the first one has renamed a file.

func (g *gallery) badHang(_ context.Context, _ *mcp.CallToolRequest, in pictures) (*mcp.CallToolResult, any, error) {
	for _, n := range in.Names {
		if err := os.Rename(filepath.Join(g.dir, n), filepath.Join(g.dir, in.Wall, n)); err != nil {
			return nil, nil, fmt.Errorf("%s does not hang on %s: no pictures were moved", n, in.Wall) // want `says that nothing was changed`
		}
	}
	return nil, "hung", nil
}

func (g *gallery) goodHang(_ context.Context, _ *mcp.CallToolRequest, in pictures) (*mcp.CallToolResult, any, error) {
	for _, n := range in.Names {
		if _, err := os.Stat(filepath.Join(g.dir, n)); err != nil {
			return nil, nil, fmt.Errorf("there is no %s: no pictures were moved", n)
		}
	}
	for i, n := range in.Names {
		if err := os.Rename(filepath.Join(g.dir, n), filepath.Join(g.dir, in.Wall, n)); err != nil {
			return nil, nil, fmt.Errorf("%s does not hang on %s: %d pictures were moved before it", n, in.Wall, i)
		}
	}
	return nil, "hung", nil
}

// A request that the other side may have received before the time was up.

func (g *gallery) invite(ctx context.Context, guest string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://mail.example.com/send", strings.NewReader(url.Values{"to": {guest}}.Encode()))
	if err != nil {
		return err
	}
	resp, err := g.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusAccepted {
		return fmt.Errorf("the mail service answered %d", resp.StatusCode)
	}
	return nil
}

func (g *gallery) badInvite(ctx context.Context, _ *mcp.CallToolRequest, in pictures) (*mcp.CallToolResult, any, error) {
	err := g.invite(ctx, in.Wall)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, nil, errors.New("the mail service is slow; the invitation was not sent") // want `says that nothing was changed`
	}
	if err != nil {
		return nil, nil, errors.New("it is unknown whether the invitation was sent; ask the guest")
	}
	return nil, "invited", nil
}

func (g *gallery) goodInvite(ctx context.Context, _ *mcp.CallToolRequest, in pictures) (*mcp.CallToolResult, any, error) {
	if !strings.Contains(in.Wall, "@") {
		return nil, nil, errors.New("wall must be a mail address; the invitation was not sent")
	}
	err := g.invite(ctx, in.Wall)
	if errors.Is(err, context.DeadlineExceeded) {
		return nil, nil, errors.New("the mail service is slow; the invitation may have been sent")
	}
	if err != nil {
		return nil, nil, errors.New("it is unknown whether the invitation was sent; ask the guest")
	}
	return nil, "invited", nil
}

// Goroutines, one for each picture; the first error stands for all.

func (g *gallery) badFrame(_ context.Context, _ *mcp.CallToolRequest, in pictures) (*mcp.CallToolResult, any, error) {
	errs := make(chan error, len(in.Names))
	var wg sync.WaitGroup
	for _, n := range in.Names {
		wg.Go(func() {
			errs <- os.WriteFile(filepath.Join(g.dir, n+".frame"), []byte("oak"), 0o600)
		})
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			return nil, nil, errors.New("a frame could not be stored; no frames were written") // want `says that nothing was changed`
		}
	}
	return nil, "framed", nil
}

func (g *gallery) goodFrame(_ context.Context, _ *mcp.CallToolRequest, in pictures) (*mcp.CallToolResult, any, error) {
	if len(in.Names) == 0 {
		return nil, nil, errors.New("names is empty; no frames were written")
	}
	errs := make(chan error, len(in.Names))
	var wg sync.WaitGroup
	for _, n := range in.Names {
		wg.Go(func() {
			errs <- os.WriteFile(filepath.Join(g.dir, n+".frame"), []byte("oak"), 0o600)
		})
	}
	wg.Wait()
	close(errs)
	for err := range errs {
		if err != nil {
			return nil, nil, errors.New("a frame could not be stored; other frames may have been written")
		}
	}
	return nil, "framed", nil
}

// The claim in structured content beside a harmless text.

type state struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

func failed(code, message string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: "the catalogue is locked"}}, StructuredContent: state{code, message}}
}

func (g *gallery) badCatalogue(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f, err := os.OpenFile(filepath.Join(g.dir, "catalogue"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return failed("locked", "nothing was changed"), nil
	}
	defer f.Close()
	if _, err := f.WriteString(string(req.Params.Arguments)); err != nil {
		return failed("disk", "the entry may have been written in part"), nil
	}
	if _, err := f.WriteString("\n"); err != nil {
		return failed("disk", "nothing was changed"), nil // want `says that nothing was changed`
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "entered"}}}, nil
}

func (g *gallery) goodCatalogue(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	f, err := os.OpenFile(filepath.Join(g.dir, "catalogue"), os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return failed("locked", "nothing was changed"), nil
	}
	defer f.Close()
	if _, err := f.WriteString(string(req.Params.Arguments)); err != nil {
		return failed("disk", "the entry may have been written in part"), nil
	}
	if _, err := f.WriteString("\n"); err != nil {
		return failed("disk", "the entry was written without its end of line"), nil
	}
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "entered"}}}, nil
}

// A tool of the program's own kind behind an adapter that adds the claim.

type task interface {
	Run(ctx context.Context, names []string) error
}

type badPublish struct{ dir string }

func (b badPublish) Run(ctx context.Context, names []string) error {
	if err := exec.CommandContext(ctx, "git", "-C", b.dir, "commit", "-m", "publish").Run(); err != nil {
		return errors.New("there is nothing to publish")
	}
	if err := exec.CommandContext(ctx, "git", "-C", b.dir, "push").Run(); err != nil {
		return errors.New("the site does not accept the pictures")
	}
	return nil
}

type goodReview struct{ dir string }

func (r goodReview) Run(ctx context.Context, names []string) error {
	if err := exec.CommandContext(ctx, "git", "-C", r.dir, "status").Run(); err != nil {
		return errors.New("the gallery is no repository")
	}
	if err := exec.CommandContext(ctx, "git", "-C", r.dir, "diff", "--quiet").Run(); err != nil {
		return errors.New("there are changes that nobody has seen")
	}
	return nil
}

func serve(t task) mcp.ToolHandlerFor[pictures, any] {
	return func(ctx context.Context, _ *mcp.CallToolRequest, in pictures) (*mcp.CallToolResult, any, error) {
		if err := t.Run(ctx, in.Names); err != nil {
			return nil, nil, fmt.Errorf("%w; the repository is unchanged", err) // want `tool "bad_publish".* says that nothing was changed`
		}
		return nil, "done", nil
	}
}

// A file that is put back when the next step fails.

func (g *gallery) replace(name string, body []byte) (back func() error, err error) {
	old, err := os.ReadFile(filepath.Join(g.dir, name))
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(g.dir, name), body, 0o600); err != nil {
		return nil, err
	}
	return func() error { return os.WriteFile(filepath.Join(g.dir, name), old, 0o600) }, nil
}

func (g *gallery) badRetouch(ctx context.Context, _ *mcp.CallToolRequest, in pictures) (*mcp.CallToolResult, any, error) {
	if _, err := g.replace(in.Wall, []byte("retouched")); err != nil {
		return nil, nil, errors.New("there is no such picture")
	}
	if err := g.invite(ctx, in.Wall); err != nil {
		return nil, nil, errors.New("the painter was not told, and the picture is unchanged") // want `says that nothing was changed`
	}
	return nil, "retouched", nil
}

func (g *gallery) goodRetouch(ctx context.Context, _ *mcp.CallToolRequest, in pictures) (*mcp.CallToolResult, any, error) {
	if _, err := g.replace(in.Wall, []byte("retouched")); err != nil {
		return nil, nil, errors.New("there is no such picture")
	}
	if err := g.invite(ctx, in.Wall); err != nil {
		return nil, nil, errors.New("the picture was retouched, and it is unknown whether the painter has been told")
	}
	return nil, "retouched", nil
}

// A registration function in a list; the change is a DELETE whose body is read.

type entry struct {
	tool     *mcp.Tool
	register func(*mcp.Server, *mcp.Tool)
}

func (g *gallery) drop(ctx context.Context, name string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodDelete, "https://loans.example.com/"+url.PathEscape(name), nil)
	if err != nil {
		return "", err
	}
	resp, err := g.http.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return "", fmt.Errorf("the lender answered %d", resp.StatusCode)
	}
	b, err := io.ReadAll(resp.Body)
	return string(b), err
}

func (g *gallery) entries() []entry {
	return []entry{
		{&mcp.Tool{Name: "bad_return", InputSchema: map[string]any{"type": "object"}}, func(s *mcp.Server, t *mcp.Tool) {
			s.AddTool(t, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				var in pictures
				if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
					return failed("arguments", "the loan was not removed"), nil
				}
				if _, err := g.drop(ctx, in.Wall); err != nil {
					return failed("lender", "the loan was not removed"), nil // want `says that nothing was changed`
				}
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "returned"}}}, nil
			})
		}},
		{&mcp.Tool{Name: "good_return", InputSchema: map[string]any{"type": "object"}}, func(s *mcp.Server, t *mcp.Tool) {
			s.AddTool(t, func(ctx context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				var in pictures
				if err := json.Unmarshal(req.Params.Arguments, &in); err != nil {
					return failed("arguments", "the loan was not removed"), nil
				}
				if _, err := g.drop(ctx, in.Wall); err != nil {
					return failed("lender", "it is unknown whether the loan was removed"), nil
				}
				return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "returned"}}}, nil
			})
		}},
	}
}

// New makes the server.
func New(dir string) *mcp.Server {
	g := &gallery{dir, http.DefaultClient}
	s := mcp.NewServer(&mcp.Implementation{Name: "gallery", Version: "1.0.0"}, nil)
	for name, h := range map[string]mcp.ToolHandlerFor[pictures, any]{
		"bad_hang": g.badHang, "good_hang": g.goodHang, "bad_invite": g.badInvite, "good_invite": g.goodInvite,
		"bad_frame": g.badFrame, "good_frame": g.goodFrame, "bad_retouch": g.badRetouch, "good_retouch": g.goodRetouch,
	} {
		mcp.AddTool(s, &mcp.Tool{Name: name}, h)
	}
	mcp.AddTool(s, &mcp.Tool{Name: "bad_publish"}, serve(badPublish{dir}))
	mcp.AddTool(s, &mcp.Tool{Name: "good_review"}, serve(goodReview{dir}))
	s.AddTool(&mcp.Tool{Name: "bad_catalogue", InputSchema: map[string]any{"type": "object"}}, g.badCatalogue)
	s.AddTool(&mcp.Tool{Name: "good_catalogue", InputSchema: map[string]any{"type": "object"}}, g.goodCatalogue)
	for _, e := range g.entries() {
		e.register(s, e.tool)
	}
	return s
}
