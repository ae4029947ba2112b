package model

const frDone = `cree|creee|crees|creees|enregistre|enregistree|enregistres|enregistrees|sauvegarde|sauvegardee|ecrit|ecrite|modifie|modifiee|modifies|modifiees|mis|mise|applique|appliquee|appliquees|supprime|supprimee|supprimes|supprimees|efface|effacee|envoye|envoyee|envoyes|envoyees|publie|publiee|deploye|deployee|ajoute|ajoutee|ajoutes|ajoutees|insere|inseree|reservee|commandee|paye|payee|debite|debitee|transfere|transferee|telecharge|soumis|soumise|planifie|planifiee|lance|lancee|lances|demarre|demarree|declenche|declenchee|deplace|deplacee|renomme|copiee|fusionne|fusionnee|ferme|fermee|ouvert|ouverte|annule|annulee|revoque|arrete|arretee|installe|imprime|imprimee|executee|executes|effectue|effectuee|effectuees|achete|restaure|invitee|notifie|change|changee|faite|valide|validee|inscrit|inscrite|partage|partagee|attribue|accepte|acceptee`

var french = phrases{
	retry: `
		reessaye*
		reessaie*
		reessai*
		re essaye*
		ressaye*
		essaye*|essaie|essaient|tente*|tentez|rappele*|relance*|recommence*|renvoye*|renvoie .. nouveau|encore
		essayez|essayer|tentez|retenter|retentez .. nouveau|encore|plus
		retentez
		retenter
		recommencez
		recommencer
		renvoyez
		relancez
		repetez
		de|a nouveau $
		repeter l|la|le|cette|cet appel|operation|requete|demande|commande
		nouvelle tentative
		nouvel essai
		une|deuxieme fois de plus|encore
		encore une fois
		temporaire*
		passager*|transitoire*`,
	noRetry: `
		ne|n pas|jamais .. reessa*|recommenc*|repet*|relanc*|renvoy*|nouveau|encore|retent*
		pas|jamais .. reessa*|recommenc*|repet*|relanc*|renvoy*|nouveau|retent*
		ne (le) (la) (l) reessa*|recommenc*|repet*|relanc*|renvoy*|retent* pas|jamais
		sans .. reessa*|recommenc*|repet*
		inutile|dangereux de _
		aucune nouvelle
		avant .. nouveau|reessa*|recommenc*|relanc*|autre|renvoy*|encore
		lire|relire|liste*|consulte* .. nouveau`,
	check: `
		avant .. nouveau|autre|reessa*|recommenc*|relanc*|renvoy*|encore|toute
		avant de|d|tout|toute _
		verifie*|verifiez|consulte*|lise*|liste*|cherche*|regarde*|compare* .. d'abord|abord|avant
		d'abord|abord verifie*|consulte*|lise*|liste*|cherche*|regarde*
		verifie*|regarde*|voye* (d'abord) si|s'il|l'etat
		si .. inconnu|incertain
		resultat|etat|issue|statut .. inconnu|inconnue|incertain|incertaine
		etat|resultat inconnu|incertain
		issue inconnue|incertaine
		on ne sait pas
		meme cle|identifiant|jeton|version|reference
		au plus une fois
		une seule fois
		reprenez|reprendre|continuez|continuer a|depuis|a partir|avec
		a partir de la|du|l (ligne|page|element|etape)
		suivez|suivre`,
	noChange: `
		rien (n'a|n|n'est|a) (ete) ` + frDone + `|change|fait
		rien .. ete .. ` + frDone + `
		rien n' a ete ` + frDone + `
		rien n'|n a|est .. ` + frDone + `|change
		aucun|aucune _ (n'a|n'est) .. ` + frDone + `
		aucun|aucune changement|modification|effet|ecriture|envoi
		pas (ete|encore) (ete) ` + frDone + `
		sans .. modifi*|changement|ecrire|enregistrer
		inchange|inchangee|inchanges|inchangees
		intact*
		annule|annulee|annulees .. transaction|modifications|changements
		transaction|modifications|changements .. annule|annulee|annulees
		restaure|restauree .. etat`,
	change: `
		a|ont|est|sont|ete|deja|bien|avoir|sera (ete|deja|bien|peut) (etre|ete) ` + frDone + `
		a|ont|est|sont ete|bien|deja (deja|bien) ` + frDone + `
		^ _ ` + frDone + `
		^ ` + frDone + `
		` + frDone + ` mais
		` + frDone + ` avec succes
		peut etre
		possiblement|probablement|eventuellement|partiellement
		en partie
		peut|pourrait|peuvent avoir
		etat|resultat|issue|statut .. inconnu|inconnue|incertain|incertaine
		etat|resultat|issue inconnu|inconnue|incertain|incertaine
		on ne sait pas
		pas (ete) confirme*
		avant .. autre|nouveau`,
	unchanged: `
		pas|jamais|rien|plus (ete|encore|deja|bien) (ete) ` + frDone + `
		rien .. ` + frDone + `
		aucun|aucune .. ` + frDone + `
		n'a|n'ont|n'est|n'a pas .. pas .. ` + frDone + `
		doit|doivent|peut|peuvent|faut .. ` + frDone + `
		pu etre ` + frDone + `
		si|quand|avant|apres|lorsque .. ` + frDone + `
		impossible|echec|erreur .. ` + frDone,
	vague: `
		un une le la les l d de du des en au a est c' ce cette s' se nous vous votre veuillez svp merci plus tard reessayer reessayez ressayer
		encore nouveau recommencer erreur erreurs interne internes inattendue inattendu inconnue inconnu generale survenue produite produit s'est
		est lors de pendant quelque chose mal passe quelque probleme echec echoue echouee a avoir operation requete appel demande action outil
		execution traitement traiter executer impossible n'a pas pu etre serveur service systeme application effectuer effectuee terminer dans
		un instant quelques instants minutes desole`,
	failure: `
		erreur*
		echec*
		echoue*
		a echoue
		impossible
		introuvable*
		n'a|n'ont|n'est|n|ne .. pas
		non trouve*|autorise*|valide*|disponible*
		invalide*
		interdit*
		refuse*
		obligatoire*
		manquant*|manque
		requis*|requise*
		inconnu*
		indisponible*
		expire*
		delai depasse
		doit|doivent`,
}
