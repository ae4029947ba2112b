package model

var spanish = phrases{}
