package model

var french = phrases{}
