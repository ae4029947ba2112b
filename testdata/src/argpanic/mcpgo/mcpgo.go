// Package mcpgo has mcp-go handlers that take arguments at their word, each
// beside one that does not.
package mcpgo

import (
	"context"
	"errors"
	"fmt"
	"log"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

type book struct {
	Title string
	Pages []string
}

type shelf struct {
	mu    sync.Mutex
	books map[string]*book
	notes map[string]map[string]string
	codes []string
}

func text(s string) (*mcp.CallToolResult, error) { return mcp.NewToolResultText(s), nil }

func refuse(s string) (*mcp.CallToolResult, error) { return mcp.NewToolResultError(s), nil }

func (s *shelf) badAssert(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(req.GetArguments()["title"].(string)) // want `tool "bad_assert": the assertion to string panics when argument "title" is missing`
}

func (s *shelf) goodAssert(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	title, ok := req.GetArguments()["title"].(string)
	if !ok {
		return refuse("title must be a text")
	}
	return text(title)
}

func (s *shelf) goodAssertTwice(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := req.GetArguments()
	if _, ok := args["title"].(string); !ok {
		return refuse("title must be a text")
	}
	return text(args["title"].(string))
}

func (s *shelf) badElement(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	tags, ok := req.GetArguments()["tags"].([]any)
	if !ok {
		return refuse("tags must be a list")
	}
	var out []string
	for _, t := range tags {
		out = append(out, t.(string)) // want `the assertion to string panics when an argument is missing or of another type`
	}
	return text(strings.Join(out, ","))
}

func (s *shelf) goodElement(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(strings.Join(req.GetStringSlice("tags", nil), ","))
}

func (s *shelf) badSplit(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	parts := strings.Split(req.GetString("range", ""), "-")
	return text(parts[0] + " to " + parts[1]) // want `index 1 panics when what strings.Split finds in an argument is too short`
}

func (s *shelf) goodSplit(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	parts := strings.Split(req.GetString("range", ""), "-")
	if len(parts) != 2 {
		return refuse("range must be like 3-9")
	}
	return text(parts[0] + " to " + parts[1])
}

func (s *shelf) badAtoi(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n, err := strconv.Atoi(req.GetString("n", ""))
	if err != nil {
		return refuse("n must be a number")
	}
	if n >= len(s.codes) {
		return refuse("n is too large")
	}
	return text(s.codes[n]) // want `an argument decides an index that may be negative`
}

func (s *shelf) goodAtoi(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n, err := strconv.Atoi(req.GetString("n", ""))
	if err != nil || n < 0 || n >= len(s.codes) {
		return refuse("n must be the number of a code")
	}
	return text(s.codes[n])
}

func (s *shelf) badPrefix(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(req.GetString("sha", "")[:7]) // want `the bound 7 panics when an argument is shorter`
}

func (s *shelf) goodPrefix(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	sha := req.GetString("sha", "")
	if len(sha) > 7 {
		sha = sha[:7]
	}
	return text(sha)
}

func (s *shelf) badPattern(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(s.grep(regexp.MustCompile("(?i)" + req.GetString("pattern", "")))) // want `regexp.MustCompile panics for an argument that is malformed`
}

func (s *shelf) goodPattern(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	re, err := regexp.Compile(req.GetString("pattern", ""))
	if err != nil {
		return refuse("pattern is no regular expression")
	}
	return text(s.grep(re))
}

func (s *shelf) grep(re *regexp.Regexp) string {
	m := re.FindStringSubmatch(strings.Join(s.codes, " "))
	if m == nil {
		return ""
	}
	return m[0]
}

func (s *shelf) badKey(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(s.books[req.GetString("isbn", "")].Title) // want `a key that an argument names need not be in the map`
}

func (s *shelf) goodKey(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	b, ok := s.books[req.GetString("isbn", "")]
	if !ok {
		return refuse("no such book")
	}
	return text(b.Title)
}

func (s *shelf) badNote(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.notes[req.GetString("isbn", "")][req.GetString("page", "")] = req.GetString("note", "") // want `the inner map of a key that an argument names is nil`
	return text("noted")
}

func (s *shelf) goodNote(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	isbn := req.GetString("isbn", "")
	m, ok := s.notes[isbn]
	if !ok {
		m = map[string]string{}
		s.notes[isbn] = m
	}
	m[req.GetString("page", "")] = req.GetString("note", "")
	return text("noted")
}

func (s *shelf) find(isbn string) (*book, error) {
	for k, b := range s.books {
		if strings.EqualFold(k, isbn) {
			return b, nil
		}
	}
	return nil, nil
}

func (s *shelf) badFind(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	b, err := s.find(req.GetString("isbn", ""))
	if err != nil {
		return refuse("the shelf cannot be read")
	}
	return text(b.Title) // want `find returns nil with a nil error or true, and the nil is dereferenced`
}

func (s *shelf) goodFind(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	b, err := s.find(req.GetString("isbn", ""))
	if err != nil || b == nil {
		return refuse("no such book")
	}
	return text(b.Title)
}

func (s *shelf) must(isbn string) *book {
	b, ok := s.books[isbn]
	if !ok {
		log.Fatalf("no book %s", isbn) // want `tool "bad_fatal": an argument leads to log.Fatalf, which ends the process, whatever recovers`
	}
	return b
}

func (s *shelf) badFatal(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(s.must(req.GetString("isbn", "")).Title)
}

func (s *shelf) get(isbn string) (*book, error) {
	b, ok := s.books[isbn]
	if !ok {
		return nil, errors.New("no such book")
	}
	return b, nil
}

func (s *shelf) goodFatal(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	b, err := s.get(req.GetString("isbn", ""))
	if err != nil {
		return refuse("no such book; list_books has them")
	}
	return text(b.Title)
}

func (s *shelf) badRepeat(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(strings.Repeat("*", req.GetInt("stars", 0))) // want `strings.Repeat panics for a number that an argument decides`
}

func (s *shelf) goodRepeat(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(strings.Repeat("*", min(max(req.GetInt("stars", 0), 0), 5)))
}

func (s *shelf) badMeta(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	return text(fmt.Sprint(req.Params.Meta.ProgressToken)) // want `the optional argument Meta is nil when the caller leaves it out`
}

func (s *shelf) goodMeta(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	if req.Params.Meta == nil {
		return text("no progress")
	}
	return text(fmt.Sprint(req.Params.Meta.ProgressToken))
}

func (s *shelf) badTicker(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	t := time.NewTicker(time.Duration(req.GetInt("seconds", 1)) * time.Second) // want `time.NewTicker panics for a number that an argument decides`
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
	return text("waited")
}

func (s *shelf) goodTicker(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	n := req.GetInt("seconds", 1)
	if n < 1 || n > 60 {
		return refuse("seconds must be from 1 to 60")
	}
	t := time.NewTicker(time.Duration(n) * time.Second)
	defer t.Stop()
	select {
	case <-t.C:
	case <-ctx.Done():
	}
	return text("waited")
}

func (s *shelf) badWrite(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := req.GetArguments()
	args["limit"] = 10 // want `GetArguments returns a nil map for a call without arguments`
	return text(fmt.Sprint(args))
}

func (s *shelf) goodWrite(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	args := map[string]any{"limit": 10}
	for k, v := range req.GetArguments() {
		args[k] = v
	}
	return text(fmt.Sprint(args))
}

func (s *shelf) badIndex(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	mail := req.GetString("mail", "")
	return text(mail[:strings.Index(mail, "@")]) // want `that is -1 when nothing is found`
}

func (s *shelf) goodIndex(_ context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
	mail := req.GetString("mail", "")
	i := strings.Index(mail, "@")
	if i < 0 {
		return refuse("mail must hold an @")
	}
	return text(mail[:i])
}

// New makes a shelf.
func New(codes ...string) *shelf {
	return &shelf{books: map[string]*book{}, notes: map[string]map[string]string{}, codes: codes}
}

// Register adds them all.
func Register(s *server.MCPServer, sh *shelf) {
	s.AddTool(mcp.NewTool("bad_assert"), sh.badAssert)
	s.AddTool(mcp.NewTool("good_assert"), sh.goodAssert)
	s.AddTool(mcp.NewTool("good_assert_twice"), sh.goodAssertTwice)
	s.AddTool(mcp.NewTool("bad_element"), sh.badElement)
	s.AddTool(mcp.NewTool("good_element"), sh.goodElement)
	s.AddTool(mcp.NewTool("bad_split"), sh.badSplit)
	s.AddTool(mcp.NewTool("good_split"), sh.goodSplit)
	s.AddTool(mcp.NewTool("bad_atoi"), sh.badAtoi)
	s.AddTool(mcp.NewTool("good_atoi"), sh.goodAtoi)
	s.AddTool(mcp.NewTool("bad_prefix"), sh.badPrefix)
	s.AddTool(mcp.NewTool("good_prefix"), sh.goodPrefix)
	s.AddTool(mcp.NewTool("bad_pattern"), sh.badPattern)
	s.AddTool(mcp.NewTool("good_pattern"), sh.goodPattern)
	s.AddTool(mcp.NewTool("bad_key"), sh.badKey)
	s.AddTool(mcp.NewTool("good_key"), sh.goodKey)
	s.AddTool(mcp.NewTool("bad_note"), sh.badNote)
	s.AddTool(mcp.NewTool("good_note"), sh.goodNote)
	s.AddTool(mcp.NewTool("bad_find"), sh.badFind)
	s.AddTool(mcp.NewTool("good_find"), sh.goodFind)
	s.AddTool(mcp.NewTool("bad_fatal"), sh.badFatal)
	s.AddTool(mcp.NewTool("good_fatal"), sh.goodFatal)
	s.AddTool(mcp.NewTool("bad_repeat"), sh.badRepeat)
	s.AddTool(mcp.NewTool("good_repeat"), sh.goodRepeat)
	s.AddTool(mcp.NewTool("bad_meta"), sh.badMeta)
	s.AddTool(mcp.NewTool("good_meta"), sh.goodMeta)
	s.AddTool(mcp.NewTool("bad_ticker"), sh.badTicker)
	s.AddTool(mcp.NewTool("good_ticker"), sh.goodTicker)
	s.AddTool(mcp.NewTool("bad_write"), sh.badWrite)
	s.AddTool(mcp.NewTool("good_write"), sh.goodWrite)
	s.AddTool(mcp.NewTool("bad_index"), sh.badIndex)
	s.AddTool(mcp.NewTool("good_index"), sh.goodIndex)
}
