package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/gomcplint/mcplint/cmd/mcplint/internal/outfile"
)

// endOnSignal makes an interrupt end the program with a message and the status of a
// run that is not complete, and without half-written files. Signals that are
// ignored, as those of a job in the background may be, stay so.
func endOnSignal(stderr io.Writer) {
	var signals []os.Signal
	for _, s := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		if !signal.Ignored(s) {
			signals = append(signals, s)
		}
	}
	if len(signals) == 0 {
		return
	}
	c := make(chan os.Signal, 1)
	signal.Notify(c, signals...)
	go func() {
		s := <-c
		outfile.Stop()
		progress(stderr, "")
		fmt.Fprintf(stderr, "mcplint: stopped by a signal (%v) before the run was complete\n", s)
		os.Exit(exitUsage)
	}()
}
