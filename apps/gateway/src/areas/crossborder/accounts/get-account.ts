import { route } from '../../../http/route.ts'
import { found } from '../../../platform/errors/fault.ts'
import { accountNotFound } from '../errors.ts'
import { AccountPath, AccountReply } from './account.ts'
import { findAccount } from './account-store.ts'
import { texts } from './texts.ts'

export const getAccount = route({
  name: 'getAccount',
  ...texts.getAccount,
  method: 'GET',
  path: '/v1/crossborder/clients/:client_id/accounts/:account_id',
  params: AccountPath,
  brief: true,
  reply: { 200: AccountReply },
  errors: [accountNotFound],

  handle: ({ params, transaction }) => transaction(async (tx) => found(await findAccount(tx, params), accountNotFound)),
})
