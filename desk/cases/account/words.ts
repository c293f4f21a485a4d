import { words } from '../../words/language.ts'

/** What is said of accounts abroad and not of their clients. */
export const accounts = words({
  'pt-BR': {
    account: 'Conta',
    client: 'Cliente',
    bank: 'Banco',
    number: 'Número',
    currency: 'Moeda',
    types: { CHECKING: 'Corrente', SAVINGS: 'Poupança' },
    clearing: 'Código de compensação',
    branch: 'Agência',
    holder: 'Titular no banco',
    nickname: 'Apelido',
    broken: 'Regra que não vale',
    code: 'Código',
    whose: 'De quem é',
    otherName: 'O titular no banco não tem o nome do cliente.',
    otherCountry: (account: string, client: string) => `A conta é em ${account}, o cliente é de ${client}.`,
    clientNotActive: 'O cliente ainda não está ativo: a conta só serve quando ele estiver.',
    verdicts: {
      ACTIVE: { name: 'Ativar', about: 'A conta pode receber.' },
      INACTIVE: { name: 'Desativar', about: 'A conta não pode ser usada.' },
    },
    reasons: {
      ACTIVE: ['O banco confirmou o titular', 'Comprovante confere com a conta'],
      INACTIVE: ['Conta de outra pessoa', 'O banco não reconhece a conta', 'Dados não conferem'],
    },
  },
  'en-US': {
    account: 'Account',
    client: 'Client',
    bank: 'Bank',
    number: 'Number',
    currency: 'Currency',
    types: { CHECKING: 'Checking', SAVINGS: 'Savings' },
    clearing: 'Clearing code',
    branch: 'Branch',
    holder: 'Holder at the bank',
    nickname: 'Nickname',
    broken: 'Rule that does not hold',
    code: 'Code',
    whose: 'Whose it is',
    otherName: 'The holder at the bank does not have the name of the client.',
    otherCountry: (account: string, client: string) => `The account is in ${account}, the client is of ${client}.`,
    clientNotActive: 'The client is not active yet: the account is of no use before.',
    verdicts: {
      ACTIVE: { name: 'Activate', about: 'The account can be paid to.' },
      INACTIVE: { name: 'Deactivate', about: 'The account cannot be used.' },
    },
    reasons: {
      ACTIVE: ['The bank confirmed the holder', 'The proof matches the account'],
      INACTIVE: ["Somebody else's account", 'The bank does not know the account', 'The data do not match'],
    },
  },
})
