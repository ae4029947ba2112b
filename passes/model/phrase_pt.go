package model

const ptDone = `criado|criada|criados|criadas|salvo|salva|salvos|guardado|guardada|gravado|gravada|escrito|escrita|atualizado|atualizada|atualizados|modificado|modificada|modificados|alterado|alterada|alterados|editado|aplicado|aplicada|aplicados|excluido|excluida|excluidos|apagado|apagada|removido|removida|removidos|deletado|enviado|enviada|enviados|publicado|publicada|implantado|adicionado|adicionada|inserido|inserida|reservado|reservada|pedido|pago|paga|cobrado|debitado|transferido|transferida|carregado|agendado|agendada|iniciado|iniciada|disparado|registrado|registrada|registado|movido|movida|renomeado|copiado|copiada|mesclado|fechado|fechada|aberto|aberta|atribuido|revogado|cancelado|cancelada|parado|instalado|instalada|impresso|executado|executada|realizado|realizada|realizadas|feito|feita|feitos|comprado|comprada|arquivado|restaurado|notificado|convidado|aceito|aceita`

var portuguese = phrases{
	retry: `
		tente*|tenta|tentar .. novamente|nova|novo|mais
		tente outra
		repita*
		repetir .. chamada|operacao|solicitacao|pedido
		chame|envie|execute|faca|rode|refaca .. novamente|nova
		chame|envie|execute|faca|rode .. de novo
		chame|envie|execute|faca|rode .. outra|mais uma vez
		novamente $
		reenvie*
		refaca*
		nova tentativa
		outra tentativa
		mais uma vez
		temporario|temporaria|temporariamente|transitorio`,
	noRetry: `
		nao|nunca|jamais|sem .. novamente|repita*|repetir*|tente*|nova|reenvi*|novo
		antes de .. novamente|novo|nova|repetir*|outro|outra
		ler|leia|listar|liste|consultar|consulte .. novamente|novo`,
	check: `
		antes de .. novamente|novo|nova|repetir*|outro|outra|continuar
		verifique*|confira*|consulte*|liste*|leia*|cheque*|procure*|compare* .. primeiro|antes
		primeiro .. verifique*|confira*|consulte*|liste*|leia*|procure*
		verifique|confira (primeiro) se|o (estado|status)
		resultado|estado|status .. desconhecido|incerto
		nao se sabe
		desconhece se
		mesma|mesmo chave|identificador|token|versao|referencia|id
		uma unica|so vez
		continue|retome|retomar|prossiga a|em|de|da|do (partir)
		a partir de|da|do`,
	noChange: `
		nada .. ` + ptDone + `
		nao foi|foram|ha|houve (_) ` + ptDone + `
		nenhum|nenhuma alteracao|mudanca|modificacao|arquivo|mensagem|registro|edicao
		nenhum|nenhuma .. ` + ptDone + `
		nao houve alteracoes|mudancas|alteracao
		sem alteracoes|mudancas|alterar|modificar|salvar|enviar
		intacto*
		revertido*|revertida*|desfeito*|desfeita*
		permanece .. inalterad*
		inalterad*`,
	change: `
		foi|foram|esta|estao|sido|ja|ser (ja|sido) ` + ptDone + `
		^ _ ` + ptDone + `
		^ ` + ptDone + `
		` + ptDone + ` mas|com
		talvez|possivelmente|provavelmente|parcialmente
		pode|podem|poderia ter
		resultado|estado|status .. desconhecido|incerto
		nao se sabe
		nao .. confirm*`,
	unchanged: `
		nao (foi|foram|esta|pode|ser) (ser) ` + ptDone + `
		nada|nenhum|nenhuma .. ` + ptDone + `
		deve|devem|pode|podem|pode ser ` + ptDone + `
		se|quando|antes|depois .. ` + ptDone + `
		erro|falha .. ` + ptDone,
	vague: `
		um uma o a os as de do da em no na e foi por favor tente novamente de novo mais tarde erro erros interno interna inesperado inesperada
		desconhecido desconhecida geral ocorreu aconteceu algo deu errado falha falhou problema operacao solicitacao requisicao pedido chamada acao
		ferramenta execucao executar processar processamento nao pode possivel concluir completar realizar servidor servico sistema aplicacao
		desculpe durante ao`,
	failure: `
		erro*
		falha
		falhas
		falhou
		falharam
		nao foi possivel
		nao encontrado|encontrada|existe|disponivel|valido|valida|permitido|autorizado|pode|foi|e|esta
		impossivel
		invalido*|invalida*
		negado*|negada*
		recusado*|recusada*
		falta
		faltam
		obrigatorio*|obrigatoria*
		desconhecido*|desconhecida*
		expirado*|expirou
		tempo esgotado
		deve|devem`,
}
