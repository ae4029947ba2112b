package model

const deDone = `angelegt|erstellt|erzeugt|gespeichert|geschrieben|aktualisiert|geandert|verandert|bearbeitet|angewendet|angewandt|geloscht|entfernt|gesendet|verschickt|versendet|abgeschickt|veroffentlicht|bereitgestellt|hinzugefugt|eingefugt|gebucht|bestellt|bezahlt|belastet|abgebucht|uberwiesen|hochgeladen|ubermittelt|eingereicht|geplant|gestartet|ausgelost|eingereiht|registriert|erfasst|verschoben|umbenannt|kopiert|zusammengefuhrt|geschlossen|geoffnet|zugewiesen|widerrufen|storniert|abgebrochen|gestoppt|installiert|gedruckt|ausgefuhrt|durchgefuhrt|vorgenommen|ubernommen|eingeladen|gekauft|archiviert|zuruckgesetzt|eingetragen|ausgestellt|gemeldet|benachrichtigt|gemacht|getan|begonnen|ausgeliefert|abgelegt`

var german = phrases{
	retry: `
		erneut versuchen|aufrufen|ausfuhren|senden|starten|probieren|absenden|anfordern|bestellen|buchen|anlegen
		versuchen|versuche|versuch sie|es .. erneut|nochmal|nochmals|wieder|spater
		versuchen|versuche|probieren|probiere .. erneut|nochmal|nochmals|spater
		noch einmal
		nochmal|nochmals
		wiederholen
		wiederhole
		wiederholt werden
		spater erneut|wieder|nochmal
		rufen|rufe|senden|sende|starten|starte|fuhren|bestellen|buchen .. erneut|wieder (auf) (aus)
		erneuter versuch|aufruf
		neuer versuch
		zu einem spateren zeitpunkt
		vorubergehend*`,
	noRetry: `
		nicht|nie|niemals|kein|keinesfalls .. wiederholen|wiederholt|wiederhole|erneut|nochmal|nochmals|noch|wieder
		ohne .. wiederholen|wiederholung
		keine wiederholung
		lesen|auflisten|nachsehen|prufen|anzeigen .. erneut|nochmal|wiederholen|wiederholt
		erneut|nochmal|nochmals lesen|auflisten|prufen|anmelden|abrufen|nachsehen
		bevor|ehe|vor .. erneut|nochmal|nochmals|noch|wiederholen|wiederholt`,
	check: `
		bevor|ehe .. erneut|nochmal|nochmals|wieder|wiederholen|wiederholt|noch|weitere|weiterer|anderen
		vor einem|dem|jedem|der weiteren|erneuten|nachsten|wiederholung (versuch|aufruf)
		zuerst|zunachst|erst|vorher .. prufen|lesen|auflisten|nachsehen|ansehen|abfragen|suchen|vergleichen|kontrollieren
		prufen|lesen|sehen|suchen|vergleichen|fragen (sie) (bitte) zuerst|zunachst|erst|vorher
		prufen|prufe|nachsehen|ansehen|kontrollieren (sie) (bitte) (zuerst) ob
		ob .. unbekannt|unklar|ungewiss|fraglich|offen
		unbekannt|unklar|ungewiss ob|ist
		ergebnis|ausgang|zustand|stand|status ist|bleibt unbekannt|unklar|ungewiss|offen
		stand|zustand prufen|lesen|abfragen
		mit demselben|derselben|gleichem|gleichen|selben _
		hochstens einmal
		fortsetzen|weitermachen|fortfahren ab|bei|mit
		ab zeile|seite|position|schritt|nummer|element|zeile|eintrag
		zuerst`,
	noChange: `
		nichts (wurde|ist|worden) (worden) ` + deDone + `
		wurde|ist|hat sich nichts ` + deDone + `|passiert|geschehen
		nichts .. ` + deDone + `
		keine|kein|keiner _ (wurde|wurden|sind|ist) ` + deDone + `
		keine|kein|keiner (_) anderungen|anderung|anderungen|mails|nachricht|datei|dateien
		es wurde|wurden keine|kein|nichts .. ` + deDone + `
		nicht ` + deDone + `
		unverandert
		zuruckgerollt
		ruckgangig gemacht
		verworfen
		ohne .. anderung*|zu andern|speichern|schreiben|senden`,
	change: `
		wurde|wurden|ist|sind|worden|hat|haben|bereits|schon|erfolgreich|war|waren (bereits|schon|nun|jetzt|erfolgreich|auch) ` + deDone + `
		wurde|wurden|ist|sind .. ` + deDone + `
		^ _ ` + deDone + `
		^ ` + deDone + `
		` + deDone + ` $
		` + deDone + ` ist|sind|wurde|wurden|worden|aber|jedoch
		vielleicht
		moglicherweise
		eventuell
		unter umstanden
		womoglich
		teilweise
		zum teil
		bereits
		konnte|konnten .. sein
		ob .. unbekannt|unklar|ungewiss
		unbekannt|unklar|ungewiss ob
		ergebnis|ausgang|zustand|stand ist|bleibt unbekannt|unklar|ungewiss|offen
		nicht bestatigt
		lauft bereits|schon|jetzt
		bevor .. erneut|noch|weitere`,
	unchanged: `
		nicht|nichts|nie|niemals (wurde|ist|worden) ` + deDone + `
		nichts|keine|kein|keiner .. ` + deDone + `
		muss|mussen|soll|sollen|kann|konnen|darf .. ` + deDone + `
		wenn|sobald|nachdem|bevor|falls .. ` + deDone + `
		nicht .. ` + deDone,
	vague: `
		ein eine einen einem der die das den dem ist es sie ihr ihre ihren bitte spater erneut noch einmal nochmal nochmals versuchen versuche
		wieder leider fehler interner interne internes unerwarteter unerwarteter unbekannter allgemeiner aufgetreten trat auf schief gelaufen
		schiefgelaufen etwas ist beim bei vorgang operation aufruf anfrage aktion werkzeug ausfuhrung verarbeitung verarbeiten ausfuhren konnte
		nicht werden wurde fehlgeschlagen gescheitert fehlschlag server dienst system anwendung problem erfolgreich abgeschlossen bearbeitet
		verarbeitet ausgefuhrt probieren`,
	failure: `
		fehler*
		fehlgeschlagen
		fehlschlag*
		gescheitert
		scheiterte
		konnte|konnten|kann|konnen .. nicht
		nicht gefunden|verfugbar|erreichbar|moglich|erlaubt|bekannt|vorhanden|gultig|zulassig|zustandig|lesbar
		ungultig*
		unzulassig*
		abgelehnt
		verweigert
		fehlt
		fehlen
		unbekannt*
		zeituberschreitung
		abgelaufen
		antwortete .. nicht
		schief gelaufen|gegangen
		muss|mussen
		braucht
		existiert nicht`,
}
