import { both, prose } from '../../base/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  createFundRecoveryRequest: {
    summary: both('Criar um pedido de recuperação', 'Create a fund recovery request'),
    description: prose(
      `Contesta um pagamento Pix da carteira e pede o dinheiro de volta. O pedido é guardado já, e um job o leva ao
      DICT: a resposta não espera por ele. A transação deve ser da carteira, contestável e estar no prazo, e só há um
      pedido vivo para cada uma: \`FUND_RECOVERY_ALREADY_EXISTS\` diz qual é. Registra
      \`pix.fund_recovery_request.created\`; o que acontece depois chega como evento.`,
      `Contests a Pix payment of the wallet and asks the money back. The request is kept at once, and a job takes it to
      DICT: the answer does not wait for it. The transaction must be the wallet's, contestable and within its period,
      and there is one live request for each: \`FUND_RECOVERY_ALREADY_EXISTS\` identifies it. Records
      \`pix.fund_recovery_request.created\`; what happens afterwards comes as events.`,
    ),
  },
  listFundRecoveryRequests: {
    summary: both('Listar os pedidos de recuperação de uma carteira', 'List the fund recovery requests of a wallet'),
    description: prose(
      `Lista os pedidos de recuperação da carteira, em páginas, por criação ou por alteração. Cada um diz em que ponto
      está e quanto já voltou.`,
      `Lists the recovery requests of the wallet, in pages, by when they were created or changed. Each shows its
      status and how much has come back.`,
    ),
  },
  getFundRecoveryRequest: {
    summary: both('Consultar um pedido de recuperação', 'Get a fund recovery request'),
    description: prose(
      `Mostra um pedido como ele está agora: o status, as devoluções pedidas e pagas, os arquivos e, se o DICT ainda
      não o aceitou, por quê. O pedido é da carteira que pagou: com outra a resposta é \`FUND_RECOVERY_NOT_FOUND\`.`,
      `Shows a request as it is now: its status, the refunds asked for and paid, its files and, where DICT has not
      taken it yet, why. A request belongs to the wallet that paid: with another the answer is
      \`FUND_RECOVERY_NOT_FOUND\`.`,
    ),
  },
  updateFundRecoveryRequest: {
    summary: both('Alterar um pedido de recuperação', 'Update a fund recovery request'),
    description: prose(
      `Corrige a descrição ou o contato que os analistas dos outros bancos leem, até que as análises terminem. Se o
      DICT já conhece o pedido, ele é avisado antes, e a palavra dele é a resposta: sem ouvi-lo nada muda e vem
      \`DICT_UNAVAILABLE\`, e repetir não faz mal. Depois das análises a resposta é
      \`FUND_RECOVERY_TAKES_NO_CHANGES\`. Registra \`pix.fund_recovery_request.updated\`.`,
      `Corrects the description or the contact for the analysts of other institutions, until the analyses are complete. A
      submitted request is corrected at DICT first: if DICT does not respond, nothing changes, the answer is
      \`DICT_UNAVAILABLE\`, and a repeat is safe. After the analyses the answer is
      \`FUND_RECOVERY_TAKES_NO_CHANGES\`. Records \`pix.fund_recovery_request.updated\`.`,
    ),
  },
  cancelFundRecoveryRequest: {
    summary: both('Cancelar um pedido de recuperação', 'Cancel a fund recovery request'),
    description: prose(
      `Desiste de um pedido. O DICT não aceita um segundo pedido para a mesma transação, nem depois de um cancelamento:
      a contestação termina aqui. Enquanto o status é \`CREATED\` o cancelamento é livre. Depois disso envie
      \`acknowledge_final=true\`; sem ele a resposta é \`FUND_RECOVERY_CANCEL_IS_FINAL\` e nada muda. Se o DICT já
      recebeu o pedido, ele é consultado antes da resposta, que é \`FUND_RECOVERY_NOT_CANCELABLE\` quando ele não
      cancela. Um pedido já cancelado é devolvido como está. Registra \`pix.fund_recovery_request.canceled\` e o que o
      DICT tiver feito antes disso.`,
      `Cancels a request. DICT takes no second request for the same transaction, not even after a cancellation, so this
      ends the contestation. While the status is \`CREATED\`, cancelling is free. Later, send
      \`acknowledge_final=true\`; without it the response is \`FUND_RECOVERY_CANCEL_IS_FINAL\` and nothing changes.
      If DICT has received the request, it is asked before the response, which is \`FUND_RECOVERY_NOT_CANCELABLE\` when
      DICT does not cancel. A request that is already canceled is returned as it is. Records
      \`pix.fund_recovery_request.canceled\` and whatever DICT did before that.`,
    ),
  },
  uploadFundRecoveryFiles: {
    summary: both('Enviar provas de um pedido de recuperação', 'Upload evidence to a fund recovery request'),
    description: prose(
      `Anexa até três arquivos PDF, JPEG ou PNG, de até 10 MB cada, para os analistas. Os bytes são conferidos e
      guardados antes que o pedido seja tocado. Mais de três arquivos ao todo recebem
      \`FUND_RECOVERY_TOO_MANY_FILES\`; depois das análises a resposta é \`FUND_RECOVERY_TAKES_NO_FILES\`. Registra
      \`pix.fund_recovery_request.evidence_attached\` e responde todos os arquivos do pedido.`,
      `Attaches up to three files, PDF, JPEG or PNG of at most 10 MB each, for the analysts. The bytes are checked and
      safe before the request is touched. More than three files in all are refused with
      \`FUND_RECOVERY_TOO_MANY_FILES\`; after the analyses the answer is \`FUND_RECOVERY_TAKES_NO_FILES\`. Records
      \`pix.fund_recovery_request.evidence_attached\` and answers all files of the request.`,
    ),
  },
  getTrackingGraph: {
    summary: both(
      'Consultar o grafo de rastreamento de um pedido de recuperação',
      'Get the tracking graph of a fund recovery request',
    ),
    description: prose(
      `Mostra por onde o dinheiro passou, como o DICT o seguiu: pagamentos, contas e pessoas, sem nomes nem documentos.
      Os números das pessoas e contas só valem dentro deste grafo. Antes que o DICT tenha rastreado a resposta é
      \`FUND_RECOVERY_GRAPH_NOT_READY\`: espere o evento \`pix.fund_recovery_request.tracked\`.`,
      `Shows where the money went, as DICT followed it: payments, accounts and persons, without names or documents. The
      numbers of persons and accounts mean nothing outside this graph. Before DICT has followed it the answer is
      \`FUND_RECOVERY_GRAPH_NOT_READY\`: wait for the event \`pix.fund_recovery_request.tracked\`.`,
    ),
  },
}
