import { both, prose } from '../../platform/language.ts'

/** Descriptions of the operations in the API contract. */
export const texts = {
  createFundRecoveryRequest: {
    summary: both('Criar um pedido de recuperação de valores', 'Create a fund recovery request'),
    description: prose(
      `Contesta um pagamento Pix da carteira e pede a recuperação do valor pelo MED. O pedido é gravado
      imediatamente, e um job o envia ao DICT depois da resposta. A transação deve ser da carteira,
      contestável e estar no prazo, e cada transação tem um só pedido aberto: \`FUND_RECOVERY_ALREADY_EXISTS\`
      identifica o existente. Registra \`pix.fund_recovery_request.created\`; acompanhe o restante pelos
      eventos.`,
      `Contests a Pix payment of the wallet and requests the recovery of its amount under MED. The request is
      stored at once, and a job sends it to DICT after the response. The transaction must belong to the
      wallet, be contestable and be within its period, and each transaction has one open request:
      \`FUND_RECOVERY_ALREADY_EXISTS\` identifies the existing one. Records
      \`pix.fund_recovery_request.created\`; follow the rest through events.`,
    ),
  },
  listFundRecoveryRequests: {
    summary: both(
      'Listar os pedidos de recuperação de valores de uma carteira',
      'List the fund recovery requests of a wallet',
    ),
    description: prose(
      `Lista, em páginas, os pedidos de recuperação de valores da carteira, por data de criação ou de
      alteração. Cada um mostra a situação e o valor já devolvido.`,
      `Lists, in pages, the fund recovery requests of the wallet, by date of creation or change. Each shows its
      status and the amount already returned.`,
    ),
  },
  getFundRecoveryRequest: {
    summary: both('Consultar um pedido de recuperação de valores', 'Get a fund recovery request'),
    description: prose(
      `Mostra os dados atuais de um pedido: a situação, as devoluções solicitadas e pagas, os arquivos e, se o
      DICT ainda não o aceitou, o motivo. O pedido é da carteira que pagou: com outra a resposta é
      \`FUND_RECOVERY_NOT_FOUND\`.`,
      `Returns the current data of a request: its status, the refunds requested and paid, its files and, if
      DICT has not accepted it yet, the reason. A request belongs to the wallet that paid: with another the
      response is \`FUND_RECOVERY_NOT_FOUND\`.`,
    ),
  },
  updateFundRecoveryRequest: {
    summary: both('Alterar um pedido de recuperação de valores', 'Update a fund recovery request'),
    description: prose(
      `Corrige a descrição ou o contato que os analistas das outras instituições consultam, até o fim das
      análises. Um pedido já enviado é corrigido antes no DICT: se o DICT não responde, nada é alterado, a
      resposta é \`DICT_UNAVAILABLE\`, e a requisição pode ser repetida sem risco. Depois das análises a
      resposta é \`FUND_RECOVERY_TAKES_NO_CHANGES\`. Registra \`pix.fund_recovery_request.updated\`.`,
      `Corrects the description or the contact for the analysts of other institutions, until the analyses are
      complete. A submitted request is corrected at DICT first: if DICT does not respond, nothing changes, the
      response is \`DICT_UNAVAILABLE\`, and a repeat is safe. After the analyses the response is
      \`FUND_RECOVERY_TAKES_NO_CHANGES\`. Records \`pix.fund_recovery_request.updated\`.`,
    ),
  },
  cancelFundRecoveryRequest: {
    summary: both('Cancelar um pedido de recuperação de valores', 'Cancel a fund recovery request'),
    description: prose(
      `Cancela um pedido de recuperação de valores. O DICT não aceita um segundo pedido para a mesma transação,
      nem depois de um cancelamento: a contestação termina aqui. Enquanto a situação é \`CREATED\` o
      cancelamento não exige confirmação. Depois disso envie \`acknowledge_final=true\`; sem ele a resposta é
      \`FUND_RECOVERY_CANCEL_IS_FINAL\` e nada é alterado. Se o DICT já recebeu o pedido, o gateway o consulta
      antes de responder, e a resposta é \`FUND_RECOVERY_NOT_CANCELABLE\` quando o DICT não cancela. Um pedido
      já cancelado é devolvido como está. Registra \`pix.fund_recovery_request.canceled\` e o que o DICT tiver
      feito antes disso.`,
      `Cancels a request. DICT does not accept a second request for the same transaction, even after a
      cancellation, so this ends the contestation. While the status is \`CREATED\`, cancelling needs no
      confirmation. Later, send \`acknowledge_final=true\`; without it the response is
      \`FUND_RECOVERY_CANCEL_IS_FINAL\` and nothing changes. If DICT has received the request, the gateway
      queries it before the response, which is \`FUND_RECOVERY_NOT_CANCELABLE\` when DICT does not cancel. A
      request that is already canceled is returned as it is. Records \`pix.fund_recovery_request.canceled\`
      and any change that DICT made before that.`,
    ),
  },
  uploadFundRecoveryFiles: {
    summary: both(
      'Enviar evidências de um pedido de recuperação de valores',
      'Upload evidence to a fund recovery request',
    ),
    description: prose(
      `Anexa até três arquivos PDF, JPEG ou PNG, de até 10 MB cada, para os analistas. O gateway confere e
      grava o conteúdo antes de alterar o pedido. Mais de três arquivos ao todo recebem
      \`FUND_RECOVERY_TOO_MANY_FILES\`; depois das análises a resposta é \`FUND_RECOVERY_TAKES_NO_FILES\`.
      Registra \`pix.fund_recovery_request.evidence_attached\` e devolve todos os arquivos do pedido.`,
      `Attaches up to three files, PDF, JPEG or PNG of at most 10 MB each, for the analysts. The gateway checks
      and stores the content before it changes the request. More than three files in all are rejected with
      \`FUND_RECOVERY_TOO_MANY_FILES\`; after the analyses the response is \`FUND_RECOVERY_TAKES_NO_FILES\`.
      Records \`pix.fund_recovery_request.evidence_attached\` and returns all files of the request.`,
    ),
  },
  getTrackingGraph: {
    summary: both(
      'Consultar o grafo de rastreamento de um pedido de recuperação de valores',
      'Get the tracking graph of a fund recovery request',
    ),
    description: prose(
      `Mostra o caminho dos valores rastreado pelo DICT: pagamentos, contas e pessoas, sem nomes nem
      documentos. Os números das pessoas e contas só valem dentro deste grafo. Antes do rastreamento a
      resposta é \`FUND_RECOVERY_GRAPH_NOT_READY\`: aguarde o evento \`pix.fund_recovery_request.tracked\`.`,
      `Returns the path of the money as DICT tracked it: payments, accounts and persons, without names or
      documents. The numbers of persons and accounts are valid only within this graph. Before DICT has tracked
      the money the response is \`FUND_RECOVERY_GRAPH_NOT_READY\`: wait for the event
      \`pix.fund_recovery_request.tracked\`.`,
    ),
  },
}
