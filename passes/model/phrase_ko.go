package model

var korean = phrases{}
