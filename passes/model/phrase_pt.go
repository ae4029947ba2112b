package model

var portuguese = phrases{}
