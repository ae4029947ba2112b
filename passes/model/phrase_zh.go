package model

var chinese = phrases{}
