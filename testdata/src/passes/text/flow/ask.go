// Package flow holds the ways by which text comes into a string or an error.
package flow

// shows asks what its argument may consist of when it is printed, encodes when
// it is marshalled.
func shows[T any](T)   {}
func encodes[T any](T) {}
