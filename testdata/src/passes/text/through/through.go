// Package through calls helpers of another package. What they say is the same by
// their summaries, when one package is in view, as by their code.
package through

import (
	"strconv"

	"example.com/mcplinttest/passes/text/through/helper"
)

func shows[T any](T)   {}
func content[T any](T) {}
func isError[T any](T) {}

func calls(id string, s *helper.Store) {
	text, err := helper.Read(id)
	shows(text)                     // want `authored`
	shows(err)                      // want `"a name is needed", infra os.ReadFile (medium)`
	shows(helper.Wrap("read", err)) // want `"%s: %w", "a name is needed", "read", infra os.ReadFile (medium)`
	shows(helper.Plain(err))        // want `"no such file", "the file cannot be read"`
	shows(helper.Redact(err))       // want `authored`
	_, num := strconv.Atoi(id)      //
	shows(helper.Wrap(id, num))     // want `"%s: %w", argument, benign strconv.Atoi`
	title, err := s.Title(id)
	shows(title) // want `"Title of ", argument`
	shows(err)   // want `infra os.Stat (medium)`
	do := s.Title
	_, err = do(id)
	shows(err) // want `infra os.Stat (medium)`
	res := helper.Fail(err)
	content(res) // want `"failed: ", infra os.Stat (medium)`
	isError(res) // want `set`
}
