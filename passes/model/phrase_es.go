package model

const esDone = `creado|creada|creados|creadas|guardado|guardada|guardados|escrito|escrita|actualizado|actualizada|actualizados|modificado|modificada|modificados|cambiado|cambiada|cambiados|editado|aplicado|aplicada|aplicados|eliminado|eliminada|eliminados|borrado|borrada|borrados|enviado|enviada|enviados|publicado|publicada|desplegado|desplegada|anadido|anadida|agregado|agregada|insertado|insertada|reservado|reservada|pedido|pagado|pagada|cobrado|cargado|transferido|transferida|subido|subida|programado|programada|iniciado|iniciada|lanzado|lanzada|registrado|registrada|movido|movida|renombrado|copiado|copiada|fusionado|cerrado|cerrada|abierto|abierta|asignado|revocado|cancelado|cancelada|detenido|instalado|instalada|impreso|ejecutado|ejecutada|realizado|realizada|realizados|hecho|hecha|hechos|comprado|comprada|archivado|restaurado|notificado|invitado|aceptado|aceptada|tocado`

var spanish = phrases{
	retry: `
		intente*|intenta*|intentar*|pruebe*|prueba*|probar .. nuevo|nuevamente|otra|mas
		intentelo|intentalo|intentarlo .. nuevo|nuevamente|otra|mas
		vuelva|vuelve|volver a intentar*|llamar*|enviar*|ejecutar*|probar*|lanzar*|crear*|pedir*|hacer*|solicitar*
		reintente*
		reintenta*
		reintentar*
		reintento*
		repita*
		repetir .. llamada|operacion|solicitud|peticion
		repite*
		llame|llama|envie|envia|ejecute|ejecuta .. de nuevo|nuevamente
		llame|llama|envie|envia|ejecute|ejecuta .. otra vez
		una|otra vez mas
		otro intento
		temporal|temporalmente|transitorio`,
	noRetry: `
		no|nunca|jamas|sin .. reintent*|repit*|repet*|vuelva|nuevo|nuevamente|otra
		antes de .. nuevo|nuevamente|otra|repetir*|reintentar*|volver*
		leer|lea|listar|liste|consultar|consulte .. nuevo|nuevamente`,
	check: `
		antes de .. nuevo|nuevamente|otra|otro|repetir*|reintentar*|volver*|continuar
		compruebe*|comprueba*|verifique*|verifica*|consulte*|consulta*|liste*|lea*|revise*|revisa*|busque* .. primero|antes
		primero .. compruebe*|verifique*|consulte*|liste*|lea*|revise*|busque*
		compruebelo|verifiquelo|reviselo|consultelo
		compruebe|verifique|revise|consulte (primero) si|el (estado)
		si .. desconoce|desconocido|incierto
		resultado|estado .. desconocido|incierto|desconoce
		se desconoce
		no se sabe
		misma|mismo clave|identificador|token|version|referencia|id
		una sola vez
		continue|continua|reanude|reanudar|siga desde|en|a
		a partir de|del`,
	noChange: `
		nada .. ` + esDone + `
		no se ha|han (_) ` + esDone + `
		no se ha|han .. nada
		no ha|han|fue|fueron|se (sido) ` + esDone + `
		no se modific*|cambi*|guard*|envi*|cre*|aplic*|elimin*|realiz*
		ningun|ninguna cambio|modificacion|edicion|archivo|mensaje|registro
		no hay|hubo cambios
		sin cambios|cambiar|modificar|guardar|enviar
		intacto*
		revertido*|revertida*|deshecho*|deshecha*
		permanece .. igual`,
	change: `
		ha|han|fue|fueron|esta|estan|sido|ya|se (sido|ya|ha|han) ` + esDone + `
		se creo|guardo|envio|modifico|elimino|actualizo|aplico|registro
		^ _ ` + esDone + `
		^ ` + esDone + `
		` + esDone + ` pero|correctamente
		quiza|quizas|posiblemente|probablemente|parcialmente|talvez
		tal vez
		puede|pueden|podria|podrian haber*
		puede que
		resultado|estado .. desconocido|incierto
		se desconoce
		no se sabe
		sin confirmar
		no .. confirm*
		pasos hechos`,
	unchanged: `
		no (se) (ha|han|fue|fueron) (sido) (_) ` + esDone + `
		nada|ningun|ninguna .. ` + esDone + `
		debe|deben|puede|pueden|pudo|pudieron ser ` + esDone + `
		si|cuando|antes|despues .. ` + esDone + `
		error|fallo .. ` + esDone,
	vague: `
		un una el la los las de del en al a es se ha han por favor favor intente intentelo intentar intentarlo nuevo nuevamente otra vez mas tarde
		luego error errores interno interna inesperado inesperada desconocido desconocida general ocurrido ocurrio producido produjo algo salio mal
		fallo fallado fallida problema operacion solicitud peticion llamada accion herramienta ejecucion ejecutar procesar procesamiento no pudo
		completar completarse realizar servidor servicio sistema aplicacion lo sentimos durante vuelva reintente`,
	failure: `
		error*
		fallo*
		fallid*
		falla*
		no se pudo|pudieron|puede|encontro|ha
		no encontrado|encontrada|existe|disponible|valido|valida|permitido|autorizado|pudo|es|esta
		imposible
		invalido*|invalida*
		denegado*|denegada*
		rechazado*|rechazada*
		falta
		faltan
		obligatorio*|obligatoria*
		desconocido*|desconocida*
		caducado*|vencido*|expirado*
		tiempo agotado
		debe|deben`,
}
