package model

var russian = phrases{}
