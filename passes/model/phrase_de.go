package model

var german = phrases{}
