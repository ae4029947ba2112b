package model

import "testing"

// phraseCases: a text and what it says. The letters of a case: r RetryHint,
// c CheckFirst, n NoChange, m ChangeMade, v Vague, f FailureWord; a missing
// letter means that it must not say so; "?" in front of one leaves it open.
var phraseCases = []struct{ says, text string }{
	// Invitations.
	{"rvf", "internal error, please try again"},
	{"rvf", "the call failed, try again"},
	{"r", "the broker is slow at the moment, please retry shortly"},
	{"r", "git ended with status %d, run rerun_pipeline once more"},
	{"r", "room %s is slow at the moment, please send the announcement again"},
	{"r?v", "call again"},
	{"r", "repeat the call"},
	{"rf", "the access token has expired: ask the user to sign in again, then repeat the call"},
	{"rn", "nothing was booked from %s to %s; you can try again"},
	{"rn?f", "the item was not created; you may try again"},
	{"rn", "the server is busy and nothing was removed; retry in a few seconds"},
	{"r", "this is a transient issue, retry after a few seconds"},
	{"rv", "please try again later"},
	// No invitations.
	{"", "do not retry"},
	{"", "retry is not safe"},
	{"cm", "before trying again check the order list"},
	{"cm", "read the room's last messages before posting another"},
	{"cm?f", "outcome of the deploy is unknown; compare both before pushing again"},
	{"c?m?f", "not confirmed; call pay again with the same key, it cannot be charged twice"},
	{"m", "the app was modified. Do not modify it again"},
	{"", "the service is rate limited; wait a minute, reading again is safe"},
	// Claims.
	{"nf", "writing %s failed; no edits applied"},
	{"n?f", "the fax to %s was not sent, nothing has left the queue"},
	{"n", "the transaction was rolled back"},
	{"mf", "the empty commit is on the local branch, but its push failed"},
	// Vague.
	{"vf", "operation failed"},
	{"vf", "internal error"},
	{"v?f", "something went wrong"},
	{"vf", "upstream error"},
	{"vf", "tool execution failed"},
	{"v", ""},
	// Other languages.
	{"r?f?m", "das Verzeichnis antwortete bei %s nicht; bitte den Aufruf wiederholen"},
	{"rm?f", "%d von %d Einladungen sind angelegt, dann antwortete das Verzeichnis nicht; bitte den Aufruf wiederholen"},
	{"cm", "%d von %d Einladungen sind angelegt, die für %s vielleicht auch; zuerst die Einladungen auflisten"},
	{"rvf", "Interner Fehler, bitte versuchen Sie es später erneut"},
	{"nf?m", "Fehler: es wurde nichts gespeichert"},
	{"rf", "le suivi du job pour %s a échoué, réessayez dans une minute"},
	{"cm?f", "état inconnu; cherchez le job %s avant d'en lancer un autre"},
	{"m?f?c", "le job %s est lancé, mais son état n'a pas pu être lu; suivez-le avec job_status"},
	{"rvf", "Une erreur est survenue, veuillez réessayer plus tard"},
	{"r?v", "intente de nuevo"},
	{"rvf", "Error interno, por favor intente de nuevo más tarde"},
	{"nf", "falló el paso «%s»; no se ha cambiado nada"},
	{"cmf", "pasos hechos: [%s]; el paso «%s» falló y su estado es incierto: compruébelo"},
	{"r?v", "tente novamente"},
	{"rvf", "Ocorreu um erro, tente novamente mais tarde"},
	{"nf", "erro: nada foi salvo"},
	{"r?v", "请稍后重试"},
	{"rvf", "操作失败，请稍后重试"},
	{"r", "《%s》的购票结果,请稍后重试"},
	{"cm?f", "《%s》的购票结果未知,可能已经扣款;请先用 list_purchases 查询,确认没有成交再购买"},
	{"nf", "保存失败，没有任何更改"},
	{"m", "订单已创建"},
	{"r?v", "もう一度お試しください"},
	{"rvf", "エラーが発生しました。もう一度お試しください"},
	{"n", "変更は保存されていません"},
	{"m", "注文は作成されました"},
	{"r?v", "다시 시도"},
	{"rvf", "오류가 발생했습니다. 나중에 다시 시도해 주세요"},
	{"r?v", "повторите попытку"},
	{"rvf", "Произошла внутренняя ошибка, повторите попытку позже"},
	{"n?f", "изменения не были сохранены"},
	{"cm", "результат неизвестен, сначала проверьте список заказов"},
	{"m", "заказ уже создан"},
	{"?f", "seats 必须大于零"},
	{"f", "no note has that id: id not found"},
	{"f", "E_TIMEOUT: request failed"},
}

func TestPhrases(t *testing.T) {
	funcs := []struct {
		letter byte
		f      func(string) bool
	}{{'r', RetryHint}, {'c', CheckFirst}, {'n', NoChange}, {'m', ChangeMade}, {'v', Vague}, {'f', FailureWord}}
	for _, c := range phraseCases {
		for _, f := range funcs {
			want, open := false, false
			for i := range len(c.says) {
				if c.says[i] == f.letter {
					want = true
					open = i > 0 && c.says[i-1] == '?'
				}
			}
			if got := f.f(c.text); got != want && !open {
				t.Errorf("%q: %c is %t, want %t", c.text, f.letter, got, want)
			}
		}
	}
}
