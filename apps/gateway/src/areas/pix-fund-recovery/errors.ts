import { fault } from '../../platform/errors/fault.ts'

export const requestNotFound = fault({
  code: 'FUND_RECOVERY_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Pedido não encontrado', 'en-US': 'Request not found' },
  detail: {
    'pt-BR':
      'Não há pedido de recuperação de valores com este id nesta carteira. Confira o id, a carteira e o usuário em nome de quem a requisição é feita.',
    'en-US':
      'There is no fund recovery request with this id in this wallet. Check the id, the wallet and the user on whose behalf the request runs.',
  },
})

export const transactionNotFound = fault({
  code: 'FUND_RECOVERY_TRANSACTION_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Transação não encontrada', 'en-US': 'Transaction not found' },
  detail: {
    'pt-BR': 'Não há transação com este id nesta carteira. Confira o id e a carteira.',
    'en-US': 'There is no transaction with this id in this wallet. Check the id and the wallet.',
  },
})

export const requestRulesBroken = fault({
  code: 'FUND_RECOVERY_RULES_BROKEN',
  status: 422,
  title: { 'pt-BR': 'Pedido inválido', 'en-US': 'Request not valid' },
  detail: {
    'pt-BR': 'O pedido não atende às regras listadas em errors. Nada foi criado.',
    'en-US': 'The request does not meet the rules listed in errors. Nothing was created.',
  },
})

export const transactionNotContestable = fault({
  code: 'FUND_RECOVERY_TRANSACTION_NOT_CONTESTABLE',
  status: 422,
  title: { 'pt-BR': 'Transação não contestável', 'en-US': 'Transaction not contestable' },
  detail: {
    'pt-BR': 'Esta transação não pode ser contestada, pelas razões listadas em errors. Nada foi criado.',
    'en-US': 'This transaction cannot be contested, for the reasons listed in errors. Nothing was created.',
  },
})

export const periodExpired = fault({
  code: 'FUND_RECOVERY_PERIOD_EXPIRED',
  status: 422,
  title: { 'pt-BR': 'Prazo encerrado', 'en-US': 'Period over' },
  detail: {
    'pt-BR': 'O prazo para contestar esta transação terminou. Nada foi criado.',
    'en-US': 'The deadline to contest this transaction has passed. Nothing was created.',
  },
})

export const requestAlreadyExists = fault({
  code: 'FUND_RECOVERY_ALREADY_EXISTS',
  status: 409,
  title: { 'pt-BR': 'Pedido já existe', 'en-US': 'Request already exists' },
  detail: {
    'pt-BR':
      'Esta transação já tem um pedido de recuperação de valores, em fund_recovery_request_id. O DICT aceita um por transação.',
    'en-US':
      'This transaction already has a fund recovery request, in fund_recovery_request_id. DICT accepts one for each transaction.',
  },
})

export const requestIdTaken = fault({
  code: 'FUND_RECOVERY_ID_TAKEN',
  status: 409,
  title: { 'pt-BR': 'Id já usado', 'en-US': 'Id already used' },
  detail: {
    'pt-BR': 'Já existe um pedido com o id enviado em x-transaction-uuid. Envie um novo UUID para criar outro pedido.',
    'en-US': 'A request exists with the id sent in x-transaction-uuid. Send a new UUID to create another one.',
  },
})

export const cancelIsFinal = fault({
  code: 'FUND_RECOVERY_CANCEL_IS_FINAL',
  status: 409,
  title: { 'pt-BR': 'Cancelamento definitivo', 'en-US': 'Cancelling is final' },
  detail: {
    'pt-BR':
      'O DICT não aceita um segundo pedido para a mesma transação, nem depois de um cancelamento. Para cancelar mesmo assim, envie acknowledge_final=true. Nada foi alterado.',
    'en-US':
      'DICT does not accept a second request for the same transaction, even after a cancellation. To cancel anyway, send acknowledge_final=true. Nothing was changed.',
  },
})

export const requestNotCancelable = fault({
  code: 'FUND_RECOVERY_NOT_CANCELABLE',
  status: 422,
  title: { 'pt-BR': 'Pedido não pode ser cancelado', 'en-US': 'Request cannot be canceled' },
  detail: {
    'pt-BR':
      'O DICT não aceita mais o cancelamento deste pedido, ou o pedido terminou. Consulte-o para ver a situação. Nada foi cancelado.',
    'en-US':
      'DICT no longer accepts the cancellation of this request, or the request has ended. Read it to see its status. Nothing was canceled.',
  },
})

export const graphNotReady = fault({
  code: 'FUND_RECOVERY_GRAPH_NOT_READY',
  status: 404,
  title: { 'pt-BR': 'Grafo de rastreamento indisponível', 'en-US': 'No tracking graph yet' },
  detail: {
    'pt-BR': 'O DICT ainda não rastreou os valores deste pedido. Tente mais tarde.',
    'en-US': 'DICT has not tracked the money of this request yet. Try again later.',
  },
})

export const requestTakesNoFiles = fault({
  code: 'FUND_RECOVERY_TAKES_NO_FILES',
  status: 422,
  title: { 'pt-BR': 'Pedido não aceita arquivos', 'en-US': 'Request accepts no files' },
  detail: {
    'pt-BR': 'Evidências são aceitas enquanto a situação do pedido é CREATED. Nada foi gravado.',
    'en-US': 'The request accepts evidence while it is CREATED. Nothing was stored.',
  },
})

export const requestTakesNoChanges = fault({
  code: 'FUND_RECOVERY_TAKES_NO_CHANGES',
  status: 422,
  title: { 'pt-BR': 'Pedido não pode ser alterado', 'en-US': 'Request cannot be changed' },
  detail: {
    'pt-BR':
      'A descrição e o contato podem ser alterados enquanto a situação do pedido é CREATED e o DICT aceita a alteração. Nada foi alterado.',
    'en-US':
      'The description and the contact can be changed while the request is CREATED and DICT accepts the change. Nothing was changed.',
  },
})

export const tooManyFiles = fault({
  code: 'FUND_RECOVERY_TOO_MANY_FILES',
  status: 422,
  title: { 'pt-BR': 'Arquivos demais', 'en-US': 'Too many files' },
  detail: {
    'pt-BR': 'Um pedido tem no máximo três arquivos, incluídos os que já tinha. Nada foi gravado.',
    'en-US': 'A request has at most three files, including those it already had. Nothing was stored.',
  },
})

export const recoveryUnknown = fault({
  code: 'FUND_RECOVERY_UNKNOWN',
  status: 404,
  title: { 'pt-BR': 'Recuperação de valores não encontrada', 'en-US': 'Fund recovery not found' },
  detail: {
    'pt-BR': 'Nenhum usuário tem um pedido de recuperação de valores com este id. Confira o id na fila ou no evento.',
    'en-US': 'No user has a fund recovery request with this id. Check the id in the list of cases or in the event.',
  },
})
