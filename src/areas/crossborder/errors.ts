import { fault } from '../../base/errors/fault.ts'

export const clientNotFound = fault({
  code: 'CROSSBORDER_CLIENT_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Cliente não encontrado', 'en-US': 'Client not found' },
  detail: {
    'pt-BR':
      'Não há cliente com este id ao seu alcance. Confira o id e o usuário em nome de quem a requisição é feita.',
    'en-US':
      'There is no client with this id within your reach. Check the id and the user on whose behalf the request runs.',
  },
})

export const clientIdTaken = fault({
  code: 'CROSSBORDER_CLIENT_ID_TAKEN',
  status: 409,
  title: { 'pt-BR': 'Id já usado', 'en-US': 'Id already used' },
  detail: {
    'pt-BR':
      'Já existe um cliente com o id enviado em x-transaction-uuid. Envie um novo UUID para criar outro cliente.',
    'en-US':
      'There already is a client with the id sent in x-transaction-uuid. Send a new UUID to create another client.',
  },
})

export const clientStatusFixed = fault({
  code: 'CROSSBORDER_CLIENT_STATUS_FIXED',
  status: 422,
  title: { 'pt-BR': 'Situação definida pela verificação', 'en-US': 'Status set by verification' },
  detail: {
    'pt-BR':
      'Só um cliente ACTIVE pode ser desativado, e só um INACTIVE volta, pela verificação. Enquanto o cliente estiver PENDING, REJECTED ou EXPIRED, quem decide é a verificação.',
    'en-US':
      'Only an ACTIVE client can be made inactive, and only an INACTIVE one comes back, through verification. While the client is PENDING, REJECTED or EXPIRED, verification decides.',
  },
})

export const clientRulesBroken = fault({
  code: 'CROSSBORDER_CLIENT_RULES_BROKEN',
  status: 422,
  title: { 'pt-BR': 'Regras do cliente não atendidas', 'en-US': 'Client rules broken' },
  detail: {
    'pt-BR': 'O cliente, com os campos enviados, não atende às regras listadas em errors. Nada foi alterado.',
    'en-US': 'The client, with the fields sent, breaks the rules listed in errors. Nothing was changed.',
  },
})

export const accountNotFound = fault({
  code: 'CROSSBORDER_ACCOUNT_NOT_FOUND',
  status: 404,
  title: { 'pt-BR': 'Conta não encontrada', 'en-US': 'Account not found' },
  detail: {
    'pt-BR':
      'Não há conta com este id, deste cliente, ao seu alcance. Confira os dois ids e o usuário em nome de quem a requisição é feita.',
    'en-US':
      'There is no account with this id, of this client, within your reach. Check both ids and the user on whose behalf the request runs.',
  },
})

export const accountIdTaken = fault({
  code: 'CROSSBORDER_ACCOUNT_ID_TAKEN',
  status: 409,
  title: { 'pt-BR': 'Id já usado', 'en-US': 'Id already used' },
  detail: {
    'pt-BR': 'Já existe uma conta com o id enviado em x-transaction-uuid. Envie um novo UUID para criar outra conta.',
    'en-US':
      'There already is an account with the id sent in x-transaction-uuid. Send a new UUID to create another account.',
  },
})

export const accountExists = fault({
  code: 'CROSSBORDER_ACCOUNT_EXISTS',
  status: 409,
  title: { 'pt-BR': 'O cliente já tem esta conta', 'en-US': 'The client already has this account' },
  detail: {
    'pt-BR':
      'O cliente já tem uma conta com estas coordenadas: account_id diz qual. Use-a, altere-a, ou remova-a antes de criar outra.',
    'en-US':
      'The client already has an account with these coordinates: account_id identifies it. Use it, change it, or delete it before you create another.',
  },
})

export const accountInactive = fault({
  code: 'CROSSBORDER_ACCOUNT_INACTIVE',
  status: 422,
  title: { 'pt-BR': 'Conta inativa', 'en-US': 'Account inactive' },
  detail: {
    'pt-BR':
      'Uma conta inativa não pode ser alterada. Reative-a, se foi você quem a desativou, ou crie uma nova conta com os dados corretos.',
    'en-US':
      'An inactive account cannot be changed. Reactivate it, if it was you who deactivated it, or create a new account with the right details.',
  },
})

export const accountStatusFixed = fault({
  code: 'CROSSBORDER_ACCOUNT_STATUS_FIXED',
  status: 422,
  title: { 'pt-BR': 'Situação definida pela verificação', 'en-US': 'Status set by verification' },
  detail: {
    'pt-BR':
      'Só uma conta ACTIVE pode ser desativada, e só uma que o seu dono desativou pode ser reativada. O resto quem decide é a verificação.',
    'en-US':
      'Only an ACTIVE account can be deactivated, and only one that its owner deactivated can be reactivated. Verification decides the rest.',
  },
})

export const earlierUnreadable = fault({
  code: 'CROSSBORDER_EARLIER_UNREADABLE',
  status: 409,
  title: { 'pt-BR': 'Valores anteriores não abrem', 'en-US': 'Earlier values do not open' },
  detail: {
    'pt-BR':
      'O que este registro dizia antes foi alterado fora do gateway, ou foi selado com outro segredo: nada foi revelado. Avise quem opera a instalação e informe o request_id.',
    'en-US':
      'The earlier values of this record were changed outside the gateway, or encrypted with another secret: nothing was revealed. Inform the operator of the installation, with the request_id.',
  },
})

export const accountRulesBroken = fault({
  code: 'CROSSBORDER_ACCOUNT_RULES_BROKEN',
  status: 422,
  title: { 'pt-BR': 'Regras da conta não atendidas', 'en-US': 'Account rules broken' },
  detail: {
    'pt-BR': 'A conta, com os campos enviados, não atende às regras listadas em errors. Nada foi alterado.',
    'en-US': 'The account, with the fields sent, breaks the rules listed in errors. Nothing was changed.',
  },
})
