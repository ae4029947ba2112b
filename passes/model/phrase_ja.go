package model

var japanese = phrases{}
