// Package secret holds the ways by which credentials come into a text. The values
// are made up.
package secret

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"strings"
)

// hides asks which credentials a text holds, hidesJSON those of a value that is
// marshalled, hidesOpen looks at the callers as well.
func hides[T any](T)     {}
func hidesJSON[T any](T) {}
func hidesOpen[T any](T) {}

func environment(id string) {
	hides("bad key: " + os.Getenv("API_KEY")) // want `environment: secret the variable API_KEY`
	hides(os.Getenv("HOME"))                  //
	key, ok := os.LookupEnv("GITHUB_TOKEN")   //
	hides(fmt.Sprint(key, ok))                // want `environment: secret the variable GITHUB_TOKEN`
	hides(ok)                                 //
	hides(len(key))                           //
	hides("ends in " + key[len(key)-4:])      //
	hides(strings.Repeat("*", len(key)))      //
	hides(id)                                 //
}

type config struct {
	Name     string
	Password string
	DSN      string
	Token    string
	Inner    *inner
	hook     func() string
}

type inner struct {
	Secret string `json:"-"`
	Region string
}

type page struct {
	Token string
	Rows  []string
}

type quiet struct{ Password string }

func (quiet) String() string { return "hidden" }

func fields(c *config, p page, q quiet, m map[string]string) {
	hides("cannot sign in as " + c.Name + " with " + c.Password) // want `field: secret secret.config.Password`
	hides(c.Name)                                                //
	hides(fmt.Sprintf("bad config %+v", *c))                     // want `dump: secret secret.config with its field Password`
	hides(fmt.Sprintf("bad config %+v", c))                      // want `dump: secret secret.config with its field Password`
	hidesJSON[any](c)                                            // want `dump: secret secret.config with its field Password`
	hides(p.Token)                                               // want `field: secret secret.page.Token (low)`
	hides(c.Token)                                               // want `field: secret secret.config.Token (medium)`
	hides(fmt.Sprintf("%v", q))                                  //
	hides(fmt.Sprintf("%#v", q))                                 // want `dump: secret secret.quiet with its field Password`
	hides(m["password"])                                         // want `field: secret the entry password`
	hides(m["title"])                                            //
	hides(fmt.Sprintf("%+v", c.Inner.Region))                    //
}

func kept(in inner) {
	b, _ := json.Marshal(in)
	hides(string(b))              //
	hides(fmt.Sprintf("%+v", in)) // want `dump: secret secret.inner with its field Secret`
}

type account struct{ Name, Password string }

func redacted(a account) {
	a.Password = "***"
	hides(fmt.Sprintf("%+v", a)) //
}

func headers(ctx context.Context, req *http.Request) {
	hides(req.Header.Get("Authorization")) // want `headers: secret the header or parameter Authorization`
	hides(req.Header.Get("Accept"))        //
	hides(fmt.Sprintf("request %v", req))  //
	_, pw, _ := req.BasicAuth()            //
	hides(pw)                              // want `call: secret (*http.Request).BasicAuth`
}

// Headers shown whole count where the program has signed the request.
func signed(ctx context.Context, key string) {
	req, _ := http.NewRequestWithContext(ctx, "GET", "https://api.example.com", nil)
	req.Header.Set("Authorization", "Bearer "+key)
	hides(fmt.Sprintf("request %v", req))       // want `headers: secret the Authorization header`
	hides(fmt.Sprint(req.Header))               // want `headers: secret the Authorization header`
	d, _ := httputil.DumpRequestOut(req, false) //
	hides(string(d))                            // want `headers: secret the Authorization header`
	clean := req.Header.Clone()
	clean.Del("Authorization")
	hides(fmt.Sprint(clean)) //
}

func addresses(c *config) {
	u, err := url.Parse(c.DSN)
	hides(err)          // want `field: secret secret.config.DSN (medium)`
	hides(u.Redacted()) //
	hides(u.Host)       //
	q, err := http.Get("https://api.example.com/?key=" + os.Getenv("API_KEY"))
	hides(err)      // want `environment: secret the variable API_KEY`
	hides(q.Status) //
}

// Text of a helper is asked for at its callers.
func shown(text string) {
	hides(text)     //
	hidesOpen(text) // want `environment: secret the variable DB_PASSWORD`
}

func caller() { shown("with " + os.Getenv("DB_PASSWORD")) }

// A closure, a table and a factory hand credentials on.
type client struct{ apiKey string }

func newClient(key string) *client { return &client{apiKey: key} }

func (c *client) describe() string { return "client with " + c.apiKey }

func handed() {
	c := newClient(os.Getenv("API_KEY"))
	hides(c.describe()) // want `field: secret secret.client.apiKey`
	say := c.describe
	hides(say()) // want `field: secret secret.client.apiKey`
	table := []struct{ name, value string }{{"key", os.Getenv("API_KEY")}, {"home", os.Getenv("HOME")}}
	for _, row := range table {
		hides(row.name)  //
		hides(row.value) // want `environment: secret the variable API_KEY`
	}
	fail := func(msg string) error { return fmt.Errorf("failed: %s", msg) }
	hides(fail(os.Getenv("API_KEY"))) // want `environment: secret the variable API_KEY`
	hides(fail("no key"))             //
}
