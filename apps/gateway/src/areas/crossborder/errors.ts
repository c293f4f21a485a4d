import { fault } from '../../platform/errors/fault.ts'

export const clientNotFound = fault({
  code: 'CROSSBORDER_CLIENT_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Cliente não encontrado', 'en-US': 'Client not found' },
  detail: {
    'pt-BR':
      'Não há cliente com este id que você possa consultar. Confira o id e o usuário em nome de quem a requisição é feita.',
    'en-US':
      'There is no client with this id that you can read. Check the id and the user on whose behalf the request runs.',
  },
})

export const clientIdTaken = fault({
  code: 'CROSSBORDER_CLIENT_ID_TAKEN',
  status: 409,
  title: { 'pt-BR': 'Id já usado', 'en-US': 'Id already used' },
  detail: {
    'pt-BR':
      'Já existe um cliente com o id enviado em x-transaction-uuid. Envie um novo UUID para criar outro cliente.',
    'en-US': 'A client exists with the id sent in x-transaction-uuid. Send a new UUID to create another client.',
  },
})

export const clientStatusFixed = fault({
  code: 'CROSSBORDER_CLIENT_STATUS_FIXED',
  status: 422,
  title: { 'pt-BR': 'Situação definida pela verificação', 'en-US': 'Status set by verification' },
  detail: {
    'pt-BR':
      'Somente um cliente ativo (ACTIVE) pode ser desativado, e somente um inativo (INACTIVE) pode ser reativado, após nova verificação. Nas demais situações, a verificação decide.',
    'en-US':
      'Only an ACTIVE client can be deactivated, and only an INACTIVE one can be reactivated, after a new verification. In the other states, verification decides.',
  },
})

export const clientRulesBroken = fault({
  code: 'CROSSBORDER_CLIENT_RULES_BROKEN',
  status: 422,
  title: { 'pt-BR': 'Cliente inválido', 'en-US': 'Client not valid' },
  detail: {
    'pt-BR': 'O cliente, com os campos enviados, não atende às regras listadas em errors. Nada foi alterado.',
    'en-US': 'The client, with the fields sent, does not meet the rules listed in errors. Nothing was changed.',
  },
})

export const accountNotFound = fault({
  code: 'CROSSBORDER_ACCOUNT_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Conta não encontrada', 'en-US': 'Account not found' },
  detail: {
    'pt-BR':
      'Não há conta deste cliente com este id que você possa consultar. Confira os dois ids e o usuário em nome de quem a requisição é feita.',
    'en-US':
      'There is no account of this client with this id that you can read. Check both ids and the user on whose behalf the request runs.',
  },
})

export const accountIdTaken = fault({
  code: 'CROSSBORDER_ACCOUNT_ID_TAKEN',
  status: 409,
  title: { 'pt-BR': 'Id já usado', 'en-US': 'Id already used' },
  detail: {
    'pt-BR': 'Já existe uma conta com o id enviado em x-transaction-uuid. Envie um novo UUID para criar outra conta.',
    'en-US': 'An account exists with the id sent in x-transaction-uuid. Send a new UUID to create another account.',
  },
})

export const accountExists = fault({
  code: 'CROSSBORDER_ACCOUNT_EXISTS',
  status: 409,
  title: { 'pt-BR': 'O cliente já tem esta conta', 'en-US': 'The client already has this account' },
  detail: {
    'pt-BR':
      'O cliente já tem uma conta com estes dados bancários, em account_id. Use-a, altere-a, ou remova-a antes de criar outra.',
    'en-US':
      'The client already has an account with these bank details, in account_id. Use it, change it, or delete it before you create another.',
  },
})

export const accountInactive = fault({
  code: 'CROSSBORDER_ACCOUNT_INACTIVE',
  status: 422,
  title: { 'pt-BR': 'Conta inativa', 'en-US': 'Account inactive' },
  detail: {
    'pt-BR':
      'Uma conta inativa não pode ser alterada. Reative-a, se você a desativou, ou crie uma nova conta com os dados corretos.',
    'en-US':
      'An inactive account cannot be changed. Reactivate it, if you deactivated it, or create a new account with the correct details.',
  },
})

export const accountStatusFixed = fault({
  code: 'CROSSBORDER_ACCOUNT_STATUS_FIXED',
  status: 422,
  title: { 'pt-BR': 'Situação definida pela verificação', 'en-US': 'Status set by verification' },
  detail: {
    'pt-BR':
      'Somente uma conta ativa pode ser desativada, e somente uma conta que você desativou pode ser reativada. Nas demais situações, a verificação decide.',
    'en-US':
      'Only an ACTIVE account can be deactivated, and only one that you deactivated can be reactivated. In the other states, verification decides.',
  },
})

export const earlierUnreadable = fault({
  code: 'CROSSBORDER_EARLIER_UNREADABLE',
  status: 409,
  title: { 'pt-BR': 'Valores anteriores ilegíveis', 'en-US': 'Earlier values unreadable' },
  detail: {
    'pt-BR':
      'Os valores anteriores deste registro foram alterados fora do gateway, ou criptografados com outro segredo: nada foi exibido. Avise o operador da instalação e informe o request_id.',
    'en-US':
      'The earlier values of this record were changed outside the gateway, or encrypted with another secret: nothing was shown. Inform the operator of the installation, and give the request_id.',
  },
})

export const accountRulesBroken = fault({
  code: 'CROSSBORDER_ACCOUNT_RULES_BROKEN',
  status: 422,
  title: { 'pt-BR': 'Conta inválida', 'en-US': 'Account not valid' },
  detail: {
    'pt-BR': 'A conta, com os campos enviados, não atende às regras listadas em errors. Nada foi alterado.',
    'en-US': 'The account, with the fields sent, does not meet the rules listed in errors. Nothing was changed.',
  },
})
